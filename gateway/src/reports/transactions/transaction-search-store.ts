import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Statement } from '#src/ground/database/database.ts';
import type { ListedTransaction, TransactionType } from './transaction.ts';

export const TABLES = {
  charge: {
    table: 'charges',
    columns: `payer_name as name, payer_document as document, refunded_centavos as refunded, utm,
        null::text as "pixKey", payer_email as email, description,
        payment_link_id as "paymentLinkId", due_on::text as "dueOn", due`,
    texts: `payer_name, description, payer_email, external_id`,
  },
  payout: {
    table: 'payouts',
    columns: `beneficiary_name as name, beneficiary_document as document,
        0::bigint as refunded, null::json as utm, pix_key as "pixKey", null::text as email,
        null::text as description, null::uuid as "paymentLinkId", null::text as "dueOn",
        null::json as due`,
    texts: `beneficiary_name, pix_key, external_id`,
  },
} as const satisfies Readonly<
  Record<TransactionType, { table: string; columns: string; texts: string }>
>;

// The condition of each index of the tables. Within a condition an index is ordered by id.
const INDEXES = {
  scope: 'true',
  pending: `status = 'pending'`,
  expired: `status = 'expired'`,
  canceled: `status = 'canceled'`,
  partially_refunded: `status = 'partially_refunded'`,
  refunded: `status = 'refunded'`,
  failed: `status = 'failed'`,
  awaiting_approval: `status = 'awaiting_approval'`,
  link: 'payment_link_id = $14::uuid',
  id: 'id = $14::uuid',
  externalId: 'external_id = $14::text',
  endToEndId: 'end_to_end_id = $14::text',
  dueDay: `status = 'pending' and due_on = $14::date`,
} as const;

export type SearchIndex = keyof typeof INDEXES;

/** The indexes that payouts don't have. */
export const ofCharges: ReadonlySet<SearchIndex> = new Set(['link', 'dueDay']);

/** A range of ids of one scope to search, from the newest to the oldest. */
export interface Search extends LedgerScope {
  readonly type: TransactionType;
  readonly index: SearchIndex;
  /** The value to find in an index of links, ids, external ids, end-to-end ids or due dates. */
  readonly key: string | undefined;
  readonly beforeId: string;
  readonly fromId: string;
  readonly status: string | undefined;
  /** The key pair that created it; `panel` for a person at the panel. */
  readonly clientId: string | undefined;
  readonly paymentLinkId: string | undefined;
  /** Instants of the payment, the second exclusive. */
  readonly paidFrom: number | undefined;
  readonly paidTo: number | undefined;
  readonly amountMin: bigint;
  readonly amountMax: bigint;
  readonly limit: number;
  /** The most rows that are read. */
  readonly window: number;
}

/** The columns of a listed transaction and of its filters. */
export function rowColumns(type: TransactionType): string {
  return `'${type}' as type, id, status, amount_centavos as amount, fee_centavos as fee,
        external_id as "externalId", ${TABLES[type].columns}, end_to_end_id as "endToEndId",
        client_id, created_at as "createdAt", paid_at as "paidAt"`;
}

/** The texts in which words are searched, as one column. */
export function searchedColumn(type: TransactionType): string {
  return `concat_ws(' ', ${TABLES[type].texts}) as searched`;
}

/** The filters of a list on these columns. */
export const FILTERED = `($6::text is null or status = $6) and amount between $7 and $8
      and ($10::text is null or coalesce(client_id, 'panel') = $10)
      and ($11::uuid is null or "paymentLinkId" = $11)
      and ($12::timestamptz is null or "paidAt" >= $12)
      and ($13::timestamptz is null or "paidAt" < $13)`;

// The inner limit bounds the rows that a filter with few matches reads.
const SEARCH = forEachIndex((type, index) => ({
  name: `transactions_${type}_by_${index}`,
  text: `select * from (
      select ${rowColumns(type)}
      from ${TABLES[type].table}
      where ${INDEXES[index]} and merchant_id = $1 and environment = $2 and id < $3 and id >= $4
      order by id desc limit $5
    ) window_rows
    where ${FILTERED}
    order by id desc limit $9`,
}));
const END_OF_WINDOW = forEachIndex((type, index) => ({
  name: `transactions_${type}_window_by_${index}`,
  text: `select id from ${TABLES[type].table}
    where ${INDEXES[index].replace('$14', '$6')} and merchant_id = $1 and environment = $2
      and id < $3 and id >= $4
    order by id desc offset $5 limit 1`,
}));

function forEachIndex(
  statementOf: (type: TransactionType, index: SearchIndex) => Statement,
): Readonly<Record<`${TransactionType}_${SearchIndex}`, Statement>> {
  const types = Object.keys(TABLES) as TransactionType[];
  const indexes = Object.keys(INDEXES) as SearchIndex[];
  return Object.fromEntries(
    types.flatMap((type) =>
      // Payouts have no links and no due dates.
      indexes
        .filter((index) => type === 'charge' || !ofCharges.has(index))
        .map((index) => [`${type}_${index}`, statementOf(type, index)]),
    ),
  ) as Record<`${TransactionType}_${SearchIndex}`, Statement>;
}

type SearchRow = ListedTransaction & Record<string, unknown>;

/** The matches among the rows of the window, newest first. */
export function searchRows(database: Queryable, search: Search): Promise<ListedTransaction[]> {
  const { type, index, key } = search;
  return database.query<SearchRow>(SEARCH[`${type}_${index}`], [
    ...filterValues(search),
    ...(hasKey(index) ? [key] : []),
  ]);
}

/** The values of `FILTERED` and of the range of ids: $1 to $13. */
export function filterValues(search: Omit<Search, 'index' | 'key'>): unknown[] {
  const { merchantId, environment, beforeId, fromId, window } = search;
  const { status, amountMin, amountMax, limit, clientId } = search;
  const { paymentLinkId, paidFrom, paidTo } = search;
  return [
    merchantId,
    environment,
    beforeId,
    fromId,
    window,
    status ?? null,
    amountMin,
    amountMax,
    limit,
    clientId ?? null,
    paymentLinkId ?? null,
    ...[paidFrom, paidTo].map((at) => (at === undefined ? null : new Date(at))),
  ];
}

function hasKey(index: SearchIndex): boolean {
  return INDEXES[index].includes('$14');
}

/** The last id of a full window; undefined when the range has fewer rows than the window. */
export async function lastIdOfWindow(
  database: Queryable,
  search: Search,
): Promise<string | undefined> {
  const { type, index, merchantId, environment, beforeId, fromId, window, key } = search;
  const rows = await database.query<{ id: string }>(END_OF_WINDOW[`${type}_${index}`], [
    merchantId,
    environment,
    beforeId,
    fromId,
    window - 1,
    ...(hasKey(index) ? [key] : []),
  ]);
  return rows[0]?.id;
}
