import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Database, Queryable, Transaction } from '#src/ground/database/database.ts';
import { EACH_BUCKET, HERE } from '#src/ground/database/statement-place.ts';
import { sumCounts } from '#src/ground/database/sum-counts.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';
import { isNotSetAside } from '#src/ground/work/set-aside.ts';
import type { TransactionKey } from '../charge.ts';
import { CHARGE_COLUMNS, type ChargeRow, KEY_COLUMNS, keyRow } from '../charge-store.ts';
import type { StandardFields } from '../standard-charge.ts';
import type { StoredTerms } from './due-terms.ts';
import type { StandardPart } from './revision-store.ts';

// The lock keeps the charge pending until the change is committed.
const LOCK = {
  name: 'charges_lock_to_change',
  text: `select ${CHARGE_COLUMNS} from charges c
    where c.merchant_id = $1 and c.environment = $2 and c.id = $3 and c.status = 'pending'
      and c.expires_at > $4
    for update`,
};
// A simulated payment that is due before the expiry stays due.
const SET_TERMS = {
  name: 'charges_set_terms',
  text: `update charges set due_on = $4::date, expires_at = $5,
      due_at = case when due_at = expires_at then $5 else due_at end
    where merchant_id = $1 and environment = $2 and id = $3`,
};
const SET_PAYER = {
  name: 'charges_set_payer',
  text: `update charges set payer_name = $4, payer_document = $5, payer_email = $6, description = $7
    where merchant_id = $1 and environment = $2 and id = $3`,
};
const INSERT_REQUEST = {
  name: 'charge_changes_insert',
  text: `insert into charge_changes
      (merchant_id, environment, charge_id, change, requested_at, due_at)
    values ($1, $2, $3, $4, $5, $6) on conflict do nothing
    returning charge_id`,
};
// One transaction deletes a request: that transaction ends it. A newer one of the charge stays.
const END_REQUEST = {
  name: 'charge_changes_take',
  text: `delete from charge_changes
    where merchant_id = $1 and environment = $2 and charge_id = $3 and requested_at = $4
    returning charge_id`,
};
const SELECT_OPEN = {
  name: 'charge_changes_select_open',
  text: `select r.charge_id as id from json_to_recordset($1) as key (${KEY_COLUMNS})
    join charge_changes r on (r.merchant_id, r.environment, r.charge_id)
      = (key.merchant_id, key.environment, key.id)`,
};
/** How many open changes and cancellations are counted at most. */
const COUNT_MAX = 1_000;
const COUNT_OPEN = {
  name: 'charge_changes_count_open',
  place: EACH_BUCKET,
  text: `select count(*) as total from (
      select from charge_changes where requested_at <= $1
      union all select from charge_cancellations where requested_at <= $1
      limit ${COUNT_MAX}
    ) open`,
};
const DUE = `from charge_changes
      where due_at <= $1 and ${isNotSetAside('bank_charge', 'charge_changes.charge_id')}`;
export const DUE_CHANGES: DueQueue = { name: 'charge-changes', due: `select ${DUE}` };
const CLAIM_DUE = {
  name: 'charge_changes_claim_due',
  place: HERE,
  text: `update charge_changes set due_at = $2
    where (merchant_id, environment, charge_id) in (
      select merchant_id, environment, charge_id ${DUE}
      order by due_at limit $3 for update skip locked
    ) returning merchant_id, environment, charge_id, requested_at, change`,
};

/** Locks a pending charge whose time is not over; undefined when it can't be changed. */
export async function lockToChange(
  tx: Transaction,
  { merchantId, environment, id }: TransactionKey,
  at: Date,
): Promise<ChargeRow | undefined> {
  return (await tx.query<ChargeRow>(LOCK, [merchantId, environment, id, at]))[0];
}

/** Sends the update of a charge's due date and end; the commit waits for it. */
export function writeEnd(
  tx: Transaction,
  { merchantId, environment, id }: TransactionKey,
  { dueDate, end }: { dueDate: string; end: Date },
): void {
  tx.send(SET_TERMS, [merchantId, environment, id, dueDate, end]);
}

/** Sends the update of a charge's payer and description; the commit waits for it. */
export function writePayer(
  tx: Transaction,
  { merchantId, environment, id }: TransactionKey,
  { payer: { name, document, email }, terms }: StandardPart,
): void {
  const description = terms.solicitacaoPagador ?? null;
  tx.send(SET_PAYER, [merchantId, environment, id, name, document, email, description]);
}

/** A change that waits for the bank: the terms of a charge with a due date, or a revision. */
export type StoredChange = StoredTermsChange | StoredRevision;

export interface StoredTermsChange {
  readonly terms: StoredTerms;
  readonly standard: StandardPart | null;
}

/** The fields of a charge without a due date. Amounts in centavos, the rate in basis points. */
export interface StoredRevision {
  /** The revision of the charge after it. */
  readonly revision: number;
  readonly fields: Omit<StandardFields, 'amount'> & { readonly amount: number };
  /** The plan on the day of the request. */
  readonly feePlan: { readonly feeRate: number; readonly feeFixed: number };
}

/** Stores the change that the bank will be asked for; false when another change is open. */
export async function insertRequest(
  tx: Transaction,
  { key: { merchantId, environment, id }, change, requestedAt }: OpenChange,
  dueAt: number,
): Promise<boolean> {
  const times = [new Date(requestedAt), new Date(dueAt)];
  const values = [merchantId, environment, id, JSON.stringify(change), ...times];
  return (await tx.query(INSERT_REQUEST, values)).length > 0;
}

/** Deletes a change that the bank has refused; false when another process has ended it. */
export function withdrawRequest(database: Database, open: OpenChange): Promise<boolean> {
  return database.transaction((tx) => endRequest(tx, open));
}

/** Ends a request; false when it has ended already. */
export async function endRequest(
  tx: Transaction,
  { key: { merchantId, environment, id }, requestedAt }: Omit<OpenChange, 'change'>,
): Promise<boolean> {
  const values = [merchantId, environment, id, new Date(requestedAt)];
  return (await tx.query(END_REQUEST, values)).length > 0;
}

/** How many changes and cancellations were requested before an instant and wait for the bank. */
export async function countOpenChanges(database: Queryable, before: number): Promise<number> {
  const rows = await database.query<{ total: bigint }>(COUNT_OPEN, [new Date(before)]);
  return sumCounts(rows, 'total');
}

/** The ids of those charges whose change the bank was asked for. */
export async function selectOpenChanges(
  database: Queryable,
  keys: readonly TransactionKey[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const values = [JSON.stringify(keys.map(keyRow))];
  const rows = await database.query<{ id: string }>(SELECT_OPEN, values);
  return new Set(rows.map(({ id }) => id));
}

interface ClaimedRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly charge_id: string;
  readonly requested_at: number;
  readonly change: StoredChange;
}

/** A change that the bank must be asked for again. */
export interface OpenChange<Change = StoredChange> {
  readonly key: TransactionKey;
  /** Milliseconds; tells it from later changes of the charge. */
  readonly requestedAt: number;
  readonly change: Change;
}

/** Claims changes that the bank must be asked for again, for this worker until `until`. */
export async function claimDueChanges(
  database: Database,
  { at, until, limit }: { at: Date; until: Date; limit: number },
): Promise<OpenChange[]> {
  const rows = await database.query<ClaimedRow>(CLAIM_DUE, [at, until, limit]);
  return rows.map((row) => ({
    key: { merchantId: row.merchant_id, environment: row.environment, id: row.charge_id },
    requestedAt: row.requested_at,
    change: row.change,
  }));
}
