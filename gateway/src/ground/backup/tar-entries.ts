import type { Readable } from 'node:stream';

const BLOCK = 512;
const NAME_END = 100;
const MODE = 100;
const SIZE = 124;
const NUMBER_END = 12;
const TYPE = 156;
const FOLDER = '5';
const FILE = '0';
const OCTAL = 8;

/** One file or folder of a tar archive. The content must be read before the next entry. */
export interface TarEntry {
  readonly path: string;
  readonly isFolder: boolean;
  readonly mode: number;
  readonly content: AsyncIterable<Buffer>;
}

/**
 * Reads the tar archives that PostgreSQL writes for a base backup: plain files and folders with
 * names below 100 bytes. Throws an Error for anything else and for an archive that ends early.
 */
export async function* readTar(source: Readable): AsyncGenerator<TarEntry> {
  const bytes = byteReader(source);
  for (;;) {
    const header = await bytes.take(BLOCK);
    // Two blocks of zeros end the archive; the rest is read, so that gzip checks its sum.
    if (header[0] === 0) break;
    const size = numberAt(header, SIZE);
    const type = String.fromCharCode(header[TYPE] ?? 0);
    const path = textOf(header.subarray(0, NAME_END));
    if (type !== FILE && type !== FOLDER) throw new Error(`${path} is neither file nor folder`);
    const content = bytes.chunks(size);
    yield { path, isFolder: type === FOLDER, mode: numberAt(header, MODE), content };
    for await (const _ of content);
    await bytes.take((BLOCK - (size % BLOCK)) % BLOCK);
  }
  await bytes.drain();
}

function numberAt(header: Buffer, at: number): number {
  const value = Number.parseInt(textOf(header.subarray(at, at + NUMBER_END)), OCTAL);
  if (!Number.isSafeInteger(value)) throw new Error('a header of the archive is broken');
  return value;
}

function textOf(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.subarray(0, end < 0 ? bytes.length : end).toString();
}

/** Reads a stream in pieces of known sizes. */
function byteReader(source: Readable) {
  const chunks: AsyncIterator<Buffer> = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  async function some(): Promise<Buffer> {
    if (rest.length > 0) return rest;
    const { done, value } = await chunks.next();
    if (done) throw new Error('the archive ends early');
    return value;
  }
  async function* read(size: number): AsyncGenerator<Buffer> {
    let left = size;
    while (left > 0) {
      const chunk = await some();
      rest = chunk.subarray(left);
      left -= Math.min(left, chunk.length);
      yield chunk.subarray(0, chunk.length - rest.length);
    }
  }
  return {
    chunks: read,
    async take(size: number): Promise<Buffer> {
      const parts: Buffer[] = [];
      for await (const part of read(size)) parts.push(part);
      return Buffer.concat(parts);
    },
    async drain(): Promise<void> {
      while (!(await chunks.next()).done);
    },
  };
}
