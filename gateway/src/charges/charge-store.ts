import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { type RowOf, rowType } from '#src/ground/database/row-type.ts';
import { param, paramsOf, send, sql } from '#src/ground/database/sql.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';
import { isNotSetAside } from '#src/ground/work/set-aside.ts';
import { type TermsColumns, termsColumns } from '#src/ledger/settlements/settlement-terms.ts';
import type { ChargeStatus, PaymentToBook, TransactionKey, Utm } from './charge.ts';
import type { StoredTerms } from './due/due-terms.ts';

export interface ChargeRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly id: string;
  readonly external_id: string | null;
  readonly status: ChargeStatus;
  readonly amount_centavos: bigint;
  readonly fee_centavos: bigint;
  readonly description: string | null;
  readonly payer_name: string;
  readonly payer_document: string;
  readonly payer_email: string | null;
  readonly utm: Utm | null;
  readonly qrcode: string;
  readonly webhook_url: string | null;
  readonly split_count: bigint;
  readonly event_count: bigint;
  readonly client_id: string | null;
  readonly payment_link_id: string | null;
  readonly renewed_from: string | null;
  readonly renewal_number: bigint | null;
  readonly is_simulated: boolean;
  readonly created_at: number;
  readonly expires_at: number;
  readonly paid_at: number | null;
  readonly end_to_end_id: string | null;
  readonly refund_count: bigint;
  readonly refunding_centavos: bigint;
  readonly refunded_centavos: bigint;
  readonly dispute_count: bigint;
  readonly disputed_centavos: bigint;
  readonly due: StoredTerms | null;
  readonly expected_centavos: bigint | null;
  readonly expected_fee_centavos: bigint | null;
}

/** A charge that was just marked paid, with the settlement terms of its merchant. */
export interface PaidChargeRow extends ChargeRow, TermsColumns {}

export const CHARGE_COLUMNS = `c.merchant_id, c.environment, c.id, c.external_id, c.status,
  c.amount_centavos, c.fee_centavos, c.description, c.payer_name, c.payer_document, c.payer_email,
  c.utm, c.qrcode, c.webhook_url, c.split_count, c.event_count, c.is_simulated, c.client_id,
  c.payment_link_id, c.renewed_from, c.renewal_number, c.created_at, c.expires_at, c.paid_at,
  c.end_to_end_id, c.refund_count, c.refunding_centavos, c.refunded_centavos, c.dispute_count,
  c.disputed_centavos, c.due, c.expected_centavos, c.expected_fee_centavos`;
export const CHARGE_KEY = { ...f.SCOPE, id: f.uuid };
export const KEY_COLUMNS = 'merchant_id uuid, environment text, id uuid';
export const SAME_KEY =
  '(c.merchant_id, c.environment, c.id) = (key.merchant_id, key.environment, key.id)';
/** A condition that is true for a charge with a change that waits for the bank. */
export const isChanging = (charge: string) => `exists (select from charge_changes change
      where (change.merchant_id, change.environment, change.charge_id)
        = (${charge}.merchant_id, ${charge}.environment, ${charge}.id))`;
/** The same for a cancellation. */
const isCanceling = (charge: string) => `exists (select from charge_cancellations canceled
      where (canceled.merchant_id, canceled.environment, canceled.charge_id)
        = (${charge}.merchant_id, ${charge}.environment, ${charge}.id))`;

const KEY = { merchant_id: 'uuid', environment: 'text', id: 'uuid' } as const;
const NEW_CHARGE = rowType('new_charge', {
  ...KEY,
  external_id: 'text?',
  amount_centavos: 'bigint',
  fee_centavos: 'bigint',
  payer_name: 'text',
  payer_document: 'text',
  payer_email: 'text?',
  utm: 'json?',
  qrcode: 'text',
  webhook_url: 'text?',
  split_count: 'bigint',
  shares_centavos: 'bigint',
  created_at: 'timestamptz',
  expires_at: 'timestamptz',
  due_at: 'timestamptz',
  is_simulated: 'boolean',
  client_id: 'text?',
  description: 'text?',
  payment_link_id: 'uuid?',
  renewed_from: 'uuid?',
  renewal_number: 'bigint?',
});
// Charges with a due date have a type of their own, so that all others cost what they cost before.
const NEW_DUE_CHARGE = rowType('new_due_charge', {
  ...NEW_CHARGE.columns,
  due_on: 'text?',
  due: 'json',
});
/** A charge to insert. A cycle of a subscription has `due`, and `due_on` is null. */
export type NewChargeRow = RowOf<typeof NEW_CHARGE.columns> &
  Partial<Pick<RowOf<typeof NEW_DUE_CHARGE.columns>, 'due_on' | 'due'>>;
const CHARGE_PAYMENT = rowType('charge_payment', {
  ...KEY,
  end_to_end_id: 'text',
  expired_too: 'boolean',
  paid_at: 'timestamptz?',
});

const INSERT = {
  name: 'charges_insert',
  text: `insert into charges (${NEW_CHARGE.names}, status)
    select ${NEW_CHARGE.names}, 'pending' from ${NEW_CHARGE.from(1)}`,
};
const INSERT_DUE = {
  name: 'charges_insert_due',
  text: `insert into charges (${NEW_CHARGE.names}, due_on, due, status)
    select ${NEW_CHARGE.names}, due_on::date, due, 'pending' from ${NEW_DUE_CHARGE.from(1)}`,
};
const SELECT = {
  name: 'charges_select',
  text: `select ${CHARGE_COLUMNS} from json_to_recordset($1) as key (${KEY_COLUMNS})
    join charges c on ${SAME_KEY}`,
};
const LOCK = {
  name: 'charges_lock',
  text: `select c.id from json_to_recordset($1) as key (${KEY_COLUMNS})
    join charges c on ${SAME_KEY} order by c.id for update of c`,
};
// The lock keeps the charge pending until the change is committed.
const LOCK_TO_CHANGE = {
  name: 'charges_lock_to_change',
  text: `select ${CHARGE_COLUMNS} from charges c
    where c.merchant_id = $1 and c.environment = $2 and c.id = $3 and c.status = 'pending'
      and c.expires_at > $4
    for update`,
};
// Time ends no charge while a change or a cancellation of it waits for the bank.
const DUE = `from charges where status = 'pending' and due_at <= $1
      and ${isNotSetAside('charge', 'charges.id')} and not ${isChanging('charges')}
      and not ${isCanceling('charges')}`;
const CLAIM_DUE = {
  name: 'charges_claim_due',
  place: HERE,
  text: `select merchant_id, environment, id, is_simulated, due_at >= expires_at as is_expiry
    ${DUE} order by due_at limit $2 for update of charges skip locked`,
};
export const DUE_CHARGES: DueQueue = {
  name: 'due-charges',
  isShared: true,
  due: `select ${DUE}`,
};
// A bank's clock may differ from ours: nothing is paid before it was created, or in the future.
// A charge is paid once, also when several processes book its payment: the second updates no row.
// The condition on the status is a `case`, here and below, so that no index can serve it: when many
// more charges are pending than the statistics say, a plan that begins with the pending ones
// compares each of them with each key. A cluster can't repeat `case c.status when` with one branch.
const MARK_PAID = {
  name: 'charges_mark_paid',
  text: `update charges c set status = 'paid', booked_at = $2,
      paid_at = case when key.paid_at is null then $2
        else greatest(c.created_at, least(key.paid_at, $2)) end,
      end_to_end_id = key.end_to_end_id, due_at = null, event_count = c.event_count + 1
    from ${CHARGE_PAYMENT.from(1)} key
      join merchants m on m.merchant_id = key.merchant_id
    where ${SAME_KEY} and case c.status
      when 'pending' then key.expired_too or c.expires_at > $2
      when 'expired' then key.expired_too
      when 'canceled' then key.expired_too
      else false end
    returning ${CHARGE_COLUMNS}, ${termsColumns('m')}`,
};
const MARK_EXPIRED = {
  name: 'charges_mark_expired',
  text: `update charges c set status = 'expired', due_at = null, event_count = c.event_count + 1
    from json_to_recordset($1) as key (${KEY_COLUMNS})
    where ${SAME_KEY} and case when c.status = 'pending' then c.expires_at <= $2 else false end
      and not ${isChanging('c')} and not ${isCanceling('c')}
    returning ${CHARGE_COLUMNS}`,
};

const MARK_CANCELED = {
  name: 'charges_mark_canceled',
  text: `update charges c set status = 'canceled', due_at = null, event_count = c.event_count + 1
    from json_to_recordset($1)
      as key (${KEY_COLUMNS}, is_removed boolean, expired_too boolean, of_cycle boolean)
    where ${SAME_KEY} and (c.due ->> 'cycle' is not null) = key.of_cycle and case
      when c.status = 'pending' then key.is_removed or key.expired_too or c.expires_at > $2
      when c.status = 'expired' then key.expired_too
      else false end
    returning ${CHARGE_COLUMNS}`,
};

/** A key as the statements take it. */
export function keyRow(key: TransactionKey) {
  return { merchant_id: key.merchantId, environment: key.environment, id: key.id };
}

/** Two processes that move the same charges lock them in this order. */
export function sortedKeys<Key extends TransactionKey>(keys: readonly Key[]): Key[] {
  return keys.toSorted((left, right) => (left.id < right.id ? -1 : 1));
}

/** Sends the insert of charges; the commit waits for it. */
export function insertCharges(tx: Transaction, rows: readonly NewChargeRow[]): void {
  const due = rows.filter(isDue);
  const others = due.length === 0 ? rows : rows.filter((row) => !isDue(row));
  if (others.length > 0) tx.send(INSERT, [NEW_CHARGE.rows(others)]);
  if (due.length > 0) tx.send(INSERT_DUE, [NEW_DUE_CHARGE.rows(due)]);
}

function isDue(row: NewChargeRow): row is RowOf<typeof NEW_DUE_CHARGE.columns> {
  return row.due !== undefined;
}

/** Charges by their keys, in no order. */
export function selectCharges(
  database: Queryable,
  keys: readonly TransactionKey[],
): Promise<ChargeRow[]> {
  return database.query<ChargeRow>(SELECT, [JSON.stringify(keys.map(keyRow))]);
}

/** Locks charges in the order in which every change of charges does. */
export async function lockSorted(tx: Transaction, keys: readonly TransactionKey[]): Promise<void> {
  await tx.query(LOCK, [JSON.stringify(keys.map(keyRow))]);
}

/** Locks a pending charge whose time is not over; undefined when it can't be changed. */
export async function lockToChange(
  tx: Transaction,
  { merchantId, environment, id }: TransactionKey,
  at: Date,
): Promise<ChargeRow | undefined> {
  return (await tx.query<ChargeRow>(LOCK_TO_CHANGE, [merchantId, environment, id, at]))[0];
}

export interface DueChargeRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly id: string;
  readonly is_simulated: boolean;
  readonly is_expiry: boolean;
}

/**
 * Claims pending charges that are due to be paid by the simulator, or to expire, by locking them
 * until the transaction ends. Skips those that others have locked.
 */
export function claimDueCharges(tx: Transaction, at: Date, limit: number): Promise<DueChargeRow[]> {
  return tx.query<DueChargeRow>(CLAIM_DUE, [at, limit]);
}

/** Marks charges paid, as booked at `at`; returns the charges that this call changed. */
export function markChargesPaid(
  tx: Transaction,
  payments: readonly PaymentToBook[],
  at: Date,
): Promise<PaidChargeRow[]> {
  const rows = sortedKeys(payments).map((payment) => ({
    ...keyRow(payment),
    end_to_end_id: payment.endToEndId,
    expired_too: payment.acceptsExpired,
    paid_at: payment.paidAt,
  }));
  return tx.query<PaidChargeRow>(MARK_PAID, [CHARGE_PAYMENT.rows(rows), at]);
}

/** Marks pending charges expired whose time is over; returns the charges that it changed. */
export function markChargesExpired(
  tx: Transaction,
  keys: readonly TransactionKey[],
  at: Date,
): Promise<ChargeRow[]> {
  return tx.query<ChargeRow>(MARK_EXPIRED, [JSON.stringify(sortedKeys(keys).map(keyRow)), at]);
}

/**
 * Marks charges canceled that were pending and have time left, that the bank has removed, or, if
 * wanted, that have expired; returns them.
 */
export function markChargesCanceled(
  tx: Transaction,
  keys: readonly (TransactionKey & {
    readonly isRemovedAtBank: boolean;
    readonly isExpiredToo?: boolean;
    readonly isOfCycle?: boolean;
  })[],
  at: Date,
): Promise<ChargeRow[]> {
  const rows = sortedKeys(keys).map(({ isRemovedAtBank, isExpiredToo, isOfCycle, ...key }) => ({
    ...keyRow(key),
    is_removed: isRemovedAtBank,
    expired_too: isExpiredToo ?? false,
    of_cycle: isOfCycle ?? false,
  }));
  return tx.query<ChargeRow>(MARK_CANCELED, [JSON.stringify(rows), at]);
}

const $ = paramsOf(CHARGE_KEY);

/** Sets the expiry of a pending test charge to `at`; the commit waits for it. */
export const endTimeOfTestCharge = send(
  'charge_end_time_of_test',
  sql`update charges set expires_at = ${param('at', f.instant)}
    where merchant_id = ${$.merchantId} and environment = 'test' and id = ${$.id}
      and status = 'pending' and expires_at > ${param('at', f.instant)}`,
);
