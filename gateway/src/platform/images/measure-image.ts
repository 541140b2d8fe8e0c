/** The types of images that merchants may upload for pages that payers see. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** An image's type, and its size in pixels. */
export interface MeasuredImage {
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
}

/**
 * Finds type and size of an image from its bytes; neither its name nor its declared type counts.
 * Returns undefined for anything but PNG, JPEG and WebP, and for a file that ends in its header.
 */
export function measureImage(content: Buffer): MeasuredImage | undefined {
  try {
    return sizeOfPng(content) ?? sizeOfJpeg(content) ?? sizeOfWebp(content);
  } catch (error) {
    // The file ends inside its header.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const PNG_START = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/** PNG specification, section 11.2.2: the first chunk has the size. */
function sizeOfPng(content: Buffer): MeasuredImage | undefined {
  if (!content.subarray(0, PNG_START.length).equals(PNG_START)) return undefined;
  return { type: 'image/png', width: content.readUInt32BE(16), height: content.readUInt32BE(20) };
}

/** The first frame header of a JPEG. */
export interface JpegFrame {
  /** The second byte of its marker: how the picture is coded. */
  readonly marker: number;
  /** Bits of a sample. */
  readonly bits: number;
  readonly width: number;
  readonly height: number;
  /** The number of colours. */
  readonly components: number;
}

function sizeOfJpeg(content: Buffer): MeasuredImage | undefined {
  const frame = jpegFrame(content);
  return frame && { type: 'image/jpeg', width: frame.width, height: frame.height };
}

/**
 * Finds the first frame header (ITU-T T.81, section B.2.2). Throws a RangeError for a file that
 * ends before it does.
 */
export function jpegFrame(content: Buffer): JpegFrame | undefined {
  if (content.readUInt16BE(0) !== 0xff_d8) return undefined;
  let at = 2;
  while (content.readUInt8(at) === 0xff) {
    const marker = content.readUInt8(at + 1);
    // SOF0 to SOF15, without the tables DHT, JPG and DAC.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      const [bits, components] = [content.readUInt8(at + 4), content.readUInt8(at + 9)];
      const [height, width] = [content.readUInt16BE(at + 5), content.readUInt16BE(at + 7)];
      return { marker, bits, width, height, components };
    }
    at += 2 + content.readUInt16BE(at + 2);
  }
  return undefined;
}

/** RFC 9649, section 2: lossy, lossless or extended. */
function sizeOfWebp(content: Buffer): MeasuredImage | undefined {
  const text = (from: number) => content.toString('latin1', from, from + 4);
  if (text(0) !== 'RIFF' || text(8) !== 'WEBP') return undefined;
  const type = 'image/webp';
  const kind = text(12);
  if (kind === 'VP8X') {
    return { type, width: 1 + content.readUIntLE(24, 3), height: 1 + content.readUIntLE(27, 3) };
  }
  if (kind === 'VP8L' && content.readUInt8(20) === 0x2f) {
    const bits = content.readUInt32LE(21);
    return { type, width: 1 + (bits & 0x3f_ff), height: 1 + ((bits >>> 14) & 0x3f_ff) };
  }
  if (kind !== 'VP8 ' || content.readUIntBE(23, 3) !== 0x9d_01_2a) return undefined;
  const [width, height] = [content.readUInt16LE(26), content.readUInt16LE(28)];
  return { type, width: width & 0x3f_ff, height: height & 0x3f_ff };
}
