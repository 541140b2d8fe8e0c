import { formatAmount } from '../amounts.ts';

/** An object of a payload that somebody else wrote: nothing of it is certain. */
export type Fields = Readonly<Record<string, unknown>>;

const AMOUNT = /^\d{1,10}\.\d{2}$/;

/** A value as an object; an empty one when it is none. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/** An amount of the standard, such as `10.00`, in centavos; undefined for another form. */
export function centavosOf(amount: unknown): number | undefined {
  return AMOUNT.test(String(amount)) ? Number(String(amount).replace('.', '')) : undefined;
}

/** An amount for people; undefined when there is none, and as it stands when it is no amount. */
export function readableAmount(amount: unknown): string | undefined {
  if (amount === undefined) return undefined;
  const centavos = centavosOf(amount);
  return centavos === undefined ? String(amount) : formatAmount(centavos);
}
