import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { HOME } from '#src/ground/database/statement-place.ts';
import { type Centavos, centavos } from '#src/ground/money/centavos.ts';
import type {
  IncomingPayment,
  IncomingPaymentReason,
  IncomingPaymentState,
} from './incoming-payment.ts';
import type { SuspendedPayment } from './suspended-payment.ts';

// The end-to-end id is the deduplication key: a payment that is known inserts no row.
const INSERT = {
  name: 'incoming_payments_insert',
  place: HOME,
  text: `insert into incoming_payments (end_to_end_id, id, bank, txid, pix_key, amount_centavos,
      received_at, booked_at, state, reason)
    select end_to_end_id, id, $2, txid, pix_key, amount_centavos, received_at, $3, 'suspense',
      'unknown_charge'
    from json_to_recordset($1) as row (end_to_end_id text, id uuid, txid text, pix_key text,
      amount_centavos bigint, received_at timestamptz)
    on conflict (end_to_end_id) do nothing returning end_to_end_id`,
};
const DECIDE = {
  name: 'incoming_payments_decide',
  place: HOME,
  text: `update incoming_payments r set state = row.state, reason = row.reason,
      merchant_id = row.merchant_id, charge_id = row.charge_id,
      expected_centavos = row.expected
    from json_to_recordset($1) as row (end_to_end_id text, state text, reason text,
      merchant_id uuid, charge_id uuid, expected bigint)
    where r.end_to_end_id = row.end_to_end_id`,
};
const KNOWN = {
  name: 'incoming_payments_known',
  place: HOME,
  text: 'select end_to_end_id from incoming_payments where end_to_end_id = any($1)',
};
const LIST = {
  name: 'incoming_payments_list',
  place: HOME,
  text: `select end_to_end_id, bank, txid, amount_centavos - returned_centavos as amount_centavos,
      reason, charge_id, received_at
    from incoming_payments
    where state = 'suspense' and end_to_end_id > $1 order by end_to_end_id limit $2`,
};
const PAYMENT = `select id, amount_centavos - returned_centavos as left_centavos, state, reason,
    amount_centavos, charge_id, txid, received_at, resolved_at
  from incoming_payments where end_to_end_id = $1`;
const LOCK = {
  name: 'incoming_payment_lock',
  place: HOME,
  text: `${PAYMENT} for update`,
};
const SELECT = { name: 'incoming_payment_select', place: HOME, text: PAYMENT };
const RESOLVE = {
  name: 'incoming_payment_resolve',
  place: HOME,
  text: `update incoming_payments set state = $2, merchant_id = $3, resolved_at = $4
    where end_to_end_id = $1`,
};
const PAY = {
  name: 'incoming_payment_pay',
  place: HOME,
  text: `update incoming_payments set state = 'charge', reason = null, merchant_id = $2,
      charge_id = $3, resolved_at = $4, expected_centavos = $5
    where end_to_end_id = $1`,
};
const LIST_OTHER = {
  name: 'incoming_payments_other_amounts',
  place: HOME,
  text: `select r.id, r.end_to_end_id, r.charge_id, r.amount_centavos, r.expected_centavos,
      r.received_at, r.resolved_at, m.username
    from incoming_payments r join merchants m on m.merchant_id = r.merchant_id
    where r.expected_centavos is not null and r.id < $1 order by r.id desc limit $2`,
};

interface SuspendedRow extends Record<string, unknown> {
  readonly end_to_end_id: string;
  readonly bank: string;
  readonly txid: string | null;
  readonly amount_centavos: bigint;
  readonly reason: IncomingPaymentReason | null;
  readonly charge_id: string | null;
  readonly received_at: number;
}

interface LockedRow extends Record<string, unknown> {
  readonly id: string;
  readonly left_centavos: bigint;
  readonly state: IncomingPaymentState;
  readonly reason: IncomingPaymentReason | null;
  readonly amount_centavos: bigint;
  readonly charge_id: string | null;
  readonly txid: string | null;
  readonly received_at: number;
  readonly resolved_at: number | null;
}

interface OtherAmountRow extends Record<string, unknown> {
  readonly id: string;
  readonly end_to_end_id: string;
  readonly charge_id: string;
  readonly amount_centavos: bigint;
  readonly expected_centavos: bigint;
  readonly received_at: number;
  readonly resolved_at: number | null;
  readonly username: string;
}

/** An incoming payment as operators decide about it. Instants in milliseconds. */
export interface LockedIncomingPayment {
  readonly endToEndId: string;
  readonly id: string;
  /** The amount that the bank has not returned to the payer. */
  readonly left: Centavos;
  readonly amount: Centavos;
  readonly state: IncomingPaymentState;
  /** Why it is in suspense or was before it was assigned or returned. */
  readonly reason: IncomingPaymentReason | null;
  /** The charge that it names; null if that was not stored when the payment came. */
  readonly chargeId: string | null;
  readonly txid: string | null;
  readonly receivedAt: number;
  readonly resolvedAt: number | null;
}

/** A payment that paid its charge with another amount than was asked for. */
export interface OtherAmountTaken {
  readonly id: string;
  readonly endToEndId: string;
  readonly username: string;
  readonly chargeId: string;
  readonly amount: Centavos;
  readonly expected: Centavos;
  readonly receivedAt: number;
  /** When operators decided so; null if the bank called the charge paid. */
  readonly decidedAt: number | null;
}

/** Inserts payments and returns the end-to-end ids of the new ones. */
export async function insertIncomingPayments(
  tx: Transaction,
  bank: string,
  incomingPayments: readonly IncomingPayment[],
  bookedAt: Date,
): Promise<ReadonlySet<string>> {
  const rows = incomingPayments
    .map(({ id, payment }) => ({
      end_to_end_id: payment.endToEndId,
      id,
      txid: payment.txid,
      pix_key: payment.pixKey,
      amount_centavos: payment.amount.toString(),
      received_at: new Date(payment.receivedAt),
    }))
    .sort((left, right) => (left.end_to_end_id < right.end_to_end_id ? -1 : 1));
  const values = [JSON.stringify(rows), bank, bookedAt];
  const inserted = await tx.query<{ end_to_end_id: string }>(INSERT, values);
  return new Set(inserted.map((row) => row.end_to_end_id));
}

/** The charge that an incoming payment pays, or the reason why it is held in suspense. */
export interface IncomingPaymentDecision {
  readonly endToEndId: string;
  readonly state: 'charge' | 'suspense';
  readonly reason: IncomingPaymentReason | null;
  /** The amount that the charge asked for, if another one was paid. */
  readonly expected: bigint | null;
  readonly charge: { readonly merchantId: string; readonly id: string } | undefined;
}

export function decideIncomingPayments(
  tx: Transaction,
  decisions: readonly IncomingPaymentDecision[],
): void {
  const rows = decisions.map(({ endToEndId, state, reason, expected, charge }) => ({
    end_to_end_id: endToEndId,
    state,
    reason,
    expected: expected === null ? null : Number(expected),
    merchant_id: charge?.merchantId ?? null,
    charge_id: charge?.id ?? null,
  }));
  if (rows.length > 0) tx.send(DECIDE, [JSON.stringify(rows)]);
}

/** Selects which of the end-to-end ids belong to booked payments. */
export async function selectBookedIds(
  database: Queryable,
  endToEndIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ end_to_end_id: string }>(KNOWN, [endToEndIds]);
  return new Set(rows.map((row) => row.end_to_end_id));
}

/** Payments in suspense after an end-to-end id, in the order of these ids. */
export async function selectSuspended(
  database: Queryable,
  { after, limit }: { after: string; limit: number },
): Promise<SuspendedPayment[]> {
  const rows = await database.query<SuspendedRow>(LIST, [after, limit]);
  return rows.map((row) => ({
    endToEndId: row.end_to_end_id,
    bank: row.bank,
    txid: row.txid,
    amount: centavos(row.amount_centavos),
    reason: row.reason ?? 'unknown_charge',
    chargeId: row.charge_id,
    receivedAt: row.received_at,
  }));
}

/** Locks an incoming payment until the transaction ends; undefined for an unknown one. */
export async function lockIncomingPayment(
  tx: Transaction,
  endToEndId: string,
): Promise<LockedIncomingPayment | undefined> {
  const [row] = await tx.query<LockedRow>(LOCK, [endToEndId]);
  return row && paymentOf(endToEndId, row);
}

/** Reads an incoming payment without a lock; undefined for an unknown one. */
export async function selectIncomingPayment(
  database: Queryable,
  endToEndId: string,
): Promise<LockedIncomingPayment | undefined> {
  const [row] = await database.query<LockedRow>(SELECT, [endToEndId]);
  return row && paymentOf(endToEndId, row);
}

function paymentOf(endToEndId: string, row: LockedRow): LockedIncomingPayment {
  return {
    endToEndId,
    id: row.id,
    state: row.state,
    reason: row.reason,
    chargeId: row.charge_id,
    txid: row.txid,
    left: centavos(row.left_centavos),
    amount: centavos(row.amount_centavos),
    receivedAt: row.received_at,
    resolvedAt: row.resolved_at,
  };
}

/** Sends the change of a payment in suspense that pays its charge; the commit waits for it. */
export function resolveAsPayment(
  tx: Transaction,
  endToEndId: string,
  to: {
    readonly merchantId: string;
    readonly chargeId: string;
    readonly at: Date;
    readonly expected: bigint | null;
  },
): void {
  tx.send(PAY, [endToEndId, to.merchantId, to.chargeId, to.at, to.expected]);
}

/** Selects a page of the payments that were taken with another amount, newest first. */
export async function selectOtherAmounts(
  database: Queryable,
  { beforeId, limit }: { readonly beforeId: string; readonly limit: number },
): Promise<OtherAmountTaken[]> {
  const rows = await database.query<OtherAmountRow>(LIST_OTHER, [beforeId, limit]);
  return rows.map((row) => ({
    id: row.id,
    endToEndId: row.end_to_end_id,
    username: row.username,
    chargeId: row.charge_id,
    amount: centavos(row.amount_centavos),
    expected: centavos(row.expected_centavos),
    receivedAt: row.received_at,
    decidedAt: row.resolved_at,
  }));
}

export function resolveIncomingPayment(
  tx: Transaction,
  endToEndId: string,
  to: {
    state: 'assigned' | 'returned' | 'suspense';
    merchantId: string | null;
    at: Date | null;
  },
): void {
  tx.send(RESOLVE, [endToEndId, to.state, to.merchantId, to.at]);
}
