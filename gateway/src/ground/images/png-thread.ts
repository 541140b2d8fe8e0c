import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { PNG } from 'pngjs';
import { checkPngBytes } from './png-bytes.ts';

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
 * Draws a PNG on white, made smaller where it must: each pixel is the mean of those that it covers.
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
