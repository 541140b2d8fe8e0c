import type { LedgerScope } from '#src/access/ledger-scope.ts';
import { isoTime } from '#src/platform/clock.ts';

/** What can happen to a transaction: an endpoint chooses among these. */
export const transactionEventKinds = [
  'deposit.paid',
  'deposit.expired',
  'deposit.refunded',
  'payout.paid',
  'payout.failed',
  'payout.returned',
] as const;

export type TransactionEventKind = (typeof transactionEventKinds)[number];
export type EventKind = TransactionEventKind | 'webhook.test';

/** Something that happened to a transaction, as the feature tells it. */
export interface NewEvent extends LedgerScope {
  readonly kind: EventKind;
  /** The charge or payout. */
  readonly resourceId: string;
  /** Counts the events of one transaction from 1. */
  readonly sequence: number;
  /** The transaction as GET /v1/transactions/:id shows it. */
  readonly data: object;
  readonly audience: Audience;
}

/**
 * Whom to tell: every endpoint of the book; one endpoint, for a test; or the address that came with
 * a request of the sandbox, which has no endpoints (null when none came).
 */
export type Audience =
  | { readonly kind: 'endpoints' }
  | { readonly kind: 'endpoint'; readonly endpointId: string }
  | { readonly kind: 'callback'; readonly url: string | null };

/** The audience of a transaction's events. */
export function audienceOf(transaction: {
  isSandbox: boolean;
  webhookUrl: string | null;
}): Audience {
  if (!transaction.isSandbox) return { kind: 'endpoints' };
  return { kind: 'callback', url: transaction.webhookUrl };
}

/** The body that is signed and sent: these bytes and no others. */
export function eventBody(event: NewEvent, id: string, createdAt: number): string {
  return JSON.stringify({
    id,
    event: event.kind,
    environment: event.environment,
    sequence: event.sequence,
    created_at: isoTime(createdAt),
    data: event.data,
  });
}
