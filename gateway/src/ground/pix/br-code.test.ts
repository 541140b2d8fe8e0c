import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hasError, parsePix } from 'pix-utils';
import { isReadByEmvReader } from '../../../test/support/emv-reader.ts';
import { parseBrCode } from '../../../test/support/parse-br-code.ts';
import { centavos, centavosToDecimal } from '../money/centavos.ts';
import { journeyOfCode } from './automatic/code-journey.ts';
import { type DynamicBrCode, encodeDynamicBrCode, encodeRecurrenceBrCode } from './br-code.ts';
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
const recurrenceUrls = fc.stringMatching(
  /^[a-z0-9.]{1,20}\/([a-z0-9]{1,10}\/)?rec\/[a-z0-9]{1,32}$/,
);
const compositeCodes = fc
  .tuple(dynamicCodes, recurrenceUrls)
  .map(([code, recurrenceUrl]) => ({ ...code, recurrenceUrl }));
const recurrenceCodes = fc.record({
  recurrenceUrl: recurrenceUrls,
  merchantName: words,
  merchantCity: words,
});
const anyCodes = fc.oneof(
  dynamicCodes.map(encodeDynamicBrCode),
  compositeCodes.map(encodeDynamicBrCode),
  recurrenceCodes.map(encodeRecurrenceBrCode),
);
/** The names in the Central Bank's examples. */
const EXAMPLE = { merchantName: 'Fulano de Tal', merchantCity: 'BRASILIA' };
const EXAMPLE_PATH = 'pix.example.com/qr/v2';
const LOCATION_LENGTH_MAX = 77;
const CODE_LENGTH_MAX = 512;

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

test('names keep the letters that have an ASCII form, and one blank between words', () => {
  const written = (merchantName: string) => {
    const names = { merchantName, merchantCity: 'São Luís' };
    const parsed = parseBrCode(encodeDynamicBrCode({ url: 'pix.example.com/a', ...names }));
    assert.ok(parsed.kind === 'dynamic');
    assert.equal(parsed.merchantCity, 'Sao Luis');
    return parsed.merchantName;
  };
  assert.equal(written('Weiß & Søn'), 'Weiss & Son');
  assert.equal(written('1º Cartório'), '1o Cartorio');
  assert.equal(written('Ana  🍕  Pizzas\tSul'), 'Ana Pizzas Sul');
  assert.equal(written('🍕'), 'RECEBEDOR');
});

/** The Central Bank's example with this id. */
function vector(wanted: string): string {
  return vectors.find(({ id }) => id === wanted)?.code ?? '';
}

test("the Central Bank's examples of Pix Automático are encoded to the character", () => {
  const journey2 = encodeRecurrenceBrCode({
    recurrenceUrl: `${EXAMPLE_PATH}/rec/2353c790eefb11eaadc10242ac120002`,
    ...EXAMPLE,
  });
  assert.equal(journey2, vector('V7'));
  const journey3 = encodeDynamicBrCode({
    url: `${EXAMPLE_PATH}/8b3da2f39a4140d1a91abd93113bd441`,
    recurrenceUrl: `${EXAMPLE_PATH}/rec/94ed2badcbc04c15b0bb7fa353194890`,
    ...EXAMPLE,
  });
  assert.equal(journey3, vector('V8'));
  const journey4 = encodeDynamicBrCode({
    url: `${EXAMPLE_PATH}/cobv/1e6c54d3ec9449b7a7fc53b6b0f998e7`,
    recurrenceUrl: `${EXAMPLE_PATH}/rec/3ffa640fa4f14080adccb949fa2dc0d0`,
    ...EXAMPLE,
  });
  assert.equal(journey4, vector('V9'));
  const checksums = [journey2, journey3, journey4].map((code) => code.slice(-4));
  assert.deepEqual(checksums, ['62C9', '7741', 'A441']);
});

test('the journey of a code follows from what it has to pay', () => {
  const journeys = ['V7', 'V8', 'V5', 'V9', 'V3'].map((id) => {
    const parsed = parseBrCode(vector(id));
    const chargeLocation = parsed.kind === 'dynamic' ? parsed.url : undefined;
    return [id, journeyOfCode({ chargeLocation, hasKey: parsed.kind === 'static' })];
  });
  assert.deepEqual(journeys, [
    ['V7', 'code'],
    ['V8', 'code_and_first_payment'],
    ['V5', 'code_and_first_payment'],
    ['V9', 'offer'],
    ['V3', 'offer'],
  ]);
});

test('an encoded code of a recurrence is parsed back to the same values', () => {
  fc.assert(
    fc.property(recurrenceCodes, (code) => {
      const text = encodeRecurrenceBrCode(code);
      const parsed = parseBrCode(text);
      assert.ok(parsed.kind === 'recurrence', text);
      assert.equal(parsed.recurrenceUrl, code.recurrenceUrl);
      assert.deepEqual([parsed.amount, parsed.others], [undefined, []]);
      assert.ok(text.startsWith('00020126'), 'it has no tag 01');
    }),
  );
  fc.assert(
    fc.property(compositeCodes, (code) => {
      const parsed = parseBrCode(encodeDynamicBrCode(code));
      assert.ok(parsed.kind === 'dynamic');
      assert.equal(parsed.url, code.url);
      assert.equal(parsed.amount, centavosToDecimal(code.amount));
      assert.equal(parsed.recurrenceUrl, code.recurrenceUrl);
      assert.deepEqual(parsed.others, []);
    }),
  );
});

test('templates and elements that are unknown are kept by a reader', () => {
  const ids = fc.constantFrom('02', '27', '51', '61', '64', '81', '99');
  const values = fc.oneof(
    fc.stringMatching(/^[A-Z]{1,9}$/),
    fc.constant('0008COM.BANK0104ABCD'),
    fc.constant('0014br.com.outropx2530outro.example.com/rec/11112222'),
  );
  fc.assert(
    fc.property(recurrenceCodes, ids, values, (code, id, value) => {
      const known = encodeRecurrenceBrCode(code).slice(0, -8);
      const length = String(value.length).padStart(2, '0');
      const unsigned = `${known}${id}${length}${value}6304`;
      const parsed = parseBrCode(unsigned + crc16(unsigned));
      assert.ok(parsed.kind === 'recurrence');
      assert.equal(parsed.recurrenceUrl, code.recurrenceUrl);
      assert.deepEqual(parsed.others, [{ id, value }]);
    }),
  );
});

test('the longest code fits, and a longer or foreign address is refused', () => {
  const start = `pix.example.com/qr/v2/rec/`;
  const recurrenceUrl = start.padEnd(LOCATION_LENGTH_MAX, 'a');
  const longest: DynamicBrCode = {
    url: 'pix.example.com/qr/v2/cobv/'.padEnd(LOCATION_LENGTH_MAX, 'b'),
    recurrenceUrl,
    merchantName: 'N'.repeat(60),
    merchantCity: 'C'.repeat(60),
    amount: centavos(999_999_999_999n),
  };
  const code = encodeDynamicBrCode(longest);
  assert.ok(code.length <= CODE_LENGTH_MAX, String(code.length));
  assert.equal(parseBrCode(code).kind, 'dynamic');
  for (const url of [`${longest.url}b`, 'https://pix.example.com/1']) {
    assert.throws(() => encodeDynamicBrCode({ ...longest, url }), RangeError, url);
  }
  const wrong = [
    `${recurrenceUrl}a`,
    'https://pix.example.com/rec/1',
    'pix.example.com/1',
    'pix.example.com/rec/',
    'pix.example.com/rec/1/2',
    'pix.example.com/rec/é',
    '/rec/1',
  ];
  for (const location of wrong) {
    const change = { recurrenceUrl: location };
    assert.throws(() => encodeDynamicBrCode({ ...longest, ...change }), RangeError, location);
    assert.throws(() => encodeRecurrenceBrCode({ ...EXAMPLE, ...change }), RangeError, location);
  }
});

test('any single changed character is detected', () => {
  const changes = fc.tuple(anyCodes, fc.nat(), fc.integer({ min: 0x20, max: 0x7e }));
  fc.assert(
    fc.property(changes, ([text, at, charCode]) => {
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

test('independent parsers read our codes of Pix Automático', () => {
  fc.assert(
    fc.property(fc.oneof(compositeCodes, recurrenceCodes), fc.uuid(), (code, id) => {
      const recurrenceUrl = `pix.example.com/qr/v2/rec/${id}`;
      const url = `pix.example.com/qr/v2/${id}`;
      const text =
        'url' in code
          ? encodeDynamicBrCode({ ...code, url, recurrenceUrl })
          : encodeRecurrenceBrCode({ ...code, recurrenceUrl });
      const parsed = parsePix(text);
      assert.ok(!hasError(parsed), text);
      const read = 'url' in code ? { url, urlRec: recurrenceUrl } : { urlRec: recurrenceUrl };
      assert.partialDeepStrictEqual(parsed, read);
      assert.ok(isReadByEmvReader(text), text);
    }),
    { numRuns: 300 },
  );
});
