import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, maybeOne, param, paramsOf, send, sql } from '#src/ground/database/sql.ts';
import { HERE, isInThisBucket } from '#src/ground/database/statement-place.ts';
import { ERASURE, type Erasure } from './erasure.ts';

const $ = paramsOf({ ...ERASURE, limit: f.count });
const OF_KEY = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}
      and id = ${$.id}`;
const ERASURES = `select ${f.columnsOf(ERASURE, 'e')} from customer_erasures e`;

/** Sends the insert of an erasure that has just been requested. */
export const insertErasure = send(
  'customer_erasures_insert',
  sql`insert into customer_erasures
      (merchant_id, environment, id, customer_id, through_charge_id, requested_at)
    values (${$.merchantId}, ${$.environment}, ${$.id}, ${$.customerId}, ${$.throughId},
      ${$.requestedAt})`,
);

/** Locks an erasure until the transaction ends. */
export const lockErasure = maybeOne(
  'customer_erasures_lock',
  ERASURE,
  sql`${ERASURES}
    where ${OF_KEY} for update`,
);

/** Erasures of this bucket that have not finished, oldest first. */
export const selectOpenErasures = many(
  'customer_erasures_open',
  ERASURE,
  sql`${ERASURES}
    where finished_at is null and ${isInThisBucket('e.merchant_id')} order by id
    limit ${$.limit}`,
  HERE,
);

/** Sends the update of an erasure: charges that were erased now, and when it finished, or null. */
export const advanceErasure = send(
  'customer_erasures_advance',
  sql`update customer_erasures set erased_count = erased_count + ${param('count', f.count)},
      finished_at = ${$.finishedAt}
    where ${OF_KEY}`,
);

// A charge that is pending was created meanwhile under an id of an older instant: it is kept.
const selectNextCharges = many(
  'customer_erasures_next_charges',
  { id: f.uuid },
  sql`select link.charge_id as id from customer_charges link
    join charges c on (c.merchant_id, c.environment, c.id)
      = (${$.merchantId}, ${$.environment}, link.charge_id)
    where link.merchant_id = ${$.merchantId} and link.environment = ${$.environment}
      and link.customer_id = ${$.customerId}
      and link.charge_id <= ${$.throughId} and c.status <> 'pending'
    order by link.charge_id limit ${$.limit}`,
);

/** The next charges to erase, oldest first. */
export async function selectChargesToErase(
  tx: Transaction,
  erasure: Erasure,
  limit: number,
): Promise<string[]> {
  return (await selectNextCharges(tx, { ...erasure, limit })).map(({ id }) => id);
}
