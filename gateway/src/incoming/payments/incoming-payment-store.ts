import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  many,
  maybeOne,
  one,
  param,
  paramsOf,
  rowsOf,
  send,
  shaped,
  sql,
} from '#src/ground/database/sql.ts';
import { HOME } from '#src/ground/database/statement-place.ts';
import type {
  IncomingPayment,
  IncomingPaymentReason,
  IncomingPaymentState,
} from './incoming-payment.ts';
import type { SuspendedPayment } from './suspended-payment.ts';

const END_TO_END_ID = { endToEndId: f.text };
const AMOUNT = { amount: f.inColumn('amount_centavos', f.centavos) };
const NEW = {
  ...END_TO_END_ID,
  id: f.uuid,
  txid: f.orNull(f.text),
  pixKey: f.orNull(f.text),
  ...AMOUNT,
  receivedAt: f.instant,
};
const DECISION = {
  ...END_TO_END_ID,
  state: f.textOf<'charge' | 'suspense'>(),
  reason: f.orNull(f.textOf<IncomingPaymentReason>()),
  merchantId: f.orNull(f.uuid),
  chargeId: f.orNull(f.uuid),
  /** The amount that the charge asked for, if another one was paid. */
  expected: f.orNull(f.centavos),
};
const SUSPENDED = shaped(
  {
    ...END_TO_END_ID,
    ...AMOUNT,
    bank: f.text,
    txid: NEW.txid,
    reason: DECISION.reason,
    chargeId: DECISION.chargeId,
    receivedAt: f.instant,
  },
  (row): SuspendedPayment => ({ ...row, reason: row.reason ?? 'unknown_charge' }),
);
const LOCKED = {
  id: f.uuid,
  /** The amount that the bank has not returned to the payer. */
  left: f.inColumn('left_centavos', f.centavos),
  ...AMOUNT,
  state: f.textOf<IncomingPaymentState>(),
  /** Why it is in suspense or was before it was assigned or returned. */
  reason: DECISION.reason,
  /** The charge that it names; null if that was not stored when the payment came. */
  chargeId: DECISION.chargeId,
  txid: NEW.txid,
  receivedAt: f.instant,
  resolvedAt: f.orNull(f.instant),
};
/** A payment that paid its charge with another amount than was asked for. */
const OTHER_AMOUNT_TAKEN = {
  ...END_TO_END_ID,
  ...AMOUNT,
  id: f.uuid,
  username: f.text,
  chargeId: f.neverNull(f.uuid),
  expected: f.inColumn('expected_centavos', f.neverNull(f.centavos)),
  receivedAt: f.instant,
  /** When operators decided so; null if the bank called the charge paid. */
  decidedAt: f.inColumn('resolved_at', f.orNull(f.instant)),
};
export type OtherAmountTaken = f.RecordOf<typeof OTHER_AMOUNT_TAKEN>;
/** An incoming payment as operators decide about it. Instants in milliseconds. */
export type LockedIncomingPayment = f.RecordOf<typeof END_TO_END_ID & typeof LOCKED>;

const $ = paramsOf({
  ...NEW,
  bank: f.text,
  bookedAt: f.instant,
  state: LOCKED.state,
  merchantId: f.uuid,
  chargeId: f.uuid,
  expected: DECISION.expected,
  resolvedAt: f.instant,
  limit: f.count,
  from: f.instant,
  to: f.instant,
});
const PAYMENT = sql`select id, amount_centavos - returned_centavos as left_centavos, state, reason,
    amount_centavos, charge_id, txid, received_at, resolved_at
  from incoming_payments where end_to_end_id = ${$.endToEndId}`;

// The end-to-end id is the deduplication key: a payment that is known inserts no row.
const insert = many(
  'incoming_payments_insert',
  END_TO_END_ID,
  sql`insert into incoming_payments (end_to_end_id, id, bank, txid, pix_key, amount_centavos,
      received_at, booked_at, state, reason)
    select end_to_end_id, id, ${$.bank}, txid, pix_key, amount_centavos, received_at,
      ${$.bookedAt}, 'suspense', 'unknown_charge'
    from ${rowsOf('payments', 'row', NEW)}
    on conflict (end_to_end_id) do nothing returning end_to_end_id`,
  HOME,
);

const decide = send(
  'incoming_payments_decide',
  sql`update incoming_payments r set state = row.state, reason = row.reason,
      merchant_id = row.merchant_id, charge_id = row.charge_id,
      expected_centavos = row.expected
    from ${rowsOf('decisions', 'row', DECISION)}
    where r.end_to_end_id = row.end_to_end_id`,
  HOME,
);

const selectKnown = many(
  'incoming_payments_known',
  END_TO_END_ID,
  sql`select end_to_end_id from incoming_payments
    where end_to_end_id = any(${param('endToEndIds', f.listOf(f.text))})`,
  HOME,
);

/** Inserts payments and returns the end-to-end ids of the new ones. */
export async function insertIncomingPayments(
  tx: Transaction,
  bank: string,
  incomingPayments: readonly IncomingPayment[],
  bookedAt: number,
): Promise<ReadonlySet<string>> {
  const payments = incomingPayments
    .map(({ id, payment }) => ({ ...payment, id }))
    .sort((left, right) => (left.endToEndId < right.endToEndId ? -1 : 1));
  const inserted = await insert(tx, { bank, payments, bookedAt });
  return new Set(inserted.map(({ endToEndId }) => endToEndId));
}

/** The charge that an incoming payment pays, or the reason why it is held in suspense. */
export type IncomingPaymentDecision = f.RecordOf<typeof DECISION>;

export function decideIncomingPayments(
  tx: Transaction,
  decisions: readonly IncomingPaymentDecision[],
): void {
  if (decisions.length > 0) decide(tx, { decisions });
}

/** Selects which of the end-to-end ids belong to booked payments. */
export async function selectBookedIds(
  database: Queryable,
  endToEndIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await selectKnown(database, { endToEndIds });
  return new Set(rows.map(({ endToEndId }) => endToEndId));
}

/** Payments in suspense after an end-to-end id, in the order of these ids. */
export const selectSuspended = many(
  'incoming_payments_list',
  SUSPENDED,
  sql`select end_to_end_id, bank, txid, amount_centavos - returned_centavos as amount_centavos,
      reason, charge_id, received_at
    from incoming_payments
    where state = 'suspense' and end_to_end_id > ${$.endToEndId.as('after')}
    order by end_to_end_id limit ${$.limit}`,
  HOME,
);

const lockRow = maybeOne('incoming_payment_lock', LOCKED, sql`${PAYMENT} for update`, HOME);
const selectRow = maybeOne('incoming_payment_select', LOCKED, PAYMENT, HOME);

/** Locks an incoming payment until the transaction ends; undefined for an unknown one. */
export async function lockIncomingPayment(
  tx: Transaction,
  endToEndId: string,
): Promise<LockedIncomingPayment | undefined> {
  const row = await lockRow(tx, { endToEndId });
  return row && { endToEndId, ...row };
}

/** Reads an incoming payment without a lock; undefined for an unknown one. */
export async function selectIncomingPayment(
  database: Queryable,
  endToEndId: string,
): Promise<LockedIncomingPayment | undefined> {
  const row = await selectRow(database, { endToEndId });
  return row && { endToEndId, ...row };
}

/** Sends the change of a payment in suspense that pays its charge; the commit waits for it. */
export const resolveAsPayment = send(
  'incoming_payment_pay',
  sql`update incoming_payments set state = 'charge', reason = null,
      merchant_id = ${$.merchantId}, charge_id = ${$.chargeId}, resolved_at = ${$.resolvedAt},
      expected_centavos = ${$.expected}
    where end_to_end_id = ${$.endToEndId}`,
  HOME,
);

/** A page of the payments that were taken with another amount, newest first. */
export const selectOtherAmounts = many(
  'incoming_payments_other_amounts',
  OTHER_AMOUNT_TAKEN,
  sql`select r.id, r.end_to_end_id, r.charge_id, r.amount_centavos, r.expected_centavos,
      r.received_at, r.resolved_at, m.username
    from incoming_payments r join merchants m on m.merchant_id = r.merchant_id
    where r.expected_centavos is not null and r.id < ${$.id.as('beforeId')}
    order by r.id desc limit ${$.limit}`,
  HOME,
);

export const resolveIncomingPayment = send(
  'incoming_payment_resolve',
  sql`update incoming_payments set state = ${$.state},
      merchant_id = ${param('merchantId', f.orNull(f.uuid))},
      resolved_at = ${param('resolvedAt', f.orNull(f.instant))}
    where end_to_end_id = ${$.endToEndId}`,
  HOME,
);

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
