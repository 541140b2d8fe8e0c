import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Refusal } from '#src/ground/errors/problems.ts';
import { basisPoints } from '#src/ground/money/basis-points.ts';
import { centavos, sumCentavos } from '#src/ground/money/centavos.ts';
import { feeOf } from '../charge.ts';
import { originShare, parseSplits, sharesOf } from './split.ts';

const ORIGIN = { username: 'origem', isSandbox: false };
const PLAN = {
  feeRate: basisPoints(149),
  feeFixed: centavos(49),
  payoutFee: centavos(0),
};

test('of 10000 with a fee of 198 and shares of 1000 and 500 the origin keeps 8302', () => {
  const amount = centavos(10_000);
  const fee = feeOf(amount, PLAN);
  const splits = parseSplits(
    [
      { username: 'a', percentage: 10 },
      { username: 'b', percentage: 5 },
    ],
    ORIGIN,
  );
  const shares = sharesOf(amount, splits);
  assert.deepEqual([fee, ...shares, originShare(amount, fee, shares)], [198n, 1000n, 500n, 8302n]);
});

test('fee, shares and the part of the origin always add up to the amount', () => {
  const rates = fc.array(fc.integer({ min: 1, max: 450 }), { maxLength: 20 });
  const amounts = fc.bigInt({ min: 1_000n, max: 999_999_999_999n });
  fc.assert(
    fc.property(amounts, rates, (gross, parts) => {
      const amount = centavos(gross);
      const fee = feeOf(amount, PLAN);
      const entries = parts.map((rate, index) => ({
        username: `m${index}`,
        percentage: rate / 100,
      }));
      const shares = sharesOf(amount, parseSplits(entries, ORIGIN));
      try {
        const kept = originShare(amount, fee, shares);
        assert.equal(kept + fee + sumCentavos(shares), gross);
        assert.ok(kept >= 0n);
      } catch (error) {
        assert.ok(error instanceof Refusal && error.code === 'split_exceeds_net');
        assert.ok(sumCentavos(shares) + fee > gross);
      }
    }),
  );
});

test('percentages may add up to 90 and to nothing more', () => {
  const entriesOf = (...percentages: number[]) =>
    percentages.map((percentage, index) => ({ username: `m${index}`, percentage }));
  assert.equal(parseSplits(entriesOf(45, 44.99, 0.01), ORIGIN).length, 3);
  assert.throws(() => parseSplits(entriesOf(45, 45, 0.01), ORIGIN), { code: 'sum_exceeds_90' });
});

test('of 10000 with 10 % and a fixed share of 250 the origin keeps 8552 after a fee of 198', () => {
  const amount = centavos(10_000);
  const fee = feeOf(amount, PLAN);
  const splits = parseSplits(
    [
      { username: 'a', percentage: 10, amount: null },
      { username: 'b', amount: 250 },
    ],
    ORIGIN,
  );
  const shares = sharesOf(amount, splits);
  assert.deepEqual([fee, ...shares, originShare(amount, fee, shares)], [198n, 1000n, 250n, 8552n]);
});

test('an object that can’t be converted to text or a number is refused as an invalid split', () => {
  const entry = { username: { toString: '' }, percentage: { valueOf: '', toString: '' } };
  assert.throws(
    () => parseSplits([entry], ORIGIN),
    (refusal: Refusal) => refusal.code === 'invalid_split',
  );
});

test('any value sent as a split is parsed or refused', () => {
  const entry = fc.record(
    { username: fc.anything(), percentage: fc.anything(), amount: fc.anything() },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.array(entry)), (unchecked) => {
      try {
        for (const { rate, fixed } of parseSplits(unchecked, ORIGIN)) {
          assert.ok((rate ?? fixed) >= 1n);
        }
      } catch (error) {
        assert.ok(error instanceof Refusal, String(error));
      }
    }),
    { numRuns: 5_000 },
  );
});
