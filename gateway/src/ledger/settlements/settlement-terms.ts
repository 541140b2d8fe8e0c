import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { addBusinessDays } from '#src/ground/business-days.ts';
import * as f from '#src/ground/database/fields.ts';
import { type Centavos, centavos, ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';

const BASIS_POINTS = 10_000n;

/** The columns of `merchants` with its settlement terms. */
export const SETTLEMENT_TERMS = {
  /** Days after the payment; 0 is at once. */
  delayDays: f.inColumn('settlement_delay_days', f.count),
  /** Whether the delay counts business days only. */
  inBusinessDays: f.inColumn('settlement_business_days', f.bool),
  /** The part of each payment that waits for `reserveDays`, in basis points. */
  reserveBasisPoints: f.count,
  reserveDays: f.count,
};
/** When the money of a merchant's payments becomes available. */
export type SettlementTerms = f.RecordOf<typeof SETTLEMENT_TERMS>;

/** A part of a payment that waits for a day at Brasília. */
export interface WaitingPart {
  readonly kind: 'payment' | 'reserve';
  readonly dueOn: string;
  readonly amount: Centavos;
}

/**
 * The parts of a credit that are not available yet: the reserve, rounded down, and the rest. Parts
 * whose day has begun, and parts of zero, are omitted. Days count from the day of the payment.
 */
export function waitingParts(
  amount: Centavos,
  { delayDays, inBusinessDays, reserveBasisPoints, reserveDays }: SettlementTerms,
  { paidAt, now }: { paidAt: number; now: number },
): WaitingPart[] {
  if (delayDays === 0 && reserveDays === 0) return [];
  const paidOn = brazilianDayOf(paidAt);
  const delayed = inBusinessDays ? addBusinessDays(paidOn, delayDays) : addDays(paidOn, delayDays);
  const reserved = addDays(paidOn, reserveDays);
  const reserve = centavos((amount * BigInt(reserveBasisPoints)) / BASIS_POINTS);
  const parts: WaitingPart[] = [
    { kind: 'payment', dueOn: delayed, amount: centavos(amount - reserve) },
    // The reserve never ends before the delay.
    { kind: 'reserve', dueOn: reserved > delayed ? reserved : delayed, amount: reserve },
  ];
  const today = brazilianDayOf(now);
  return parts.filter((part) => part.amount > 0n && part.dueOn > today);
}

/** The sum of parts. */
export function sumOfParts(parts: readonly { readonly amount: Centavos }[]): Centavos {
  return parts.reduce((sum, { amount }) => centavos(sum + amount), ZERO_CENTAVOS);
}
