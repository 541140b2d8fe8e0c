import { jpegSegments, pngChunks, webpChunks } from './image-parts.ts';
import type { ImageType } from './measure-image.ts';

/**
 * Removes the metadata that cameras and editors write into an image: the place and the time at
 * which it was taken, names, previews, and bytes after its end. The picture, its colours, its
 * animation and the orientation of a JPEG stay. Undefined for a file that doesn't have the
 * structure of its type.
 */
export function withoutMetadata(content: Buffer, type: ImageType): Buffer | undefined {
  try {
    return REMOVERS[type](content);
  } catch (error) {
    // The file has no chunks or segments, or one of them leads beyond its end.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const REMOVERS: Readonly<Record<ImageType, (content: Buffer) => Buffer>> = {
  'image/png': plainPng,
  'image/jpeg': plainJpeg,
  'image/webp': plainWebp,
};

const PNG_SIGNATURE_BYTES = 8;
/** The chunks of colours, size and animation (PNG specification, section 11.3). */
const PNG_KEPT = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP bKGD pHYs acTL fcTL fdAT'.split(' '),
);

function plainPng(content: Buffer): Buffer {
  const kept = [...pngChunks(content)].filter(({ type }) => PNG_KEPT.has(type));
  return Buffer.concat([
    content.subarray(0, PNG_SIGNATURE_BYTES),
    ...kept.map(({ bytes }) => bytes),
  ]);
}

const SOI = 0xd8;
const EOI = 0xd9;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const APP15 = 0xef;
const COMMENT = 0xfe;

function plainJpeg(content: Buffer): Buffer {
  const kept: Buffer[] = [];
  let orientation = 1;
  for (const { marker, bytes, scan } of jpegSegments(content)) {
    if (marker === APP1) orientation = orientationOf(bytes) ?? orientation;
    else if (isPartOfPicture(marker, bytes)) kept.push(bytes, scan);
  }
  const [start, end] = [SOI, EOI].map((marker) => Buffer.from([0xff, marker])) as [Buffer, Buffer];
  return Buffer.concat([start, ...orientationSegment(orientation), ...kept, end]);
}

/** Whether a segment decides how the picture looks: its format, colour profile and colours. */
function isPartOfPicture(marker: number, segment: Buffer): boolean {
  if (marker === COMMENT) return false;
  if (marker < APP0 || marker > APP15) return true;
  const name = segment.toString('latin1', 4, 15);
  if (marker === APP0) return name.startsWith('JFIF\0');
  if (marker === APP2) return name.startsWith('ICC_PROFILE');
  return marker === APP14 && name.startsWith('Adobe');
}

const EXIF = Buffer.from('Exif\0\0', 'latin1');
const TIFF_AT = 10;
const TIFF_HEAD_BYTES = 8;
const ENTRY_BYTES = 12;
const ORIENTATION = 0x0112;

/** EXIF 3.0, section 4.6.2: how the picture is turned, 1 to 8; undefined if it doesn't say. */
function orientationOf(segment: Buffer): number | undefined {
  if (!segment.subarray(4, TIFF_AT).equals(EXIF)) return undefined;
  const tiff = segment.subarray(TIFF_AT);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  if (tiff.length < TIFF_HEAD_BYTES) return undefined;
  const first = 2 + (isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4));
  for (let entry = first; entry + ENTRY_BYTES <= tiff.length; entry += ENTRY_BYTES) {
    if (short(entry) === ORIENTATION) return short(entry + 8);
  }
  return undefined;
}

/** An EXIF segment with only the orientation; none for a picture that isn't turned. */
function orientationSegment(orientation: number): Buffer[] {
  if (orientation < 2 || orientation > 8) return [];
  const head = Buffer.from('ffe10022', 'hex');
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  return [Buffer.concat([head, EXIF, tiff])];
}

const RIFF_HEAD_BYTES = 12;
const WEBP_KEPT = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** The flags of EXIF and XMP (RFC 9649, section 2.7). */
const WEBP_METADATA_FLAGS = 0b1100;

function plainWebp(content: Buffer): Buffer {
  const kept = [...webpChunks(content, RIFF_HEAD_BYTES)]
    .filter(({ type }) => WEBP_KEPT.has(type))
    .map(({ type, bytes }) => {
      const chunk = Buffer.from(bytes);
      if (type === 'VP8X') chunk.writeUInt8(chunk.readUInt8(8) & ~WEBP_METADATA_FLAGS, 8);
      return chunk;
    });
  const head = Buffer.from(content.subarray(0, RIFF_HEAD_BYTES));
  const picture = Buffer.concat(kept);
  head.writeUInt32LE(picture.length + 4, 4);
  return Buffer.concat([head, picture]);
}
