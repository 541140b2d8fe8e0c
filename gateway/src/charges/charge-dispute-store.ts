import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, param, rowsOf, send, sql } from '#src/ground/database/sql.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import { CHANGED_COLUMNS, CHANGED_SPLIT, JOIN_ORIGIN, SHARE_CHANGE } from './charge-split-store.ts';
import { CHARGE, CHARGE_COLUMNS, CHARGE_KEY, SAME_KEY, sortedKeys } from './charge-store.ts';

const DISPUTED = {
  ...CHARGE_KEY,
  amount: f.inColumn('centavos', f.bigint),
  disputes: f.count,
};
/** A change of a charge's disputed amount (claimed plus returned), and its new disputes. */
export type DisputedChange = f.RecordOf<typeof DISPUTED>;

const addDisputedRows = send(
  'charges_add_disputed',
  sql`update charges c set disputed_centavos = c.disputed_centavos + key.centavos,
      dispute_count = c.dispute_count + key.disputes
    from ${rowsOf('changes', 'key', DISPUTED)}
    where ${SAME_KEY}`,
);
const addDisputedToShares = many(
  'charge_splits_add_disputed',
  CHANGED_SPLIT,
  sql`update charge_splits s set disputed_centavos = s.disputed_centavos + key.centavos,
      event_count = s.event_count + 1
    from ${rowsOf('changes', 'key', SHARE_CHANGE)}
    ${JOIN_ORIGIN}
    where (s.merchant_id, s.environment, s.charge_id, s.recipient_id)
      = (key.merchant_id, key.environment, key.id, key.recipient_id)
    returning ${CHANGED_COLUMNS}`,
);
/** Selects the live charges that payments have paid, by the payments' end-to-end ids. */
export const selectPaidCharges = many(
  'charges_select_paid_by_end_to_end_id',
  CHARGE,
  sql`select ${CHARGE_COLUMNS} from charges c
    where c.end_to_end_id = any(${param('endToEndIds', f.listOf(f.text))})
      and c.environment = 'live'`,
  EACH_BUCKET,
);

/** Sends the update of charges whose disputes have changed. Each charge at most once. */
export function addDisputed(tx: Transaction, changes: readonly DisputedChange[]): void {
  if (changes.length > 0) addDisputedRows(tx, { changes: sortedKeys(changes) });
}

/** Adds disputed amounts to shares; returns the shares. Each share at most once. */
export async function addDisputedShares(
  tx: Transaction,
  changes: readonly f.RecordOf<typeof SHARE_CHANGE>[],
): Promise<f.RecordOf<typeof CHANGED_SPLIT>[]> {
  return changes.length === 0 ? [] : addDisputedToShares(tx, { changes });
}
