import { ARCHIVE_SECONDS, type PackageFiles } from './package-files.ts';

const BLOCK = 512;
const NAME_MAX = 100;
const FILE_MODE = 0o644;
const PROGRAM_MODE = 0o755;

/**
 * Writes a tar archive (POSIX ustar) of files, equal for equal files. Throws for a path of more than
 * 100 bytes, which the packages don't have.
 * @param programs the paths of the files that can be run
 */
export function writeTar(files: PackageFiles, programs: readonly string[] = []): Buffer {
  const parts = [...files].flatMap(([path, content]) => {
    const mode = programs.includes(path) ? PROGRAM_MODE : FILE_MODE;
    const padding = Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK);
    return [headerOf(path, content.length, mode), content, padding];
  });
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}

function headerOf(path: string, size: number, mode: number): Buffer {
  if (Buffer.byteLength(path) > NAME_MAX) throw new Error(`the path is too long: ${path}`);
  const header = Buffer.alloc(BLOCK);
  header.write(path, 0);
  header.write(octal(mode, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(size, 11), 124);
  header.write(octal(ARCHIVE_SECONDS, 11), 136);
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\u000000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)}\u0000 `, 148);
  return header;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}
