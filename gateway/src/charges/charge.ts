import type { AgreedFee } from '#src/accounts/merchants/merchant.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { compileRecord } from '#src/ground/database/compile-record.ts';
import * as f from '#src/ground/database/fields.ts';
import { DAY_SECONDS, HOUR_SECONDS } from '#src/ground/durations.ts';
import { type BasisPoints, shareOf } from '#src/ground/money/basis-points.ts';
import { type Centavos, centavos } from '#src/ground/money/centavos.ts';
import type { AmountDue } from './due/amount-due.ts';
import type { DueTerms } from './due/due-terms.ts';
import type { SplitStatus } from './splits/split.ts';

/**
 * `pending` becomes `paid`, `expired` or `canceled`; an expired or canceled charge becomes `paid`
 * when its payment arrives. A paid charge can be refunded in parts or as a whole.
 */
export const chargeStatuses = [
  'pending',
  'paid',
  'expired',
  'canceled',
  'partially_refunded',
  'refunded',
] as const;

export type ChargeStatus = (typeof chargeStatuses)[number];

/** How long a charge can be paid if its request says nothing. */
export const EXPIRES_IN_SECONDS_DEFAULT = DAY_SECONDS;
/** A payer at the counter pays at once: the code ends after an hour. */
export const COUNTER_EXPIRES_IN_SECONDS = HOUR_SECONDS;

/**
 * `pending` becomes `done`, or `failed` with its reservation returned. A failed refund becomes
 * `done` when it turns out that the bank made it.
 */
export const refundStatuses = ['pending', 'done', 'failed'] as const;

export type RefundStatus = (typeof refundStatuses)[number];

export type Utm = Readonly<Record<string, string>>;

export interface Payer {
  readonly name: string;
  readonly document: string;
  readonly email: string | null;
}

/** The payer of a charge, which `id` names. */
export interface PayerOfCharge extends Payer {
  readonly id: string;
}

/** The charges of a customer that may have refunds or disputes; none of an unknown one. */
export type ChargesOfCustomer = (
  scope: LedgerScope,
  customer: string,
) => Promise<readonly string[]>;

/** The share of a charge that one recipient gets. */
export interface ChargeSplit {
  readonly recipientId: string;
  readonly username: string;
  /** Null for a fixed share. */
  readonly rate: BasisPoints | null;
  readonly amount: Centavos;
  readonly status: SplitStatus;
  /** The part of the disputes of the charge that the recipient bears. */
  readonly disputed: Centavos;
}

/** The expired charge that a charge renews, and how many renewals led to it. */
export interface Renewal {
  readonly from: string;
  readonly number: number;
}

/**
 * The merchant's own texts of a charge, which are stored and shown as they were given. A new one is
 * a field here, in the body, in the answer and in the view, and a column after these in `charges`,
 * `new_charge` and `new_due_charge`.
 */
export const CHARGE_TEXTS = {
  /** The payer sees it. */
  description: f.orNull(f.text),
};
export type ChargeTexts = f.RecordOf<typeof CHARGE_TEXTS>;
/** The texts of a request, a row or a charge; null for one that is missing. */
export const textsOf: (of: Partial<ChargeTexts>) => ChargeTexts = compileRecord(
  Object.keys(CHARGE_TEXTS).map((name) => ({
    from: name,
    to: name,
    change: (text?: string | null) => text ?? null,
  })),
);

/** A request for a payment. Instants in milliseconds since 1970. */
export interface Charge extends LedgerScope, ChargeTexts {
  readonly id: string;
  readonly externalId: string | null;
  readonly status: ChargeStatus;
  /** From its payment on the amount that was paid; with a due date the original one until then. */
  readonly amount: Centavos;
  /** The amount asked for without a due date, if another one was paid. */
  readonly expected?: Centavos;
  /** The fee of `expected`. */
  readonly expectedFee?: Centavos;
  readonly fee: Centavos;
  readonly payer: Payer;
  readonly utm: Utm | null;
  readonly qrcode: string;
  readonly webhookUrl: string | null;
  /** The key pair that created it; null for a person in the panel, a link and a renewal. */
  readonly clientId: string | null;
  /** The payment link that made it; null for every other charge. */
  readonly linkId: string | null;
  /** The expired charge that it renews for a payer; null for every other charge. */
  readonly renewal: Renewal | null;
  /** Null for a charge without a due date. */
  readonly due: DueTerms | null;
  readonly splits: readonly ChargeSplit[];
  readonly createdAt: number;
  readonly expiresAt: number;
  /** When the bank received its payment, which may be before it was booked here. */
  readonly paidAt: number | null;
  readonly endToEndId: string | null;
  /** The sum of the refunds that are done. */
  readonly refunded: Centavos;
  /** How many refunds were requested, failed ones included. */
  readonly refundCount: number;
  /** The sum that its disputes claim or have returned to the payer. */
  readonly disputed: Centavos;
  readonly disputeCount: number;
}

/** The fee of a charge in centavos: its rate, rounded down, plus the fixed part. */
export function feeOf(amount: Centavos, plan: AgreedFee): Centavos {
  return centavos(shareOf(amount, plan.feeRate) + plan.feeFixed);
}

/** The key of one charge or payout. */
export interface TransactionKey extends LedgerScope {
  readonly id: string;
}

/** A page of the charges of a ledger scope: ids below `beforeId`, down to `fromId`. */
export interface ChargePage extends LedgerScope {
  readonly beforeId: string;
  readonly fromId: string;
  readonly status: string | undefined;
  readonly externalId: string | undefined;
  readonly limit: number;
}

/** A payment to book. With `acceptsExpired` it pays an expired or canceled charge too. */
export interface PaymentToBook extends TransactionKey {
  readonly endToEndId: string;
  readonly acceptsExpired: boolean;
  /** When the bank received it (milliseconds); missing when the bank doesn't say. */
  readonly paidAt?: number;
  /** The amount paid for a charge with a due date, if our rules give another one for the day. */
  readonly parts?: AmountDue | undefined;
  /** The paid amount, if operators accept it though another one may have been asked for. */
  readonly amount?: Centavos;
}
