import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, rowsOf, send, sql } from '#src/ground/database/sql.ts';
import {
  CHARGE,
  CHARGE_COLUMNS,
  CHARGE_KEY,
  type ChargeRow,
  KEYS,
  SAME_KEY,
  sortedKeys,
} from './charge-store.ts';

const REFUNDING = {
  ...CHARGE_KEY,
  amount: f.inColumn('centavos', f.bigint),
  refunds: f.count,
};
/** The sum and number of new pending refunds of a charge. */
export type RefundingChange = f.RecordOf<typeof REFUNDING>;

const ENDED = {
  ...CHARGE_KEY,
  done: f.inColumn('done_centavos', f.bigint),
  /** How many have ended: each is an event. */
  endedCount: f.count,
  failed: f.inColumn('failed_centavos', f.bigint),
};
/** The sums of the refunds of a charge that have ended. */
export type RefundsEnd = f.RecordOf<typeof ENDED>;

/**
 * Locks charges against every other refund of them until the transaction ends. Payments and
 * expiries lock charges in the same order.
 */
export const lockCharges = many(
  'charges_lock_to_refund',
  CHARGE,
  sql`select ${CHARGE_COLUMNS} from charges c
    where (c.merchant_id, c.environment, c.id) in (
      select merchant_id, environment, id from ${KEYS}
    ) order by c.id for update`,
);
const addRefundingRows = send(
  'charges_add_refunding',
  sql`update charges c set refunding_centavos = c.refunding_centavos + key.centavos,
      refund_count = c.refund_count + key.refunds
    from ${rowsOf('changes', 'key', REFUNDING)}
    where ${SAME_KEY}`,
);
// The status follows from the sum of refunds; each refund that has ended is an event.
const endRefundRows = many(
  'charges_end_refunds',
  CHARGE,
  sql`update charges c set
      refunding_centavos = c.refunding_centavos - key.done_centavos - key.failed_centavos,
      refunded_centavos = c.refunded_centavos + key.done_centavos,
      status = case
        when c.refunded_centavos + key.done_centavos = c.amount_centavos then 'refunded'
        when c.refunded_centavos + key.done_centavos > 0 then 'partially_refunded'
        -- A refund that was done is reversed.
        when key.done_centavos < 0 then 'paid'
        else c.status end,
      event_count = c.event_count + key.ended_count
    from ${rowsOf('ends', 'key', ENDED)}
    where ${SAME_KEY}
    returning ${CHARGE_COLUMNS}`,
);

/** Sends the update of charges that get pending refunds; the commit waits for it. */
export function addRefunding(tx: Transaction, changes: readonly RefundingChange[]): void {
  if (changes.length > 0) addRefundingRows(tx, { changes: sortedKeys(changes) });
}

/** Writes ended refunds to their charges, and returns the charges. */
export function endRefunds(tx: Transaction, ends: readonly RefundsEnd[]): Promise<ChargeRow[]> {
  return endRefundRows(tx, { ends: sortedKeys(ends) });
}
