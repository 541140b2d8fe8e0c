import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Length, type and checksum of a chunk. */
const FRAME_BYTES = 12;
const RGB = 2;

export interface PngChunk {
  readonly type: string;
  readonly data: Buffer;
}

/**
 * The chunks of a PNG up to its end (PNG specification, section 5); undefined for a file that is no
 * PNG or ends early. Checksums are not compared.
 */
export function pngChunks(content: Buffer): PngChunk[] | undefined {
  if (!content.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined;
  const chunks: PngChunk[] = [];
  let at = SIGNATURE.length;
  while (at + FRAME_BYTES <= content.length) {
    const end = at + FRAME_BYTES + content.readUInt32BE(at);
    if (end > content.length) return undefined;
    const type = content.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: content.subarray(at + 8, end - 4) });
    if (type === 'IEND') return chunks;
    at = end;
  }
  return undefined;
}

/** Writes a PNG of rows of red, green and blue, a byte each. */
export function writePng(width: number, height: number, pixels: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, RGB], 8);
  const rows: Buffer[] = [];
  for (let row = 0; row < height; row += 1) {
    rows.push(Buffer.from([0]), pixels.subarray(3 * width * row, 3 * width * (row + 1)));
  }
  const data = deflateSync(Buffer.concat(rows));
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND')]);
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}
