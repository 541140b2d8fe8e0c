import * as f from '#src/ground/database/fields.ts';
import { many, maybeOne, one, param, paramsOf, shaped, sql } from '#src/ground/database/sql.ts';
import { HOME } from '#src/ground/database/statement-place.ts';
import type { IncomingPaymentState } from './incoming-payment.ts';

const ROW = {
  endToEndId: f.text,
  amount: f.inColumn('amount_centavos', f.centavos),
  receivedAt: f.instant,
  bookedAt: f.instant,
  state: f.textOf<IncomingPaymentState>(),
};
const BOOKED = shaped(ROW, ({ state, ...row }) => ({
  ...row,
  /** Whether an operator recorded its return to the payer. */
  isReturned: state === 'returned',
}));

/** A payment as it was booked here. Instants in milliseconds. */
export type BookedPayment = ReturnType<typeof BOOKED.resultOf>;

const $ = paramsOf({ bank: f.text, from: f.instant, to: f.instant, limit: f.count });

/** The booked payments that a bank received in a period, unordered; `to` is excluded. */
export const selectBookedOfPeriod = many(
  'incoming_payments_of_period',
  BOOKED,
  sql`select end_to_end_id, amount_centavos, received_at, booked_at, state from incoming_payments
    where bank = ${$.bank} and received_at >= ${$.from} and received_at < ${$.to}`,
  HOME,
);

export const selectBooked = many(
  'incoming_payments_by_ids',
  BOOKED,
  sql`select end_to_end_id, amount_centavos, received_at, booked_at, state from incoming_payments
    where end_to_end_id = any(${param('endToEndIds', f.listOf(f.text))})`,
  HOME,
);

/** When a bank received the oldest booked payment, in milliseconds; undefined without payments. */
export const selectOldest = maybeOne(
  'incoming_payments_oldest',
  { receivedAt: f.instant },
  sql`select received_at from incoming_payments order by received_at limit 1`,
  HOME,
);

/** Reads the partial index of payments in suspense, and stops counting at a maximum. */
export const countSuspendedUpTo = one(
  'incoming_payments_count_suspended',
  { count: f.count },
  sql`select count(*) as count from (
      select from incoming_payments where state = 'suspense' limit ${$.limit}
    ) suspended`,
  HOME,
);
