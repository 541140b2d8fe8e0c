import { crc32, deflateRawSync } from 'node:zlib';

/** A file of a ZIP archive; the path has slashes. */
export interface ZipEntry {
  readonly path: string;
  readonly content: Buffer;
}

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
const UTF8_NAMES = 0x0800;
const DEFLATED = 8;
/** 1980-01-01 00:00, so that the same files give the same archive. */
const TIME = 0;
const DATE = 0x21;
/** -rw-r--r-- of a file, as Unix keeps it. */
const ATTRIBUTES = 0o100644 * 0x10000;
const MADE_ON_UNIX = 3 * 256;

/** A ZIP archive (APPNOTE 4.3, without ZIP64): Node compresses, and has no archive format. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, content } of entries) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(content, { level: 9 });
    const facts = factsOf(name, content, packed);
    const local = Buffer.concat([words32(LOCAL_HEADER), words16(VERSION), facts, name, packed]);
    const central = [
      words32(CENTRAL_HEADER),
      words16(MADE_ON_UNIX + VERSION, VERSION),
      facts,
      // No comment, first disk, no attributes of DOS.
      words16(0, 0, 0),
      words32(ATTRIBUTES, offset),
      name,
    ];
    parts.push(local);
    directory.push(...central);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const count = entries.length;
  const end = [words32(END), words16(0, 0, count, count), words32(listed.length, offset)];
  return Buffer.concat([...parts, listed, ...end, words16(0)]);
}

/** What both headers of a file say. */
function factsOf(name: Buffer, content: Buffer, packed: Buffer): Buffer {
  return Buffer.concat([
    words16(UTF8_NAMES, DEFLATED, TIME, DATE),
    words32(crc32(content), packed.length, content.length),
    words16(name.length, 0),
  ]);
}

function words16(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) buffer.writeUInt16LE(value, index * 2);
  return buffer;
}

function words32(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) buffer.writeUInt32LE(value >>> 0, index * 4);
  return buffer;
}
