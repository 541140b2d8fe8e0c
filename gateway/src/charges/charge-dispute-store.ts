import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import type { TransactionKey } from './charge.ts';
import { CHANGED_COLUMNS, type ChangedSplitRow } from './charge-split-store.ts';
import {
  CHARGE_COLUMNS,
  type ChargeRow,
  KEY_COLUMNS,
  keyRow,
  SAME_KEY,
  sortedKeys,
} from './charge-store.ts';

const ADD_DISPUTED = {
  name: 'charges_add_disputed',
  text: `update charges c set disputed_centavos = c.disputed_centavos + key.centavos,
      dispute_count = c.dispute_count + key.disputes
    from json_to_recordset($1) as key (${KEY_COLUMNS}, centavos bigint, disputes bigint)
    where ${SAME_KEY}`,
};
const ADD_DISPUTED_SHARES = {
  name: 'charge_splits_add_disputed',
  text: `update charge_splits s set disputed_centavos = s.disputed_centavos + key.centavos,
      event_count = s.event_count + 1
    from json_to_recordset($1) as key (${KEY_COLUMNS}, recipient_id uuid, centavos bigint)
    join merchants m on m.merchant_id = key.merchant_id
    where (s.merchant_id, s.environment, s.charge_id, s.recipient_id)
      = (key.merchant_id, key.environment, key.id, key.recipient_id)
    returning ${CHANGED_COLUMNS}`,
};
const SELECT_PAID = {
  name: 'charges_select_paid_by_end_to_end_id',
  place: EACH_BUCKET,
  text: `select ${CHARGE_COLUMNS} from charges c
    where c.end_to_end_id = any($1) and c.environment = 'live'`,
};

/** A change of a charge's disputed amount (claimed plus returned), and its new disputes. */
export interface DisputedChange extends TransactionKey {
  readonly amount: bigint;
  readonly count: number;
}

/** A change of a recipient's part of a charge's disputed amount. */
export interface DisputedShareChange extends TransactionKey {
  readonly recipientId: string;
  readonly amount: bigint;
}

/** Sends the update of charges whose disputes have changed. Each charge at most once. */
export function addDisputed(tx: Transaction, changes: readonly DisputedChange[]): void {
  const rows = sortedKeys(changes).map((change) => ({
    ...keyRow(change),
    centavos: change.amount.toString(),
    disputes: change.count,
  }));
  if (rows.length > 0) tx.send(ADD_DISPUTED, [JSON.stringify(rows)]);
}

/** Adds disputed amounts to shares; returns the shares. Each share at most once. */
export async function addDisputedShares(
  tx: Transaction,
  changes: readonly DisputedShareChange[],
): Promise<ChangedSplitRow[]> {
  if (changes.length === 0) return [];
  const rows = changes.map((change) => ({
    ...keyRow(change),
    recipient_id: change.recipientId,
    centavos: change.amount.toString(),
  }));
  return tx.query<ChangedSplitRow>(ADD_DISPUTED_SHARES, [JSON.stringify(rows)]);
}

/** Selects the live charges that payments have paid, by the payments' end-to-end ids. */
export function selectPaidCharges(
  database: Queryable,
  endToEndIds: readonly string[],
): Promise<ChargeRow[]> {
  return database.query<ChargeRow>(SELECT_PAID, [endToEndIds]);
}
