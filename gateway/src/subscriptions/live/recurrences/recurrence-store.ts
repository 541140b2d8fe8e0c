import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  countRows,
  dueQueue,
  many,
  paramsOf,
  rowsOf,
  run,
  send,
  sql,
} from '#src/ground/database/sql.ts';
import { EACH_BUCKET, HERE } from '#src/ground/database/statement-place.ts';
import { sumCounts } from '#src/ground/database/sum-counts.ts';
import type { Journey, SubscriptionKey } from '../../subscription.ts';
import { claimDueRows, type DueClaim, dueRowsOf, WAITING } from '../due-rows-store.ts';
import type { BankStatus, Recurrence, RecurrenceDraft } from './recurrence.ts';
import type { RequestedChange } from './requested-change.ts';

const SUBSCRIPTION = { ...f.SCOPE, id: f.uuid };
const KEY = { ...f.SCOPE, id: f.inColumn('subscription_id', f.uuid) };
const NEXT_SYNC_AT = { nextSyncAt: f.inColumn('next_look_at', f.orNull(f.instant)) };
const DRAFT = f.json<RecurrenceDraft>();
const CHANGE = f.json<RequestedChange>();
const STATUS = f.textOf<BankStatus>();
const RECURRENCE = {
  ...KEY,
  contract: f.text,
  wanted: f.textOf<Recurrence['wanted']>(),
  status: f.orNull(STATUS),
  calledAt: f.instant,
  draft: f.orNull(DRAFT),
  solicitationId: f.orNull(f.text),
  change: f.orNull(CHANGE),
  leasedUntil: f.inColumn('next_look_at', f.orNull(f.instant)),
};
const NEW = { ...KEY, contract: f.text, calledAt: f.instant, draft: DRAFT, ...NEXT_SYNC_AT };
const LEASED = { ...KEY, leasedUntil: RECURRENCE.leasedUntil };
const SEEN = { ...KEY, status: STATUS, claimedUntil: f.instant, ...NEXT_SYNC_AT };
const FINISHED = {
  ...KEY,
  status: STATUS,
  solicitationId: RECURRENCE.solicitationId,
  ...NEXT_SYNC_AT,
};
const NAMED = {
  ...SUBSCRIPTION,
  recurrenceId: f.orNull(f.text),
  code: f.orNull(f.text),
  firstChargeId: f.orNull(f.uuid),
  journey: f.orNull(f.textOf<Journey>()),
  requestExpiresAt: f.orNull(f.instant),
};
/** An id at the bank. */
const BANK_ID = { id: f.neverNull(f.text) };

const $ = paramsOf({
  ...f.SCOPE,
  subscriptionId: f.uuid,
  changeId: f.text,
  leasedUntil: f.instant,
  at: f.instant,
  from: f.instant,
  to: f.instant,
  recurrenceIds: f.listOf(f.text),
  until: f.instant,
  limit: f.count,
});
const SAME_KEY = `(r.merchant_id, r.environment, r.subscription_id)
  = (key.merchant_id, key.environment, key.subscription_id)`;
const COLUMNS = `r.merchant_id, r.environment, r.subscription_id, r.contract, r.wanted, r.status,
  r.called_at, r.draft, r.solicitation_id, r.change, r.next_look_at`;

const insert = send(
  'recurrences_insert',
  sql`insert into subscription_recurrences (${f.columnsOf(NEW)})
    select ${f.columnsOf(NEW)} from ${rowsOf('rows', 'row', NEW)}`,
);
const select = many(
  'recurrences_select',
  RECURRENCE,
  sql`select ${COLUMNS} from ${rowsOf('keys', 'key', KEY)}
    join subscription_recurrences r on ${SAME_KEY}`,
);
const DUE = dueRowsOf({
  table: 'subscription_recurrences',
  key: f.columnsOf(KEY),
  columns: COLUMNS,
  alias: 'r',
  kind: 'recurrence',
  id: 'subscription_id',
});
const DUE_ROWS = {
  oldest: many('subscription_recurrences_claim_oldest', RECURRENCE, DUE.oldest, HERE),
  waiting: many('subscription_recurrences_list_waiting', WAITING, DUE.waiting, HERE),
  ofMerchants: many(
    'subscription_recurrences_claim_of_merchants',
    RECURRENCE,
    DUE.ofMerchants,
    HERE,
  ),
  merchantOf: ({ merchantId }: Recurrence) => merchantId,
};
export const DUE_RECURRENCES = dueQueue({ name: 'due-recurrences' }, DUE.due);
// A notice that came while the bank was read makes the row due: that time stays.
const see = send(
  'recurrences_see',
  sql`update subscription_recurrences r set status = key.status,
      next_look_at = case when r.next_look_at = key.claimed_until or key.next_look_at is null
        then key.next_look_at else r.next_look_at end
    from ${rowsOf('rows', 'key', SEEN)}
    where ${SAME_KEY}`,
);
const finish = send(
  'recurrences_finish',
  sql`update subscription_recurrences r set status = key.status, draft = null,
      solicitation_id = key.solicitation_id, next_look_at = key.next_look_at
    from ${rowsOf('rows', 'key', FINISHED)}
    where ${SAME_KEY}`,
);
const nameSubscriptions = send(
  'recurrences_name_subscriptions',
  sql`update subscriptions s set recurrence_id = key.recurrence_id, code = key.code,
      first_charge_id = key.first_charge_id, journey = key.journey,
      request_expires_at = key.request_expires_at
    from ${rowsOf('rows', 'key', NAMED)}
    where (s.merchant_id, s.environment, s.id) = (key.merchant_id, key.environment, key.id)
      and s.recurrence_id is null`,
);
const deleteSubscriptions = send(
  'recurrences_delete_subscriptions',
  sql`delete from subscriptions where (merchant_id, environment, id) in (
      select merchant_id, environment, id from ${rowsOf('keys', 'row', SUBSCRIPTION)}
    ) and status = 'created' and recurrence_id is null`,
);
// The lease of a draft or an open change stays: a worker goes on when it ends.
const end = send(
  'recurrences_end',
  sql`update subscription_recurrences r set wanted = 'ended',
      next_look_at = case when r.next_look_at is null or r.draft is not null
          or r.change is not null
        then r.next_look_at else ${$.at}::timestamptz end
    from ${rowsOf('keys', 'key', KEY)} where ${SAME_KEY} and r.wanted = 'exists'`,
);
const setChange = send(
  'recurrences_begin_change',
  sql`update subscription_recurrences r set change = key.change, next_look_at = key.next_look_at
    from ${rowsOf('rows', 'key', { ...KEY, change: CHANGE, ...NEXT_SYNC_AT })}
    where ${SAME_KEY}`,
);
// Only the process that has leased the change last ends it. The bank is then read at once: a notice
// that came meanwhile has not moved the lease.
const endRow = countRows(
  'recurrences_end_change',
  sql`update subscription_recurrences r set change = null, next_look_at = ${$.at}
    where r.merchant_id = ${$.merchantId} and r.environment = ${$.environment}
      and r.subscription_id = ${$.subscriptionId} and r.change ->> 'id' = ${$.changeId}
      and r.next_look_at = ${$.leasedUntil}
    returning r.subscription_id`,
);
// Only the process that has leased a draft last decides that it is not made.
const storeRefused = countRows(
  'recurrences_store_refusal',
  sql`update subscription_recurrences r
    set draft = (r.draft::jsonb || '{"isRefused": true}'::jsonb)::json
    where r.next_look_at = ${$.leasedUntil} and r.draft is not null
      and r.merchant_id = ${$.merchantId} and r.environment = ${$.environment}
      and r.subscription_id = ${$.subscriptionId}
    returning r.subscription_id`,
);
// Only the process that has leased a draft last deletes it: another one may be making it.
const deleteRows = many(
  'recurrences_delete',
  { id: f.uuid },
  sql`delete from subscription_recurrences r using ${rowsOf('rows', 'key', LEASED)}
    where ${SAME_KEY} and r.draft is not null and r.next_look_at = key.next_look_at
    returning r.subscription_id as id`,
);
const wake = run(
  'recurrences_wake',
  sql`update subscription_recurrences r set next_look_at = ${$.at} from subscriptions s
    where s.recurrence_id = any(${$.recurrenceIds}) and s.merchant_id = r.merchant_id
      and s.environment = r.environment and s.id = r.subscription_id
      and r.next_look_at > ${$.at} and r.change is null`,
  EACH_BUCKET,
);
const selectKnown = many(
  'recurrences_select_known',
  BANK_ID,
  sql`select recurrence_id as id from subscriptions
    where recurrence_id = any(${$.recurrenceIds})`,
  EACH_BUCKET,
);
const selectCalled = many(
  'recurrences_select_called',
  BANK_ID,
  sql`select s.recurrence_id as id from subscription_recurrences r
    join subscriptions s on s.merchant_id = r.merchant_id and s.environment = r.environment
      and s.id = r.subscription_id
    where r.called_at >= ${$.from} and r.called_at < ${$.to} and s.recurrence_id is not null`,
  EACH_BUCKET,
);

/** How many open drafts are counted at most. */
const COUNT_MAX = 500;
// The index by the next look finds drafts: those that are not set aside are leased again and again.
const countDrafts = many(
  'recurrences_count_drafts',
  { total: f.bigint },
  sql`select count(*) as total from (
      select from subscription_recurrences
      where draft is not null and called_at <= ${$.at} and next_look_at <= ${$.until}
      order by next_look_at limit ${String(COUNT_MAX)}
    ) open`,
  EACH_BUCKET,
);
// A draft and a call without a clear answer may be at the bank. Rows that have ended there are
// still looked at, for example until the Pix of a paid cycle arrives.
const countOpenRows = many(
  'recurrences_count_open',
  { total: f.bigint },
  sql`select count(*) as total from (
      select from subscription_recurrences
      where next_look_at is not null and (status is null or status in ('created', 'approved'))
      union all select from subscription_bank_cycles
      where next_look_at is not null
        and (status in ('created', 'active') or status is null and called_at is not null)
      limit ${$.limit}
    ) open`,
  EACH_BUCKET,
);

/** A recurrence before its first attempt, and when the worker takes it over. */
export interface NewRecurrence extends SubscriptionKey {
  readonly contract: string;
  readonly calledAt: number;
  readonly draft: RecurrenceDraft;
  readonly nextSyncAt: number;
}

/** The state that the bank has shown. */
export interface SeenRecurrence extends SubscriptionKey {
  readonly status: BankStatus;
  /** The end of this claim: a notice since then makes the row due again. */
  readonly claimedUntil: number;
  /** Null when the bank is not asked again. */
  readonly nextSyncAt: number | null;
}

/** A recurrence that the bank has made, or that was given up. */
export interface FinishedRecurrence extends SubscriptionKey {
  readonly status: BankStatus;
  /** Null when the bank has never made it. */
  readonly recurrenceId: string | null;
  readonly code: string | null;
  readonly firstChargeId: string | null;
  readonly journey: Journey | null;
  readonly solicitationId: string | null;
  readonly requestExpiresAt: number | null;
  readonly nextSyncAt: number | null;
}

/** Sends the insert of recurrences; the commit waits for it. */
export function insertRecurrences(tx: Transaction, rows: readonly NewRecurrence[]): void {
  if (rows.length > 0) insert(tx, { rows });
}

/** Recurrences by the keys of their subscriptions, in no order; unknown ones are omitted. */
export function selectRecurrences(
  database: Queryable,
  keys: readonly SubscriptionKey[],
): Promise<Recurrence[]> {
  return select(database, { keys });
}

/** Claims recurrences that are due at the bank, as `claimDueRows` does. */
export function claimDueRecurrences(database: Queryable, claim: DueClaim): Promise<Recurrence[]> {
  return claimDueRows(database, DUE_ROWS, claim);
}

/** Sends the states that the bank has shown; the commit waits for it. */
export function saveSeen(tx: Transaction, rows: readonly SeenRecurrence[]): void {
  if (rows.length > 0) see(tx, { rows });
}

/** Sends what the bank has made, for the subscriptions too; the commit waits for it. */
export function finishRecurrenceRows(tx: Transaction, rows: readonly FinishedRecurrence[]): void {
  if (rows.length === 0) return;
  finish(tx, { rows });
  nameSubscriptions(tx, { rows });
}

/** Sends the deletion of subscriptions that the bank has never had; the commit waits for it. */
export function deleteUnmade(tx: Transaction, keys: readonly SubscriptionKey[]): void {
  if (keys.length > 0) deleteSubscriptions(tx, { keys });
}

/** Has the worker end recurrences at the bank now; subscriptions without one are left out. */
export function saveDesiredEnds(
  tx: Transaction,
  keys: readonly SubscriptionKey[],
  now: number,
): void {
  if (keys.length > 0) end(tx, { keys, at: now });
}

/** Sends a change that the bank is asked for, and when a worker takes it over. */
export function beginChange(
  tx: Transaction,
  key: SubscriptionKey,
  { change, nextSyncAt }: { readonly change: RequestedChange; readonly nextSyncAt: number },
): void {
  setChange(tx, { rows: [{ ...key, change, nextSyncAt }] });
}

/**
 * Ends a change, and makes the row due now; false when it has ended, or another process has leased
 * it.
 */
export async function endChange(
  tx: Transaction,
  { merchantId, environment, id }: SubscriptionKey,
  {
    changeId,
    leasedUntil,
    now,
  }: {
    readonly changeId: string;
    readonly leasedUntil: number;
    readonly now: number;
  },
): Promise<boolean> {
  const row = { merchantId, environment, subscriptionId: id, changeId, leasedUntil, at: now };
  return (await endRow(tx, row)) > 0;
}

/** Stores that the bank has refused a draft; false when another process has ended or leased it. */
export async function storeRefusal(
  database: Queryable,
  { merchantId, environment, id: subscriptionId, leasedUntil }: Recurrence,
): Promise<boolean> {
  if (leasedUntil === null) throw new Error('a draft has a lease');
  return (
    (await storeRefused(database, { merchantId, environment, subscriptionId, leasedUntil })) > 0
  );
}

/**
 * Deletes recurrences that the bank has not made, unless another process has leased them. Returns
 * the ids of their subscriptions.
 */
export async function deleteRecurrences(
  tx: Transaction,
  rows: readonly Recurrence[],
): Promise<ReadonlySet<string>> {
  return idsOf(await deleteRows(tx, { rows }));
}

/** Makes recurrences due now, by their ids at the bank. Unknown ids are left out. */
export async function wakeRecurrences(
  database: Queryable,
  recurrenceIds: readonly string[],
  now: number,
): Promise<void> {
  if (recurrenceIds.length > 0) await wake(database, { recurrenceIds, at: now });
}

/** Those of the ids at the bank that subscriptions have. */
export async function selectKnownIds(
  database: Queryable,
  recurrenceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return idsOf(await selectKnown(database, { recurrenceIds }));
}

/** The ids at the bank of recurrences first asked for in a period; `to` is excluded. */
export async function selectCalledIds(
  database: Queryable,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<string[]> {
  return (await selectCalled(database, { from, to })).map(({ id }) => id);
}

/**
 * How many recurrences the bank was first asked to make before an instant, and has neither made nor
 * refused. `leasedUntil`: the latest end of a lease.
 */
export async function countOpenDrafts(
  database: Queryable,
  { before, leasedUntil }: { readonly before: number; readonly leasedUntil: number },
): Promise<number> {
  return sumCounts(await countDrafts(database, { at: before, until: leasedUntil }), 'total');
}

/** How many recurrences and charges of cycles may still debit a payer, up to a limit. */
export async function countOpen(database: Queryable, limit: number): Promise<number> {
  return Math.min(sumCounts(await countOpenRows(database, { limit }), 'total'), limit);
}

function idsOf(rows: readonly { readonly id: string }[]): ReadonlySet<string> {
  return new Set(rows.map(({ id }) => id));
}
