import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AMOUNT_CENTAVOS_MAX, centavos, sumCentavos } from '#src/ground/money/centavos.ts';
import { allocateRefund, type ReceivedShare } from './refund-allocations.ts';

const RECIPIENTS_MAX = 20;

/** A payment, the shares of its recipients, and amounts that give all of it back. */
const refundedPayments = fc
  .record({
    payment: fc.bigInt({ min: 1n, max: AMOUNT_CENTAVOS_MAX }),
    rates: fc.array(fc.bigInt({ min: 1n, max: 450n }), { maxLength: RECIPIENTS_MAX }),
    cuts: fc.array(fc.nat({ max: 1_000_000 }), { maxLength: 12 }),
  })
  .map(({ payment, rates, cuts }) => {
    const sums = cuts.map((cut) => (payment * BigInt(cut)) / 1_000_000n);
    const sorted = [0n, ...sums, payment].sort((left, right) => (left < right ? -1 : 1));
    return {
      payment: centavos(payment),
      shares: rates.map((rate) => centavos((payment * rate) / 10_000n)),
      amounts: sorted
        .slice(1)
        .map((end, index) => centavos(end - (sorted[index] ?? 0n)))
        .filter((amount) => amount > 0n),
    };
  });

type RefundedPayment = typeof refundedPayments extends fc.Arbitrary<infer Value> ? Value : never;

/** Refunds a payment in these amounts and passes the allocations of each to a function. */
function refundAll(
  { payment, shares, amounts }: RefundedPayment,
  look: (step: {
    amount: bigint;
    before: bigint;
    allocations: bigint[];
    held: ReceivedShare[];
  }) => void,
): bigint[] {
  let held: ReceivedShare[] = shares.map((share) => ({ share, returned: centavos(0n) }));
  let before = centavos(0n);
  for (const amount of amounts) {
    const allocations = allocateRefund({ payment, refundedBefore: before, amount, shares: held });
    look({ amount, before, allocations, held });
    held = held.map(({ share, returned }, index) => ({
      share,
      returned: centavos(returned + (allocations[index] ?? 0n)),
    }));
    before = centavos(before + amount);
  }
  return held.map(({ returned }) => returned);
}

test('an allocation is never negative, nor above the refund, nor above the share', () => {
  fc.assert(
    fc.property(refundedPayments, (payment) => {
      refundAll(payment, ({ amount, allocations, held }) => {
        assert.ok(allocations.every((allocation) => allocation >= 0n));
        assert.ok(sumCentavos(allocations.map((allocation) => centavos(allocation))) <= amount);
        allocations.forEach((allocation, index) => {
          const { share = 0n, returned = 0n } = held[index] ?? {};
          assert.ok(returned + allocation <= share);
        });
      });
    }),
  );
});

test('the first refund takes from each recipient its proportion, rounded down', () => {
  fc.assert(
    fc.property(refundedPayments, ({ payment, shares, amounts }) => {
      refundAll({ payment, shares, amounts: amounts.slice(0, 1) }, ({ amount, allocations }) => {
        assert.deepEqual(
          allocations,
          shares.map((share) => (share * amount) / payment),
        );
      });
    }),
  );
});

test('the last refund takes the rest of every share', () => {
  fc.assert(
    fc.property(refundedPayments, (payment) => {
      // Each refund needs at least one centavo for each recipient.
      fc.pre(payment.amounts.every((amount) => amount >= BigInt(payment.shares.length)));
      assert.deepEqual(
        refundAll(payment, () => {}),
        payment.shares,
      );
    }),
  );
});

test('with refunds of one centavo the origin bears less than a centavo for each recipient', () => {
  const payment = centavos(100n);
  const shares = Array.from({ length: 20 }, () => centavos(4n));
  const amounts = Array.from({ length: 100 }, () => centavos(1n));
  const returned = refundAll({ payment, shares, amounts }, ({ amount, allocations }) => {
    assert.ok(sumCentavos(allocations.map((allocation) => centavos(allocation))) <= amount);
  });
  const missing = 80n - returned.reduce((sum, amount) => sum + amount, 0n);
  assert.ok(missing >= 0n && missing < 20n);
});

test('after a failed refund a recipient does not give back more than its share', () => {
  const shares = [{ share: centavos(1_000n), returned: centavos(300n) }];
  const before = { payment: centavos(10_000n), refundedBefore: centavos(1_000n), shares };
  assert.deepEqual(allocateRefund({ ...before, amount: centavos(500n) }), [0n]);
  assert.deepEqual(allocateRefund({ ...before, amount: centavos(9_000n) }), [700n]);
});
