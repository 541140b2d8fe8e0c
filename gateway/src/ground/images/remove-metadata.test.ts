import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PNG } from 'pngjs';
import { type ImageType, measureImage } from './measure-image.ts';
import { withoutMetadata } from './remove-metadata.ts';

const SECRET = 'GPS -23.5 -46.6';

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** EXIF with a location and an orientation. */
function exif(orientation: number): Buffer {
  const tiff = Buffer.from('49492a00080000000100120103000100000000000000', 'hex');
  tiff.writeUInt16LE(orientation, 18);
  return Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from(SECRET)]);
}

const PICTURE = [
  segment(0xc0, Buffer.from('080030004001011100', 'hex')),
  segment(0xda, Buffer.from('0101003f00', 'hex')),
  // Two bytes that look like a marker, and a restart.
  Buffer.from('1234ff00ffd056', 'hex'),
];

function jpeg(orientation: number, ...more: Buffer[]): Buffer {
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    segment(0xe0, Buffer.from('JFIF\0....')),
    ...more,
    segment(0xe1, exif(orientation)),
    segment(0xfe, Buffer.from(SECRET)),
    ...PICTURE,
    Buffer.from('ffd9', 'hex'),
    Buffer.from(SECRET),
  ]);
}

test('a JPEG loses location, comment and trailing bytes; picture, colours and orientation stay', () => {
  const profile = segment(0xe2, Buffer.from('ICC_PROFILE\0..'));
  const turned = withoutMetadata(jpeg(6, profile), 'image/jpeg');
  const upright = withoutMetadata(jpeg(1), 'image/jpeg');
  assert.ok(turned && upright);
  for (const plain of [turned, upright]) {
    assert.ok(!plain.includes(SECRET));
    assert.ok(plain.includes(Buffer.concat(PICTURE)));
    assert.deepEqual(measureImage(plain), { type: 'image/jpeg', width: 64, height: 48 });
    assert.deepEqual(withoutMetadata(plain, 'image/jpeg'), plain);
  }
  assert.ok(turned.includes('ICC_PROFILE') && turned.includes('Exif'));
  assert.ok(turned.includes(Buffer.from('011200030000000100060000', 'hex')));
  assert.ok(!upright.includes('Exif'));
});

test('a PNG loses its texts and its EXIF, and shows the same', () => {
  const image = PNG.sync.write(new PNG({ width: 3, height: 2 }));
  const chunk = (type: string) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(SECRET.length);
    return Buffer.concat([length, Buffer.from(type + SECRET), Buffer.alloc(4)]);
  };
  const [head, rest] = [image.subarray(0, 33), image.subarray(33)];
  const sent = Buffer.concat([head, chunk('tEXt'), chunk('eXIf'), rest, Buffer.from(SECRET)]);
  assert.deepEqual(withoutMetadata(sent, 'image/png'), image);
});

test('a WebP loses EXIF and XMP with their flags', () => {
  const chunk = (type: string, content: Buffer) => {
    const head = Buffer.from(`${type}....`);
    head.writeUInt32LE(content.length, 4);
    return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
  };
  const webp = (chunks: readonly Buffer[]) =>
    chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
  const head = (flags: number) => Buffer.from([flags, 0, 0, 0, 255, 0, 0, 127, 0, 0]);
  const picture = chunk('VP8 ', Buffer.from('picture'));
  const metadata = [chunk('EXIF', Buffer.from(SECRET)), chunk('XMP ', Buffer.from(SECRET))];
  const sent = webp([chunk('VP8X', head(0b1_1100)), picture, ...metadata]);
  const plain = webp([chunk('VP8X', head(0b1_0000)), picture]);
  assert.deepEqual(withoutMetadata(sent, 'image/webp'), plain);
});

test('a file that is cut anywhere never fails with an error', () => {
  const types: [ImageType, Buffer][] = [
    ['image/jpeg', jpeg(6)],
    ['image/png', PNG.sync.write(new PNG({ width: 3, height: 2 }))],
  ];
  for (const [type, whole] of types) {
    for (let length = 12; length < whole.length; length += 1) {
      const plain = withoutMetadata(whole.subarray(0, length), type);
      assert.ok(plain === undefined || plain.length <= whole.length);
    }
  }
});
