import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { Restoration } from './restoration.ts';

const INSERT = {
  name: 'restoration_insert',
  text: `insert into restorations (restored_at, reached_at, backup)
    values ($1, least($2::timestamptz, $1), $3) on conflict (restored_at) do nothing
    returning backup`,
};
// The restored copy may have an older restoration that was open: the new one replaces it.
const CLOSE_OLDER = {
  name: 'restoration_close_older',
  text: `update restorations set confirmed_at = $1, confirmed_by = 'gateway'
    where confirmed_at is null and restored_at < $1`,
};
const SELECT_OPEN = {
  name: 'restoration_open',
  text: `select backup, reached_at, restored_at from restorations where confirmed_at is null`,
};
const CONFIRM = {
  name: 'restoration_confirm',
  text: `update restorations set confirmed_at = greatest($2::timestamptz, restored_at),
      confirmed_by = $3
    where restored_at = $1 and confirmed_at is null returning backup`,
};

/** Inserts a restoration; false when it was inserted before. */
export async function insertRestoration(
  tx: Transaction,
  restoration: Restoration,
): Promise<boolean> {
  const restoredAt = new Date(restoration.restoredAt);
  tx.send(CLOSE_OLDER, [restoredAt]);
  const values = [restoredAt, new Date(restoration.reachedAt), restoration.backup];
  return (await tx.query(INSERT, values)).length > 0;
}

export async function selectOpenRestoration(database: Queryable): Promise<Restoration | undefined> {
  const [row] = await database.query<{
    backup: string;
    reached_at: number;
    restored_at: number;
  }>(SELECT_OPEN, []);
  return row && { backup: row.backup, reachedAt: row.reached_at, restoredAt: row.restored_at };
}

/** Confirms an open restoration; false when it is not open. */
export async function updateConfirmed(
  tx: Transaction,
  restoredAt: number,
  { at, by }: { at: number; by: string },
): Promise<boolean> {
  return (await tx.query(CONFIRM, [new Date(restoredAt), new Date(at), by])).length > 0;
}
