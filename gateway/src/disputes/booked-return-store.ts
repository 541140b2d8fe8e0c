import type { TransactionKey } from '#src/charges/charge.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, paramsOf, rowsOf, send, sql } from '#src/ground/database/sql.ts';
import type { DisputeReason } from './dispute.ts';
import { DISPUTE_KEY } from './dispute-store.ts';

/** A return that was booked before. */
const BOOKED = {
  merchant_id: f.uuid,
  environment: f.textOf<Environment>(),
  id: f.uuid,
  dispute_id: f.uuid,
  end_to_end_id: f.text,
  /** The bank's rtrId, its id of the refund, or the id that an operator typed. */
  return_id: f.text,
  refund_id: f.orNull(f.text),
  amount_centavos: f.bigint,
  /** Whether an operator booked it, and the bank has not reported it yet. */
  is_unmatched: f.bool,
};
export type BookedReturnRow = f.RecordOf<typeof BOOKED>;

const $ = paramsOf({
  ...DISPUTE_KEY,
  returnId: f.text,
  refundId: f.orNull(f.text),
  at: f.instant,
});

const selectBooked = many(
  'dispute_returns_select',
  BOOKED,
  sql`select r.merchant_id, r.environment, r.id, r.dispute_id, r.end_to_end_id, r.return_id,
      r.refund_id, r.amount_centavos, r.is_by_hand and r.matched_at is null as is_unmatched
    from ${rowsOf('payments', 'key', { ...DISPUTE_KEY, endToEndId: f.text })}
    join dispute_returns r on (r.end_to_end_id, r.merchant_id, r.environment)
      = (key.end_to_end_id, key.merchant_id, key.environment)
    order by r.id`,
);

/** The returns of charges with the dispute of each, for the lists of payments; oldest first. */
export const selectReturnsOfCharges = many(
  'dispute_returns_of_charges',
  {
    chargeId: f.uuid,
    reason: f.textOf<DisputeReason>(),
    openedAt: f.instant,
    id: f.uuid,
    returnId: f.text,
    amount: f.inColumn('amount_centavos', f.centavos),
    returnedAt: f.instant,
  },
  sql`select d.charge_id, d.reason, d.opened_at, r.id, r.return_id, r.amount_centavos,
      r.returned_at
    from ${rowsOf('charges', 'key', DISPUTE_KEY)}
    join disputes d on (d.charge_id, d.merchant_id, d.environment)
      = (key.id, key.merchant_id, key.environment)
    join dispute_returns r on (r.dispute_id, r.merchant_id, r.environment)
      = (d.id, key.merchant_id, key.environment)
    order by r.id`,
);

const match = send(
  'dispute_returns_match',
  sql`update dispute_returns
    set return_id = ${$.returnId}, refund_id = ${$.refundId}, matched_at = ${$.at}
    where (merchant_id, environment, id) = (${$.merchantId}, ${$.environment}, ${$.id})
      and is_by_hand and matched_at is null`,
);

/** Selects the returns of payments by their end-to-end ids, with their charges; oldest first. */
export function selectBookedReturns(
  database: Queryable,
  charges: ReadonlyMap<string, TransactionKey>,
): Promise<BookedReturnRow[]> {
  const payments = [...charges].map(([endToEndId, charge]) => ({ ...charge, endToEndId }));
  return selectBooked(database, { payments });
}

/** Sends the bank's ids of a return that was booked by hand; the commit waits for it. */
export function writeMatch(tx: Transaction, row: BookedReturnRow, at: Date): void {
  const { merchant_id: merchantId, environment, id, return_id: returnId } = row;
  match(tx, { merchantId, environment, id, returnId, refundId: row.refund_id, at });
}
