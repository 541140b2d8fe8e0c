import type { LedgerScope } from '#src/access/ledger-scope.ts';
import type { ChargeStatus } from '#src/charges/charge.ts';
import type { PayoutStatus } from '#src/payouts/payout.ts';
import type { Queryable, Statement } from '#src/platform/database/database.ts';

/** A charge or a payout as a line of a list. */
export interface TransactionRow extends Record<string, unknown> {
  readonly type: 'charge' | 'payout';
  readonly id: string;
  readonly status: ChargeStatus | PayoutStatus;
  readonly amount_centavos: bigint;
  readonly fee_centavos: bigint;
  readonly external_id: string | null;
  /** Who pays a charge, or receives a payout. */
  readonly name: string;
  /** Of the same person. */
  readonly document: string;
  readonly end_to_end_id: string | null;
  /** Of a charge, what was given back for good; zero for a payout. */
  readonly refunded_centavos: bigint;
  readonly utm: Readonly<Record<string, string>> | null;
  readonly pix_key: string | null;
  readonly created_at: number;
  readonly paid_at: number | null;
}

const TABLES = {
  charge: {
    table: 'charges',
    facts: `payer_name as name, payer_document as document, refunded_centavos, utm,
        null::text as pix_key`,
  },
  payout: {
    table: 'payouts',
    facts: `beneficiary_name as name, beneficiary_document as document,
        0::bigint as refunded_centavos, null::json as utm, pix_key`,
  },
} as const;

// The condition that leads into the table by an index of its own, in the order of ids.
const WAYS = {
  scope: 'true',
  pending: `status = 'pending'`,
  expired: `status = 'expired'`,
  partially_refunded: `status = 'partially_refunded'`,
  refunded: `status = 'refunded'`,
  failed: `status = 'failed'`,
  id: 'id = $11::uuid',
  externalId: 'external_id = $11::text',
  endToEndId: 'end_to_end_id = $11::text',
} as const;

export type TransactionType = keyof typeof TABLES;
export type Way = keyof typeof WAYS;

/** A stretch of a book to look through, from the newest id to the oldest. */
export interface Search extends LedgerScope {
  readonly type: TransactionType;
  readonly way: Way;
  /** What is looked for on the ways by id, external id and end-to-end id. */
  readonly sought: string | undefined;
  readonly beforeId: string;
  readonly fromId: string;
  readonly status: string | undefined;
  /** Of the key pair that asked for it; `panel` for a person at the panel. */
  readonly clientId: string | undefined;
  readonly amountMin: bigint;
  readonly amountMax: bigint;
  readonly limit: number;
  /** How many rows are looked at, at most. */
  readonly window: number;
}

// Without the inner limit a filter that nothing matches would read the whole book.
const SEARCH = eachWay((type, way) => ({
  name: `transactions_${type}_by_${way}`,
  text: `select * from (
      select '${type}' as type, id, status, amount_centavos, fee_centavos, external_id,
        ${TABLES[type].facts}, end_to_end_id, client_id, created_at, paid_at
      from ${TABLES[type].table}
      where ${WAYS[way]} and merchant_id = $1 and environment = $2 and id < $3 and id >= $4
      order by id desc limit $5
    ) stretch
    where ($6::text is null or status = $6) and amount_centavos between $7 and $8
      and ($10::text is null or coalesce(client_id, 'panel') = $10)
    order by id desc limit $9`,
}));
const END_OF_WINDOW = eachWay((type, way) => ({
  name: `transactions_${type}_window_by_${way}`,
  text: `select id from ${TABLES[type].table}
    where ${WAYS[way].replace('$11', '$6')} and merchant_id = $1 and environment = $2 and id < $3
      and id >= $4
    order by id desc offset $5 limit 1`,
}));

function eachWay(
  statementOf: (type: TransactionType, way: Way) => Statement,
): Readonly<Record<`${TransactionType}_${Way}`, Statement>> {
  const types = Object.keys(TABLES) as TransactionType[];
  const ways = Object.keys(WAYS) as Way[];
  return Object.fromEntries(
    types.flatMap((type) => ways.map((way) => [`${type}_${way}`, statementOf(type, way)])),
  ) as Record<`${TransactionType}_${Way}`, Statement>;
}

/** The matches within the window, newest first. */
export function searchRows(database: Queryable, search: Search): Promise<TransactionRow[]> {
  const { type, way, merchantId, environment, beforeId, fromId, window } = search;
  const { status, amountMin, amountMax, limit, clientId, sought } = search;
  return database.query<TransactionRow>(SEARCH[`${type}_${way}`], [
    ...[merchantId, environment, beforeId, fromId, window],
    ...[status ?? null, amountMin, amountMax, limit, clientId ?? null],
    ...(WAYS[way].includes('$11') ? [sought] : []),
  ]);
}

/** The last id of a full window; undefined when the stretch ended before it. */
export async function lastIdOfWindow(
  database: Queryable,
  search: Search,
): Promise<string | undefined> {
  const { type, way, merchantId, environment, beforeId, fromId, window, sought } = search;
  const rows = await database.query<{ id: string }>(END_OF_WINDOW[`${type}_${way}`], [
    ...[merchantId, environment, beforeId, fromId, window - 1],
    ...(WAYS[way].includes('$11') ? [sought] : []),
  ]);
  return rows[0]?.id;
}
