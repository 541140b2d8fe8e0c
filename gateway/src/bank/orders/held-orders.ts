import type { Queryable, Statement, Transaction } from '#src/ground/database/database.ts';
import { EACH_BUCKET, eachBucketBy } from '#src/ground/database/statement-place.ts';
import { type Centavos, centavos, centavosToJson } from '#src/ground/money/centavos.ts';

/** The statements about the held orders of one table. The store of the table keeps them. */
export type HeldOrderStatements = ReturnType<typeof heldOrderStatements>;

/** A live payout or refund that is held. */
export interface HeldOrderKey {
  readonly merchantId: string;
  readonly environment: 'live';
  readonly id: string;
  readonly amount: Centavos;
}

/** A held order as an operator sees it. Instants in milliseconds since 1970. */
export interface HeldOrder extends HeldOrderKey {
  readonly createdAt: number;
  readonly heldAt: number;
  /** The username of its merchant. */
  readonly username: string;
}

interface HeldKeyRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: 'live';
  readonly id: string;
  readonly amount_centavos: bigint;
}

interface HeldRow extends HeldKeyRow {
  readonly created_at: number;
  readonly held_at: number;
  readonly username: string;
}

/** Makes the statements about held orders of a table. */
export function heldOrderStatements(table: 'payouts' | 'refunds') {
  const key = 'o.merchant_id, o.environment, o.id, o.amount_centavos';
  const statement = (name: string, text: string, place = EACH_BUCKET): Statement => ({
    ...{ name: `${table}_${name}`, place, text },
  });
  return {
    // An order that a worker has begun to send is never held: its attempt is in uncertain_at.
    hold: statement(
      'hold',
      `update ${table} o set held_at = $1, due_at = 'infinity' from merchants m
        where m.status = 'suspended' and o.merchant_id = m.merchant_id and o.status = 'pending'
          and o.environment = 'live' and o.uncertain_at is null and o.held_at is null
          and o.released_at is null`,
    ),
    releaseReinstated: statement(
      'release_reinstated',
      `update ${table} o set held_at = null, due_at = $1 from merchants m
        where o.status = 'pending' and o.held_at is not null and m.merchant_id = o.merchant_id
          and m.status <> 'suspended'`,
    ),
    release: statement(
      'release_held',
      `update ${table} o set held_at = null, released_at = $2, due_at = $2
        where o.id = $1 and o.status = 'pending' and o.held_at is not null returning ${key}`,
    ),
    lock: statement(
      'lock_held',
      `select ${key} from ${table} o
        where o.id = $1 and o.status = 'pending' and o.held_at is not null for update`,
    ),
    list: statement(
      'list_held',
      `select ${key}, o.created_at, o.held_at, m.username
        from ${table} o join merchants m on m.merchant_id = o.merchant_id
        where o.status = 'pending' and o.held_at is not null and o.id > $1
        order by o.id limit $2`,
      eachBucketBy('id', 'ascending', 2),
    ),
  };
}

/**
 * Holds the live orders of suspended merchants that are not sent yet, and releases the orders of
 * reinstated merchants.
 */
export async function holdBySuspension(
  database: Queryable,
  { hold, releaseReinstated }: HeldOrderStatements,
  at: Date,
): Promise<void> {
  await database.query(hold, [at]);
  await database.query(releaseReinstated, [at]);
}

/** Releases a held order; undefined when no order of the id is held. */
export async function releaseHeld(
  tx: Transaction,
  { release }: HeldOrderStatements,
  { id, at }: { readonly id: string; readonly at: Date },
): Promise<HeldOrderKey | undefined> {
  const [row] = await tx.query<HeldKeyRow>(release, [id, at]);
  return row && keyOf(row);
}

/** Locks a held order; undefined when no order of the id is held. */
export async function lockHeld(
  tx: Transaction,
  { lock }: HeldOrderStatements,
  id: string,
): Promise<HeldOrderKey | undefined> {
  const [row] = await tx.query<HeldKeyRow>(lock, [id]);
  return row && keyOf(row);
}

/** Reads the held orders after an id, oldest first. */
export async function listHeld(
  database: Queryable,
  { list }: HeldOrderStatements,
  { afterId, limit }: { readonly afterId: string; readonly limit: number },
): Promise<HeldOrder[]> {
  const rows = await database.query<HeldRow>(list, [afterId, limit]);
  return rows.map((row) => ({
    ...keyOf(row),
    createdAt: row.created_at,
    heldAt: row.held_at,
    username: row.username,
  }));
}

/** The change of a held order, for the audit log. */
export function heldOrderChange({ merchantId, id: subject, amount }: HeldOrderKey, action: string) {
  return { action, merchantId, subject, details: { amount: centavosToJson(amount) } };
}

function keyOf(row: HeldKeyRow): HeldOrderKey {
  const { merchant_id: merchantId, environment, id } = row;
  return { merchantId, environment, id, amount: centavos(row.amount_centavos) };
}
