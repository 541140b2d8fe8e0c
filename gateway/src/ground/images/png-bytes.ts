import { inflateSync } from 'node:zlib';
import { pngChunks } from './image-parts.ts';

const HEADER_AT = 16;
/** PNG specification, table 11.1: samples of a pixel by the type of colours. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Section 8.2: where each of the seven passes begins, and its steps. */
const PASSES = [
  { x: 0, y: 0, right: 8, down: 8 },
  { x: 4, y: 0, right: 8, down: 8 },
  { x: 0, y: 4, right: 4, down: 8 },
  { x: 2, y: 0, right: 4, down: 4 },
  { x: 0, y: 2, right: 2, down: 4 },
  { x: 1, y: 0, right: 2, down: 2 },
  { x: 0, y: 1, right: 1, down: 2 },
];
const WHOLE = [{ x: 0, y: 0, right: 1, down: 1 }];

/**
 * Checks that the pixels of a PNG take as many bytes as its header says. It stops to decompress
 * where they take more, so a small file can't fill the memory.
 * @throws when they take another number.
 */
export function checkPngBytes(content: Buffer): void {
  const expected = bytesOfPixels(content);
  const data = [...pngChunks(content)]
    .filter(({ type }) => type === 'IDAT')
    .map(({ dataAt, dataBytes }) => content.subarray(dataAt, dataAt + dataBytes));
  const found = inflateSync(Buffer.concat(data), { maxOutputLength: expected }).length;
  if (found !== expected) throw new Error(`${found} bytes of pixels, not ${expected}`);
}

function bytesOfPixels(content: Buffer): number {
  const [width, height] = [content.readUInt32BE(HEADER_AT), content.readUInt32BE(HEADER_AT + 4)];
  const bits = content.readUInt8(HEADER_AT + 8) * (SAMPLES[content.readUInt8(HEADER_AT + 9)] ?? 0);
  const passes = content.readUInt8(HEADER_AT + 12) === 0 ? WHOLE : PASSES;
  return passes.reduce((sum, { x, y, right, down }) => {
    const columns = Math.ceil((width - x) / right);
    const rows = Math.ceil((height - y) / down);
    if (columns <= 0 || rows <= 0) return sum;
    // Each row begins with the byte of its filter.
    return sum + rows * (1 + Math.ceil((columns * bits) / 8));
  }, 0);
}
