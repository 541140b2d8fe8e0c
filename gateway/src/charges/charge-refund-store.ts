import type { Transaction } from '#src/ground/database/database.ts';
import type { TransactionKey } from './charge.ts';
import {
  CHARGE_COLUMNS,
  type ChargeRow,
  KEY_COLUMNS,
  keyRow,
  SAME_KEY,
  sortedKeys,
} from './charge-store.ts';

// Payments and expiries lock charges in the same order.
const LOCK = {
  name: 'charges_lock_to_refund',
  text: `select ${CHARGE_COLUMNS} from charges c
    where (c.merchant_id, c.environment, c.id) in (
      select merchant_id, environment, id from json_to_recordset($1) as key (${KEY_COLUMNS})
    ) order by c.id for update`,
};
const ADD_REFUNDING = {
  name: 'charges_add_refunding',
  text: `update charges c set refunding_centavos = c.refunding_centavos + key.centavos,
      refund_count = c.refund_count + key.refunds
    from json_to_recordset($1) as key (${KEY_COLUMNS}, centavos bigint, refunds bigint)
    where ${SAME_KEY}`,
};
// The status follows from the sum of refunds; each refund that has ended is an event.
const END_REFUNDS = {
  name: 'charges_end_refunds',
  text: `update charges c set
      refunding_centavos = c.refunding_centavos - key.done_centavos - key.failed_centavos,
      refunded_centavos = c.refunded_centavos + key.done_centavos,
      status = case
        when c.refunded_centavos + key.done_centavos = c.amount_centavos then 'refunded'
        when c.refunded_centavos + key.done_centavos > 0 then 'partially_refunded'
        -- A refund that was done is reversed.
        when key.done_centavos < 0 then 'paid'
        else c.status end,
      event_count = c.event_count + key.ended_count
    from json_to_recordset($1) as key
      (${KEY_COLUMNS}, done_centavos bigint, ended_count bigint, failed_centavos bigint)
    where ${SAME_KEY}
    returning ${CHARGE_COLUMNS}`,
};

/** Locks charges against every other refund of them until the transaction ends. */
export function lockCharges(
  tx: Transaction,
  keys: readonly TransactionKey[],
): Promise<ChargeRow[]> {
  return tx.query<ChargeRow>(LOCK, [JSON.stringify(keys.map(keyRow))]);
}

/** The sum and number of new pending refunds of a charge. */
export interface RefundingChange extends TransactionKey {
  readonly amount: bigint;
  readonly count: number;
}

/** Sends the update of charges that get pending refunds; the commit waits for it. */
export function addRefunding(tx: Transaction, changes: readonly RefundingChange[]): void {
  const rows = sortedKeys(changes).map((change) => ({
    ...keyRow(change),
    centavos: change.amount.toString(),
    refunds: change.count,
  }));
  if (rows.length > 0) tx.send(ADD_REFUNDING, [JSON.stringify(rows)]);
}

/** The sums of the refunds of a charge that have ended. */
export interface RefundsEnd extends TransactionKey {
  readonly done: bigint;
  /** How many have ended: each is an event. */
  readonly endedCount: number;
  readonly failed: bigint;
}

/** Writes ended refunds to their charges, and returns the charges. */
export function endRefunds(tx: Transaction, ends: readonly RefundsEnd[]): Promise<ChargeRow[]> {
  const rows = sortedKeys(ends).map((end) => ({
    ...keyRow(end),
    done_centavos: end.done.toString(),
    ended_count: end.endedCount,
    failed_centavos: end.failed.toString(),
  }));
  return tx.query<ChargeRow>(END_REFUNDS, [JSON.stringify(rows)]);
}
