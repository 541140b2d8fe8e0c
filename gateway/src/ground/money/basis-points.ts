import type { Centavos } from './centavos.ts';

/** A rate in basis points: 1 is 0.01 %, 10 000 is 100 %. */
export type BasisPoints = bigint & { readonly unit: 'basis points' };

const WHOLE = 10_000n;
const PERCENTAGE = /^(\d{1,3})(?:\.(\d{1,2}))?$/;

/** Brands an integer as basis points. Throws a RangeError outside 0 to 10 000. */
export function basisPoints(rate: bigint | number): BasisPoints {
  const integer = BigInt(rate);
  if (integer < 0n || integer > WHOLE) throw new RangeError('basis points run from 0 to 10000');
  return integer as BasisPoints;
}

/**
 * Reads a percentage: 5.5 becomes 550. Returns undefined when it has more than two decimals or is
 * not between 0 and 100. It reads the decimal text of the number, because `5.35 * 100` is not 535
 * in binary floats.
 */
export function basisPointsFromPercentage(percentage: number): BasisPoints | undefined {
  const match = PERCENTAGE.exec(String(percentage));
  if (!match) return undefined;
  const [, whole = '', decimals = ''] = match;
  const rate = BigInt(whole + decimals.padEnd(2, '0'));
  return rate > WHOLE ? undefined : (rate as BasisPoints);
}

/** The percentage as a JSON number: 550 becomes 5.5. */
export function percentageFromBasisPoints(rate: BasisPoints): number {
  const digits = rate.toString().padStart(3, '0');
  return Number(`${digits.slice(0, -2)}.${digits.slice(-2)}`);
}

/** A share of an amount, rounded down to a centavo. */
export function shareOf(amount: Centavos, rate: BasisPoints): Centavos {
  return ((amount * rate) / WHOLE) as Centavos;
}

/** The fraction that `shareOf` drops, in ten-thousandths of a centavo: 0 to 9999. */
export function fractionOfShare(amount: Centavos, rate: BasisPoints): bigint {
  return (amount * rate) % WHOLE;
}
