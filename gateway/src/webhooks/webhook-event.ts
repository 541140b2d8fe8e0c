import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { isoTime } from '#src/ground/clock.ts';

/** The events of transactions, received shares and disputes. An endpoint chooses among them. */
export const transactionEventKinds = [
  'deposit.paid',
  'deposit.expired',
  'deposit.canceled',
  'deposit.refunded',
  'payout.paid',
  'payout.failed',
  'payout.returned',
  'payout.awaiting_approval',
  'payout.rejected',
  'split.received',
  'split.refunded',
  'split.disputed',
  'dispute.opened',
  'dispute.updated',
  'dispute.closed',
  'balance.adjusted',
] as const;

/** Every event: those of transactions and disputes, and the test that a merchant asks for. */
export const eventKinds = [...transactionEventKinds, 'webhook.test'] as const;

export type TransactionEventKind = (typeof transactionEventKinds)[number];
export type EventKind = (typeof eventKinds)[number];

/** An event that a feature emits. */
export interface NewEvent extends LedgerScope {
  readonly kind: EventKind;
  /** The charge, payout or dispute. */
  readonly resourceId: string;
  /** Counts the events of one transaction, share or dispute from 1. */
  readonly sequence: number;
  /** The transaction, share or dispute as the API shows it. */
  readonly data: object;
  readonly audience: Audience;
  /** What goes wrong with its deliveries, as its merchant asked in the test environment. */
  readonly trouble?: WebhookTrouble | undefined;
}

/**
 * What a merchant asks for in the test environment. `lost`: nothing is sent. `late`: it is sent
 * some seconds later, so that a newer event overtakes it. `doubled`: it is sent a second time after
 * its success. The next attempt has a signature of an old instant (`old_time`) or of another secret
 * (`wrong_secret`); the attempts after it are right.
 */
export type WebhookTrouble = 'lost' | 'late' | AttemptTrouble;

/** The part of it that a delivery keeps until its next attempt. */
export type AttemptTrouble = 'doubled' | 'old_time' | 'wrong_secret';

/**
 * The receivers of an event: every endpoint of the merchant in the environment that chose it; one
 * endpoint, for a test; or the `webhook_url` of a request of the sandbox, which has no endpoints
 * (null when the request had none).
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

/** The body of the event. Exactly these bytes are signed and sent. */
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
