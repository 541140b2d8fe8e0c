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
const INSERT = {
  name: 'charge_cancellation_insert',
  text: `insert into charge_cancellations
      (merchant_id, environment, charge_id, requested_at, due_at)
    values ($1, $2, $3, $4, $5) on conflict do nothing`,
};
const DELETE = {
  name: 'charge_cancellations_delete',
  text: `delete from charge_cancellations where (merchant_id, environment, charge_id) in (
      select merchant_id, environment, id from json_to_recordset($1) as row (${KEY_COLUMNS})
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
    ) returning merchant_id, environment, charge_id`,
};

export interface PayableRow extends Record<string, unknown> {
  readonly hasDueDate: boolean;
}

interface ClaimedRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly charge_id: string;
}

/** Locks a charge that can be paid at an instant; undefined when it can't. */
export async function lockPayable(
  tx: Transaction,
  { merchantId, environment, id }: TransactionKey,
  at: Date,
): Promise<PayableRow | undefined> {
  return (await tx.query<PayableRow>(LOCK, [merchantId, environment, id, at]))[0];
}

/** Sends the insert of a request, unless there is one already. The commit waits for it. */
export function insertCancellation(
  tx: Transaction,
  { merchantId, environment, id }: TransactionKey,
  { at, dueAt }: { at: Date; dueAt: Date },
): void {
  tx.send(INSERT, [merchantId, environment, id, at, dueAt]);
}

/** Sends the deletion of requests; the commit waits for it. */
export function deleteCancellations(tx: Transaction, keys: readonly TransactionKey[]): void {
  if (keys.length > 0) tx.send(DELETE, [JSON.stringify(sortedKeys(keys).map(keyRow))]);
}

/** Claims requests that the bank must be asked for again, for this worker until `until`. */
export async function claimDueCancellations(
  database: Database,
  { at, until, limit }: { at: Date; until: Date; limit: number },
): Promise<TransactionKey[]> {
  const rows = await database.query<ClaimedRow>(CLAIM_DUE, [at, until, limit]);
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    environment: row.environment,
    id: row.charge_id,
  }));
}
