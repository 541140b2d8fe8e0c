import { Worker } from 'node:worker_threads';
import { createTurns } from '../work/turns.ts';
import { jpegFrame, measureImage } from './measure-image.ts';
import type { PngResult, PngTask } from './png-thread.ts';

const THREAD = new URL('./png-thread.ts', import.meta.url);
/** A PNG of 2048 × 2048 pixels takes a third of a second and about 90 MB, longer under load. */
const MS_MAX = 30_000;
const HEAP_MB_MAX = 256;
/** Images of one owner that may wait; owners that may wait; and threads at once. */
const WAITING_OF_OWNER = 20;
const WAITING_OWNERS = 1_000;
const THREADS = 2;
const inTurnOfOwner = createTurns(WAITING_OF_OWNER);
const inTurn = createTurns(WAITING_OWNERS, THREADS);

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

/**
 * Converts a PNG for a PDF in its own thread, so that other work goes on. The images of an owner
 * are converted one after another, and the owners take turns: an image waits for at most one image
 * of each other owner. Undefined for a damaged file, and for one that needs too much time or
 * memory. Refuses `rate_limited` when 20 of the owner wait already.
 */
function convertPng(owner: string, task: PngTask): Promise<PngResult | undefined> {
  return inTurnOfOwner(owner, () => inTurn('png', () => runThread(task)));
}

function runThread(task: PngTask): Promise<PngResult | undefined> {
  return new Promise((resolve) => {
    const thread = new Worker(THREAD, {
      workerData: task,
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
    });
    const timer = setTimeout(() => thread.terminate(), MS_MAX);
    thread.once('message', resolve);
    // A damaged file throws in the thread.
    thread.once('error', () => resolve(undefined));
    thread.once('exit', () => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });
}
