import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { addBusinessDays } from '#src/ground/business-days.ts';
import { type Centavos, centavos, ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';

const BASIS_POINTS = 10_000n;

/** When the money of a merchant's payments becomes available. */
export interface SettlementTerms {
  /** Days after the payment; 0 is at once. */
  readonly delayDays: number;
  /** Whether the delay counts business days only. */
  readonly inBusinessDays: boolean;
  /** The part of each payment that waits for `reserveDays`, in basis points. */
  readonly reserveBasisPoints: number;
  readonly reserveDays: number;
}

/** The columns of `merchants` with the terms. */
export interface TermsColumns {
  readonly settlement_delay_days: bigint;
  readonly settlement_business_days: boolean;
  readonly reserve_basis_points: bigint;
  readonly reserve_days: bigint;
}

/** The columns of the terms for a statement, from the table or alias `of`. */
export function termsColumns(of: string): string {
  return `${of}.settlement_delay_days, ${of}.settlement_business_days,
    ${of}.reserve_basis_points, ${of}.reserve_days`;
}

/** The terms of a row. */
export function termsFromRow(row: TermsColumns): SettlementTerms {
  return {
    delayDays: Number(row.settlement_delay_days),
    inBusinessDays: row.settlement_business_days,
    reserveBasisPoints: Number(row.reserve_basis_points),
    reserveDays: Number(row.reserve_days),
  };
}

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
