import { isoTime } from '#src/ground/clock.ts';
import { centavos, centavosToDecimal } from '#src/ground/money/centavos.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import type { EventKind, TransactionEventKind } from '../webhook-event.ts';

/**
 * `api_pix`: the call-backs of the Central Bank's API Pix, `{"pix": […]}`, for one Pix key;
 * `api_pix_rec` and `api_pix_cobr`: those of recurrences and of the charges of their cycles.
 */
export const endpointFormats = ['events', 'api_pix', 'api_pix_rec', 'api_pix_cobr'] as const;
export type EndpointFormat = (typeof endpointFormats)[number];

/**
 * The events that API Pix tells of: a booked Pix, the ends of its refunds, and the disputes (MED)
 * for which the bank returned money.
 */
export const pixEventKinds = [
  'deposit.paid',
  'deposit.refunded',
  'deposit.refund_failed',
  'dispute.updated',
  'dispute.closed',
] as const satisfies readonly TransactionEventKind[];

/** The facts that a call-back shows besides the events; a room above keeps them. */
export interface PixNames {
  /** The names that the merchant gave to its charges, by our ids. */
  readonly charges: ReadonlyMap<string, { readonly txid: string; readonly pixKey: string }>;
  /** A refund in the form of the standard (`Devolucao`). */
  readonly returnOf: (refund: EventRefund) => object;
  /** The contested payments as GET /pix shows them now, by our ids of their charges. */
  readonly contested: ReadonlyMap<string, object>;
}

/** The part of an event's body that a call-back shows. */
interface PixEvent {
  readonly event: Exclude<EventKind, DisputeEvent['event']>;
  readonly sequence: number;
  readonly data: {
    readonly internal_id: string;
    readonly external_id: string | null;
    readonly amount: number;
    /** How the amount came about, of a charge with a due date. */
    readonly paid_amount?: number;
    readonly original?: number;
    readonly interest?: number;
    readonly fine?: number;
    readonly rebate?: number;
    readonly discount?: number;
    readonly paid_at: string;
    readonly end_to_end_id: string;
    readonly refunds?: readonly EventRefund[];
    readonly disputed_amount?: number;
  };
}

/** The part of the body of a dispute's event that a call-back shows. */
interface DisputeEvent {
  readonly event: 'dispute.updated' | 'dispute.closed';
  readonly sequence: number;
  readonly data: {
    readonly transaction_id: string;
    readonly end_to_end_id: string;
    readonly returned_amount: number;
  };
}

/** A refund as the event of its charge has it. */
export interface EventRefund {
  readonly internal_id: string;
  readonly status: 'pending' | 'done' | 'failed';
  readonly amount: number;
  readonly reason: string | null;
  readonly split: { username: string; amount: number }[];
  readonly created_at: string;
  readonly done_at: string | null;
  readonly return_id: string | null;
  readonly client_id: string | null;
  readonly failure_reason: { code: string; message: string } | null;
}

/** A payment that an event tells of. */
export interface PaymentInEvent {
  readonly id: string;
  readonly externalId: string | null;
  readonly endToEndId: string;
  readonly hasRefunds: boolean;
  /** Whether it has a dispute: it is then shown as it is now. */
  readonly isContested: boolean;
  /** Whether nothing of a dispute's payment has been returned: there is nothing to tell. */
  readonly isUntold: boolean;
}

/** Reads which payments the bodies of events tell of, for `PixNames`. */
export function paymentsInEvents(bodies: readonly string[]): PaymentInEvent[] {
  return pixEventsOf(bodies).map(paymentIn);
}

function paymentIn(event: PixEvent | DisputeEvent): PaymentInEvent {
  const { data } = event;
  const { end_to_end_id: endToEndId } = data;
  if (isOfDispute(event)) {
    const { transaction_id: id, returned_amount: returned } = event.data;
    const facts = { hasRefunds: false, isContested: true, isUntold: returned === 0 };
    return { id, externalId: null, endToEndId, ...facts };
  }
  const { internal_id: id, external_id: externalId, refunds = [], disputed_amount } = event.data;
  const isContested = disputed_amount !== undefined;
  return {
    id,
    externalId,
    endToEndId,
    hasRefunds: refunds.length > 0,
    isContested,
    isUntold: false,
  };
}

function isOfDispute(event: PixEvent | DisputeEvent): event is DisputeEvent {
  return event.event === 'dispute.updated' || event.event === 'dispute.closed';
}

/**
 * Writes a call-back of API Pix from the bodies of events. A Pix is in it once, as its newest event
 * shows it, and a contested one as it is now. A test of an endpoint is a call-back without Pix.
 */
export function pixCallbackBody(
  bodies: readonly string[],
  pixKey: string,
  names: PixNames,
): string {
  const newest = new Map<string, PixEvent | DisputeEvent>();
  for (const event of pixEventsOf(bodies)) {
    const { end_to_end_id: endToEndId } = event.data;
    const other = newest.get(endToEndId);
    if (!other || isNewer(event, other)) newest.set(endToEndId, event);
  }
  const pix = [...newest.values()].flatMap((event) => {
    const { id, isContested } = paymentIn(event);
    const contested = isContested ? names.contested.get(id) : undefined;
    return contested ?? (isOfDispute(event) ? [] : pixOf(event.data, pixKey, names));
  });
  return JSON.stringify({ pix });
}

function pixEventsOf(bodies: readonly string[]): (PixEvent | DisputeEvent)[] {
  const events = bodies.map((body) => JSON.parse(body) as PixEvent | DisputeEvent);
  return events.filter(({ event }) => pixEventKinds.some((kind) => kind === event));
}

/** Events of disputes are the newest, because they show the payment as it is now. */
function isNewer(event: PixEvent | DisputeEvent, other: PixEvent | DisputeEvent): boolean {
  if (isOfDispute(event) !== isOfDispute(other)) return isOfDispute(event);
  return other.sequence < event.sequence;
}

function pixOf(data: PixEvent['data'], chave: string, { charges, returnOf }: PixNames) {
  const { refunds = [], internal_id: id } = data;
  const named = charges.get(id);
  return {
    endToEndId: data.end_to_end_id,
    txid: named?.txid ?? txidFromId(id),
    valor: centavosToDecimal(centavos(data.paid_amount ?? data.amount)),
    componentesValor: componentsOf(data),
    chave: named?.pixKey ?? chave,
    horario: isoTime(Date.parse(data.paid_at)),
    ...(refunds.length > 0 && { devolucoes: refunds.map(returnOf) }),
  };
}

/** The parts of the amount; those of zero are not shown. */
function componentsOf(data: PixEvent['data']) {
  const { amount, original = amount, interest = 0, fine = 0, rebate = 0, discount = 0 } = data;
  const part = (value: number) => ({ valor: centavosToDecimal(centavos(value)) });
  return {
    original: part(original),
    ...(interest > 0 && { juros: part(interest) }),
    ...(fine > 0 && { multa: part(fine) }),
    ...(rebate > 0 && { abatimento: part(rebate) }),
    ...(discount > 0 && { desconto: part(discount) }),
  };
}
