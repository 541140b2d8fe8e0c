import { isoTime } from '#src/ground/clock.ts';
import { centavos, centavosToDecimal } from '#src/ground/money/centavos.ts';
import type { EventKind, TransactionEventKind } from '../webhook-event.ts';

/** `api_pix`: the call-backs of the Central Bank's API Pix, `{"pix": […]}`, for one Pix key. */
export const endpointFormats = ['events', 'api_pix'] as const;
export type EndpointFormat = (typeof endpointFormats)[number];

/** The events that API Pix tells of: a booked Pix, and the ends of its refunds. */
export const pixEventKinds = [
  'deposit.paid',
  'deposit.refunded',
] as const satisfies readonly TransactionEventKind[];

/** The names that merchants gave to their charges and refunds, by our ids. */
export interface PixNames {
  readonly charges: ReadonlyMap<string, { readonly txid: string; readonly pixKey: string }>;
  readonly refundNames: ReadonlyMap<string, string>;
}

/** The part of an event's body that a call-back shows. */
interface PixEvent {
  readonly event: EventKind;
  readonly sequence: number;
  readonly data: {
    readonly internal_id: string;
    readonly external_id: string | null;
    readonly amount: number;
    /** What was paid, where it differs from `amount`: charges with a due date. */
    readonly paid_amount?: number | null;
    readonly paid_at: string;
    readonly end_to_end_id: string;
    readonly refunds?: readonly PixRefund[];
  };
}

interface PixRefund {
  readonly internal_id: string;
  readonly status: 'pending' | 'done' | 'failed';
  readonly amount: number;
  readonly reason: string | null;
  readonly created_at: string;
  readonly done_at: string | null;
  readonly return_id: string | null;
  readonly failure_reason: { readonly message: string } | null;
}

const STATUS = { pending: 'EM_PROCESSAMENTO', done: 'DEVOLVIDO', failed: 'NAO_REALIZADO' } as const;

/** The charges and refunds that the bodies of events tell of. */
export interface IdsInEvents {
  readonly charges: readonly { readonly id: string; readonly externalId: string | null }[];
  readonly refundIds: readonly string[];
}

/** Reads which charges and refunds the bodies of events tell of, for `PixNames`. */
export function idsInEvents(bodies: readonly string[]): IdsInEvents {
  const data = pixEventsOf(bodies).map((event) => event.data);
  const refundIds = data.flatMap(({ refunds = [] }) => refunds.map((refund) => refund.internal_id));
  return {
    charges: data.map(({ internal_id: id, external_id: externalId }) => ({ id, externalId })),
    refundIds: [...new Set(refundIds)],
  };
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

/** The name of a charge or refund that has none of its merchant: our id without dashes. */
export function plainPixName(id: string): string {
  return id.replaceAll('-', '');
}

function pixEventsOf(bodies: readonly string[]): PixEvent[] {
  const events = bodies.map((body) => JSON.parse(body) as PixEvent);
  return events.filter(({ event }) => pixEventKinds.some((kind) => kind === event));
}

function pixOf(data: PixEvent['data'], chave: string, { charges, refundNames }: PixNames) {
  const { refunds = [], internal_id: id } = data;
  const named = charges.get(id);
  return {
    endToEndId: data.end_to_end_id,
    txid: named?.txid ?? plainPixName(id),
    valor: centavosToDecimal(centavos(data.paid_amount ?? data.amount)),
    chave: named?.pixKey ?? chave,
    horario: isoTime(Date.parse(data.paid_at)),
    ...(refunds.length > 0 && {
      devolucoes: refunds.map((refund) => refundOf(refund, refundNames)),
    }),
  };
}

function refundOf(refund: PixRefund, refundNames: PixNames['refundNames']) {
  const { internal_id: id, done_at: doneAt, failure_reason: failure } = refund;
  return {
    id: refundNames.get(id) ?? plainPixName(id),
    ...(refund.return_id !== null && { rtrId: refund.return_id }),
    valor: centavosToDecimal(centavos(refund.amount)),
    natureza: 'ORIGINAL',
    ...(refund.reason !== null && { descricao: refund.reason }),
    horario: {
      solicitacao: refund.created_at,
      ...(doneAt !== null && { liquidacao: doneAt }),
    },
    status: STATUS[refund.status],
    ...(failure && { motivo: failure.message }),
  };
}
