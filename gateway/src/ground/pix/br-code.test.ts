import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hasError, parsePix } from 'pix-utils';
import { isReadByEmvReader } from '../../../test/support/emv-reader.ts';
import { parseBrCode } from '../../../test/support/parse-br-code.ts';
import { centavos, centavosToDecimal } from '../money/centavos.ts';
import { encodeDynamicBrCode } from './br-code.ts';
import vectors from './br-code-vectors.json' with { type: 'json' };
import { crc16 } from './crc16.ts';

const words = fc.string({ unit: 'grapheme', maxLength: 60 });
const urls = fc.stringMatching(/^[a-z0-9.]{1,30}\/[a-zA-Z0-9/-]{1,46}$/);
const amounts = fc.bigInt({ min: 1n, max: 999_999_999_999n }).map(centavos);
const dynamicCodes = fc.record({
  url: urls,
  merchantName: words,
  merchantCity: words,
  amount: amounts,
});

test('the CRC is CRC-16/CCITT-FALSE', () => {
  assert.equal(crc16('123456789'), '29B1');
});

test('published codes are parsed, and broken ones are refused', () => {
  for (const { id, code, expect, kind } of vectors) {
    const parsed = parseBrCode(code);
    assert.equal(
      parsed.kind === 'invalid',
      expect === 'reject',
      `${id}: ${JSON.stringify(parsed)}`,
    );
    if (expect === 'accept') assert.equal(parsed.kind, kind?.split(/[+-]/)[0], id);
  }
});

test('an encoded code is parsed back to the same values', () => {
  fc.assert(
    fc.property(dynamicCodes, (code) => {
      const parsed = parseBrCode(encodeDynamicBrCode(code));
      assert.ok(parsed.kind === 'dynamic');
      assert.equal(parsed.url, code.url);
      assert.equal(parsed.amount, centavosToDecimal(code.amount));
      assert.equal(parsed.txid, '***');
      assert.match(parsed.merchantName, /^[\x20-\x7e]{1,25}$/);
      assert.match(parsed.merchantCity, /^[\x20-\x7e]{1,15}$/);
    }),
  );
});

test('any single changed character is detected', () => {
  const changes = fc.tuple(dynamicCodes, fc.nat(), fc.integer({ min: 0x20, max: 0x7e }));
  fc.assert(
    fc.property(changes, ([code, at, charCode]) => {
      const text = encodeDynamicBrCode(code);
      const index = at % text.length;
      const changed = text.slice(0, index) + String.fromCharCode(charCode) + text.slice(index + 1);
      fc.pre(changed.toUpperCase() !== text.toUpperCase());
      assert.equal(parseBrCode(changed).kind, 'invalid', `${text} ${changed}`);
    }),
    { numRuns: 2_000 },
  );
});

test('parsing any text does not throw', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 600 }), (text) => {
      parseBrCode(text);
      parseBrCode(`000201${text}6304${crc16(`000201${text}6304`)}`);
    }),
    { numRuns: 2_000 },
  );
});

test('independent parsers read our codes', () => {
  fc.assert(
    fc.property(dynamicCodes, fc.uuid(), (code, id) => {
      const text = encodeDynamicBrCode({ ...code, url: `pix.example.com/qr/v2/${id}` });
      const parsed = parsePix(text);
      assert.ok(!hasError(parsed), text);
      assert.ok(isReadByEmvReader(text), text);
    }),
    { numRuns: 300 },
  );
});
