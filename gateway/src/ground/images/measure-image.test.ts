import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PNG } from 'pngjs';
import { measureImage } from './measure-image.ts';

const small = PNG.sync.write(new PNG({ width: 200, height: 200 }));
const huge = PNG.sync.write(new PNG({ width: 3_000, height: 3_000 }));
/** Signature and IHDR. */
const HEAD_BYTES = 33;
const header = huge.subarray(8, HEAD_BYTES);

function segment(marker: number, content: string): Buffer {
  const bytes = Buffer.from(content, 'hex');
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(bytes.length + 2, 2);
  return Buffer.concat([head, bytes]);
}

const SMALL_FRAME = '080030004001011100';
const HUGE_FRAME = '08ffffffff01011100';
const scan = Buffer.concat([segment(0xda, '0101003f00'), Buffer.from('1234ff0056', 'hex')]);
const end = Buffer.from('ffd9', 'hex');
const jpeg = (...parts: readonly Buffer[]) =>
  Buffer.concat([Buffer.from('ffd8', 'hex'), ...parts, end]);

function chunk(type: string, content: Buffer): Buffer {
  const head = Buffer.from(`${type}....`);
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

const webp = (...chunks: readonly Buffer[]) =>
  chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));

function lossy(width: number, height: number): Buffer {
  const content = Buffer.from('0000009d012a0000000000', 'hex');
  content.writeUInt16LE(width, 6);
  content.writeUInt16LE(height, 8);
  return chunk('VP8 ', content);
}

function canvas(width: number, height: number): Buffer {
  const content = Buffer.alloc(10);
  content.writeUIntLE(width - 1, 4, 3);
  content.writeUIntLE(height - 1, 7, 3);
  return chunk('VP8X', content);
}

function frame(width: number, height: number, picture: Buffer): Buffer {
  const head = Buffer.alloc(16);
  head.writeUIntLE(width - 1, 6, 3);
  head.writeUIntLE(height - 1, 9, 3);
  return chunk('ANMF', Buffer.concat([head, picture]));
}

test('a PNG with a second header is no image, wherever the header stands', () => {
  assert.deepEqual(measureImage(small), { type: 'image/png', width: 200, height: 200 });
  const [data, last] = [small.indexOf('IDAT') - 4, small.indexOf('IEND') - 4];
  for (const at of [HEAD_BYTES, data, last]) {
    const forged = Buffer.concat([small.subarray(0, at), header, small.subarray(at)]);
    assert.equal(measureImage(forged), undefined, `at ${at}`);
  }
  const behind = Buffer.concat([small, header]);
  assert.equal(measureImage(behind)?.width, 200, 'what follows the end is no part of it');
});

test('a JPEG that states its size in more than one place is no image', () => {
  const first = segment(0xc0, SMALL_FRAME);
  const size = { type: 'image/jpeg', width: 64, height: 48 };
  assert.deepEqual(measureImage(jpeg(first, scan)), size);
  for (const more of [
    segment(0xc0, HUGE_FRAME),
    segment(0xc2, HUGE_FRAME),
    segment(0xdc, 'ffff'),
    segment(0xde, HUGE_FRAME),
    Buffer.from('ffd8', 'hex'),
  ]) {
    for (const forged of [jpeg(more, first, scan), jpeg(first, more, scan)]) {
      assert.equal(measureImage(forged), undefined, more.toString('hex'));
    }
    assert.equal(measureImage(jpeg(first, scan, more)), undefined, more.toString('hex'));
  }
});

test('a WebP whose pictures are larger than its canvas, or that has several, is no image', () => {
  const size = { type: 'image/webp', width: 256, height: 128 };
  for (const whole of [
    webp(lossy(256, 128)),
    webp(canvas(256, 128), lossy(256, 128)),
    webp(canvas(256, 128), frame(100, 50, lossy(100, 50))),
  ]) {
    assert.deepEqual(measureImage(whole), size);
  }
  for (const forged of [
    webp(canvas(256, 128), lossy(16_000, 16_000)),
    webp(lossy(256, 128), lossy(16_000, 16_000)),
    webp(canvas(256, 128), canvas(16_000, 16_000), lossy(256, 128)),
    webp(lossy(256, 128), canvas(16_000, 16_000)),
    webp(canvas(256, 128), frame(16_000, 50, lossy(100, 50))),
    webp(canvas(256, 128), frame(100, 50, lossy(16_000, 16_000))),
  ]) {
    assert.equal(measureImage(forged), undefined);
  }
});

test('a file with more than the allowed number of parts is no image', () => {
  const empty = Buffer.from('00000000744558540000000', 'hex');
  const texts = Buffer.alloc(12 * 20_000, Buffer.concat([empty, Buffer.alloc(12 - empty.length)]));
  const parts = [small.subarray(0, HEAD_BYTES), texts, small.subarray(HEAD_BYTES)];
  assert.equal(measureImage(Buffer.concat(parts)), undefined);
  const marks = Array.from({ length: 20_000 }, () => segment(0xfe, ''));
  const crowded = jpeg(...marks, segment(0xc0, SMALL_FRAME), scan);
  assert.equal(measureImage(crowded), undefined);
});
