import type { ZipEntry } from './zip.ts';

const CALL =
  /(?:\b(?:__|esc_html__|esc_html_e|esc_attr_e))\(\s*((?:'(?:[^'\\]|\\.)*'\s*\.?\s*)+),\s*'pix-gateway'/g;
const PIECE = /'((?:[^'\\]|\\.)*)'/g;

/** The texts of a file that can be translated, in their order. */
export function textsOf(source: string): readonly string[] {
  return [...source.matchAll(CALL)].map(([, pieces = '']) =>
    [...pieces.matchAll(PIECE)].map(([, piece]) => piece).join(''),
  );
}

/** The template of translations (`.pot`) of the plug-in's texts, which are in Portuguese. */
export function messagesOf(files: readonly ZipEntry[], version: string): string {
  const places = new Map<string, string[]>();
  for (const { path, content } of files) {
    if (!path.endsWith('.php')) continue;
    for (const text of textsOf(content.toString('utf8'))) {
      places.set(text, [...(places.get(text) ?? []), path]);
    }
  }
  const head = [
    'msgid ""',
    'msgstr ""',
    `"Project-Id-Version: pix-gateway ${version}\\n"`,
    '"MIME-Version: 1.0\\n"',
    '"Content-Type: text/plain; charset=UTF-8\\n"',
    '"Content-Transfer-Encoding: 8bit\\n"',
    '"X-Domain: pix-gateway\\n"',
  ].join('\n');
  const messages = [...places].map(([text, paths]) => {
    const quoted = JSON.stringify(text.replaceAll("\\'", "'"));
    return `#: ${[...new Set(paths)].join(' ')}\nmsgid ${quoted}\nmsgstr ""`;
  });
  return `${[head, ...messages].join('\n\n')}\n`;
}
