import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { type RowOf, rowType } from '#src/ground/database/row-type.ts';
import {
  dueQueue,
  many,
  maybeOne,
  paramsOf,
  rowsOf,
  rowsOfType,
  run,
  send,
  sql,
} from '#src/ground/database/sql.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import { isNotSetAsideAt } from '#src/ground/work/set-aside.ts';
import { SETTLEMENT_TERMS } from '#src/ledger/settlements/settlement-terms.ts';
import {
  CHARGE_TEXTS,
  type ChargeStatus,
  type PaymentToBook,
  type TransactionKey,
  type Utm,
} from './charge.ts';
import type { StoredTerms } from './due/due-terms.ts';

/** What its creation writes of a charge and its operations read, in the order of `new_charge`. */
const WRITTEN = {
  merchant_id: f.uuid,
  environment: f.SCOPE.environment,
  id: f.uuid,
  external_id: f.orNull(f.text),
  amount_centavos: f.bigint,
  fee_centavos: f.bigint,
  payer_name: f.text,
  payer_document: f.text,
  payer_email: f.orNull(f.text),
  utm: f.orNull(f.json<Utm>()),
  qrcode: f.text,
  webhook_url: f.orNull(f.text),
  split_count: f.bigint,
};
const TIMES = { created_at: f.instant, expires_at: f.instant };
const ORIGIN = {
  is_simulated: f.bool,
  client_id: f.orNull(f.text),
  ...CHARGE_TEXTS,
  payment_link_id: f.orNull(f.uuid),
  renewed_from: f.orNull(f.uuid),
  renewal_number: f.orNull(f.bigint),
};
/** The columns of a charge that its operations read, in the order of the select list. */
export const CHARGE = {
  ...WRITTEN,
  ...TIMES,
  ...ORIGIN,
  status: f.textOf<ChargeStatus>(),
  event_count: f.bigint,
  paid_at: f.orNull(f.instant),
  end_to_end_id: f.orNull(f.text),
  refund_count: f.bigint,
  refunding_centavos: f.bigint,
  refunded_centavos: f.bigint,
  dispute_count: f.bigint,
  disputed_centavos: f.bigint,
  due: f.orNull(f.json<StoredTerms>()),
  expected_centavos: f.orNull(f.bigint),
  expected_fee_centavos: f.orNull(f.bigint),
};
export type ChargeRow = f.RecordOf<typeof CHARGE>;
export const CHARGE_COLUMNS = f.columnsOf(CHARGE, 'c');

const PAID_CHARGE = {
  ...CHARGE,
  ...SETTLEMENT_TERMS,
};
/** A charge that was just marked paid, with the settlement terms of its merchant. */
export type PaidChargeRow = f.RecordOf<typeof PAID_CHARGE>;

export const CHARGE_KEY = { ...f.SCOPE, id: f.uuid };
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

const NEW_CHARGE = rowType('new_charge', {
  ...WRITTEN,
  shares_centavos: f.bigint,
  ...TIMES,
  due_at: f.instantOrInfinity,
  ...ORIGIN,
});
// Charges with a due date have a type of their own, so that all others cost what they cost before.
const NEW_DUE_CHARGE = rowType('new_due_charge', {
  ...NEW_CHARGE.fields,
  due_on: f.orNull(f.text),
  due: f.json<StoredTerms>(),
});
/** A charge to insert. A cycle of a subscription has `due`, and `due_on` is null. */
export type NewChargeRow = RowOf<typeof NEW_CHARGE.fields> &
  Partial<Pick<RowOf<typeof NEW_DUE_CHARGE.fields>, 'due_on' | 'due'>>;
const CHARGE_PAYMENT = rowType('charge_payment', {
  ...CHARGE_KEY,
  endToEndId: f.text,
  acceptsExpired: f.inColumn('expired_too', f.bool),
  paidAt: f.orNull(f.instant),
});

const insertRows = send(
  'charges_insert',
  sql`insert into charges (${NEW_CHARGE.names}, status)
    select ${NEW_CHARGE.names}, 'pending' from ${rowsOfType('rows', NEW_CHARGE)}`,
);
const insertDueRows = send(
  'charges_insert_due',
  sql`insert into charges (${NEW_CHARGE.names}, due_on, due, status)
    select ${NEW_CHARGE.names}, due_on::date, due, 'pending'
    from ${rowsOfType('rows', NEW_DUE_CHARGE)}`,
);
/** The keys of charges, in the parameter `keys`. */
export const KEYS = rowsOf('keys', 'key', CHARGE_KEY);
const $ = paramsOf({ ...CHARGE_KEY, at: f.instant, limit: f.count });
const selectByKeys = many(
  'charges_select',
  CHARGE,
  sql`select ${CHARGE_COLUMNS} from ${KEYS}
    join charges c on ${SAME_KEY}`,
);
const lockByKeys = run(
  'charges_lock',
  sql`select c.id from ${KEYS}
    join charges c on ${SAME_KEY} order by c.id for update of c`,
);
// The lock keeps the charge pending until the change is committed.
const lockPending = maybeOne(
  'charges_lock_to_change',
  CHARGE,
  sql`select ${CHARGE_COLUMNS} from charges c
    where c.merchant_id = ${$.merchantId} and c.environment = ${$.environment} and c.id = ${$.id}
      and c.status = 'pending'
      and c.expires_at > ${$.at}
    for update`,
);
// Time ends no charge while a change or a cancellation of it waits for the bank.
const DUE = sql`from charges where status = 'pending' and due_at <= ${$.at}
      and ${isNotSetAsideAt('charge', 'charges.id', $.at)} and not ${isChanging('charges')}
      and not ${isCanceling('charges')}`;
const DUE_CHARGE = {
  merchant_id: f.uuid,
  environment: f.SCOPE.environment,
  id: f.uuid,
  is_simulated: f.bool,
  is_expiry: f.bool,
};
/**
 * Claims pending charges that are due to be paid by the simulator, or to expire, by locking them
 * until the transaction ends. Skips those that others have locked.
 */
export const claimDueCharges = many(
  'charges_claim_due',
  DUE_CHARGE,
  sql`select merchant_id, environment, id, is_simulated, due_at >= expires_at as is_expiry
    ${DUE} order by due_at limit ${$.limit} for update of charges skip locked`,
  HERE,
);
export const DUE_CHARGES = dueQueue({ name: 'due-charges', isShared: true }, sql`select ${DUE}`);
// A bank's clock may differ from ours: nothing is paid before it was created, or in the future.
// A charge is paid once, also when several processes book its payment: the second updates no row.
// The condition on the status is a `case`, here and below, so that no index can serve it: when many
// more charges are pending than the statistics say, a plan that begins with the pending ones
// compares each of them with each key. A cluster can't repeat `case c.status when` with one branch.
// `offset 0` keeps the merchant's row out of the choice of the index of charges: else a plan that
// is made without statistics may go from a key to the merchant, and from there to all its charges.
const markPaid = many(
  'charges_mark_paid',
  PAID_CHARGE,
  sql`update charges c set status = 'paid', booked_at = ${$.at},
      paid_at = case when key.paid_at is null then ${$.at}
        else greatest(c.created_at, least(key.paid_at, ${$.at})) end,
      end_to_end_id = key.end_to_end_id, due_at = null, event_count = c.event_count + 1
    from ${rowsOfType('payments', CHARGE_PAYMENT)} key
      join lateral (
        select ${f.columnsOf(SETTLEMENT_TERMS, 'merchants')} from merchants
        where merchants.merchant_id = key.merchant_id offset 0
      ) m on true
    where ${SAME_KEY} and case c.status
      when 'pending' then key.expired_too or c.expires_at > ${$.at}
      when 'expired' then key.expired_too
      when 'canceled' then key.expired_too
      else false end
    returning ${CHARGE_COLUMNS}, ${f.columnsOf(SETTLEMENT_TERMS, 'm')}`,
);
const markExpired = many(
  'charges_mark_expired',
  CHARGE,
  sql`update charges c set status = 'expired', due_at = null, event_count = c.event_count + 1
    from ${KEYS}
    where ${SAME_KEY} and case when c.status = 'pending' then c.expires_at <= ${$.at} else false end
      and not ${isChanging('c')} and not ${isCanceling('c')}
    returning ${CHARGE_COLUMNS}`,
);

const CANCELED = {
  ...CHARGE_KEY,
  isRemoved: f.bool,
  expiredToo: f.bool,
  ofCycle: f.bool,
};
const markCanceled = many(
  'charges_mark_canceled',
  CHARGE,
  sql`update charges c set status = 'canceled', due_at = null, event_count = c.event_count + 1
    from ${rowsOf('canceled', 'key', CANCELED)}
    where ${SAME_KEY} and (c.due ->> 'cycle' is not null) = key.of_cycle and case
      when c.status = 'pending' then key.is_removed or key.expired_too or c.expires_at > ${$.at}
      when c.status = 'expired' then key.expired_too
      else false end
    returning ${CHARGE_COLUMNS}`,
);

/** Two processes that move the same charges lock them in this order. */
export function sortedKeys<Key extends TransactionKey>(keys: readonly Key[]): Key[] {
  return keys.toSorted((left, right) => (left.id < right.id ? -1 : 1));
}

/** Sends the insert of charges; the commit waits for it. */
export function insertCharges(tx: Transaction, rows: readonly NewChargeRow[]): void {
  const due = rows.filter(isDue);
  const others = due.length === 0 ? rows : rows.filter((row) => !isDue(row));
  if (others.length > 0) insertRows(tx, { rows: others });
  if (due.length > 0) insertDueRows(tx, { rows: due });
}

function isDue(row: NewChargeRow): row is RowOf<typeof NEW_DUE_CHARGE.fields> {
  return row.due !== undefined;
}

/** Charges by their keys, in no order. */
export function selectCharges(
  database: Queryable,
  keys: readonly TransactionKey[],
): Promise<ChargeRow[]> {
  return selectByKeys(database, { keys });
}

/** Locks charges in the order in which every change of charges does. */
export async function lockSorted(tx: Transaction, keys: readonly TransactionKey[]): Promise<void> {
  await lockByKeys(tx, { keys });
}

/** Locks a pending charge whose time is not over; undefined when it can't be changed. */
export function lockToChange(
  tx: Transaction,
  key: TransactionKey,
  at: Date,
): Promise<ChargeRow | undefined> {
  return lockPending(tx, { ...key, at });
}

/** Marks charges paid, as booked at `at`; returns the charges that this call changed. */
export function markChargesPaid(
  tx: Transaction,
  payments: readonly PaymentToBook[],
  at: Date,
): Promise<PaidChargeRow[]> {
  return markPaid(tx, { payments: sortedKeys(payments), at });
}

/** Marks pending charges expired whose time is over; returns the charges that it changed. */
export function markChargesExpired(
  tx: Transaction,
  keys: readonly TransactionKey[],
  at: Date,
): Promise<ChargeRow[]> {
  return markExpired(tx, { keys: sortedKeys(keys), at });
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
    readonly isByOwner?: boolean;
  })[],
  at: Date,
): Promise<ChargeRow[]> {
  const rows = sortedKeys(keys).map(({ isRemovedAtBank, isExpiredToo, isByOwner, ...key }) => ({
    ...key,
    isRemoved: isRemovedAtBank,
    expiredToo: isExpiredToo ?? false,
    ofCycle: isByOwner ?? false,
  }));
  return markCanceled(tx, { canceled: rows, at });
}

/** Sets the expiry of a pending test charge to `at`; the commit waits for it. */
export const endTimeOfTestCharge = send(
  'charge_end_time_of_test',
  sql`update charges set expires_at = ${$.at}
    where merchant_id = ${$.merchantId} and environment = 'test' and id = ${$.id}
      and status = 'pending' and expires_at > ${$.at}`,
);
