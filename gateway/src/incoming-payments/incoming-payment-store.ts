import type { Queryable, Transaction } from '#src/platform/database/database.ts';
import type {
  IncomingPayment,
  IncomingPaymentReason,
  IncomingPaymentState,
} from './incoming-payment.ts';

const COLUMNS = `end_to_end_id, id, bank, txid, pix_key, amount_centavos, received_at, booked_at,
  state, reason, merchant_id, charge_id, resolved_at`;

// The end-to-end id decides: a payment that was told before, by whatever way, inserts no row.
const INSERT = {
  name: 'incoming_payments_insert',
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
  text: `update incoming_payments r set state = row.state, reason = row.reason,
      merchant_id = row.merchant_id, charge_id = row.charge_id
    from json_to_recordset($1) as row (end_to_end_id text, state text, reason text,
      merchant_id uuid, charge_id uuid)
    where r.end_to_end_id = row.end_to_end_id`,
};
const KNOWN = {
  name: 'incoming_payments_known',
  text: 'select end_to_end_id from incoming_payments where end_to_end_id = any($1)',
};
const LIST = {
  name: 'incoming_payments_list',
  text: `select ${COLUMNS} from incoming_payments
    where state = 'suspense' and end_to_end_id > $1 order by end_to_end_id limit $2`,
};
const LOCK = {
  name: 'incoming_payment_lock',
  text: `select ${COLUMNS} from incoming_payments where end_to_end_id = $1 for update`,
};
const RESOLVE = {
  name: 'incoming_payment_resolve',
  text: `update incoming_payments set state = $2, merchant_id = $3, resolved_at = $4
    where end_to_end_id = $1`,
};

export interface IncomingPaymentRow extends Record<string, unknown> {
  readonly end_to_end_id: string;
  readonly id: string;
  readonly bank: string;
  readonly txid: string | null;
  readonly pix_key: string | null;
  readonly amount_centavos: bigint;
  readonly received_at: number;
  readonly booked_at: number;
  readonly state: IncomingPaymentState;
  readonly reason: IncomingPaymentReason | null;
  readonly merchant_id: string | null;
  readonly charge_id: string | null;
  readonly resolved_at: number | null;
}

/** Inserts what was received and returns the end-to-end ids that are new. */
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
    .sort((one, other) => (one.end_to_end_id < other.end_to_end_id ? -1 : 1));
  const values = [JSON.stringify(rows), bank, bookedAt];
  const inserted = await tx.query<{ end_to_end_id: string }>(INSERT, values);
  return new Set(inserted.map((row) => row.end_to_end_id));
}

/** What an incoming payment turned out to be. */
export interface IncomingPaymentDecision {
  readonly endToEndId: string;
  readonly state: 'charge' | 'suspense';
  readonly reason: IncomingPaymentReason | null;
  readonly charge: { readonly merchantId: string; readonly id: string } | undefined;
}

export function decideIncomingPayments(
  tx: Transaction,
  decisions: readonly IncomingPaymentDecision[],
): void {
  const rows = decisions.map(({ endToEndId, state, reason, charge }) => ({
    end_to_end_id: endToEndId,
    state,
    reason,
    merchant_id: charge?.merchantId ?? null,
    charge_id: charge?.id ?? null,
  }));
  if (rows.length > 0) tx.send(DECIDE, [JSON.stringify(rows)]);
}

/** Which of these payments are booked already. */
export async function selectKnown(
  database: Queryable,
  endToEndIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ end_to_end_id: string }>(KNOWN, [endToEndIds]);
  return new Set(rows.map((row) => row.end_to_end_id));
}

/** Payments that wait for an operator, from an end-to-end id on. */
export function selectSuspended(
  database: Queryable,
  { after, limit }: { after: string; limit: number },
): Promise<IncomingPaymentRow[]> {
  return database.query<IncomingPaymentRow>(LIST, [after, limit]);
}

/** An incoming payment, locked until the transaction ends. */
export async function lockIncomingPayment(
  tx: Transaction,
  endToEndId: string,
): Promise<IncomingPaymentRow | undefined> {
  return (await tx.query<IncomingPaymentRow>(LOCK, [endToEndId]))[0];
}

export function resolveIncomingPayment(
  tx: Transaction,
  row: IncomingPaymentRow,
  to: { state: 'assigned' | 'returned'; merchantId: string | null; at: Date },
): void {
  tx.send(RESOLVE, [row.end_to_end_id, to.state, to.merchantId, to.at]);
}
