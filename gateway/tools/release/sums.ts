import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './versions.ts';

/** The folder of the files of a release. */
export const BUILD = join(ROOT, 'build');

/** The line of a file in that folder, as `sha256sum --check` reads it. */
export function sumLine(file: string): string {
  const digest = createHash('sha256')
    .update(readFileSync(join(BUILD, file)))
    .digest('hex');
  return `${digest}  ${file}\n`;
}
