import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

/** The folder of the whole project. */
export const ROOT = resolve(import.meta.dirname, '../../../..');

/** One deliberate break of the code, and the tests that must notice it. Paths are from the root. */
export interface Mutation {
  readonly file: string;
  /** The exact text that is replaced. It occurs once in the file, unless `occurrence` is given. */
  readonly text: string;
  /** Which occurrence is replaced, from 1, in a file that has the text several times. */
  readonly occurrence?: number;
  readonly replacement: string;
  /** Each of these files must have a test that fails. */
  readonly tests: readonly string[];
  /** The damage that the break does in production, in a few words. */
  readonly why: string;
}

/** A mutation with the name of its area, which is the name of the file that lists it. */
export interface AreaMutation extends Mutation {
  readonly area: string;
}

/** Reads the mutations of all areas: every file in the folder above exports `MUTATIONS`. */
export async function readMutations(): Promise<AreaMutation[]> {
  const folder = resolve(import.meta.dirname, '..');
  const files = readdirSync(folder).filter(
    (name) => name.endsWith('.ts') && name !== 'run-mutations.ts',
  );
  const lists = await Promise.all(
    files.sort().map(async (name) => {
      const module: { MUTATIONS: readonly Mutation[] } = await import(join(folder, name));
      return module.MUTATIONS.map((one) => ({ ...one, area: basename(name, '.ts') }));
    }),
  );
  return lists.flat();
}

/** The start of each occurrence of the mutation's text in its file; none if there is no file. */
function startsIn(content: string, text: string): readonly number[] {
  const starts: number[] = [];
  for (let at = content.indexOf(text); at >= 0; at = content.indexOf(text, at + 1)) starts.push(at);
  return starts;
}

/** The broken file, and the number of its first changed line. */
export interface Mutant {
  readonly content: string;
  readonly line: number;
}

/**
 * Applies a mutation to its file in a tree, and returns the new content.
 * @throws {Error} when the text is missing, or is there several times without `occurrence`
 */
export function mutantOf({ file, text, occurrence, replacement }: Mutation, tree = ROOT): Mutant {
  const content = readFileSync(join(tree, file), 'utf8');
  const starts = startsIn(content, text);
  if (occurrence === undefined && starts.length !== 1)
    throw new Error(`${file} has this text ${starts.length} times and not once: ${text}`);
  const start = starts[(occurrence ?? 1) - 1];
  if (start === undefined)
    throw new Error(`${file} has only ${starts.length} occurrences of this text: ${text}`);
  return {
    content: content.slice(0, start) + replacement + content.slice(start + text.length),
    line: content.slice(0, start).split('\n').length,
  };
}
