/** An amount of money in centavos. The type is a bigint, so that no amount is a float. */
export type Centavos = bigint & { readonly unit: 'centavos' };

/** The most one charge or payout may move, in centavos: R$ 9.999.999.999,99. */
export const AMOUNT_CENTAVOS_MAX = 999_999_999_999n;

/**
 * The most an account may hold or owe, in centavos: R$ 90 trillion. It is below 2^53, so that every
 * balance is a JSON integer.
 */
export const BALANCE_CENTAVOS_MAX = 9_000_000_000_000_000n;

/** Brands an integer as centavos. Throws a RangeError for a number outside the safe integers. */
export function centavos(amount: bigint | number): Centavos {
  if (typeof amount === 'bigint') return amount as Centavos;
  if (!Number.isSafeInteger(amount)) throw new RangeError('centavos must be a safe integer');
  return BigInt(amount) as Centavos;
}

/** The same for an amount that may be missing: null stays null. */
export function centavosOrNull(amount: bigint | number | null): Centavos | null {
  return amount === null ? null : centavos(amount);
}

export const ZERO_CENTAVOS = centavos(0n);

/** The sum of amounts. */
export function sumCentavos(amounts: Iterable<Centavos>): Centavos {
  let sum = 0n;
  for (const amount of amounts) sum += amount;
  return sum as Centavos;
}

/**
 * The amount as a JSON integer. Throws a RangeError from 2^53 centavos (R$ 90 trillion) on, because
 * JSON readers would round it.
 */
export function centavosToJson(amount: Centavos): number {
  const number = Number(amount);
  if (!Number.isSafeInteger(number)) throw new RangeError('amount does not fit a JSON integer');
  return number;
}

/** The same for an amount that may be missing: null stays null. */
export function centavosToJsonOrNull(amount: Centavos | null): number | null {
  return amount === null ? null : centavosToJson(amount);
}

/**
 * A sum over many accounts as a JSON integer. From 2^53 centavos on it is rounded to the nearest
 * number of a JSON reader, which is a few centavos off.
 */
export function totalToJson(total: Centavos): number {
  return Number(total);
}

/** The amount as the Central Bank writes it: `^\d{1,10}\.\d{2}$`, for example "99.90". */
export function centavosToDecimal(amount: Centavos): string {
  const digits = amount.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
