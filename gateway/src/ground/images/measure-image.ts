import { jpegSegments, pngChunks, webpChunks } from './image-parts.ts';

/** The types of images that merchants may upload for pages that payers see. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

interface Size {
  readonly width: number;
  readonly height: number;
}

/** An image's type, and its size in pixels. */
export interface MeasuredImage extends Size {
  readonly type: ImageType;
}

/**
 * Finds type and size of an image from its bytes; its name and declared type are ignored. The whole
 * file is read, because some decoders use the first header of a picture and others the last, so a
 * file that states its size twice is refused. Returns undefined for such a file, for anything but
 * PNG, JPEG and WebP, and for a file that ends inside a part.
 */
export function measureImage(content: Buffer): MeasuredImage | undefined {
  try {
    return sizeOfPng(content) ?? sizeOfJpeg(content) ?? sizeOfWebp(content);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const PNG_START = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/** The size from the first chunk of a PNG, the only IHDR (PNG specification, section 11.2.2). */
function sizeOfPng(content: Buffer): MeasuredImage | undefined {
  if (!content.subarray(0, PNG_START.length).equals(PNG_START)) return undefined;
  const headers = [...pngChunks(content)].filter(({ type }) => type === 'IHDR');
  if (headers.length !== 1) return undefined;
  return { type: 'image/png', width: content.readUInt32BE(16), height: content.readUInt32BE(20) };
}

/** The frame header of a JPEG. */
export interface JpegFrame extends Size {
  /** The second byte of its marker: how the picture is coded. */
  readonly marker: number;
  /** Bits of a sample. */
  readonly bits: number;
  /** The number of colours. */
  readonly components: number;
}

function sizeOfJpeg(content: Buffer): MeasuredImage | undefined {
  const frame = jpegFrame(content);
  return frame && { type: 'image/jpeg', width: frame.width, height: frame.height };
}

/** Markers in the range of frames that are no frames: tables and arithmetic conditioning. */
const NO_FRAMES = [0xc4, 0xc8, 0xcc];
/** Markers that change the size after the frame header: number of lines, hierarchy of frames. */
const OTHER_SIZES = [0xdc, 0xde, 0xdf];
/** Markers without a length: restarts, and the start of one more picture. */
const isBare = (marker: number) => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/**
 * Finds the frame header (ITU-T T.81, section B.2.2). Undefined for anything but a JPEG, and for
 * one that has no frame or that states its size in more than one place. Throws a RangeError for a
 * file that is not built of segments.
 */
export function jpegFrame(content: Buffer): JpegFrame | undefined {
  if (content.readUInt16BE(0) !== 0xff_d8) return undefined;
  const frames: JpegFrame[] = [];
  for (const { marker, bytes } of jpegSegments(content)) {
    if (isBare(marker) || OTHER_SIZES.includes(marker)) return undefined;
    if (marker < 0xc0 || marker > 0xcf || NO_FRAMES.includes(marker)) continue;
    const [bits, components] = [bytes.readUInt8(4), bytes.readUInt8(9)];
    const [height, width] = [bytes.readUInt16BE(5), bytes.readUInt16BE(7)];
    frames.push({ marker, bits, width, height, components });
  }
  return frames.length === 1 ? frames[0] : undefined;
}

const RIFF_HEAD_BYTES = 12;
const FRAME_HEAD_BYTES = 16;
const BITSTREAMS = ['VP8 ', 'VP8L'];

/**
 * RFC 9649, section 2: lossy, lossless or extended. The picture of an extended file has the size of
 * its canvas, and a frame of an animation lies in it.
 */
function sizeOfWebp(content: Buffer): MeasuredImage | undefined {
  const text = (from: number) => content.toString('latin1', from, from + 4);
  if (text(0) !== 'RIFF' || text(8) !== 'WEBP') return undefined;
  const [first, ...others] = [...webpChunks(content, RIFF_HEAD_BYTES)];
  if (first === undefined || others.some(({ type }) => type === 'VP8X')) return undefined;
  const pictures = bitstreamsFrom(content, RIFF_HEAD_BYTES);
  const isExtended = first.type === 'VP8X';
  const size = isExtended ? sizeAt(content, first.dataAt + 4) : pictures[0];
  if (!size || pictures.length > 1) return undefined;
  if (pictures.some((picture) => picture.width !== size.width || picture.height !== size.height)) {
    return undefined;
  }
  const frames = others.filter(({ type }) => type === 'ANMF');
  const areFramesInside = frames.every(({ dataAt, bytes }) => {
    const frame = sizeAt(content, dataAt + 6);
    const inFrame = bitstreamsFrom(bytes, 8 + FRAME_HEAD_BYTES);
    return [frame, ...inFrame].every(
      ({ width, height }) => width <= size.width && height <= size.height,
    );
  });
  return areFramesInside ? { type: 'image/webp', ...size } : undefined;
}

/** The sizes of the pictures in the chunks from an offset on. */
function bitstreamsFrom(content: Buffer, from: number): Size[] {
  return [...webpChunks(content, from)]
    .filter(({ type }) => BITSTREAMS.includes(type))
    .map(({ type, dataAt }) => {
      if (type === 'VP8L') {
        if (content.readUInt8(dataAt) !== 0x2f) throw new RangeError('no lossless picture');
        const bits = content.readUInt32LE(dataAt + 1);
        return { width: 1 + (bits & 0x3f_ff), height: 1 + ((bits >>> 14) & 0x3f_ff) };
      }
      if (content.readUIntBE(dataAt + 3, 3) !== 0x9d_01_2a) throw new RangeError('no key frame');
      const [width, height] = [content.readUInt16LE(dataAt + 6), content.readUInt16LE(dataAt + 8)];
      return { width: width & 0x3f_ff, height: height & 0x3f_ff };
    });
}

/** Reads a width and a height of 24 bits each, which are stored minus one. */
function sizeAt(content: Buffer, at: number): Size {
  return { width: 1 + content.readUIntLE(at, 3), height: 1 + content.readUIntLE(at + 3, 3) };
}
