import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

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
    const imports = [...text.matchAll(/(?:from|import) '(#src\/|\.{1,2}\/)([^']+)'/g)].map(
      ([, prefix = '', rest = '']) =>
        prefix === '#src/' ? rest : relative(root, resolve(dirname(path), prefix + rest)),
    );
    return { path: relative(root, path), text, imports };
  });
}
