import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { countRows, paramsOf, send, sql } from '#src/ground/database/sql.ts';
import { HOME } from '#src/ground/database/statement-place.ts';

const RETURN = {
  id: f.uuid,
  endToEndId: f.text,
  returnId: f.text,
  refundId: f.text,
  amount: f.inColumn('amount_centavos', f.centavos),
  assignmentId: f.orNull(f.uuid),
  returnedAt: f.instant,
  bookedAt: f.instant,
};
/** A return of an incoming payment, with the id to which its posting refers. */
type PaymentReturn = f.GivenRecordOf<typeof RETURN>;

const $ = paramsOf(RETURN);

/** Counts the returns of a payment that were booked under one of the bank's ids. */
export const countBookedReturns = countRows(
  'incoming_payment_return_known',
  sql`select from incoming_payment_returns
    where end_to_end_id = ${$.endToEndId}
      and (return_id in (${$.returnId}, ${$.refundId}) or refund_id = ${$.refundId})`,
  HOME,
);

const insert = send(
  'incoming_payment_return_insert',
  sql`insert into incoming_payment_returns (id, end_to_end_id, return_id, refund_id,
      amount_centavos, assignment_id, returned_at, booked_at)
    values (${$.id}, ${$.endToEndId}, ${$.returnId}, ${$.refundId}, ${$.amount},
      ${$.assignmentId}, ${$.returnedAt}, ${$.bookedAt})`,
  HOME,
);

const reduce = send(
  'incoming_payment_reduce',
  sql`update incoming_payments set returned_centavos = returned_centavos + ${$.amount}
    where end_to_end_id = ${$.endToEndId}`,
  HOME,
);

/** Sends the insert of a return and subtracts it from the rest of its payment. */
export function insertPaymentReturn(tx: Transaction, paymentReturn: PaymentReturn): void {
  reduce(tx, paymentReturn);
  insert(tx, paymentReturn);
}
