import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  basisPoints,
  basisPointsFromPercentage,
  percentageFromBasisPoints,
  shareOf,
} from './basis-points.ts';
import {
  AMOUNT_CENTAVOS_MAX,
  centavos,
  centavosToDecimal,
  centavosToJson,
  sumCentavos,
} from './centavos.ts';

const amounts = fc.bigInt({ min: 0n, max: AMOUNT_CENTAVOS_MAX });

test('a fraction of a centavo is refused', () => {
  for (const number of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    assert.throws(() => centavos(number), RangeError);
  }
});

test('every amount can be written as JSON and as decimal text and read back unchanged', () => {
  fc.assert(
    fc.property(amounts, (amount) => {
      assert.equal(centavos(centavosToJson(centavos(amount))), amount);
      const decimal = centavosToDecimal(centavos(amount));
      assert.match(decimal, /^\d{1,10}\.\d{2}$/);
      assert.equal(BigInt(decimal.replace('.', '')), amount);
    }),
  );
});

test('all 9000 allowed percentages convert to basis points and back', () => {
  for (let rate = 1; rate <= 9_000; rate += 1) {
    const text = `${Math.trunc(rate / 100)}.${String(rate % 100).padStart(2, '0')}`;
    const percentage = Number(text);
    assert.equal(basisPointsFromPercentage(percentage), BigInt(rate), text);
    assert.equal(percentageFromBasisPoints(basisPoints(rate)), percentage, text);
  }
});

test('a percentage with more than two decimals has no basis points', () => {
  for (const percentage of [0.001, 90.001, 5.555, 1e-7, Number.NaN, -1, 100.01, 1e21]) {
    assert.equal(basisPointsFromPercentage(percentage), undefined, String(percentage));
  }
});

test('shares are rounded down, so that their sum never exceeds the amount', () => {
  const rates = fc.array(fc.integer({ min: 1, max: 450 }), { maxLength: 20 });
  fc.assert(
    fc.property(amounts, rates, (amount, parts) => {
      const shares = parts.map((rate) => shareOf(centavos(amount), basisPoints(rate)));
      assert.ok(sumCentavos(shares) <= amount);
      for (const [index, share] of shares.entries()) {
        const exact = amount * BigInt(parts[index] ?? 0);
        assert.ok(share * 10_000n <= exact && exact - share * 10_000n < 10_000n);
      }
    }),
  );
});
