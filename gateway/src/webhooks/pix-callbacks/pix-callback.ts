import { isoTime } from '#src/ground/clock.ts';
import { centavos, centavosToDecimal } from '#src/ground/money/centavos.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import type { EventKind, TransactionEventKind } from '../webhook-event.ts';

/** `api_pix`: the call-backs of the Central Bank's API Pix, `{"pix": […]}`, for one Pix key. */
export const endpointFormats = ['events', 'api_pix'] as const;
export type EndpointFormat = (typeof endpointFormats)[number];

/** The events that API Pix tells of: a booked Pix, and the ends of its refunds. */
export const pixEventKinds = [
  'deposit.paid',
  'deposit.refunded',
] as const satisfies readonly TransactionEventKind[];

/** What a call-back shows besides the events; a room above keeps it. */
export interface PixNames {
  /** The names that the merchant gave to its charges, by our ids. */
  readonly charges: ReadonlyMap<string, { readonly txid: string; readonly pixKey: string }>;
  /** A refund in the form of the standard (`Devolucao`). */
  readonly returnOf: (refund: EventRefund) => object;
}

/** The part of an event's body that a call-back shows. */
interface PixEvent {
  readonly event: EventKind;
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
}

/** Reads which payments the bodies of events tell of, for `PixNames`. */
export function paymentsInEvents(bodies: readonly string[]): PaymentInEvent[] {
  return pixEventsOf(bodies).map(({ data }) => ({
    ...{ id: data.internal_id, externalId: data.external_id, endToEndId: data.end_to_end_id },
    hasRefunds: (data.refunds ?? []).length > 0,
  }));
}

/**
 * Writes a call-back of API Pix from the bodies of events. A Pix is in it once, as its newest event
 * shows it. A test of an endpoint is a call-back without Pix.
 */
export function pixCallbackBody(
  bodies: readonly string[],
  pixKey: string,
  names: PixNames,
): string {
  const newest = new Map<string, PixEvent>();
  for (const event of pixEventsOf(bodies)) {
    const { end_to_end_id: endToEndId } = event.data;
    const other = newest.get(endToEndId);
    if (!other || other.sequence < event.sequence) newest.set(endToEndId, event);
  }
  return JSON.stringify({
    pix: [...newest.values()].map(({ data }) => pixOf(data, pixKey, names)),
  });
}

function pixEventsOf(bodies: readonly string[]): PixEvent[] {
  const events = bodies.map((body) => JSON.parse(body) as PixEvent);
  return events.filter(({ event }) => pixEventKinds.some((kind) => kind === event));
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
