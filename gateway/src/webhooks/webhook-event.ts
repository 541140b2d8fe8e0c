import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { Text } from '#src/ground/errors/texts/text.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';

/** A kind of events: all that the gateway says about it. */
interface EventDescription {
  /** Its name in the panel. */
  readonly title: Text;
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
  'deposit.paid': {
    title: { 'pt-BR': 'Cobrança paga', en: 'Charge paid' },
    summary: 'Uma cobrança foi paga',
    data: 'charge',
    state: 'paid',
  },
  'deposit.expired': {
    title: { 'pt-BR': 'Cobrança expirada', en: 'Charge expired' },
    summary: 'Uma cobrança expirou sem pagamento',
    data: 'charge',
    state: 'expired',
  },
  'deposit.canceled': {
    title: { 'pt-BR': 'Cobrança cancelada', en: 'Charge canceled' },
    summary: 'Você cancelou uma cobrança',
    data: 'charge',
    state: 'canceled',
  },
  'deposit.refunded': {
    title: { 'pt-BR': 'Cobrança devolvida', en: 'Charge refunded' },
    summary: 'Uma devolução voltou ao pagador, inteira ou em parte',
    data: 'charge',
    state: 'refunded',
  },
  'deposit.refund_failed': {
    title: { 'pt-BR': 'Devolução não feita', en: 'Refund failed' },
    summary: 'O banco não fez uma devolução, e o valor voltou ao saldo',
    data: 'charge',
  },
  'payout.paid': {
    title: { 'pt-BR': 'Saque concluído', en: 'Payout completed' },
    summary: 'Um saque chegou ao destino',
    data: 'payout',
    state: 'paid',
    isNotable: true,
  },
  'payout.failed': {
    title: { 'pt-BR': 'Saque falhou', en: 'Payout failed' },
    summary: 'Um saque falhou e o valor voltou ao saldo',
    data: 'payout',
    state: 'failed',
    isNotable: true,
  },
  'payout.returned': {
    title: { 'pt-BR': 'Saque devolvido', en: 'Payout returned' },
    summary: 'O banco de destino devolveu um saque, todo ou em parte, e o valor voltou ao saldo',
    data: 'payout',
    state: 'returned',
    isNotable: true,
  },
  'payout.awaiting_approval': {
    title: { 'pt-BR': 'Saque aguarda aprovação', en: 'Payout awaiting approval' },
    summary: 'Um saque foi aceito e aguarda aprovação',
    data: 'payout',
    state: 'awaiting_approval',
    isNotable: true,
  },
  'payout.rejected': {
    title: { 'pt-BR': 'Saque não aprovado', en: 'Payout not approved' },
    summary: 'Um saque não foi aprovado e o valor voltou ao saldo',
    data: 'payout',
    state: 'failed',
    isNotable: true,
  },
  'split.received': {
    title: { 'pt-BR': 'Split recebido', en: 'Split received' },
    summary: 'Você recebeu uma parte da cobrança de outro lojista',
    data: 'split',
  },
  'split.refunded': {
    title: { 'pt-BR': 'Split devolvido', en: 'Split refunded' },
    summary: 'Uma devolução debitou a sua parte da cobrança de outro lojista',
    data: 'split',
  },
  'split.disputed': {
    title: { 'pt-BR': 'Split contestado', en: 'Split contested' },
    summary: 'Mudou o valor contestado (MED) da sua parte da cobrança de outro lojista',
    data: 'split',
  },
  'dispute.opened': {
    title: { 'pt-BR': 'Contestação aberta', en: 'Dispute opened' },
    summary: 'Um pagamento foi contestado (MED) e o valor foi bloqueado',
    data: 'dispute',
    isNotable: true,
  },
  'dispute.updated': {
    title: { 'pt-BR': 'Contestação atualizada', en: 'Dispute updated' },
    summary: 'Uma contestação mudou: defesa, prazo, valor ou devolução',
    data: 'dispute',
  },
  'dispute.closed': {
    title: { 'pt-BR': 'Contestação encerrada', en: 'Dispute closed' },
    summary: 'Uma contestação foi aceita, rejeitada ou cancelada',
    data: 'dispute',
    isNotable: true,
  },
  'balance.adjusted': {
    title: { 'pt-BR': 'Saldo ajustado', en: 'Balance adjusted' },
    summary: 'A plataforma mudou o seu saldo: ajuste, bloqueio ou desbloqueio',
    data: 'adjustment',
    isNotable: true,
  },
  'subscription.authorized': {
    title: { 'pt-BR': 'Assinatura autorizada', en: 'Subscription authorized' },
    summary: 'O pagador autorizou uma assinatura',
    data: 'subscription',
  },
  'subscription.rejected': {
    title: { 'pt-BR': 'Assinatura recusada', en: 'Subscription refused' },
    summary: 'O pagador ou o banco dele recusou uma assinatura',
    data: 'subscription',
  },
  'subscription.paused': {
    title: { 'pt-BR': 'Assinatura pausada', en: 'Subscription paused' },
    summary: 'Você pausou uma assinatura',
    data: 'subscription',
  },
  'subscription.resumed': {
    title: { 'pt-BR': 'Assinatura retomada', en: 'Subscription resumed' },
    summary: 'Você retomou uma assinatura',
    data: 'subscription',
  },
  'subscription.canceled': {
    title: { 'pt-BR': 'Assinatura cancelada', en: 'Subscription canceled' },
    summary: 'Você, o pagador ou o banco cancelou uma assinatura',
    data: 'subscription',
  },
  'subscription.expired': {
    title: { 'pt-BR': 'Assinatura expirada', en: 'Subscription expired' },
    summary: 'Uma assinatura chegou ao fim, ou o pagador não respondeu a tempo',
    data: 'subscription',
  },
  'cycle.scheduled': {
    title: { 'pt-BR': 'Débito agendado', en: 'Debit scheduled' },
    summary: 'A cobrança de um ciclo foi agendada no banco do pagador',
    data: 'cycle',
  },
  'cycle.paid': {
    title: { 'pt-BR': 'Débito pago', en: 'Debit paid' },
    summary: 'A cobrança de um ciclo foi paga',
    data: 'cycle',
  },
  'cycle.failed': {
    title: { 'pt-BR': 'Débito falhou', en: 'Debit failed' },
    summary: 'A cobrança de um ciclo falhou',
    data: 'cycle',
  },
  'cycle.retrying': {
    title: { 'pt-BR': 'Nova tentativa de débito', en: 'Debit tried again' },
    summary: 'A cobrança de um ciclo será tentada de novo',
    data: 'cycle',
  },
  'cycle.canceled': {
    title: { 'pt-BR': 'Débito cancelado', en: 'Debit canceled' },
    summary: 'A cobrança de um ciclo foi cancelada',
    data: 'cycle',
  },
  'webhook.test': {
    title: { 'pt-BR': 'Teste', en: 'Test' },
    summary: 'Você pediu um teste',
    data: 'test',
  },
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
  /** Set if `data` can be made again for ever, so that the body is not stored. */
  readonly form?: FormOfEvent | undefined;
  /** The fault of its deliveries, which its merchant chose in the test environment. */
  readonly fault?: WebhookFault | undefined;
}

/** The form that makes the body of an event, with what statements read of the body. */
export interface FormOfEvent {
  readonly version: number;
  readonly amount: Centavos;
  readonly externalId: string | null;
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
export function eventBody(
  event: Pick<NewEvent, 'kind' | 'environment' | 'sequence' | 'data'>,
  id: string,
  createdAt: number,
): string {
  return JSON.stringify({
    id,
    event: event.kind,
    environment: event.environment,
    sequence: event.sequence,
    created_at: isoTime(createdAt),
    data: event.data,
  });
}
