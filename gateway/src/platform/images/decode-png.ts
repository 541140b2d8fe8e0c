import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { pngChunks } from './png-chunks.ts';

/** A pixel of a PNG on white paper: 0 to 255 for each colour. */
export type TakePixel = (x: number, y: number, rgb: readonly [number, number, number]) => void;

/** The fields of a PNG's header, with the compressed samples and the colours that they use. */
interface PngParts {
  readonly width: number;
  readonly height: number;
  /** Bits of a sample: 1, 2, 4, 8 or 16. */
  readonly depth: number;
  readonly color: number;
  readonly isInterlaced: boolean;
  readonly palette: Buffer;
  readonly transparency: Buffer | undefined;
  readonly data: Buffer;
}

const inflateLater = promisify(inflate);
const [GRAY, RGB, INDEXED, GRAY_ALPHA, RGB_ALPHA] = [0, 2, 3, 4, 6];
const SAMPLES = new Map([
  [GRAY, 1],
  [RGB, 3],
  [INDEXED, 1],
  [GRAY_ALPHA, 2],
  [RGB_ALPHA, 4],
]);
const DEPTHS = [1, 2, 4, 8, 16];
/** Where the pixels of each pass begin, and their distance (PNG specification, section 8.2). */
const WHOLE = [[0, 0, 1, 1]] as const;
const ADAM_7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
/** Pixels that are read in one piece, in about 5 ms. */
const PIXELS_AT_ONCE = 65_536;

/**
 * Reads the pixels of a PNG, transparent ones on white, in no certain order; other work has its
 * turns meanwhile. Returns false, perhaps after some pixels, for a file that is damaged or has a
 * side above `sideMax`: a small file can't fill the memory.
 */
export async function decodePng(
  content: Buffer,
  sideMax: number,
  take: TakePixel,
): Promise<boolean> {
  const parts = readParts(content);
  if (!parts || parts.width > sideMax || parts.height > sideMax) return false;
  const passes = passesOf(parts);
  const bytes = passes.reduce((sum, { height, rowBytes }) => sum + height * (1 + rowBytes), 0);
  const raw = await inflateLater(parts.data, { maxOutputLength: bytes }).catch(() => undefined);
  if (raw?.length !== bytes) return false;
  const colorAt = colorReader(parts);
  let at = 0;
  let waiting = 0;
  for (const { left, top, stepX, stepY, width, height, rowBytes } of passes) {
    let above = Buffer.alloc(rowBytes);
    for (let row = 0; row < height; row += 1) {
      const filter = raw[at] ?? 0;
      const line = raw.subarray(at + 1, at + 1 + rowBytes);
      if (!unfilter(line, above, filter, bytesOfPixel(parts))) return false;
      for (let column = 0; column < width; column += 1) {
        take(left + column * stepX, top + row * stepY, colorAt(line, column));
      }
      at += 1 + rowBytes;
      above = line;
      waiting += width;
      if (waiting < PIXELS_AT_ONCE) continue;
      waiting = 0;
      await nextTurn();
    }
  }
  return true;
}

/** Undefined for a header that the specification doesn't allow, or a file without its end. */
function readParts(content: Buffer): PngParts | undefined {
  const chunks = pngChunks(content);
  const head = chunks?.find(({ type }) => type === 'IHDR')?.data;
  if (!chunks || head?.length !== 13) return undefined;
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const [depth = 0, color = 0, compression, filters, interlace = 0] = head.subarray(8);
  const isKnown = SAMPLES.has(color) && DEPTHS.includes(depth) && interlace <= 1;
  const fits = color === INDEXED ? depth <= 8 : color === GRAY || depth >= 8;
  if (!isKnown || !fits || compression !== 0 || filters !== 0 || !width || !height)
    return undefined;
  const dataOf = (name: string) =>
    chunks.flatMap(({ type, data }) => (type === name ? [data] : []));
  return {
    ...{ width, height, depth, color, isInterlaced: interlace === 1 },
    palette: dataOf('PLTE')[0] ?? Buffer.alloc(0),
    transparency: dataOf('tRNS')[0],
    data: Buffer.concat(dataOf('IDAT')),
  };
}

function passesOf({ width, height, depth, color, isInterlaced }: PngParts) {
  const bits = depth * (SAMPLES.get(color) ?? 1);
  return (isInterlaced ? ADAM_7 : WHOLE).flatMap(([left, top, stepX, stepY]) => {
    const columns = Math.ceil((width - left) / stepX);
    const rows = Math.ceil((height - top) / stepY);
    if (columns <= 0 || rows <= 0) return [];
    const rowBytes = Math.ceil((columns * bits) / 8);
    return [{ left, top, stepX, stepY, width: columns, height: rows, rowBytes }];
  });
}

function bytesOfPixel({ depth, color }: PngParts): number {
  return Math.max(1, (depth * (SAMPLES.get(color) ?? 1)) / 8);
}

/** Restores a row in place (section 9); false for an unknown filter. */
function unfilter(line: Buffer, above: Buffer, filter: number, distance: number): boolean {
  if (filter > 4) return false;
  if (filter === 0) return true;
  for (let at = 0; at < line.length; at += 1) {
    const left = at < distance ? 0 : (line[at - distance] ?? 0);
    const up = above[at] ?? 0;
    const corner = at < distance ? 0 : (above[at - distance] ?? 0);
    const guess = guessOf(filter, left, up, corner);
    line[at] = ((line[at] ?? 0) + guess) & 0xff;
  }
  return true;
}

function guessOf(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  return filter === 3 ? (left + up) >> 1 : nearest(left, up, corner);
}

/** The predictor of Paeth (section 9.4). */
function nearest(left: number, up: number, corner: number): number {
  const [toLeft, toUp] = [Math.abs(up - corner), Math.abs(left - corner)];
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** Reads a pixel of a row as it looks on white. */
function colorReader({ depth, color, palette, transparency }: PngParts) {
  const count = SAMPLES.get(color) ?? 1;
  const hasAlpha = color === GRAY_ALPHA || color === RGB_ALPHA;
  const colors = count - (hasAlpha ? 1 : 0);
  const most = 2 ** depth - 1;
  const sampleAt = (line: Buffer, index: number): number => {
    if (depth === 8) return line[index] ?? 0;
    if (depth === 16) return ((line[2 * index] ?? 0) << 8) | (line[2 * index + 1] ?? 0);
    const bit = index * depth;
    return ((line[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & most;
  };
  const onWhite = (value: number, alpha: number): number => 255 - alpha * (255 - value);
  if (color === INDEXED) {
    return (line: Buffer, column: number): readonly [number, number, number] => {
      const index = sampleAt(line, column);
      const alpha = (transparency?.[index] ?? 255) / 255;
      const part = (offset: number) => onWhite(palette[3 * index + offset] ?? 0, alpha);
      return [part(0), part(1), part(2)];
    };
  }
  // One colour may be transparent as a whole.
  const isHidden = (line: Buffer, first: number): boolean => {
    if (transparency === undefined || hasAlpha) return false;
    for (let index = 0; index < colors; index += 1) {
      const hidden = ((transparency[2 * index] ?? 0) << 8) | (transparency[2 * index + 1] ?? 0);
      if (sampleAt(line, first + index) !== hidden) return false;
    }
    return true;
  };
  return (line: Buffer, column: number): readonly [number, number, number] => {
    const first = column * count;
    if (isHidden(line, first)) return [255, 255, 255];
    const alpha = hasAlpha ? sampleAt(line, first + colors) / most : 1;
    const part = (index: number) =>
      onWhite((sampleAt(line, first + Math.min(index, colors - 1)) / most) * 255, alpha);
    return [part(0), part(1), part(2)];
  };
}
