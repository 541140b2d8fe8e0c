import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { paperImage } from './paper-image.ts';

const [WIDTH, HEIGHT] = [37, 21];
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const ADAM_7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(data, crc32(type)));
  return Buffer.concat([length, Buffer.from(type), data, checksum]);
}

/** A PNG of any kind, with a pattern of samples and each filter in turn. */
function png({ depth = 8, color = 6, interlace = 0, more = [] as Buffer[] }): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  head.set([depth, color, 0, 0, interlace], 8);
  const samples = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[color] ?? 1;
  const rows: Buffer[] = [];
  for (const [left, top, stepX, stepY] of interlace ? ADAM_7 : ([[0, 0, 1, 1]] as const)) {
    const columns = Math.ceil((WIDTH - left) / stepX);
    const rowBytes = Math.ceil((columns * samples * depth) / 8);
    for (let row = 0; row < Math.ceil((HEIGHT - top) / stepY); row += 1) {
      const line = Array.from({ length: rowBytes }, (_, at) => (at * 7 + row * 31) % 256);
      rows.push(Buffer.from([row % 5, ...line]));
    }
  }
  const data = deflateSync(Buffer.concat(rows));
  const parts = [chunk('IHDR', head), ...more, chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([SIGNATURE, ...parts]);
}

const PALETTE = chunk('PLTE', Buffer.from(Array.from({ length: 768 }, (_, at) => (at * 5) % 256)));
const KINDS = [
  ...[1, 2, 4, 8, 16].map((depth) => ({ color: 0, depth })),
  ...[8, 16].flatMap((depth) => [2, 4, 6].map((color) => ({ color, depth }))),
  ...[1, 2, 4, 8].map((depth) => ({ color: 3, depth, more: [PALETTE] })),
  { color: 3, depth: 8, more: [PALETTE, chunk('tRNS', Buffer.from([0, 60, 120, 255]))] },
  { color: 2, depth: 8, more: [chunk('tRNS', Buffer.from([0, 0, 0, 7, 0, 14]))] },
  { color: 0, depth: 8, more: [chunk('tRNS', Buffer.from([0, 31]))] },
];

for (const interlace of [0, 1]) {
  for (const kind of KINDS) {
    const name = `colour type ${kind.color}, ${kind.depth} bits, interlace ${interlace}`;
    test(`a PNG looks on paper as on a white page: ${name}`, async () => {
      const file = png({ ...kind, interlace });
      const image = await paperImage(file);
      assert.ok(image);
      assert.deepEqual([image.width, image.height], [WIDTH, HEIGHT]);
      const [shown, expected] = [PNG.sync.read(image.content), PNG.sync.read(file)];
      for (let at = 0; at < expected.data.length; at += 1) {
        const alpha = (expected.data[at - (at % 4) + 3] ?? 0) / 255;
        const onWhite = at % 4 === 3 ? 255 : 255 - alpha * (255 - (expected.data[at] ?? 0));
        const found = shown.data[at] ?? 0;
        assert.ok(Math.abs(found - onWhite) <= 2, `byte ${at}: ${found} for ${onWhite}`);
      }
    });
  }
}

test('a large PNG is made smaller by means of its pixels, and other work has its turns', async () => {
  const large = new PNG({ width: 1_200, height: 1_200 });
  for (let at = 0; at < large.data.length; at += 4)
    large.data.set([at % 8 ? 255 : 0, 0, 9, 255], at);
  let turns = 0;
  let isDone = false;
  const turn = () => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const image = await paperImage(PNG.sync.write(large));
  isDone = true;
  assert.ok(image && turns > 5, `${turns} turns`);
  assert.deepEqual([image.width, image.height], [144, 144]);
  const [red = 0, green, blue] = PNG.sync.read(image.content).data;
  assert.ok(Math.abs(red - 128) < 16, String(red));
  assert.deepEqual([green, blue], [0, 9]);
});

test('a damaged or too large PNG is left out, and never ends the process', async () => {
  const whole = png({});
  for (let length = 0; length < whole.length; length += 7) {
    assert.equal(await paperImage(whole.subarray(0, length)), undefined, `${length} bytes`);
  }
  const broken = Buffer.from(whole);
  broken.fill(0xff, whole.indexOf('IDAT') + 10, whole.indexOf('IDAT') + 40);
  assert.equal(await paperImage(broken), undefined);
  const huge = Buffer.from(whole);
  huge.writeUInt32BE(60_000, 16);
  assert.equal(await paperImage(huge), undefined);
  const unknown = Buffer.from(whole);
  unknown[25] = 5;
  assert.equal(await paperImage(unknown), undefined);
});

test('a JPEG is drawn as it is, unless readers of PDF can’t show it; a WebP is left out', async () => {
  const jpeg = (marker: number, bits: number, components: number) =>
    Buffer.from([
      ...[0xff, 0xd8, 0xff, marker, 0, 8 + 3 * components, bits, 0, 48, 0, 64, components],
      ...Array.from({ length: 3 * components + 2 }, () => 1),
    ]);
  const content = jpeg(0xc2, 8, 3);
  assert.deepEqual(await paperImage(content), { content, width: 64, height: 48 });
  for (const other of [jpeg(0xc9, 8, 3), jpeg(0xc0, 12, 3), jpeg(0xc0, 8, 2)]) {
    assert.equal(await paperImage(other), undefined);
  }
  const webp = Buffer.from('524946461000000057454250565038580a00000000000000ff00007f0000', 'hex');
  assert.equal(await paperImage(webp), undefined);
});
