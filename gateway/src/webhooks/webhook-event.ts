import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { isoTime } from '#src/ground/clock.ts';

/** A kind of events: all that the gateway says about it. */
interface EventDescription {
  /** When it is sent, in Portuguese. */
  readonly summary: string;
  /** The kind of its `data`. */
  readonly data:
    | 'charge'
    | 'payout'
    | 'split'
    | 'dispute'
    | 'adjustment'
    | 'subscription'
    | 'cycle'
    | 'test';
  /** The state of the transaction that begins with it, in the panel's timeline. */
  readonly state?:
    | 'paid'
    | 'expired'
    | 'canceled'
    | 'refunded'
    | 'failed'
    | 'returned'
    | 'awaiting_approval';
  /** Whether the panel's bell lists it; the index `webhook_events_notable` has the same kinds. */
  readonly isNotable?: true;
}

/** The kinds of events, of which endpoints choose. */
export const EVENTS = {
  'deposit.paid': { summary: 'Uma cobrança foi paga', data: 'charge', state: 'paid' },
  'deposit.expired': {
    summary: 'Uma cobrança expirou sem pagamento',
    data: 'charge',
    state: 'expired',
  },
  'deposit.canceled': { summary: 'Você cancelou uma cobrança', data: 'charge', state: 'canceled' },
  'deposit.refunded': {
    summary: 'Uma devolução voltou ao pagador, inteira ou em parte',
    data: 'charge',
    state: 'refunded',
  },
  'deposit.refund_failed': {
    summary: 'O banco não fez uma devolução, e o valor voltou ao saldo',
    data: 'charge',
  },
  'payout.paid': {
    summary: 'Um saque chegou ao destino',
    data: 'payout',
    state: 'paid',
    isNotable: true,
  },
  'payout.failed': {
    summary: 'Um saque falhou e o valor voltou ao saldo',
    data: 'payout',
    state: 'failed',
    isNotable: true,
  },
  'payout.returned': {
    summary: 'O banco de destino devolveu um saque, todo ou em parte, e o valor voltou ao saldo',
    data: 'payout',
    state: 'returned',
    isNotable: true,
  },
  'payout.awaiting_approval': {
    summary: 'Um saque foi aceito e aguarda aprovação',
    data: 'payout',
    state: 'awaiting_approval',
    isNotable: true,
  },
  'payout.rejected': {
    summary: 'Um saque não foi aprovado e o valor voltou ao saldo',
    data: 'payout',
    state: 'failed',
    isNotable: true,
  },
  'split.received': {
    summary: 'Você recebeu uma parte da cobrança de outro lojista',
    data: 'split',
  },
  'split.refunded': {
    summary: 'Uma devolução debitou a sua parte da cobrança de outro lojista',
    data: 'split',
  },
  'split.disputed': {
    summary: 'Mudou o valor contestado (MED) da sua parte da cobrança de outro lojista',
    data: 'split',
  },
  'dispute.opened': {
    summary: 'Um pagamento foi contestado (MED) e o valor foi bloqueado',
    data: 'dispute',
    isNotable: true,
  },
  'dispute.updated': {
    summary: 'Uma contestação mudou: defesa, prazo, valor ou devolução',
    data: 'dispute',
  },
  'dispute.closed': {
    summary: 'Uma contestação foi aceita, rejeitada ou cancelada',
    data: 'dispute',
    isNotable: true,
  },
  'balance.adjusted': {
    summary: 'A plataforma mudou o seu saldo: ajuste, bloqueio ou desbloqueio',
    data: 'adjustment',
    isNotable: true,
  },
  'subscription.authorized': {
    summary: 'O pagador autorizou uma assinatura',
    data: 'subscription',
  },
  'subscription.rejected': {
    summary: 'O pagador ou o banco dele recusou uma assinatura',
    data: 'subscription',
  },
  'subscription.paused': { summary: 'Você pausou uma assinatura', data: 'subscription' },
  'subscription.resumed': { summary: 'Você retomou uma assinatura', data: 'subscription' },
  'subscription.canceled': {
    summary: 'Você, o pagador ou o banco cancelou uma assinatura',
    data: 'subscription',
  },
  'subscription.expired': {
    summary: 'Uma assinatura chegou ao fim, ou o pagador não respondeu a tempo',
    data: 'subscription',
  },
  'cycle.scheduled': {
    summary: 'A cobrança de um ciclo foi agendada no banco do pagador',
    data: 'cycle',
  },
  'cycle.paid': { summary: 'A cobrança de um ciclo foi paga', data: 'cycle' },
  'cycle.failed': { summary: 'A cobrança de um ciclo falhou', data: 'cycle' },
  'cycle.retrying': { summary: 'A cobrança de um ciclo será tentada de novo', data: 'cycle' },
  'cycle.canceled': { summary: 'A cobrança de um ciclo foi cancelada', data: 'cycle' },
  'webhook.test': { summary: 'Você pediu um teste', data: 'test' },
} as const satisfies Readonly<Record<string, EventDescription>>;

export type EventKind = keyof typeof EVENTS;
export type TransactionEventKind = Exclude<EventKind, 'webhook.test'>;
type NotableKind = {
  [Kind in EventKind]: (typeof EVENTS)[Kind] extends { isNotable: true } ? Kind : never;
}[EventKind];

/** All kinds of events: of transactions and disputes, and the test that a merchant asks for. */
export const eventKinds = Object.keys(EVENTS) as [EventKind, ...EventKind[]];
/** The kinds without the test. */
export const transactionEventKinds = eventKinds.filter((kind) => kind !== 'webhook.test') as [
  TransactionEventKind,
  ...TransactionEventKind[],
];
/** The kinds that the panel's bell lists. */
export const notableEventKinds = eventKinds.filter(
  (kind): kind is NotableKind => 'isNotable' in EVENTS[kind],
);

/** The description of a kind. */
export function descriptionOf(kind: EventKind): EventDescription {
  return EVENTS[kind];
}

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
  /** The fault of its deliveries, which its merchant chose in the test environment. */
  readonly fault?: WebhookFault | undefined;
}

/**
 * A fault of webhooks in the test environment. `lost`: the event is not sent. `late`: it is sent 5
 * seconds later, so that a newer event may overtake it. `doubled`: it is sent a second time after
 * its success. `old_time`, `wrong_secret`: the next attempt is signed with an old instant or with a
 * wrong secret, and later attempts are signed correctly.
 */
export type WebhookFault = 'lost' | 'late' | AttemptFault;

/** The faults that a delivery keeps until its next attempt. */
export type AttemptFault = 'doubled' | 'old_time' | 'wrong_secret';

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
