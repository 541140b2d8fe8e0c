import type { Queryable, Transaction } from '#src/platform/database/database.ts';

const KNOWN = {
  name: 'incoming_payment_return_known',
  text: 'select from incoming_payment_returns where end_to_end_id = $1 and return_id = $2',
};
const INSERT = {
  name: 'incoming_payment_return_insert',
  text: `insert into incoming_payment_returns (id, end_to_end_id, return_id, amount_centavos,
      assignment_id, returned_at, booked_at)
    values ($1, $2, $3, $4, $5, $6, $7)`,
};
const REDUCE = {
  name: 'incoming_payment_reduce',
  text: `update incoming_payments set returned_centavos = returned_centavos + $2
    where end_to_end_id = $1`,
};

/** A return of an incoming payment, with the id to which its posting refers. */
export interface PaymentReturnRow {
  readonly id: string;
  readonly endToEndId: string;
  readonly returnId: string;
  readonly amount: bigint;
  readonly assignmentId: string | null;
  readonly returnedAt: Date;
  readonly bookedAt: Date;
}

export async function isReturnBooked(
  database: Queryable,
  { endToEndId, returnId }: { endToEndId: string; returnId: string },
): Promise<boolean> {
  return (await database.query(KNOWN, [endToEndId, returnId])).length > 0;
}

/** Sends the insert of a return; its payment has so much less left. */
export function insertPaymentReturn(tx: Transaction, row: PaymentReturnRow): void {
  const { id, endToEndId, returnId, amount, assignmentId, returnedAt, bookedAt } = row;
  tx.send(REDUCE, [endToEndId, amount]);
  tx.send(INSERT, [id, endToEndId, returnId, amount, assignmentId, returnedAt, bookedAt]);
}
