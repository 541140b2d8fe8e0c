import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export const LOCAL_HEADER = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
export const CENTRAL_HEADER = 0x02014b50;
export const END = 0x06054b50;
const VERSION = 20;
/** Sizes and checksum follow the content; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;
/** 1 January 1980: the same content is the same file. */
const DATE = 0x0021;

/** A file of an archive; its content is made while the archive is sent. */
export interface ZipFile {
  readonly name: string;
  readonly content: AsyncIterable<string> | Iterable<string>;
}

interface Written extends Pick<ZipFile, 'name'> {
  readonly at: number;
  checksum: number;
  size: number;
  compressed: number;
}

/**
 * A ZIP archive as a stream; only the current chunk is in memory. A file may have up to 4 GiB
 * (there is no ZIP64). Throws the errors of the contents.
 */
export async function* zip(files: readonly ZipFile[]): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let at = 0;
  for (const { name, content } of files) {
    const file: Written = { name, at, checksum: 0, size: 0, compressed: 0 };
    const head = localHeader(name);
    yield head;
    for await (const part of deflated(content, file)) yield part;
    yield numbers([DESCRIPTOR, 4], [file.checksum, 4], [file.compressed, 4], [file.size, 4]);
    written.push(file);
    at += head.length + file.compressed + 16;
  }
  const directory = Buffer.concat(written.map(centralHeader));
  yield directory;
  const count = written.length;
  yield numbers([END, 4], [0, 4], [count, 2], [count, 2], [directory.length, 4], [at, 4], [0, 2]);
}

async function* deflated(content: ZipFile['content'], file: Written): AsyncGenerator<Buffer> {
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const text of content) {
      const bytes = Buffer.from(text);
      file.checksum = crc32(bytes, file.checksum);
      file.size += bytes.length;
      yield bytes;
    }
  }
  const deflate = createDeflateRaw();
  // An error destroys the last stream, whose reader below throws it.
  pipeline(Readable.from(counted()), deflate, () => {});
  for await (const part of deflate) {
    file.compressed += part.length;
    yield part;
  }
}

function localHeader(name: string): Buffer {
  const bytes = Buffer.from(name);
  const head = numbers(
    [LOCAL_HEADER, 4],
    [VERSION, 2],
    [FLAGS, 2],
    [DEFLATE, 2],
    [0, 2],
    [DATE, 2],
    [0, 4],
    [0, 4],
    [0, 4],
    [bytes.length, 2],
    [0, 2],
  );
  return Buffer.concat([head, bytes]);
}

function centralHeader({ name, at, checksum, size, compressed }: Written): Buffer {
  const bytes = Buffer.from(name);
  const head = numbers(
    [CENTRAL_HEADER, 4],
    [VERSION, 2],
    [VERSION, 2],
    [FLAGS, 2],
    [DEFLATE, 2],
    [0, 2],
    [DATE, 2],
    [checksum, 4],
    [compressed, 4],
    [size, 4],
    [bytes.length, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 4],
    [at, 4],
  );
  return Buffer.concat([head, bytes]);
}

/** Numbers in little-endian order, each with its length in bytes. */
function numbers(...fields: readonly (readonly [value: number, bytes: number])[]): Buffer {
  const parts = fields.map(([value, bytes]) => {
    const part = Buffer.alloc(bytes);
    part.writeUIntLE(value, 0, bytes);
    return part;
  });
  return Buffer.concat(parts);
}
