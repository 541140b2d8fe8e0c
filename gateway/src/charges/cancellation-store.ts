import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  countRows,
  dueQueue,
  many,
  maybeOne,
  one,
  paramsOf,
  rowsOf,
  send,
  sql,
} from '#src/ground/database/sql.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import { isNotSetAsideAt } from '#src/ground/work/set-aside.ts';
import type { TransactionKey } from './charge.ts';
import { CHARGE_KEY, sortedKeys } from './charge-store.ts';

/** A charge whose removal the bank is asked for. */
const CANCELLATION = {
  ...CHARGE_KEY,
  /** Milliseconds; tells the request from later ones for the charge. */
  requestedAt: f.instant,
  /** Milliseconds; the end of the lease of the process that asks the bank. */
  leasedUntil: f.inColumn('due_at', f.instant),
};
export type OpenCancellation = f.RecordOf<typeof CANCELLATION>;

/** A new request; `isRepeat`: it replaced an open one, which the bank may still carry out. */
export interface NewCancellation extends OpenCancellation {
  readonly isRepeat: boolean;
}

const $ = paramsOf({
  ...CANCELLATION,
  at: f.instant,
  until: f.instant,
  dueAt: f.instant,
  limit: f.count,
});

// The lock keeps the charge pending until the request is committed.
/** Locks a charge that can be paid at an instant; undefined when it can't. */
export const lockPayable = maybeOne(
  'charge_cancellation_lock',
  { hasDueDate: f.inColumn('hasDueDate', f.bool) },
  sql`select due_on is not null as "hasDueDate" from charges
    where merchant_id = ${$.merchantId} and environment = ${$.environment} and id = ${$.id}
      and status = 'pending' and expires_at > ${$.at}
    for update`,
);

// The sum of a time with a zone isn't immutable, as Citus demands.
const insertRow = one(
  'charge_cancellation_insert',
  {
    requestedAt: f.instant,
    leasedUntil: CANCELLATION.leasedUntil,
    firstRequestedAt: f.instant,
  },
  sql`insert into charge_cancellations
      (merchant_id, environment, charge_id, requested_at, first_requested_at, due_at)
    values (${$.merchantId}, ${$.environment}, ${$.id}, ${$.at}, ${$.at}, ${$.dueAt})
    on conflict (merchant_id, environment, charge_id) do update set
      due_at = least(charge_cancellations.due_at, excluded.due_at),
      requested_at = greatest(excluded.requested_at,
        (charge_cancellations.requested_at at time zone 'UTC' + interval '1 millisecond')
          at time zone 'UTC')
    returning requested_at, due_at, first_requested_at`,
);

const deleteRows = send(
  'charge_cancellations_delete',
  sql`delete from charge_cancellations where (merchant_id, environment, charge_id) in (
      select merchant_id, environment, id from ${rowsOf('keys', 'row', CHARGE_KEY)}
    )`,
);

// A newer request stays, and one that another process has leased: it may be at the bank.
const withdrawRow = countRows(
  'charge_cancellations_withdraw',
  sql`delete from charge_cancellations
    where merchant_id = ${$.merchantId} and environment = ${$.environment}
      and charge_id = ${$.id} and requested_at = ${$.requestedAt}
      and due_at = ${$.leasedUntil}
    returning charge_id`,
);

const DUE = sql`from charge_cancellations
      where due_at <= ${$.at}
        and ${isNotSetAsideAt('bank_charge', 'charge_cancellations.charge_id', $.at)}`;
export const DUE_CANCELLATIONS = dueQueue({ name: 'charge-cancellations' }, sql`select ${DUE}`);

/** Claims requests that the bank must be asked for again, for this worker until `until`. */
export const claimDueCancellations = many(
  'charge_cancellations_claim_due',
  { ...CANCELLATION, id: f.inColumn('charge_id', f.uuid) },
  sql`update charge_cancellations set due_at = ${$.until}
    where (merchant_id, environment, charge_id) in (
      select merchant_id, environment, charge_id ${DUE}
      order by due_at limit ${$.limit} for update skip locked
    ) returning merchant_id, environment, charge_id, requested_at, due_at`,
  HERE,
);

/**
 * Stores a request; it replaces an earlier one for the charge, and is later by its time. Repeats
 * neither keep the worker away nor hide the age of the first one.
 */
export async function insertCancellation(
  tx: Transaction,
  { merchantId, environment, id }: TransactionKey,
  { at, dueAt }: { at: Date; dueAt: Date },
): Promise<NewCancellation> {
  const key = { merchantId, environment, id };
  const row = await insertRow(tx, { ...key, at, dueAt });
  const { requestedAt, leasedUntil, firstRequestedAt } = row;
  return { ...key, requestedAt, leasedUntil, isRepeat: firstRequestedAt < requestedAt };
}

/** Deletes a request; false when it has ended or another process has leased or replaced it. */
export async function withdrawCancellation(
  tx: Transaction,
  request: OpenCancellation,
): Promise<boolean> {
  return (await withdrawRow(tx, request)) > 0;
}

/** Sends the deletion of requests; the commit waits for it. */
export function deleteCancellations(tx: Transaction, keys: readonly TransactionKey[]): void {
  if (keys.length > 0) deleteRows(tx, { keys: sortedKeys(keys) });
}
