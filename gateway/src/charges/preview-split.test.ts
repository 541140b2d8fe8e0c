import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Refusal } from '#src/ground/errors/problems.ts';
import { type BasisPoints, basisPoints } from '#src/ground/money/basis-points.ts';
import { AMOUNT_CENTAVOS_MAX, centavos } from '#src/ground/money/centavos.ts';
import { chargePaid, splitReceived } from '#src/ledger/posting.ts';
import { previewOf, type SplitPreview } from './preview-split.ts';
import type { RequestedSplit } from './splits/split.ts';

const RUNS = 100_000;
const SCOPE = { merchantId: 'origem', environment: 'test', referenceId: 'cobranca' } as const;

// A positive number is a rate in basis points, a negative one a fixed amount.
const parts = fc.array(
  fc.oneof(fc.integer({ min: 1, max: 9_000 }), fc.integer({ min: -20_000, max: -1 })),
  { maxLength: 20 },
);
const cases = fc.record({
  amount: fc.oneof(
    fc.bigInt({ min: 1n, max: 100_000n }),
    fc.bigInt({ min: 1n, max: AMOUNT_CENTAVOS_MAX }),
  ),
  feeRate: fc.integer({ min: 0, max: 1_000 }),
  feeFixed: fc.integer({ min: 0, max: 500 }),
  parts,
});

function splitsOf(numbers: readonly number[]): RequestedSplit[] {
  let left = 9_000;
  return numbers.flatMap((number, index): RequestedSplit[] => {
    const username = `m${index}`;
    if (number < 0) return [{ username, rate: null, fixed: centavos(-number) }];
    const rate = Math.min(number, left);
    left -= rate;
    return rate === 0 ? [] : [{ username, rate: basisPoints(rate), fixed: null }];
  });
}

/** The entries that the payment posts, by account, without those of zero. */
function postedTo(account: string, posting: ReturnType<typeof splitReceived>): bigint {
  return posting.entries.find((entry) => entry.account === account)?.amount ?? 0n;
}

/** The exact amount in ten-thousandths of a centavo must be the share and the lost fraction. */
function assertExact(amount: bigint, rate: BasisPoints, share: number, lost: string): void {
  assert.match(lost, /^0\.\d{4}$/);
  assert.equal(BigInt(share) * 10_000n + BigInt(lost.slice(2)), amount * rate);
}

test('a preview equals the postings of the payment, and its fractions are exact', () => {
  let refused = 0;
  fc.assert(
    fc.property(cases, ({ amount: gross, parts: numbers, ...fees }) => {
      const amount = centavos(gross);
      const splits = splitsOf(numbers);
      const feeRate = basisPoints(fees.feeRate);
      const feePlan = { feeRate, feeFixed: centavos(fees.feeFixed), payoutFee: centavos(0) };
      let preview: SplitPreview;
      try {
        preview = previewOf(amount, { feePlan, splits });
      } catch (error) {
        assert.ok(error instanceof Refusal);
        refused += 1;
        return;
      }
      const shares = preview.split.map((share) => centavos(share.amount));
      const fee = centavos(preview.fee_amount);
      const origin = chargePaid(SCOPE, { amount, fee, shares });
      assert.equal(postedTo('available', origin), BigInt(preview.origin_amount));
      assert.equal(postedTo('fees', origin), fee);
      assert.ok(preview.origin_amount >= 0);
      assertExact(amount, feeRate, preview.fee_amount - fees.feeFixed, preview.fee_fraction_lost);
      let parted = fee + BigInt(preview.origin_amount);
      for (const [index, share] of preview.split.entries()) {
        const { rate, fixed } = splits[index] ?? assert.fail();
        const posting = splitReceived(SCOPE, centavos(share.amount));
        assert.equal(postedTo('available', posting), BigInt(share.amount));
        parted += BigInt(share.amount);
        if (rate !== null) assertExact(amount, rate, share.amount, share.fraction_lost);
        else assert.deepEqual([BigInt(share.amount), share.fraction_lost], [fixed, '0.0000']);
      }
      assert.equal(parted, gross);
    }),
    { numRuns: RUNS },
  );
  assert.ok(refused > 0 && refused < RUNS / 2, `${refused} refused`);
});
