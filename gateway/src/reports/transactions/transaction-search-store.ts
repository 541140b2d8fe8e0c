import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  keepPlan,
  many,
  maybeOne,
  param,
  paramsOf,
  type Sql,
  shaped,
  sql,
} from '#src/ground/database/sql.ts';
import { LISTED, type ListedTransaction, type TransactionType } from './transaction.ts';

export const TABLES = {
  charge: {
    table: 'charges',
    columns: `payer_name as name, payer_document as document, refunded_centavos as refunded, utm,
        null::text as pix_key, payer_email as email, description,
        payment_link_id, due_on::text as due_day, due,
        split_count + dispute_count > 0 as has_others`,
    texts: `payer_name, description, payer_email, external_id`,
  },
  payout: {
    table: 'payouts',
    columns: `beneficiary_name as name, beneficiary_document as document,
        0::bigint as refunded, null::json as utm, pix_key, null::text as email,
        null::text as description, null::uuid as payment_link_id, null::text as due_day,
        null::json as due, false as has_others`,
    texts: `beneficiary_name, pix_key, external_id`,
  },
} as const satisfies Readonly<
  Record<TransactionType, { table: string; columns: string; texts: string }>
>;

/** The fields of the rows of a table. */
export const ROWS = { charge: LISTED, payout: { ...LISTED, pixKey: f.text } };
export const ID = shaped({ id: f.uuid }, ({ id }) => id);

export const $ = paramsOf({
  ...f.SCOPE,
  beforeId: f.uuid,
  fromId: f.uuid,
  window: f.count,
  offset: f.count,
  /** A filter that is null doesn't restrict the rows. */
  status: f.orNull(f.text),
  clientId: f.orNull(f.text),
  paymentLinkId: LISTED.paymentLinkId,
  paidFrom: LISTED.paidAt,
  paidTo: LISTED.paidAt,
  amountMin: f.bigint,
  amountMax: f.bigint,
  limit: f.count,
});

/** A condition with the value to find. */
type Condition = Sql<{ readonly key: string | null }>;
const withoutKey = (condition: string): Condition => ({ parts: [condition] });
const ID_KEY = param('key', f.orNull(f.uuid));
const TEXT_KEY = param('key', f.orNull(f.text));

// The condition of each index of the tables. Within a condition an index is ordered by id.
const INDEXES = {
  scope: withoutKey('true'),
  pending: withoutKey(`status = 'pending'`),
  expired: withoutKey(`status = 'expired'`),
  canceled: withoutKey(`status = 'canceled'`),
  partially_refunded: withoutKey(`status = 'partially_refunded'`),
  refunded: withoutKey(`status = 'refunded'`),
  failed: withoutKey(`status = 'failed'`),
  awaiting_approval: withoutKey(`status = 'awaiting_approval'`),
  link: sql`payment_link_id = ${ID_KEY}::uuid`,
  id: sql`id = ${ID_KEY}::uuid`,
  externalId: sql`external_id = ${TEXT_KEY}::text`,
  endToEndId: sql`end_to_end_id = ${TEXT_KEY}::text`,
  dueDay: sql`status = 'pending' and due_on = ${param('key', f.orNull(f.day))}::date`,
} as const satisfies Readonly<Record<string, Condition>>;

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
        external_id, ${TABLES[type].columns}, end_to_end_id,
        client_id, created_at, paid_at`;
}

/** The texts in which words are searched, as one column. */
export function searchedColumn(type: TransactionType): string {
  return `concat_ws(' ', ${TABLES[type].texts}) as searched`;
}

/** The filters of a list on these columns. */
export const FILTERED = sql`(${$.status}::text is null or status = ${$.status})
      and amount between ${$.amountMin} and ${$.amountMax}
      and (${$.clientId}::text is null or coalesce(client_id, 'panel') = ${$.clientId})
      and (${$.paymentLinkId}::uuid is null or payment_link_id = ${$.paymentLinkId})
      and (${$.paidFrom}::timestamptz is null or paid_at >= ${$.paidFrom})
      and (${$.paidTo}::timestamptz is null or paid_at < ${$.paidTo})`;
/** The rows of a scope in a range of ids. */
export const IN_RANGE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}
      and id < ${$.beforeId} and id >= ${$.fromId}`;

// The inner limit bounds the rows that a filter with few matches reads.
const searches = forEachIndex((type, index) => {
  const text = sql`select * from (
      select ${rowColumns(type)}
      from ${TABLES[type].table}
      where ${INDEXES[index] as Condition} and ${IN_RANGE}
      order by id desc limit ${$.window}
    ) window_rows
    where ${FILTERED}
    order by id desc limit ${$.limit}`;
  // The list of the panel by its scope is read often.
  const kept = index === 'scope' ? keepPlan(text) : text;
  return many(`transactions_${type}_by_${index}`, ROWS[type], kept);
});
const endsOfWindow = forEachIndex((type, index) =>
  maybeOne(
    `transactions_${type}_window_by_${index}`,
    ID,
    sql`select id from ${TABLES[type].table}
    where ${INDEXES[index] as Condition} and ${IN_RANGE}
    order by id desc offset ${$.offset} limit 1`,
  ),
);

function forEachIndex<Made>(
  make: (type: TransactionType, index: SearchIndex) => Made,
): Readonly<Record<`${TransactionType}_${SearchIndex}`, Made>> {
  const types = Object.keys(TABLES) as TransactionType[];
  const indexes = Object.keys(INDEXES) as SearchIndex[];
  return Object.fromEntries(
    types.flatMap((type) =>
      // Payouts have no links and no due dates.
      indexes
        .filter((index) => type === 'charge' || !ofCharges.has(index))
        .map((index) => [`${type}_${index}`, make(type, index)]),
    ),
  ) as Record<`${TransactionType}_${SearchIndex}`, Made>;
}

/** The matches among the rows of the window, newest first. */
export function searchRows(database: Queryable, search: Search): Promise<ListedTransaction[]> {
  const { type, index, key = null } = search;
  return searches[`${type}_${index}`](database, { ...filterParams(search), key });
}

/** The parameters of `FILTERED` and of the range of ids. */
export function filterParams(search: Omit<Search, 'type' | 'index' | 'key'>) {
  return {
    merchantId: search.merchantId,
    environment: search.environment,
    beforeId: search.beforeId,
    fromId: search.fromId,
    window: search.window,
    status: search.status ?? null,
    amountMin: search.amountMin,
    amountMax: search.amountMax,
    limit: search.limit,
    clientId: search.clientId ?? null,
    paymentLinkId: search.paymentLinkId ?? null,
    paidFrom: search.paidFrom ?? null,
    paidTo: search.paidTo ?? null,
  };
}

/** The last id of a full window; undefined when the range has fewer rows than the window. */
export function lastIdOfWindow(database: Queryable, search: Search): Promise<string | undefined> {
  const { type, index, merchantId, environment, beforeId, fromId, window, key = null } = search;
  const range = { merchantId, environment, beforeId, fromId, key };
  return endsOfWindow[`${type}_${index}`](database, { ...range, offset: window - 1 });
}
