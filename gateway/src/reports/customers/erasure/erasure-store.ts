import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { HERE, isInThisBucket } from '#src/ground/database/statement-place.ts';
import type { CustomerKey } from '../customer.ts';
import type { Erasure } from './erasure.ts';

const COLUMNS = `e.merchant_id as "merchantId", e.environment, e.id, e.customer_id as "customerId",
  e.through_charge_id as "throughId", e.erased_count as "erasedCount",
  e.requested_at as "requestedAt", e.finished_at as "finishedAt"`;

const INSERT = {
  name: 'customer_erasures_insert',
  text: `insert into customer_erasures
      (merchant_id, environment, id, customer_id, through_charge_id, requested_at)
    values ($1, $2, $3, $4, $5, $6)`,
};
const LOCK = {
  name: 'customer_erasures_lock',
  text: `select ${COLUMNS} from customer_erasures e
    where merchant_id = $1 and environment = $2 and id = $3 for update`,
};
const OPEN = {
  name: 'customer_erasures_open',
  place: HERE,
  text: `select ${COLUMNS} from customer_erasures e
    where finished_at is null and ${isInThisBucket('e.merchant_id')} order by id limit $1`,
};
const ADVANCE = {
  name: 'customer_erasures_advance',
  text: `update customer_erasures set erased_count = erased_count + $4, finished_at = $5
    where merchant_id = $1 and environment = $2 and id = $3`,
};
// A charge that is pending was created meanwhile under an id of an older instant: it is kept.
const NEXT_CHARGES = {
  name: 'customer_erasures_next_charges',
  text: `select link.charge_id as id from customer_charges link
    join charges c on (c.merchant_id, c.environment, c.id) = ($1, $2, link.charge_id)
    where link.merchant_id = $1 and link.environment = $2 and link.customer_id = $3
      and link.charge_id <= $4 and c.status <> 'pending'
    order by link.charge_id limit $5`,
};

interface ErasureRow extends Record<string, unknown> {
  readonly merchantId: string;
  readonly environment: Environment;
  readonly id: string;
  readonly customerId: string;
  readonly throughId: string;
  readonly erasedCount: bigint;
  readonly requestedAt: number;
  readonly finishedAt: number | null;
}

/** Sends the insert of an erasure that has just been requested. */
export function insertErasure(tx: Transaction, erasure: Erasure): void {
  const { merchantId, environment, id, customerId, throughId, requestedAt } = erasure;
  const values = [merchantId, environment, id, customerId, throughId, new Date(requestedAt)];
  tx.send(INSERT, values);
}

/** Locks an erasure until the transaction ends. */
export async function lockErasure(
  tx: Transaction,
  { merchantId, environment, id }: CustomerKey,
): Promise<Erasure | undefined> {
  const [row] = await tx.query<ErasureRow>(LOCK, [merchantId, environment, id]);
  return row && fromRow(row);
}

/** Erasures of this bucket that have not finished, oldest first. */
export async function selectOpenErasures(bucket: Queryable, limit: number): Promise<Erasure[]> {
  return (await bucket.query<ErasureRow>(OPEN, [limit])).map(fromRow);
}

/** The next charges to erase, oldest first. */
export async function selectChargesToErase(
  tx: Transaction,
  { merchantId, environment, customerId, throughId }: Erasure,
  limit: number,
): Promise<string[]> {
  const values = [merchantId, environment, customerId, throughId, limit];
  return (await tx.query<{ id: string }>(NEXT_CHARGES, values)).map(({ id }) => id);
}

/** Sends the update of an erasure: charges that were erased now, and whether it has finished. */
export function advanceErasure(
  tx: Transaction,
  { merchantId, environment, id }: Erasure,
  { count, finishedAt }: { readonly count: number; readonly finishedAt: Date | null },
): void {
  tx.send(ADVANCE, [merchantId, environment, id, count, finishedAt]);
}

function fromRow(row: ErasureRow): Erasure {
  return { ...row, erasedCount: Number(row.erasedCount) };
}
