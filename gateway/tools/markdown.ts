/** A table of a Markdown page: the texts of its head and of its rows, cell by cell. */
export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A fenced block. */
const FENCED = /^```[\s\S]*?^```/gm;
const RULE = /^\|(?:\s*:?-+:?\s*\|)+$/;

/** The tables of a page, in order. An escaped `\|` inside a cell becomes `|`. */
export function tablesOf(page: string): readonly Table[] {
  const lines = page.split('\n');
  return lines.flatMap((line, index) => {
    if (!RULE.test(line)) return [];
    const rest = lines.slice(index + 1);
    const end = rest.findIndex((one) => !one.startsWith('|'));
    const rows = rest.slice(0, end === -1 ? undefined : end);
    return [{ head: cellsOf(lines[index - 1] ?? ''), rows: rows.map(cellsOf) }];
  });
}

/** The texts of the inline code of a cell or a page, without fenced blocks. */
export function codesOf(text: string): readonly string[] {
  const prose = text.replace(FENCED, '');
  return [...prose.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

function cellsOf(line: string): readonly string[] {
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** The relative links of a page, with their anchors: `page.md#part`, `#part`. */
export function linksOf(page: string): readonly string[] {
  const prose = page.replace(FENCED, '');
  return [...prose.matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)].map(([, link = '']) => link);
}

/** The anchors that a page's headings have on GitHub. */
export function anchorsOf(page: string): readonly string[] {
  const headings = page.replace(FENCED, '').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = '']) => anchorOf(heading));
}

/** The anchor of a heading, as GitHub makes it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
