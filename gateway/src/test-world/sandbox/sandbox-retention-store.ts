import type { Queryable } from '#src/ground/database/database.ts';
import { HOME } from '#src/ground/database/statement-place.ts';

const MARK = {
  name: 'sandbox_mark_checkpoint',
  place: HOME,
  text: 'select mark_sandbox_checkpoint($1)',
};
const OPEN = { name: 'sandbox_open_ledger', place: HOME, text: 'select open_sandbox_ledger($1)' };
const DELETE_DISPUTES = {
  name: 'sandbox_delete_disputes',
  place: HOME,
  text: 'select delete_sandbox_disputes($1) as count',
};
const DELETE_POSTINGS = {
  name: 'sandbox_delete_postings',
  place: HOME,
  text: 'select delete_sandbox_postings($1) as count',
};
const DELETE_CHARGES = {
  name: 'sandbox_delete_charges',
  place: HOME,
  text: 'select delete_sandbox_charges($1, $2) as count',
};
const DELETE_LOCATIONS = {
  name: 'sandbox_delete_locations',
  place: HOME,
  text: 'select delete_sandbox_locations($1, $2) as count',
};
const DELETE_EVENTS = {
  name: 'sandbox_delete_events',
  place: HOME,
  text: 'select delete_sandbox_events($1) as count',
};
const nth = (table: string) => ({
  name: `sandbox_nth_of_${table}`,
  text: `select id from ${table} where merchant_id = $1 and environment = 'test'
    order by id desc offset $2 limit 1`,
});
/** The rows that requests of visitors create; all other rows are deleted with these. */
const NTH_NEWEST = [
  nth('charges'),
  nth('payouts'),
  nth('refunds'),
  nth('disputes'),
  nth('webhook_events'),
];

/** Records the balances of the sandbox's accounts, at most once an hour. */
export async function markCheckpoint(database: Queryable, at: number): Promise<void> {
  await database.query(MARK, [new Date(at)]);
}

/** Sets the opening balances of the sandbox's accounts to the last checkpoint before an instant. */
export async function openLedgerAt(database: Queryable, before: number): Promise<void> {
  await database.query(OPEN, [new Date(before)]);
}

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
  for (const statement of NTH_NEWEST) {
    const rows = await database.query<{ id: string }>(statement, [merchantId, count]);
    ids.push(...rows.map(({ id }) => id));
  }
  return ids.sort().at(-1);
}

/** Deletes up to `limit` rows of each kind. Returns how many it deleted. */
export async function deleteExpired(
  database: Queryable,
  bounds: { beforeId: string; limit: number },
): Promise<number> {
  const { beforeId, limit } = bounds;
  const [disputes] = await database.query<{ count: bigint }>(DELETE_DISPUTES, [limit]);
  // Postings of a dispute are deleted after the dispute.
  if (Number(disputes?.count ?? 0n) === limit) return limit;
  const counted = [
    await database.query<{ count: bigint }>(DELETE_POSTINGS, [limit]),
    await database.query<{ count: bigint }>(DELETE_CHARGES, [beforeId, limit]),
    await database.query<{ count: bigint }>(DELETE_LOCATIONS, [beforeId, limit]),
    await database.query<{ count: bigint }>(DELETE_EVENTS, [limit]),
  ];
  return counted.reduce((sum, [row]) => sum + Number(row?.count ?? 0n), 0);
}
