import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { ROOMS } from './rooms.ts';
import type { SourceFile } from './source-files.ts';

/**
 * Files that the host takes of every room and option, and the commands that it adds: they need no
 * list.
 */
const ENTRIES = /^(?:[a-z-]+\/)*(api|work|operations|owners|notices|room)\.ts$|^commands\//;

/**
 * The files of a room that other rooms may import: the block `doors` of its README. A line is the
 * names of files at the top of the room, or a folder with a colon and the names in it, all without
 * `.ts`.
 */
export function doorsIn(readme: string): readonly string[] {
  const [, block = ''] = /^```doors\n([\s\S]*?)^```$/m.exec(readme) ?? [];
  return block
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const [, folder, names = ''] = /^(?:(\S+): )?(.*)$/.exec(line) ?? [];
      return names
        .split(' ')
        .map((name) => `${folder === undefined ? '' : `${folder}/`}${name}.ts`);
    });
}

/**
 * The listed doors of a room, and the files that other rooms import. The ground is open to all, and
 * nothing but the entries of the processes imports the host.
 */
export interface DoorsOfRoom {
  readonly room: string;
  readonly listed: readonly string[];
  readonly used: readonly string[];
}

export function readDoors(source: string, files: readonly SourceFile[]): readonly DoorsOfRoom[] {
  return ROOMS.filter((room) => room !== 'ground' && room !== 'host').map((room) => {
    const inside = `${room}/`;
    const used = files
      .filter(({ path }) => !path.startsWith(inside))
      .flatMap(importsOf)
      .filter((target) => target.startsWith(inside))
      .map((target) => target.slice(inside.length))
      .filter((target) => !ENTRIES.test(target));
    const listed = doorsIn(readFileSync(join(source, room, 'README.md'), 'utf8'));
    return { room, listed, used: [...new Set(used)].sort() };
  });
}

/** The files of `gateway/src` that a file imports or loads. */
export function importsOf({ path, text, imports }: SourceFile): readonly string[] {
  const loaded = [...text.matchAll(/import\('(#src\/|\.{1,2}\/)([^']+)'\)/g)].map(
    ([, prefix = '', rest = '']) =>
      prefix === '#src/' ? rest : normalize(join(dirname(path), prefix + rest)),
  );
  return [...imports, ...loaded];
}
