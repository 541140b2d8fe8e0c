import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTypedAmount } from './typed-amount.ts';

test('amounts are read in Brazilian and English notation; any other text is undefined', () => {
  const read: [string, bigint | undefined][] = [
    ['25', 2_500n],
    ['25,5', 2_550n],
    ['25,05', 2_505n],
    ['0,01', 1n],
    ['1.234', 123_400n],
    ['1.234,56', 123_456n],
    ['1234.5', 123_450n],
    ['1,234.56', 123_456n],
    [' R$ 10,00 ', 1_000n],
    ['9.999.999.999,99', 999_999_999_999n],
    ['10.000.000.000,00', undefined],
    ['0', undefined],
    ['', undefined],
    ['-5', undefined],
    ['1e3', undefined],
    ['12.34.56', undefined],
    ['1,2345', undefined],
    ['１０', undefined],
  ];
  for (const [text, amount] of read) assert.equal(parseTypedAmount(text), amount, text);
});
