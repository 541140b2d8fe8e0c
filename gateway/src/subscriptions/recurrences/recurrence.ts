import type { Bank } from '#src/bank/choose-bank.ts';
import * as f from '#src/ground/database/fields.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import type { PayerAccount, SubscriptionKey } from '../subscription.ts';

/** The address of a subscription's payload, which a merchant makes before it (`locrec`). */
export const RECURRENCE_LOCATION = {
  ...f.SCOPE,
  id: f.count,
  /** Without scheme, as codes have it. */
  url: f.text,
  /** The last part of the url in the test environment. */
  token: f.orNull(f.uuid),
  /** The bank's id of it; null in the test environment. */
  bankId: f.orNull(f.count),
  /** Null for a free one. */
  subscriptionId: f.orNull(f.uuid),
};
export type RecurrenceLocation = f.RecordOf<typeof RECURRENCE_LOCATION>;

/** A location that a request names for a subscription. */
export type ChosenLocation = Pick<RecurrenceLocation, 'id' | 'url' | 'bankId'>;

/** The charge that a code with a subscription also pays. */
export interface ChargeOfCode {
  readonly id: string;
  readonly location: string;
  readonly amount: Centavos;
  readonly hasDueDate: boolean;
}

/** The names in a code: those of `registerRecurrence`. */
export type CodeNames = Pick<
  Parameters<Bank['registerRecurrence']>[0],
  'merchantName' | 'merchantCity'
>;

export const requestStatuses = ['open', 'accepted', 'rejected', 'expired', 'canceled'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** A request to a payer's bank to authorize a subscription. Instants in milliseconds. */
export interface AuthorizationRequest {
  readonly subscription: SubscriptionKey;
  /** The id at the banks (`idSolicRec`), of 29 characters. */
  readonly id: string;
  readonly payerDocument: string;
  readonly account: PayerAccount;
  readonly expiresAt: number;
  readonly status: RequestStatus;
  readonly createdAt: number;
  readonly endedAt: number | null;
  /** Why the payer's bank rejected the request, in the word of the merchant's bank. */
  readonly reason: string | null;
}
