import { convertPng } from './convert-png.ts';
import { jpegFrame, measureImage } from './measure-image.ts';

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
 * Converts an image for a PDF; transparent parts of a PNG become white. Undefined for a damaged
 * file, another type (WebP, SVG), or a PNG with a side above 2048 pixels. A large PNG takes a third
 * of a second in its own thread, so keep the result. The PNGs of an owner are converted one after
 * another. Refuses `rate_limited`.
 */
export async function paperImage(content: Buffer, owner: string): Promise<PaperImage | undefined> {
  const measured = measureImage(content);
  if (measured?.type === 'image/jpeg') {
    const { width, height } = measured;
    return isForPaper(content) ? { content, width, height } : undefined;
  }
  return measured?.type === 'image/png' ? shrunkPng(content, { ...measured, owner }) : undefined;
}

function isForPaper(content: Buffer): boolean {
  const frame = jpegFrame(content);
  if (!frame || frame.width === 0 || frame.height === 0) return false;
  const { marker, bits, components } = frame;
  return JPEG_FRAMES.includes(marker) && bits === 8 && JPEG_COMPONENTS.includes(components);
}

async function shrunkPng(
  content: Buffer,
  { width, height, owner }: { width: number; height: number; owner: string },
): Promise<PaperImage | undefined> {
  if (width > SIDE_MAX || height > SIDE_MAX) return undefined;
  const task = { content, widthMax: WIDTH_MAX, heightMax: HEIGHT_MAX };
  const converted = await convertPng(owner, task);
  return converted && { ...converted, content: Buffer.from(converted.content) };
}
