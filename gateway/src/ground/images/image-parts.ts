/** A chunk of a PNG, which its type names, or of a WebP. */
export interface ImageChunk {
  readonly type: string;
  /** The offset of its data. */
  readonly dataAt: number;
  readonly dataBytes: number;
  /** The whole chunk: head, data, and checksum or padding. */
  readonly bytes: Buffer;
}

/** A segment of a JPEG: the second byte of its marker, and its bytes from the marker on. */
export interface JpegSegment {
  readonly marker: number;
  readonly bytes: Buffer;
  /** The coded picture after a start of scan; empty after other segments. */
  readonly scan: Buffer;
}

/** No program writes so many parts; reading them takes some milliseconds. */
const PARTS_MAX = 10_000;
const PNG_SIGNATURE_BYTES = 8;
const PNG_HEAD_BYTES = 8;
const CHECKSUM_BYTES = 4;

/**
 * The chunks of a PNG up to IEND; bytes after it don't belong to the picture.
 * @throws {RangeError} when the file ends before a chunk does, and for more than 10,000 chunks.
 */
export function* pngChunks(content: Buffer): Generator<ImageChunk> {
  let at = PNG_SIGNATURE_BYTES;
  for (let part = 1; at < content.length; part += 1) {
    refuseMany(part);
    const dataBytes = content.readUInt32BE(at);
    const type = content.toString('latin1', at + 4, at + PNG_HEAD_BYTES);
    const dataAt = at + PNG_HEAD_BYTES;
    const end = dataAt + dataBytes + CHECKSUM_BYTES;
    yield { type, dataAt, dataBytes, bytes: slice(content, at, end) };
    if (type === 'IEND') return;
    at = end;
  }
}

const RIFF_HEAD_BYTES = 8;

/**
 * The chunks of a WebP, or of a frame in it, from an offset on (RFC 9649, section 2.3).
 * @throws {RangeError} when the file ends before a chunk does, and for more than 10,000 chunks.
 */
export function* webpChunks(content: Buffer, from: number): Generator<ImageChunk> {
  let at = from;
  for (let part = 1; at < content.length; part += 1) {
    refuseMany(part);
    const dataBytes = content.readUInt32LE(at + 4);
    const dataAt = at + RIFF_HEAD_BYTES;
    const end = dataAt + dataBytes + (dataBytes % 2);
    const type = content.toString('latin1', at, at + 4);
    yield { type, dataAt, dataBytes, bytes: slice(content, at, end) };
    at = end;
  }
}

const EOI = 0xd9;
const SOS = 0xda;
const FILLER = 0xff;

/**
 * The segments of a JPEG between its start and its end (ITU-T T.81, annex B); a file without an end
 * is read to its last byte.
 * @throws {RangeError} for a file that is not built of segments, or of more than 10,000.
 */
export function* jpegSegments(content: Buffer): Generator<JpegSegment> {
  let at = 2;
  for (let part = 1; at < content.length; part += 1) {
    refuseMany(part);
    if (content.readUInt8(at) !== 0xff) throw new RangeError('no marker');
    const marker = content.readUInt8(at + 1);
    if (marker === EOI) return;
    if (marker === FILLER) {
      at += 1;
      continue;
    }
    const end = at + 2 + content.readUInt16BE(at + 2);
    const next = marker === SOS ? endOfScan(content, end) : end;
    yield { marker, bytes: slice(content, at, end), scan: content.subarray(end, next) };
    at = next;
  }
}

/** Where the next marker begins: in the data of a scan 0 or a restart's number follows 0xff. */
function endOfScan(content: Buffer, from: number): number {
  for (let at = content.indexOf(0xff, from); at !== -1; at = content.indexOf(0xff, at + 2)) {
    const next = content[at + 1] ?? EOI;
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
  }
  return content.length;
}

function slice(content: Buffer, from: number, end: number): Buffer {
  if (end > content.length) throw new RangeError('the file ends inside a part');
  return content.subarray(from, end);
}

function refuseMany(part: number): void {
  if (part > PARTS_MAX) throw new RangeError('too many parts');
}
