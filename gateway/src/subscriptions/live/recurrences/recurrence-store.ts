import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import type { Journey, SubscriptionKey } from '../../subscription.ts';
import { claimDueRows, type DueClaim, dueRowsOf } from '../due-rows-store.ts';
import type { BankStatus, Recurrence, RecurrenceDraft } from './recurrence.ts';
import type { RequestedChange } from './requested-change.ts';

interface RecurrenceRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: 'live';
  readonly subscription_id: string;
  readonly contract: string;
  readonly wanted: Recurrence['wanted'];
  readonly status: BankStatus | null;
  readonly called_at: number;
  readonly draft: RecurrenceDraft | null;
  readonly solicitation_id: string | null;
  readonly change: RequestedChange | null;
}

const KEY = 'merchant_id, environment, subscription_id';
const KEY_TYPES = 'merchant_id uuid, environment text, subscription_id uuid';
const SAME_KEY = `(r.merchant_id, r.environment, r.subscription_id)
  = (key.merchant_id, key.environment, key.subscription_id)`;
const COLUMNS = `r.merchant_id, r.environment, r.subscription_id, r.contract, r.wanted, r.status,
  r.called_at, r.draft, r.solicitation_id, r.change`;

const INSERT = {
  name: 'recurrences_insert',
  text: `insert into subscription_recurrences (${KEY}, contract, called_at, draft, next_look_at)
    select ${KEY}, contract, called_at, draft, next_look_at from json_to_recordset($1) as row (
      ${KEY_TYPES}, contract text, called_at timestamptz, draft json, next_look_at timestamptz)`,
};
const SELECT = {
  name: 'recurrences_select',
  text: `select ${COLUMNS} from json_to_recordset($1) as key (${KEY_TYPES})
    join subscription_recurrences r on ${SAME_KEY}`,
};
const DUE = dueRowsOf({
  table: 'subscription_recurrences',
  queue: 'due-recurrences',
  key: KEY,
  columns: COLUMNS,
  alias: 'r',
  kind: 'recurrence',
  id: 'subscription_id',
});
export const DUE_RECURRENCES = DUE.queue;
// A notice that came while the bank was read makes the row due: that time stays.
const SEE = {
  name: 'recurrences_see',
  text: `update subscription_recurrences r set status = key.status,
      next_look_at = case when r.next_look_at = key.claimed_until or key.next_look_at is null
        then key.next_look_at else r.next_look_at end
    from json_to_recordset($1) as key (${KEY_TYPES}, status text, claimed_until timestamptz,
      next_look_at timestamptz)
    where ${SAME_KEY}`,
};
const FINISH = {
  name: 'recurrences_finish',
  text: `update subscription_recurrences r set status = key.status, draft = null,
      solicitation_id = key.solicitation_id, next_look_at = key.next_look_at
    from json_to_recordset($1) as key (${KEY_TYPES}, status text, solicitation_id text,
      next_look_at timestamptz)
    where ${SAME_KEY}`,
};
const NAME_SUBSCRIPTIONS = {
  name: 'recurrences_name_subscriptions',
  text: `update subscriptions s set recurrence_id = key.recurrence_id, code = key.code,
      first_charge_id = key.first_charge_id, journey = key.journey,
      request_expires_at = key.request_expires_at
    from json_to_recordset($1) as key (merchant_id uuid, environment text, id uuid,
      recurrence_id text, code text, first_charge_id uuid, journey text,
      request_expires_at timestamptz)
    where (s.merchant_id, s.environment, s.id) = (key.merchant_id, key.environment, key.id)
      and s.recurrence_id is null`,
};
const DELETE_SUBSCRIPTIONS = {
  name: 'recurrences_delete_subscriptions',
  text: `delete from subscriptions where (merchant_id, environment, id) in (
      select merchant_id, environment, id from json_to_recordset($1) as row (
        merchant_id uuid, environment text, id uuid)
    ) and status = 'created' and recurrence_id is null`,
};
const END = {
  name: 'recurrences_end',
  text: `update subscription_recurrences r set wanted = 'ended',
      next_look_at = case when r.next_look_at is null then null else $2::timestamptz end
    from json_to_recordset($1) as key (${KEY_TYPES}) where ${SAME_KEY} and r.wanted = 'exists'`,
};
const BEGIN_CHANGE = {
  name: 'recurrences_begin_change',
  text: `update subscription_recurrences r set change = key.change, next_look_at = key.next_look_at
    from json_to_recordset($1) as key (${KEY_TYPES}, change json, next_look_at timestamptz)
    where ${SAME_KEY}`,
};
// A notice that came while the bank was asked makes the row due: that time stays.
const END_CHANGE = {
  name: 'recurrences_end_change',
  text: `update subscription_recurrences r set change = null,
      next_look_at = least(r.next_look_at, key.next_look_at)
    from json_to_recordset($1) as key (${KEY_TYPES}, next_look_at timestamptz)
    where ${SAME_KEY}`,
};
const DELETE = {
  name: 'recurrences_delete',
  text: `delete from subscription_recurrences where (${KEY}) in (
      select ${KEY} from json_to_recordset($1) as row (${KEY_TYPES})
    ) and draft is not null returning subscription_id as id`,
};
const WAKE = {
  name: 'recurrences_wake',
  place: EACH_BUCKET,
  text: `update subscription_recurrences r set next_look_at = $2 from subscriptions s
    where s.recurrence_id = any($1) and s.merchant_id = r.merchant_id
      and s.environment = r.environment and s.id = r.subscription_id and r.next_look_at > $2`,
};

const SELECT_KNOWN = {
  name: 'recurrences_select_known',
  place: EACH_BUCKET,
  text: `select recurrence_id as id from subscriptions where recurrence_id = any($1)`,
};
const SELECT_CALLED = {
  name: 'recurrences_select_called',
  place: EACH_BUCKET,
  text: `select s.recurrence_id as id from subscription_recurrences r
    join subscriptions s on s.merchant_id = r.merchant_id and s.environment = r.environment
      and s.id = r.subscription_id
    where r.called_at >= $1 and r.called_at < $2 and s.recurrence_id is not null`,
};

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
  if (rows.length === 0) return;
  const inserted = rows.map(({ contract, calledAt, draft, nextSyncAt, ...key }) => ({
    ...keyRow(key),
    contract,
    draft,
    called_at: new Date(calledAt),
    next_look_at: new Date(nextSyncAt),
  }));
  tx.send(INSERT, [JSON.stringify(inserted)]);
}

/** Recurrences by the keys of their subscriptions, in no order; unknown ones are omitted. */
export async function selectRecurrences(
  database: Queryable,
  keys: readonly SubscriptionKey[],
): Promise<Recurrence[]> {
  const rows = await database.query<RecurrenceRow>(SELECT, [JSON.stringify(keys.map(keyRow))]);
  return rows.map(fromRow);
}

/** Claims recurrences that are due at the bank, as `claimDueRows` does. */
export async function claimDueRecurrences(
  database: Queryable,
  claim: DueClaim,
): Promise<Recurrence[]> {
  return (await claimDueRows<RecurrenceRow>(database, DUE, claim)).map(fromRow);
}

/** Sends the states that the bank has shown; the commit waits for it. */
export function saveSeen(tx: Transaction, rows: readonly SeenRecurrence[]): void {
  if (rows.length === 0) return;
  const seen = rows.map(({ status, claimedUntil, nextSyncAt, ...key }) => ({
    ...keyRow(key),
    status,
    claimed_until: new Date(claimedUntil),
    next_look_at: dateOrNull(nextSyncAt),
  }));
  tx.send(SEE, [JSON.stringify(seen)]);
}

/** Sends what the bank has made, for the subscriptions too; the commit waits for it. */
export function finishRecurrenceRows(tx: Transaction, rows: readonly FinishedRecurrence[]): void {
  if (rows.length === 0) return;
  const finished = rows.map(({ status, solicitationId, nextSyncAt, ...key }) => ({
    ...keyRow(key),
    status,
    solicitation_id: solicitationId,
    next_look_at: dateOrNull(nextSyncAt),
  }));
  const named = rows.map(({ merchantId, environment, id, ...names }) => ({
    merchant_id: merchantId,
    environment,
    id,
    recurrence_id: names.recurrenceId,
    code: names.code,
    first_charge_id: names.firstChargeId,
    journey: names.journey,
    request_expires_at: dateOrNull(names.requestExpiresAt),
  }));
  tx.send(FINISH, [JSON.stringify(finished)]);
  tx.send(NAME_SUBSCRIPTIONS, [JSON.stringify(named)]);
}

/** Sends the deletion of subscriptions that the bank has never had; the commit waits for it. */
export function deleteUnmade(tx: Transaction, keys: readonly SubscriptionKey[]): void {
  if (keys.length === 0) return;
  const rows = keys.map(({ merchantId, environment, id }) => ({
    merchant_id: merchantId,
    environment,
    id,
  }));
  tx.send(DELETE_SUBSCRIPTIONS, [JSON.stringify(rows)]);
}

/** Has the worker end recurrences at the bank now; subscriptions without one are left out. */
export function saveDesiredEnds(
  tx: Transaction,
  keys: readonly SubscriptionKey[],
  now: number,
): void {
  if (keys.length > 0) tx.send(END, [JSON.stringify(keys.map(keyRow)), new Date(now)]);
}

/** Sends a change that the bank is asked for, and when a worker takes it over. */
export function beginChange(
  tx: Transaction,
  key: SubscriptionKey,
  { change, nextSyncAt }: { readonly change: RequestedChange; readonly nextSyncAt: number },
): void {
  const row = { ...keyRow(key), change, next_look_at: new Date(nextSyncAt) };
  tx.send(BEGIN_CHANGE, [JSON.stringify([row])]);
}

/** Sends the end of a change, and when the row is due at the latest. */
export function endChange(tx: Transaction, key: SubscriptionKey, nextSyncAt: number | null): void {
  const row = { ...keyRow(key), next_look_at: dateOrNull(nextSyncAt) };
  tx.send(END_CHANGE, [JSON.stringify([row])]);
}

/** Deletes recurrences that the bank has not made. Returns the ids of their subscriptions. */
export async function deleteRecurrences(
  tx: Transaction,
  keys: readonly SubscriptionKey[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string }>(DELETE, [JSON.stringify(keys.map(keyRow))]);
  return new Set(rows.map(({ id }) => id));
}

/** Makes recurrences due now, by their ids at the bank. Unknown ids are left out. */
export async function wakeRecurrences(
  database: Queryable,
  recurrenceIds: readonly string[],
  now: number,
): Promise<void> {
  if (recurrenceIds.length > 0) await database.query(WAKE, [recurrenceIds, new Date(now)]);
}

/** Those of the ids at the bank that subscriptions have. */
export async function selectKnownIds(
  database: Queryable,
  recurrenceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ id: string }>(SELECT_KNOWN, [recurrenceIds]);
  return new Set(rows.map(({ id }) => id));
}

/** The ids at the bank of recurrences first asked for in a period; `to` is excluded. */
export async function selectCalledIds(
  database: Queryable,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<string[]> {
  const rows = await database.query<{ id: string }>(SELECT_CALLED, [new Date(from), new Date(to)]);
  return rows.map(({ id }) => id);
}

function dateOrNull(at: number | null): Date | null {
  return at === null ? null : new Date(at);
}

function keyRow({ merchantId, environment, id }: SubscriptionKey) {
  return { merchant_id: merchantId, environment, subscription_id: id };
}

function fromRow(row: RecurrenceRow): Recurrence {
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    id: row.subscription_id,
    contract: row.contract,
    wanted: row.wanted,
    status: row.status,
    calledAt: row.called_at,
    draft: row.draft,
    solicitationId: row.solicitation_id,
    change: row.change,
  };
}
