import type { Actor } from '#src/ground/access/actor.ts';
import type { Database, Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  countRows,
  dueQueue,
  many,
  paramsOf,
  rowsOf,
  send,
  shaped,
  sql,
} from '#src/ground/database/sql.ts';
import { EACH_BUCKET, HERE } from '#src/ground/database/statement-place.ts';
import { sumCounts } from '#src/ground/database/sum-counts.ts';
import { isNotSetAsideAt } from '#src/ground/work/set-aside.ts';
import type { TransactionKey } from '../charge.ts';
import { CHARGE_KEY } from '../charge-store.ts';
import type { StandardFields, StandardPart } from '../standard-charge.ts';
import type { StoredTerms } from './due-terms.ts';

/** A change that waits for the bank: the terms of a charge with a due date, or a revision. */
export type StoredChange = StoredTermsChange | StoredRevision;

// The author is missing in changes that an older version has stored.

export interface StoredTermsChange {
  readonly terms: StoredTerms;
  readonly standard: StandardPart | null;
  readonly author?: string | undefined;
  /** The person who makes it at the panel. */
  readonly by?: Actor | undefined;
}

/** The fields of a charge without a due date. Amounts in centavos, the rate in basis points. */
export interface StoredRevision {
  /** The revision of the charge after it. */
  readonly revision: number;
  readonly fields: Omit<StandardFields, 'amount'> & { readonly amount: number };
  readonly author?: string;
  /** The plan on the day of the request. */
  readonly feePlan: { readonly feeRate: number; readonly feeFixed: number };
}

/** A change that the bank must be asked for again. */
export interface OpenChange<Change = StoredChange> {
  readonly key: TransactionKey;
  /** Milliseconds; tells it from later changes of the charge. */
  readonly requestedAt: number;
  /** Milliseconds; the end of the lease of the process that asks the bank. */
  readonly leasedUntil: number;
  readonly change: Change;
}

const CLAIMED = {
  ...CHARGE_KEY,
  id: f.inColumn('charge_id', f.uuid),
  requestedAt: f.instant,
  leasedUntil: f.inColumn('due_at', f.instant),
  change: f.json<StoredChange>(),
};

const $ = paramsOf({
  ...CHARGE_KEY,
  dueDate: f.day,
  end: f.instant,
  payerName: f.text,
  payerDocument: f.text,
  payerEmail: f.orNull(f.text),
  description: f.orNull(f.text),
  change: CLAIMED.change,
  requestedAt: f.instant,
  leasedUntil: f.instant,
  at: f.instant,
  until: f.instant,
  limit: f.count,
});
const OF_SCOPE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}`;

// A simulated payment that is due before the expiry stays due.
/** Sends the update of a charge's due date and end; the commit waits for it. */
export const writeEnd = send(
  'charges_set_terms',
  sql`update charges set due_on = ${$.dueDate}::date, expires_at = ${$.end},
      due_at = case when due_at = expires_at then ${$.end} else due_at end
    where ${OF_SCOPE} and id = ${$.id}`,
);

const setPayer = send(
  'charges_set_payer',
  sql`update charges set payer_name = ${$.payerName}, payer_document = ${$.payerDocument},
      payer_email = ${$.payerEmail}, description = ${$.description}
    where ${OF_SCOPE} and id = ${$.id}`,
);

const insertRow = countRows(
  'charge_changes_insert',
  sql`insert into charge_changes
      (merchant_id, environment, charge_id, change, requested_at, due_at)
    values (${$.merchantId}, ${$.environment}, ${$.id}, ${$.change}, ${$.requestedAt},
      ${$.leasedUntil}) on conflict do nothing
    returning charge_id`,
);

// One transaction deletes a request: that transaction ends it. A newer one of the charge stays, and
// one that another process has leased: its order may reach the bank after that of a newer one.
const deleteRow = countRows(
  'charge_changes_take',
  sql`delete from charge_changes
    where ${OF_SCOPE} and charge_id = ${$.id} and requested_at = ${$.requestedAt}
      and due_at = ${$.leasedUntil}
    returning charge_id`,
);

const selectRow = many(
  'charge_changes_select',
  { id: f.uuid },
  sql`select charge_id as id from charge_changes
    where ${OF_SCOPE} and charge_id = ${$.id} and requested_at = ${$.requestedAt}`,
);

const selectOpen = many(
  'charge_changes_select_open',
  { id: f.uuid },
  sql`select r.charge_id as id from ${rowsOf('keys', 'key', CHARGE_KEY)}
    join charge_changes r on (r.merchant_id, r.environment, r.charge_id)
      = (key.merchant_id, key.environment, key.id)`,
);

/** How many open creations, changes and cancellations are counted at most. */
const COUNT_MAX = 1_000;
const countOpen = many(
  'charge_changes_count_open',
  { total: f.bigint },
  sql`select count(*) as total from (
      select from charge_changes where requested_at <= ${$.at}
      union all select from charge_cancellations where first_requested_at <= ${$.at}
      union all select from charge_drafts where created_at <= ${$.at}
      limit ${String(COUNT_MAX)}
    ) open`,
  EACH_BUCKET,
);

const DUE = sql`from charge_changes
      where due_at <= ${$.at}
        and ${isNotSetAsideAt('bank_charge', 'charge_changes.charge_id', $.at)}`;
export const DUE_CHANGES = dueQueue({ name: 'charge-changes' }, sql`select ${DUE}`);

/** Claims changes that the bank must be asked for again, for this worker until `until`. */
export const claimDueChanges = many(
  'charge_changes_claim_due',
  shaped(
    CLAIMED,
    ({ requestedAt, leasedUntil, change, ...key }): OpenChange => ({
      key,
      requestedAt,
      leasedUntil,
      change,
    }),
  ),
  sql`update charge_changes set due_at = ${$.until}
    where (merchant_id, environment, charge_id) in (
      select merchant_id, environment, charge_id ${DUE}
      order by due_at limit ${$.limit} for update skip locked
    ) returning merchant_id, environment, charge_id, requested_at, due_at, change`,
  HERE,
);

/** Sends the update of a charge's payer and description; the commit waits for it. */
export function writePayer(
  tx: Transaction,
  { merchantId, environment, id }: TransactionKey,
  { payer, terms }: StandardPart,
): void {
  setPayer(tx, {
    merchantId,
    environment,
    id,
    payerName: payer.name,
    payerDocument: payer.document,
    payerEmail: payer.email,
    description: terms.solicitacaoPagador ?? null,
  });
}

/** Stores the change that the bank will be asked for; false when another change is open. */
export async function insertRequest(
  tx: Transaction,
  { key: { merchantId, environment, id }, change, requestedAt, leasedUntil }: OpenChange,
): Promise<boolean> {
  const row = { merchantId, environment, id, change, requestedAt, leasedUntil };
  return (await insertRow(tx, row)) > 0;
}

/** Deletes a change that the bank has refused; false if another process has ended or leased it. */
export function withdrawRequest(database: Database, open: OpenChange): Promise<boolean> {
  return database.transaction((tx) => endRequest(tx, open));
}

/** Ends a request; false when it has ended already, or another process has leased it. */
export async function endRequest(
  tx: Transaction,
  { key: { merchantId, environment, id }, requestedAt, leasedUntil }: Omit<OpenChange, 'change'>,
): Promise<boolean> {
  return (await deleteRow(tx, { merchantId, environment, id, requestedAt, leasedUntil })) > 0;
}

/** Whether a request has not ended yet; another process may have leased it. */
export async function isRequestOpen(
  tx: Transaction,
  { key: { merchantId, environment, id }, requestedAt }: Pick<OpenChange, 'key' | 'requestedAt'>,
): Promise<boolean> {
  return (await selectRow(tx, { merchantId, environment, id, requestedAt })).length > 0;
}

/** How many creations, changes and cancellations older than an instant wait for the bank. */
export async function countOpenChanges(database: Queryable, before: number): Promise<number> {
  return sumCounts(await countOpen(database, { at: before }), 'total');
}

/** The ids of those charges whose change the bank was asked for. */
export async function selectOpenChanges(
  database: Queryable,
  keys: readonly TransactionKey[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  return new Set((await selectOpen(database, { keys })).map(({ id }) => id));
}
