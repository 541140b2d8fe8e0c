import type { Queryable } from '#src/platform/database/database.ts';

const MARK = { name: 'sandbox_mark_checkpoint', text: 'select mark_sandbox_checkpoint($1)' };
const OPEN = { name: 'sandbox_open_ledger', text: 'select open_sandbox_ledger($1)' };
const FORGET_POSTINGS = {
  name: 'sandbox_forget_postings',
  text: 'select forget_sandbox_postings($1) as count',
};
const FORGET_CHARGES = {
  name: 'sandbox_forget_charges',
  text: 'select forget_sandbox_charges($1, $2) as count',
};
const FORGET_EVENTS = {
  name: 'sandbox_forget_events',
  text: 'select forget_sandbox_events($1) as count',
};
const NTH_CHARGE = {
  name: 'sandbox_nth_charge',
  text: `select id from charges where merchant_id = $1 and environment = 'test'
    order by id desc offset $2 limit 1`,
};

/** Notes where the sandbox's accounts stand, at most once an hour. */
export async function markCheckpoint(database: Queryable, at: number): Promise<void> {
  await database.query(MARK, [new Date(at)]);
}

/** Sets the openings of the sandbox's accounts to the last checkpoint before an instant. */
export async function openLedgerAt(database: Queryable, before: number): Promise<void> {
  await database.query(OPEN, [new Date(before)]);
}

/** The id of the newest charge that is beyond a number; undefined when there are fewer. */
export async function findChargeBeyond(
  database: Queryable,
  merchantId: string,
  count: number,
): Promise<string | undefined> {
  return (await database.query<{ id: string }>(NTH_CHARGE, [merchantId, count]))[0]?.id;
}

/** Deletes up to `limit` rows of each kind; returns how many. */
export async function deleteForgotten(
  database: Queryable,
  bounds: { beforeId: string; limit: number },
): Promise<number> {
  const { beforeId, limit } = bounds;
  const counted = [
    await database.query<{ count: bigint }>(FORGET_POSTINGS, [limit]),
    await database.query<{ count: bigint }>(FORGET_CHARGES, [beforeId, limit]),
    await database.query<{ count: bigint }>(FORGET_EVENTS, [limit]),
  ];
  return counted.reduce((sum, [row]) => sum + Number(row?.count ?? 0n), 0);
}
