import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { centavos, sumCentavos } from '#src/ground/money/centavos.ts';
import { divideAmount } from './divide-amount.ts';

const RUNS = 10_000;
const size = fc.oneof(
  fc.bigInt({ min: 0n, max: 5n }),
  fc.bigInt({ min: 0n, max: 1_000_000n }),
  fc.bigInt({ min: 0n, max: 100_000_000_000n }),
);
const sizes = fc.array(size.map(centavos), { minLength: 1, maxLength: 12 });
/** Sizes, and an amount that is at most their sum. */
const division = sizes.chain((parts) =>
  fc
    .bigInt({ min: 0n, max: sumCentavos(parts) })
    .map((amount) => ({ parts, amount: centavos(amount) })),
);

test('parts sum to the amount, none exceeds its size, and a repeat gives the same parts', () => {
  fc.assert(
    fc.property(division, ({ parts, amount }) => {
      const divided = divideAmount(amount, parts);
      assert.equal(divided.length, parts.length);
      assert.equal(sumCentavos(divided), amount);
      assert.ok(divided.every((part, at) => part >= 0n && part <= (parts[at] ?? 0n)));
      assert.deepEqual(divideAmount(amount, parts), divided);
    }),
    { numRuns: RUNS },
  );
});

test('each part is within a centavo of its proportion', () => {
  fc.assert(
    fc.property(division, ({ parts, amount }) => {
      const total = sumCentavos(parts);
      divideAmount(amount, parts).forEach((part, at) => {
        const distance = part * total - amount * (parts[at] ?? 0n);
        assert.ok(total === 0n || (distance < total && distance > -total));
      });
    }),
    { numRuns: RUNS },
  );
});

test('the sum of the sizes gives each part its size; a larger or negative amount throws', () => {
  fc.assert(
    fc.property(sizes, (parts) => {
      const total = sumCentavos(parts);
      assert.deepEqual(divideAmount(total, parts), parts);
      assert.throws(() => divideAmount(centavos(total + 1n), parts), RangeError);
      assert.throws(() => divideAmount(centavos(-1n), parts), RangeError);
    }),
  );
});
