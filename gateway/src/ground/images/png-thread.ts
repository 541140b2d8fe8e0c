import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { inflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
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

/** A PNG, and the largest width and height that it may have on paper, in pixels. */
export interface PngTask {
  readonly content: Uint8Array;
  readonly widthMax: number;
  readonly heightMax: number;
}

export interface PngResult {
  readonly content: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/**
 * Draws a PNG on white and shrinks it to fit: each pixel is the mean of the pixels that it covers.
 * pngjs reads every kind of PNG into 8 bits for each of red, green, blue and alpha.
 * @throws when the file is damaged, or has more pixels than its header says.
 */
function pngForPaper({ content: sent, widthMax, heightMax }: PngTask): PngResult {
  const content = Buffer.from(sent);
  checkPngBytes(content);
  const { width, height, data } = PNG.sync.read(content);
  const scale = Math.min(widthMax / width, heightMax / height, 1);
  const columns = Math.max(1, Math.round(width * scale));
  const rows = Math.max(1, Math.round(height * scale));
  const sums = new Float64Array(3 * columns * rows);
  const counts = new Uint32Array(columns * rows);
  for (let at = 0; at < width * height; at += 1) {
    const row = Math.floor((Math.floor(at / width) * rows) / height);
    const cell = row * columns + Math.floor(((at % width) * columns) / width);
    const alpha = (data[4 * at + 3] ?? 0) / 255;
    for (let part = 0; part < 3; part += 1) {
      const onWhite = 255 - alpha * (255 - (data[4 * at + part] ?? 0));
      sums[3 * cell + part] = (sums[3 * cell + part] ?? 0) + onWhite;
    }
    counts[cell] = (counts[cell] ?? 0) + 1;
  }
  const paper = new PNG({ width: columns, height: rows });
  for (const [cell, count] of counts.entries()) {
    const means = [0, 1, 2].map((part) => Math.round((sums[3 * cell + part] ?? 0) / count));
    paper.data.set([...means, 255], 4 * cell);
  }
  return { content: PNG.sync.write(paper, { colorType: 2 }), width: columns, height: rows };
}

// Linux sets the priority of this thread alone: requests come first.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
parentPort?.postMessage(pngForPaper(workerData as PngTask));

/**
 * Checks that the pixels of a PNG have the size that its header says. It stops decompressing after
 * that size, so a small file can't fill the memory.
 * @throws {Error} when the size differs.
 */
function checkPngBytes(content: Buffer): void {
  const expected = bytesOfPixels(content);
  const data = [...pngChunks(content)]
    .filter(({ type }) => type === 'IDAT')
    .map(({ dataAt, dataBytes }) => content.subarray(dataAt, dataAt + dataBytes));
  const length = inflateSync(Buffer.concat(data), { maxOutputLength: expected }).length;
  if (length !== expected) throw new Error(`${length} bytes of pixels, not ${expected}`);
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
