import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

/** A TypeScript file of a folder, with what it imports. */
export interface SourceFile {
  /** Relative to the folder. */
  readonly path: string;
  readonly text: string;
  /** The files of the project that it imports, relative to the folder; `#src/` is the folder. */
  readonly imports: readonly string[];
}

/** The paths of all TypeScript files below a folder. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}

export function readSources(root: string): SourceFile[] {
  return filesBelow(root).map((path) => {
    const text = readFileSync(path, 'utf8');
    const name = relative(root, path);
    return { path: name, text, imports: importsIn(name, text) };
  });
}

/** The files of the project that a text imports; `path` and they are relative to the folder. */
export function importsIn(path: string, text: string): string[] {
  return [...text.matchAll(/(?:from|import) '(#src\/|\.{1,2}\/)([^']+)'/g)].map(
    ([, prefix = '', rest = '']) =>
      prefix === '#src/' ? rest : normalize(join(dirname(path), prefix + rest)),
  );
}
