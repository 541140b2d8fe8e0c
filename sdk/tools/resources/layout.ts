import type { Method } from './resources.ts';

const COLUMNS = 100;

/** How a language writes methods of each kind; `$` is the type of the result or of an item. */
export type Kinds = Readonly<
  Record<
    Method['kind'],
    {
      readonly type: string;
      /** The statement that sends the call, before and after its arguments. */
      readonly open: string;
      readonly close: string;
      /** A sentence that only the documentation of this language has. */
      readonly hint?: string;
    }
  >
>;

/**
 * `open`, the parts and `close` in one line or, when it is longer than 100 columns, with a line for
 * each part. The first line is not indented: it stands after `indent`.
 */
export function listed(
  open: string,
  parts: readonly string[],
  close: string,
  indent: string,
  step = '    ',
): string {
  const line = `${open}${parts.join(', ')}${close}`;
  if (parts.length === 0 || indent.length + line.length <= COLUMNS) return line;
  const inner = parts.map((part) => `${indent}${step}${part},\n`).join('');
  return `${open.trimEnd()}\n${inner}${indent}${close.trimStart()}`;
}

/** The lines of a text, each of at most `columns` columns. */
export function wrap(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    const longer = `${last} ${word}`;
    if (last === undefined || longer.length > columns) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/**
 * A doc comment of TypeScript or PHP with its line break; '' when it would be empty.
 * @param blocks lines that are not wrapped, with an empty line before each block
 */
export function docComment(
  text: string | undefined,
  indent: string,
  blocks: readonly (readonly string[])[] = [],
): string {
  const words = text === undefined ? [] : wrap(text, COLUMNS - indent.length - ' * '.length);
  const [first = [], ...others] = [words, ...blocks].filter(({ length }) => length > 0);
  const lines = [...first, ...others.flatMap((block) => ['', ...block])];
  const line = `${indent}/** ${lines[0]} */`;
  if (lines.length === 0) return '';
  if (lines.length === 1 && line.length <= COLUMNS) return `${line}\n`;
  const rows = lines.map((content) => `${indent} * ${content}`.trimEnd());
  return [`${indent}/**`, ...rows, `${indent} */\n`].join('\n');
}

/** The path of a method as an expression: a call of `join` for each parameter. */
export function pathExpression({ texts, ids }: Method, join: string): string {
  const [first, ...others] = texts.map((text) => `'${text}'`);
  return ids.reduce((before, id, index) => {
    const after = others[index] === "''" ? '' : `, ${others[index]}`;
    return `${join}(${before}, ${id}${after})`;
  }, String(first));
}

/** `internal_id` as `internalId`. */
export function camel(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The texts that are there, in their order. */
export function present(...texts: readonly (string | false | undefined)[]): readonly string[] {
  return texts.filter((text) => typeof text === 'string');
}
