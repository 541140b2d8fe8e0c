import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Database, Transaction } from '#src/ground/database/database.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';
import { isNotSetAside } from '#src/ground/work/set-aside.ts';
import type { TransactionKey } from './charge.ts';
import { KEY_COLUMNS, keyRow, sortedKeys } from './charge-store.ts';

// The lock keeps the charge pending until the request is committed.
const LOCK = {
  name: 'charge_cancellation_lock',
  text: `select due_on is not null as "hasDueDate" from charges
    where merchant_id = $1 and environment = $2 and id = $3 and status = 'pending'
      and expires_at > $4
    for update`,
};
// The sum of a time with a zone isn't immutable, as Citus demands.
const INSERT = {
  name: 'charge_cancellation_insert',
  text: `insert into charge_cancellations
      (merchant_id, environment, charge_id, requested_at, due_at)
    values ($1, $2, $3, $4, $5)
    on conflict (merchant_id, environment, charge_id) do update set due_at = excluded.due_at,
      requested_at = greatest(excluded.requested_at,
        (charge_cancellations.requested_at at time zone 'UTC' + interval '1 millisecond')
          at time zone 'UTC')
    returning requested_at`,
};
const DELETE = {
  name: 'charge_cancellations_delete',
  text: `delete from charge_cancellations where (merchant_id, environment, charge_id) in (
      select merchant_id, environment, id from json_to_recordset($1) as row (${KEY_COLUMNS})
    )`,
};
// A newer request of a charge stays.
const WITHDRAW = {
  name: 'charge_cancellations_withdraw',
  text: `delete from charge_cancellations
    where (merchant_id, environment, charge_id, requested_at) in (
      select merchant_id, environment, id, requested_at
      from json_to_recordset($1) as row (${KEY_COLUMNS}, requested_at timestamptz)
    )`,
};
const DUE = `from charge_cancellations
      where due_at <= $1 and ${isNotSetAside('bank_charge', 'charge_cancellations.charge_id')}`;
export const DUE_CANCELLATIONS: DueQueue = { name: 'charge-cancellations', due: `select ${DUE}` };
const CLAIM_DUE = {
  name: 'charge_cancellations_claim_due',
  place: HERE,
  text: `update charge_cancellations set due_at = $2
    where (merchant_id, environment, charge_id) in (
      select merchant_id, environment, charge_id ${DUE}
      order by due_at limit $3 for update skip locked
    ) returning merchant_id, environment, charge_id, requested_at`,
};

export interface PayableRow extends Record<string, unknown> {
  readonly hasDueDate: boolean;
}

interface ClaimedRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly charge_id: string;
  readonly requested_at: number;
}

/** A charge whose removal the bank is asked for. */
export interface OpenCancellation extends TransactionKey {
  /** Milliseconds; tells the request from later ones for the charge. */
  readonly requestedAt: number;
}

/** Locks a charge that can be paid at an instant; undefined when it can't. */
export async function lockPayable(
  tx: Transaction,
  { merchantId, environment, id }: TransactionKey,
  at: Date,
): Promise<PayableRow | undefined> {
  return (await tx.query<PayableRow>(LOCK, [merchantId, environment, id, at]))[0];
}

/** Stores a request; it replaces an earlier one for the charge, and is later by its time. */
export async function insertCancellation(
  tx: Transaction,
  { merchantId, environment, id }: TransactionKey,
  { at, dueAt }: { at: Date; dueAt: Date },
): Promise<OpenCancellation> {
  const values = [merchantId, environment, id, at, dueAt];
  const [row] = await tx.query<Pick<ClaimedRow, 'requested_at'>>(INSERT, values);
  if (!row) throw new Error('a stored request has a time');
  return { merchantId, environment, id, requestedAt: row.requested_at };
}

/** Sends the deletion of requests, but not of newer ones; the commit waits for it. */
export function withdrawCancellations(
  tx: Transaction,
  requests: readonly OpenCancellation[],
): void {
  const rows = sortedKeys(requests).map((request) => ({
    ...keyRow(request),
    requested_at: new Date(request.requestedAt),
  }));
  tx.send(WITHDRAW, [JSON.stringify(rows)]);
}

/** Sends the deletion of requests; the commit waits for it. */
export function deleteCancellations(tx: Transaction, keys: readonly TransactionKey[]): void {
  if (keys.length > 0) tx.send(DELETE, [JSON.stringify(sortedKeys(keys).map(keyRow))]);
}

/** Claims requests that the bank must be asked for again, for this worker until `until`. */
export async function claimDueCancellations(
  database: Database,
  { at, until, limit }: { at: Date; until: Date; limit: number },
): Promise<OpenCancellation[]> {
  const rows = await database.query<ClaimedRow>(CLAIM_DUE, [at, until, limit]);
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    environment: row.environment,
    id: row.charge_id,
    requestedAt: row.requested_at,
  }));
}
