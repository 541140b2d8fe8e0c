import assert from 'node:assert/strict';
import { test } from 'node:test';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { centavos } from '#src/ground/money/centavos.ts';
import { encodeDynamicBrCode, encodeRecurrenceBrCode } from '#src/ground/pix/br-code.ts';
import { createQrImages, gridOf } from './qr-image.ts';

const LOCATION_LENGTH_MAX = 77;
const BYTES_MAX = 8_192;
const NAMES = { merchantName: 'N'.repeat(25), merchantCity: 'C'.repeat(15) };

/** The longest location below a path, with all characters that tokens have. */
function locationBelow(path: string): string {
  return path.padEnd(LOCATION_LENGTH_MAX, '0123456789abcdef');
}

test('the image of the longest code of Pix Automático is read back by a scanner', () => {
  const recurrenceUrl = locationBelow('pix.example.com/qr/v2/rec/');
  const codes = [
    encodeRecurrenceBrCode({ ...NAMES, recurrenceUrl }),
    encodeDynamicBrCode({
      ...NAMES,
      recurrenceUrl,
      url: locationBelow('pix.example.com/qr/v2/cobv/'),
      amount: centavos(999_999_999_999n),
    }),
  ];
  const images = createQrImages();
  for (const code of codes) {
    const image = images.find(code, 'image/png').draw();
    assert.ok(image.length < BYTES_MAX, `${image.length} bytes`);
    const { data, width, height } = PNG.sync.read(image);
    assert.ok(width >= 512);
    assert.equal(jsQR.default(new Uint8ClampedArray(data), width, height)?.data, code);
    const drawn = images.find(code, 'image/svg+xml').draw().toString();
    assert.match(drawn, /^<svg [^>]+viewBox="0 0 \d+ \d+"/);
  }
});

test('the digits of a code are packed, so that it has no more modules than it needs', () => {
  const url = 'pix.sandbox.invalid/qr/v2/01a1fb370f6b742cac32b2d0b1c38dba';
  const names = { merchantName: 'Loja Sandbox', merchantCity: 'SAO PAULO' };
  const code = encodeDynamicBrCode({ ...names, url, amount: centavos(10_000n) });
  // Version 8 with four light modules on each side. As bytes alone the code needs version 9.
  assert.equal(gridOf(code).size, 49 + 2 * 4);
});
