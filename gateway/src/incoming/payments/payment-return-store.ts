import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { HOME } from '#src/ground/database/statement-place.ts';

const KNOWN = {
  name: 'incoming_payment_return_known',
  place: HOME,
  text: `select from incoming_payment_returns
    where end_to_end_id = $1 and (return_id in ($2, $3) or refund_id = $3)`,
};
const INSERT = {
  name: 'incoming_payment_return_insert',
  place: HOME,
  text: `insert into incoming_payment_returns (id, end_to_end_id, return_id, refund_id,
      amount_centavos, assignment_id, returned_at, booked_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
};
const REDUCE = {
  name: 'incoming_payment_reduce',
  place: HOME,
  text: `update incoming_payments set returned_centavos = returned_centavos + $2
    where end_to_end_id = $1`,
};

/** A return of an incoming payment, with the id to which its posting refers. */
export interface PaymentReturnRow {
  readonly id: string;
  readonly endToEndId: string;
  readonly returnId: string;
  readonly refundId: string;
  readonly amount: bigint;
  readonly assignmentId: string | null;
  readonly returnedAt: Date;
  readonly bookedAt: Date;
}

/** True if a return was booked under one of the bank's ids. */
export async function isReturnBooked(
  database: Queryable,
  paymentReturn: Pick<PaymentReturnRow, 'endToEndId' | 'returnId' | 'refundId'>,
): Promise<boolean> {
  const { endToEndId, returnId, refundId } = paymentReturn;
  return (await database.query(KNOWN, [endToEndId, returnId, refundId])).length > 0;
}

/** Sends the insert of a return and subtracts it from the rest of its payment. */
export function insertPaymentReturn(tx: Transaction, row: PaymentReturnRow): void {
  const { id, endToEndId, returnId, refundId, amount } = row;
  const { assignmentId, returnedAt, bookedAt } = row;
  tx.send(REDUCE, [endToEndId, amount]);
  const ids = [id, endToEndId, returnId, refundId];
  tx.send(INSERT, [...ids, amount, assignmentId, returnedAt, bookedAt]);
}
