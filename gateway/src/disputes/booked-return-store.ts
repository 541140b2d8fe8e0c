import type { TransactionKey } from '#src/charges/charge.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { DisputeReason } from './dispute.ts';
import { KEY_COLUMNS, keyRow } from './dispute-store.ts';

const SELECT = {
  name: 'dispute_returns_select',
  text: `select r.merchant_id, r.environment, r.id, r.dispute_id, r.end_to_end_id, r.return_id,
      r.refund_id, r.amount_centavos, r.is_by_hand and r.matched_at is null as is_unmatched
    from json_to_recordset($1) as key (${KEY_COLUMNS}, end_to_end_id text)
    join dispute_returns r on (r.end_to_end_id, r.merchant_id, r.environment)
      = (key.end_to_end_id, key.merchant_id, key.environment)
    order by r.id`,
};
// With the dispute of each return, for the lists of payments.
const SELECT_OF_CHARGES = {
  name: 'dispute_returns_of_charges',
  text: `select d.charge_id, d.reason, d.opened_at, r.id, r.return_id, r.amount_centavos,
      r.returned_at
    from json_to_recordset($1) as key (${KEY_COLUMNS})
    join disputes d on (d.charge_id, d.merchant_id, d.environment)
      = (key.id, key.merchant_id, key.environment)
    join dispute_returns r on (r.dispute_id, r.merchant_id, r.environment)
      = (d.id, key.merchant_id, key.environment)
    order by r.id`,
};
const MATCH = {
  name: 'dispute_returns_match',
  text: `update dispute_returns
    set return_id = $4, refund_id = $5, matched_at = $6
    where (merchant_id, environment, id) = ($1, $2, $3) and is_by_hand and matched_at is null`,
};

/** A return that was booked before. */
export interface BookedReturnRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: TransactionKey['environment'];
  readonly id: string;
  readonly dispute_id: string;
  readonly end_to_end_id: string;
  /** The bank's rtrId, its id of the refund, or the id that an operator typed. */
  readonly return_id: string;
  readonly refund_id: string | null;
  readonly amount_centavos: bigint;
  /** Whether an operator booked it, and the bank has not reported it yet. */
  readonly is_unmatched: boolean;
}

/** A return with the dispute that it belongs to. */
export interface ReturnOfChargeRow extends Record<string, unknown> {
  readonly charge_id: string;
  readonly reason: DisputeReason;
  readonly opened_at: number;
  readonly id: string;
  readonly return_id: string;
  readonly amount_centavos: bigint;
  readonly returned_at: number;
}

/** Selects the returns of charges, oldest first. */
export function selectReturnsOfCharges(
  database: Queryable,
  charges: readonly TransactionKey[],
): Promise<ReturnOfChargeRow[]> {
  return database.query<ReturnOfChargeRow>(SELECT_OF_CHARGES, [
    JSON.stringify(charges.map(keyRow)),
  ]);
}

/** Selects the returns of payments by their end-to-end ids, with their charges; oldest first. */
export function selectBookedReturns(
  database: Queryable,
  payments: ReadonlyMap<string, TransactionKey>,
): Promise<BookedReturnRow[]> {
  const rows = [...payments].map(([endToEndId, charge]) => ({
    ...keyRow(charge),
    end_to_end_id: endToEndId,
  }));
  return database.query<BookedReturnRow>(SELECT, [JSON.stringify(rows)]);
}

/** Sends the bank's ids of a return that was booked by hand; the commit waits for it. */
export function writeMatch(tx: Transaction, row: BookedReturnRow, at: Date): void {
  const { merchant_id: merchantId, environment, id, return_id: returnId } = row;
  tx.send(MATCH, [merchantId, environment, id, returnId, row.refund_id, at]);
}
