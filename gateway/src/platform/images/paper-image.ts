import { decodePng } from './decode-png.ts';
import { jpegFrame, measureImage } from './measure-image.ts';
import { writePng } from './png-chunks.ts';

/** An image that can be drawn in a PDF as it is: a PNG without transparency, or a JPEG. */
export interface PaperImage {
  readonly content: Buffer;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** The largest side of a PNG that is read, in pixels. */
const SIDE_MAX = 2_048;
/** A larger PNG is made smaller. These pixels give a logo of 200 × 48 points 216 dots an inch. */
const WIDTH_MAX = 600;
const HEIGHT_MAX = 144;
/** Baseline and progressive: those that readers of PDF show (ISO 32000-1, section 7.4.8). */
const JPEG_FRAMES = [0xc0, 0xc1, 0xc2];
const JPEG_COMPONENTS = [1, 3, 4];

/**
 * Makes an image ready for paper, a PNG with its transparent parts white. Undefined for a file that
 * is damaged, of another type (WebP, SVG), or a PNG with a side above 2048 pixels. The largest
 * takes half a second, but lets other work run meanwhile: keep the result.
 */
export async function paperImage(content: Buffer): Promise<PaperImage | undefined> {
  const found = measureImage(content);
  if (found?.type === 'image/jpeg') {
    const { width, height } = found;
    return isForPaper(content) ? { content, width, height } : undefined;
  }
  return found?.type === 'image/png' ? shrunkPng(content, found) : undefined;
}

function isForPaper(content: Buffer): boolean {
  const frame = jpegFrame(content);
  if (!frame || frame.width === 0 || frame.height === 0) return false;
  const { marker, bits, components } = frame;
  return JPEG_FRAMES.includes(marker) && bits === 8 && JPEG_COMPONENTS.includes(components);
}

/** Each pixel of the result is the mean of those that it covers. */
async function shrunkPng(
  content: Buffer,
  { width, height }: { width: number; height: number },
): Promise<PaperImage | undefined> {
  if (width > SIDE_MAX || height > SIDE_MAX) return undefined;
  const scale = Math.min(WIDTH_MAX / width, HEIGHT_MAX / height, 1);
  const columns = Math.max(1, Math.round(width * scale));
  const rows = Math.max(1, Math.round(height * scale));
  const sums = new Float64Array(3 * columns * rows);
  const counts = new Uint32Array(columns * rows);
  const isRead = await decodePng(content, SIDE_MAX, (x, y, [red, green, blue]) => {
    const cell = Math.floor((y * rows) / height) * columns + Math.floor((x * columns) / width);
    sums[3 * cell] = (sums[3 * cell] ?? 0) + red;
    sums[3 * cell + 1] = (sums[3 * cell + 1] ?? 0) + green;
    sums[3 * cell + 2] = (sums[3 * cell + 2] ?? 0) + blue;
    counts[cell] = (counts[cell] ?? 0) + 1;
  });
  if (!isRead) return undefined;
  const pixels = Buffer.alloc(sums.length);
  for (const [index, sum] of sums.entries()) {
    pixels[index] = Math.round(sum / (counts[Math.floor(index / 3)] || 1));
  }
  return { content: writePng(columns, rows, pixels), width: columns, height: rows };
}
