import type { LedgerScope } from '#src/access/ledger-scope.ts';
import type { FeePlan } from '#src/access/merchant.ts';
import { type BasisPoints, shareOf } from '#src/money/basis-points.ts';
import { type Centavos, centavos } from '#src/money/centavos.ts';

/**
 * `pending` becomes `paid` or `expired`; an expired charge is paid all the same if money comes.
 * What was paid is refunded in parts or as a whole.
 */
export type ChargeStatus = 'pending' | 'paid' | 'expired' | 'partially_refunded' | 'refunded';
/** A share waits for its charge and shares its fate. */
export const splitStatuses = [
  'pending',
  'paid',
  'canceled',
  'partially_refunded',
  'refunded',
] as const;

export type SplitStatus = (typeof splitStatuses)[number];

export type Utm = Readonly<Record<string, string>>;

export interface Payer {
  readonly name: string;
  readonly document: string;
  readonly email: string | null;
}

/** A share of a charge, promised to another merchant when the charge was created. */
export interface ChargeSplit {
  readonly recipientId: string;
  readonly username: string;
  readonly rate: BasisPoints;
  readonly amount: Centavos;
  readonly status: SplitStatus;
}

/** A request for a payment. Instants in milliseconds since 1970. */
export interface Charge extends LedgerScope {
  readonly id: string;
  readonly externalId: string | null;
  readonly status: ChargeStatus;
  readonly amount: Centavos;
  readonly fee: Centavos;
  readonly payer: Payer;
  readonly utm: Utm | null;
  readonly qrcode: string;
  readonly webhookUrl: string | null;
  /** The key pair that asked for it; null for a person at the panel. */
  readonly clientId: string | null;
  readonly splits: readonly ChargeSplit[];
  readonly createdAt: number;
  readonly expiresAt: number;
  /** When the bank received its payment, which may be before it was booked here. */
  readonly paidAt: number | null;
  readonly endToEndId: string | null;
  /** What has been given back for good. */
  readonly refunded: Centavos;
  /** How many refunds were asked for, those that failed included. */
  readonly refundCount: number;
}

/** The fee of a charge: the rate rounded down, and the fixed part. */
export function feeOf(amount: Centavos, plan: FeePlan): Centavos {
  return centavos(shareOf(amount, plan.feeRate) + plan.feeFixed);
}
