import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { paperImage } from './paper-image.ts';

type Pixel = readonly [red: number, green: number, blue: number, alpha: number];

function pngOf(width: number, height: number, pixelAt: (at: number) => Pixel): Buffer {
  const png = new PNG({ width, height });
  for (let at = 0; at < width * height; at += 1) png.data.set(pixelAt(at), 4 * at);
  return PNG.sync.write(png);
}

/** The first pixels of an image. */
function pixelsOf(content: Buffer, count: number): number[][] {
  const { data } = PNG.sync.read(content);
  return Array.from({ length: count }, (_, at) => [...data.subarray(4 * at, 4 * at + 4)]);
}

test('transparent parts of a PNG are white on paper, and the PDF gets no transparency', async () => {
  const pixels: Pixel[] = [
    [255, 0, 0, 255],
    [255, 0, 0, 128],
    [0, 0, 0, 0],
  ];
  const image = await paperImage(
    pngOf(3, 1, (at) => pixels[at] ?? [0, 0, 0, 0]),
    'shop',
  );
  assert.ok(image);
  assert.deepEqual([image.width, image.height], [3, 1]);
  assert.deepEqual(pixelsOf(image.content, 3), [
    [255, 0, 0, 255],
    [255, 127, 127, 255],
    [255, 255, 255, 255],
  ]);
  const colorType = image.content[25];
  assert.equal(colorType, 2, 'red, green and blue only: pdfkit decodes nothing');
});

test('a large PNG is shrunk to the means of its pixels, and other work goes on', async () => {
  const large = pngOf(1_200, 1_200, (at) => [at % 2 ? 255 : 0, 0, 9, 255]);
  let turns = 0;
  let isDone = false;
  const turn = () => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const image = await paperImage(large, 'shop');
  isDone = true;
  assert.ok(image && turns > 5, `${turns} turns`);
  assert.deepEqual([image.width, image.height], [144, 144]);
  const [[red = 0, ...others] = []] = pixelsOf(image.content, 1);
  assert.ok(Math.abs(red - 128) < 16, String(red));
  assert.deepEqual(others, [0, 9, 255]);
});

test('a damaged or too large PNG is left out, and never ends the process', async () => {
  const whole = pngOf(40, 20, (at) => [at % 251, (at * 7) % 256, (at * 31) % 256, 255]);
  for (let parts = 0; parts < 8; parts += 1) {
    const length = Math.floor((whole.length * parts) / 8);
    assert.equal(await paperImage(whole.subarray(0, length), 'shop'), undefined, `${length} bytes`);
  }
  const broken = Buffer.from(whole);
  broken.fill(0xff, whole.indexOf('IDAT') + 10, whole.indexOf('IDAT') + 40);
  assert.equal(await paperImage(broken, 'shop'), undefined);
  const huge = Buffer.from(whole);
  huge.writeUInt32BE(60_000, 16);
  assert.equal(await paperImage(huge, 'shop'), undefined);
});

test('a JPEG is drawn as it is, unless readers of PDF can’t show it; a WebP is left out', async () => {
  const jpeg = (marker: number, bits: number, components: number) =>
    Buffer.from([
      0xff,
      0xd8,
      0xff,
      marker,
      0,
      8 + 3 * components,
      bits,
      0,
      48,
      0,
      64,
      components,
      ...Array.from({ length: 3 * components }, () => 1),
    ]);
  const content = jpeg(0xc2, 8, 3);
  assert.deepEqual(await paperImage(content, 'shop'), { content, width: 64, height: 48 });
  for (const other of [jpeg(0xc9, 8, 3), jpeg(0xc0, 12, 3), jpeg(0xc0, 8, 2)]) {
    assert.equal(await paperImage(other, 'shop'), undefined);
  }
  const webp = Buffer.from('524946461000000057454250565038580a00000000000000ff00007f0000', 'hex');
  assert.equal(await paperImage(webp, 'shop'), undefined);
});

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, check]);
}

/** A PNG with the given pixels, one grey byte each. */
function greyPng(width: number, height: number, pixels: Buffer, interlace = 0): Buffer {
  const header = Buffer.from('00000000000000000800000000', 'hex');
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(interlace, 12);
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(pixels))];
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, ...parts, chunk('IEND', Buffer.alloc(0))]);
}

test('a PNG with more or fewer bytes of pixels than its header says is left out', async () => {
  const plain = 11 * 10;
  assert.ok(await paperImage(greyPng(10, 10, Buffer.alloc(plain)), 'shop'));
  // Seven passes, each of whose rows begins with the byte of its filter.
  const rows = 2 + 2 + 1 + 3 + 2 + 5 + 5;
  assert.ok(await paperImage(greyPng(10, 10, Buffer.alloc(100 + rows), 1), 'shop'));
  const much = Buffer.alloc(64 * 1_024 * 1_024);
  for (const [pixels, interlace] of [
    [Buffer.alloc(plain + 1), 0],
    [Buffer.alloc(plain - 1), 0],
    [Buffer.alloc(100 + rows + 1), 1],
    [much, 0],
    [much, 1],
  ] as const) {
    const forged = greyPng(10, 10, pixels, interlace);
    assert.equal(await paperImage(forged, 'shop'), undefined, `${pixels.length} ${interlace}`);
  }
});

test('a PNG whose second header is larger is not decoded', async () => {
  const whole = greyPng(10, 10, Buffer.alloc(110));
  const large = greyPng(2_000, 2_000, Buffer.alloc(2_001 * 2_000)).subarray(8, 33);
  const forged = Buffer.concat([whole.subarray(0, 33), large, whole.subarray(33)]);
  assert.equal(await paperImage(forged, 'shop'), undefined);
});

test('many images of one owner don’t delay an image of another', async () => {
  const large = pngOf(1_500, 1_500, (at) => [at % 251, 0, 9, 255]);
  const small = pngOf(8, 8, () => [1, 2, 3, 255]);
  const done: string[] = [];
  const convert = (owner: string, content: Buffer) =>
    paperImage(content, owner).then(() => done.push(owner));
  const crowd = Array.from({ length: 6 }, () => convert('crowd', large));
  await Promise.all([...crowd, convert('other', small)]);
  assert.ok(done.indexOf('other') < 2, done.join(' '));
});
