import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';

const TYPES = ['charge', 'payout'] as const;
export const STATUSES = [
  'awaiting_approval',
  'pending',
  'paid',
  'expired',
  'canceled',
  'partially_refunded',
  'refunded',
  'failed',
] as const;
/** The states of payouts. */
export const PAYOUT_STATUSES = ['awaiting_approval', 'pending', 'paid', 'failed'] as const;
/** The pause after typing before the search runs. */
export const TYPING_PAUSE_MS = 350;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The filter of a search; an absent field means all. */
export interface TransactionFilter {
  readonly type?: (typeof TYPES)[number] | undefined;
  readonly status?: (typeof STATUSES)[number] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** The days of the payment. */
  readonly paidFrom?: string | undefined;
  readonly paidTo?: string | undefined;
  /** The due dates of pending charges. */
  readonly dueFrom?: string | undefined;
  readonly dueTo?: string | undefined;
  /** Only pending charges whose due date has passed. */
  readonly overdue?: boolean | undefined;
  readonly amountMin?: number | undefined;
  readonly amountMax?: number | undefined;
  /** The key that created it; `panel` if it was created in the panel. */
  readonly clientId?: string | undefined;
  /** The customer who pays. */
  readonly customer?: string | undefined;
  /** The payment link that made the charge. */
  readonly linkId?: string | undefined;
  readonly text?: string | undefined;
}

/** The filter is in the page's address, so that a search can be saved, shared and gone back to. */
export function useTransactionFilter() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const filter = useMemo(() => filterOf(search), [search]);
  const change = (next: TransactionFilter) =>
    navigate({
      to: '.',
      search: ({ ambiente }) => ({ ambiente, ...searchOf(next) }),
      replace: true,
    });
  return { filter, change };
}

/** The filter as parameters of the API. */
export function queryOf(filter: TransactionFilter) {
  const { type, status, from, to, paidFrom, paidTo } = filter;
  const { amountMin, amountMax, clientId, customer, linkId, text } = filter;
  const { dueFrom, dueTo, overdue } = filter;
  return {
    ...(type && { type }),
    ...(status && { status }),
    ...(from && { from }),
    ...(to && { to }),
    ...(paidFrom && { paid_from: paidFrom }),
    ...(paidTo && { paid_to: paidTo }),
    ...(dueFrom && { due_from: dueFrom }),
    ...(dueTo && { due_to: dueTo }),
    ...(overdue && { overdue }),
    ...(linkId && { payment_link: linkId }),
    ...(amountMin && { amount_min: amountMin }),
    ...(amountMax && { amount_max: amountMax }),
    ...(clientId && { client_id: clientId }),
    ...(customer && { customer }),
    ...(text && { search: text }),
  };
}

export function filterOf(search: Record<string, unknown>): TransactionFilter {
  const day = (value: unknown) => (DAY.test(String(value)) ? String(value) : undefined);
  const amount = (value: unknown) => (Number.isSafeInteger(value) ? Number(value) : undefined);
  return {
    type: TYPES.find((type) => type === search.tipo),
    status: STATUSES.find((status) => status === search.situacao),
    from: day(search.de),
    to: day(search.ate),
    paidFrom: day(search.paga_de),
    paidTo: day(search.paga_ate),
    dueFrom: day(search.vence_de),
    dueTo: day(search.vence_ate),
    overdue: search.vencidas === true || undefined,
    linkId: search.link === undefined ? undefined : String(search.link),
    amountMin: amount(search.minimo),
    amountMax: amount(search.maximo),
    clientId: search.chave === undefined ? undefined : String(search.chave),
    customer: search.cliente === undefined ? undefined : String(search.cliente),
    text: search.busca === undefined ? undefined : String(search.busca),
  };
}

function searchOf(filter: TransactionFilter) {
  return {
    tipo: filter.type,
    situacao: filter.status,
    de: filter.from || undefined,
    ate: filter.to || undefined,
    paga_de: filter.paidFrom || undefined,
    paga_ate: filter.paidTo || undefined,
    vence_de: filter.dueFrom || undefined,
    vence_ate: filter.dueTo || undefined,
    vencidas: filter.overdue || undefined,
    link: filter.linkId || undefined,
    minimo: filter.amountMin || undefined,
    maximo: filter.amountMax || undefined,
    chave: filter.clientId || undefined,
    cliente: filter.customer || undefined,
    busca: filter.text || undefined,
  };
}
