import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { isoTime } from '#src/ground/clock.ts';

/** The kinds of events of transactions, received shares and disputes; endpoints choose kinds. */
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

/** All kinds of events: of transactions and disputes, and the test that a merchant asks for. */
export const eventKinds = [...transactionEventKinds, 'webhook.test'] as const;

export type TransactionEventKind = (typeof transactionEventKinds)[number];
export type EventKind = (typeof eventKinds)[number];

/** An event that a feature emits. */
export interface NewEvent extends LedgerScope {
  readonly kind: EventKind;
  /** The charge, payout or dispute. */
  readonly resourceId: string;
  /** The number of the event among those of its transaction, share or dispute, from 1. */
  readonly sequence: number;
  /** The transaction, share or dispute as the API shows it. */
  readonly data: object;
  readonly audience: Audience;
  /** The scenario of its deliveries, which its merchant chose in the test environment. */
  readonly trouble?: WebhookTrouble | undefined;
}

/**
 * A webhook scenario of the test environment. `lost`: the event is not sent. `late`: it is sent 5
 * seconds later, so that a newer event may overtake it. `doubled`: it is sent a second time after
 * its success. `old_time`, `wrong_secret`: the next attempt is signed with an old instant or with a
 * wrong secret, and later attempts are signed correctly.
 */
export type WebhookTrouble = 'lost' | 'late' | AttemptTrouble;

/** The scenarios that a delivery keeps until its next attempt. */
export type AttemptTrouble = 'doubled' | 'old_time' | 'wrong_secret';

/**
 * The receivers of an event: all endpoints of the merchant in the environment that chose its kind;
 * one endpoint, for a test; or the `webhook_url` of a request of the sandbox, which has no
 * endpoints (null when the request had none).
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
