import type { Queryable, Transaction } from '#src/platform/database/database.ts';

// A row that a worker has begun to send is not held any more: its try stands in uncertain_at.
const HOLD = {
  name: 'refunds_hold',
  text: `update refunds o set held_at = $1, due_at = 'infinity' from merchants m
    where m.status = 'suspended' and o.merchant_id = m.merchant_id and o.status = 'pending'
      and o.environment = 'live' and o.uncertain_at is null and o.held_at is null
      and o.released_at is null`,
};
const RELEASE_REINSTATED = {
  name: 'refunds_release_reinstated',
  text: `update refunds o set held_at = null, due_at = $1 from merchants m
    where o.status = 'pending' and o.held_at is not null and m.merchant_id = o.merchant_id
      and m.status <> 'suspended'`,
};
const RELEASE = {
  name: 'refunds_release_held',
  text: `update refunds o set held_at = null, released_at = $2, due_at = $2
    where o.id = $1 and o.status = 'pending' and o.held_at is not null
    returning o.merchant_id, o.environment, o.id, o.amount_centavos`,
};
const LOCK = {
  name: 'refunds_lock_held',
  text: `select o.merchant_id, o.environment, o.id, o.amount_centavos from refunds o
    where o.id = $1 and o.status = 'pending' and o.held_at is not null for update`,
};
const LIST = {
  name: 'refunds_list_held',
  text: `select o.merchant_id, o.environment, o.id, o.amount_centavos, o.created_at, o.held_at,
      m.username
    from refunds o join merchants m on m.merchant_id = o.merchant_id
    where o.status = 'pending' and o.held_at is not null and o.id > $1 order by o.id limit $2`,
};

/** A refund that is held, by its key. */
export interface HeldKeyRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: 'live';
  readonly id: string;
  readonly amount_centavos: bigint;
}

/** A refund that is held. */
export interface HeldRow extends HeldKeyRow {
  readonly created_at: number;
  readonly held_at: number;
  readonly username: string;
}

/** Holds what suspended merchants have not sent yet, and lets go what reinstated ones had held. */
export async function holdBySuspension(database: Queryable, at: Date): Promise<void> {
  await database.query(HOLD, [at]);
  await database.query(RELEASE_REINSTATED, [at]);
}

/** Lets a held refund go; undefined when none of the id is held. */
export async function releaseOne(
  tx: Transaction,
  id: string,
  at: Date,
): Promise<HeldKeyRow | undefined> {
  return (await tx.query<HeldKeyRow>(RELEASE, [id, at]))[0];
}

/** A held refund, locked; undefined when none of the id is held. */
export async function lockHeld(tx: Transaction, id: string): Promise<HeldKeyRow | undefined> {
  return (await tx.query<HeldKeyRow>(LOCK, [id]))[0];
}

/** The held refunds after an id, oldest first. */
export function selectHeld(
  database: Queryable,
  { afterId, limit }: { afterId: string; limit: number },
): Promise<HeldRow[]> {
  return database.query<HeldRow>(LIST, [afterId, limit]);
}
