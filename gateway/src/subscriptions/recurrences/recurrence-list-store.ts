import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import type { SubscriptionKey, SubscriptionStatus } from '../subscription.ts';

const FIND = {
  name: 'recurrences_find',
  text: `select id from subscriptions
    where recurrence_id = $3 and merchant_id = $1 and environment = $2`,
};
const FIND_BY_ID = {
  name: 'recurrences_find_by_id',
  place: EACH_BUCKET,
  text: `select merchant_id, environment, id from subscriptions where id = $1`,
};
const FILTERED = `from subscriptions s where merchant_id = $1 and environment = $2
    and id >= $3 and id < $4 and recurrence_id is not null
    and ($5::text[] is null or status = any($5)) and ($6::text is null or payer_document = $6)
    and ($7::boolean is null or (code is not null) = $7) and ($8::text is null or covenant = $8)`;
const COUNT = {
  name: 'recurrences_count',
  text: `select count(*) as count from (select 1 ${FILTERED} limit $9) counted`,
};
const PAGE = {
  name: 'recurrences_page',
  text: `select id ${FILTERED} order by id offset $9 limit $10`,
};

interface KeyRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: SubscriptionKey['environment'];
}

/** Which recurrences a list shows: ids from the first to before the second. */
export interface RecurrenceFilter extends LedgerScope {
  readonly fromId: string;
  readonly beforeId: string;
  readonly statuses: readonly SubscriptionStatus[] | null;
  readonly document: string | null;
  readonly hasLocation: boolean | null;
  readonly covenant: string | null;
}

/** The id of a subscription by its id at the banks. */
export async function selectIdOfRecurrence(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  recurrenceId: string,
): Promise<string | undefined> {
  const values = [merchantId, environment, recurrenceId];
  return (await database.query<{ id: string }>(FIND, values))[0]?.id;
}

/** The key of a subscription of any merchant by its id alone. */
export async function selectKeyById(
  database: Queryable,
  id: string,
): Promise<SubscriptionKey | undefined> {
  const [row] = await database.query<KeyRow>(FIND_BY_ID, [id]);
  return row && { merchantId: row.merchant_id, environment: row.environment, id };
}

/** Counts recurrences up to a number. */
export async function countRecurrences(
  database: Queryable,
  filter: RecurrenceFilter,
  max: number,
): Promise<number> {
  const [row] = await database.query<{ count: bigint }>(COUNT, [...valuesOf(filter), max]);
  return Number(row?.count ?? 0);
}

/** The ids of a page of recurrences, oldest first. */
export async function pageRecurrences(
  database: Queryable,
  filter: RecurrenceFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<string[]> {
  const values = [...valuesOf(filter), offset, limit];
  return (await database.query<{ id: string }>(PAGE, values)).map(({ id }) => id);
}

function valuesOf(filter: RecurrenceFilter): unknown[] {
  const { merchantId, environment, fromId, beforeId } = filter;
  const { statuses, document, hasLocation, covenant } = filter;
  const range = [merchantId, environment, fromId, beforeId];
  return [...range, statuses, document, hasLocation, covenant];
}
