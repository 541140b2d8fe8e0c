import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { countRows, maybeOne, one, paramsOf, run, sql } from '#src/ground/database/sql.ts';
import { HOME } from '#src/ground/database/statement-place.ts';

const COUNT = { count: f.count };

const $ = paramsOf({
  merchantId: f.uuid,
  day: f.day,
  at: f.instant,
  beforeId: f.uuid,
  limit: f.count,
});

/** Claims the reset of a day (`2026-11-20`). Returns 0 if it was claimed before. */
export const claimResetDay = countRows(
  'sandbox_claim_day',
  sql`insert into sandbox_resets (day, reset_at) values (${$.day}::date, ${$.at})
    on conflict do nothing returning day`,
  HOME,
);

/** Whether the reset of a day was claimed, and whether any reset was ever claimed. */
export const readResetDay = one(
  'sandbox_has_reset',
  { isDone: f.bool, isKnown: f.bool },
  sql`select exists (select from sandbox_resets where day = ${$.day}::date) as is_done,
    exists (select from sandbox_resets) as is_known`,
  HOME,
);

/** Records the balances of the sandbox's accounts, at most once an hour. */
export const markCheckpoint = run(
  'sandbox_mark_checkpoint',
  sql`select mark_sandbox_checkpoint(${$.at})`,
  HOME,
);

/** Sets the opening balances of the sandbox's accounts to the last checkpoint before an instant. */
export const openLedgerAt = run(
  'sandbox_open_ledger',
  sql`select open_sandbox_ledger(${$.at.as('before')})`,
  HOME,
);

const deleteDisputes = one(
  'sandbox_delete_disputes',
  COUNT,
  sql`select delete_sandbox_disputes(${$.limit}) as count`,
  HOME,
);

const deletePostings = one(
  'sandbox_delete_postings',
  COUNT,
  sql`select delete_sandbox_postings(${$.limit}) as count`,
  HOME,
);

const deleteCharges = one(
  'sandbox_delete_charges',
  COUNT,
  sql`select delete_sandbox_charges(${$.beforeId}, ${$.limit}) as count`,
  HOME,
);

const deleteLocations = one(
  'sandbox_delete_locations',
  COUNT,
  sql`select delete_sandbox_locations(${$.beforeId}, ${$.limit}) as count`,
  HOME,
);

const deleteEvents = one(
  'sandbox_delete_events',
  COUNT,
  sql`select delete_sandbox_events(${$.limit}) as count`,
  HOME,
);

const nthNewestOf = (table: string) =>
  maybeOne(
    `sandbox_nth_of_${table}`,
    { id: f.uuid },
    sql`select id from ${table} where merchant_id = ${$.merchantId} and environment = 'test'
    order by id desc offset ${$.limit.as('offset')} limit 1`,
  );
/** The rows that requests of visitors create; all other rows are deleted with these. */
const NTH_NEWEST = [
  nthNewestOf('charges'),
  nthNewestOf('payouts'),
  nthNewestOf('refunds'),
  nthNewestOf('disputes'),
  nthNewestOf('webhook_events'),
];

/**
 * The newest id of a row beyond the newest `count` rows of its kind: charges, payouts, refunds,
 * disputes and events. Undefined if no kind has more rows.
 */
export async function selectIdAboveCount(
  database: Queryable,
  merchantId: string,
  count: number,
): Promise<string | undefined> {
  const ids: string[] = [];
  for (const select of NTH_NEWEST) {
    const row = await select(database, { merchantId, offset: count });
    if (row) ids.push(row.id);
  }
  return ids.sort().at(-1);
}

/** Deletes up to `limit` rows of each kind. Returns how many it deleted. */
export async function deleteExpired(
  database: Queryable,
  bounds: { readonly beforeId: string; readonly limit: number },
): Promise<number> {
  const { limit } = bounds;
  const disputes = await deleteDisputes(database, bounds);
  // Postings of a dispute are deleted after the dispute.
  if (disputes.count === limit) return limit;
  // Last: the verification misses an event of a charge, not a charge of an event.
  const counted = [
    await deletePostings(database, bounds),
    await deleteCharges(database, bounds),
    await deleteLocations(database, bounds),
    await deleteEvents(database, bounds),
  ];
  return counted.reduce((sum, { count }) => sum + count, 0);
}
