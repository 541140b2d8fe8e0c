import { type Centavos, centavos, sumCentavos } from '#src/ground/money/centavos.ts';

/**
 * Divides an amount among parts in proportion to their sizes, in whole centavos: the result sums to
 * the amount, and no part gets more than its size. Each sum of first parts is rounded down. Throws
 * a RangeError for an amount beyond the sum of the sizes.
 */
export function divideAmount(amount: Centavos, sizes: readonly Centavos[]): Centavos[] {
  const total = sumCentavos(sizes);
  if (amount < 0n || amount > total) throw new RangeError('the parts are too small');
  let size = 0n;
  let given = 0n;
  return sizes.map((own) => {
    size += own;
    const until = total === 0n ? 0n : (amount * size) / total;
    const part = until - given;
    given = until;
    return centavos(part);
  });
}
