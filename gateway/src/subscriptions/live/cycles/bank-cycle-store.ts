import type { BankAttempt } from '#src/bank/recurring-bank.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { addDays } from '#src/ground/brazilian-days.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { EACH_BUCKET, eachBucketBy } from '#src/ground/database/statement-place.ts';
import { type Centavos, centavos } from '#src/ground/money/centavos.ts';
import type { SubscriptionKey } from '../../subscription.ts';
import { claimDueRows, type DueClaim, dueRowsOf } from '../due-rows-store.ts';
import type { CycleAtBank, SeenStatus } from './bank-cycle.ts';

interface CycleRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: 'live';
  readonly subscription_id: string;
  readonly cycle_day: number;
  readonly txid: string;
  readonly due_day: number;
  readonly wanted: CycleAtBank['wanted'];
  readonly retry_day: number | null;
  readonly status: SeenStatus | null;
  readonly seen_at: number | null;
  readonly called_at: number | null;
  readonly unanswered_count: bigint;
  readonly registered_at: number | null;
  readonly number: bigint;
  readonly attempts: readonly BankAttempt[] | null;
}

const KEY = 'merchant_id, environment, subscription_id, cycle_on, number';
const KEY_TYPES = `merchant_id uuid, environment text, subscription_id uuid, cycle_on date,
  number bigint`;
const SAME_KEY = `(b.merchant_id, b.environment, b.subscription_id, b.cycle_on, b.number)
  = (key.merchant_id, key.environment, key.subscription_id, key.cycle_on, key.number)`;
// Days as numbers: a cluster returns no days as texts, which depend on settings.
const COLUMNS = `b.merchant_id, b.environment, b.subscription_id, b.txid,
  b.cycle_on - date '1970-01-01' as cycle_day, b.due_on - date '1970-01-01' as due_day,
  b.retry_on - date '1970-01-01' as retry_day, b.wanted, b.status, b.seen_at, b.called_at,
  b.unanswered_count, b.registered_at, b.number, b.attempts`;

const INSERT = {
  name: 'bank_cycles_insert',
  text: `insert into subscription_bank_cycles (${KEY}, txid, due_on, next_look_at)
    select ${KEY}, txid, due_on, next_look_at from json_to_recordset($1) as row (
      ${KEY_TYPES}, txid text, due_on date, next_look_at timestamptz)`,
};
const UPDATE_DESIRED = {
  name: 'bank_cycles_update_desired',
  text: `update subscription_bank_cycles b set wanted = coalesce(key.wanted, b.wanted),
      retry_on = coalesce(key.retry_on, b.retry_on), next_look_at = key.next_look_at
    from json_to_recordset($1) as key (${KEY_TYPES}, wanted text, retry_on date,
      next_look_at timestamptz)
    where ${SAME_KEY}`,
};
const DUE = dueRowsOf({
  table: 'subscription_bank_cycles',
  queue: 'due-bank-cycles',
  key: KEY,
  columns: COLUMNS,
  alias: 'b',
  kind: 'bank_cycle',
  id: 'txid',
});
export const DUE_BANK_CYCLES = DUE.queue;
// Another worker's claim, or a change of the desired state, has another instant: nothing begins.
const BEGIN = {
  name: 'bank_cycles_begin',
  text: `update subscription_bank_cycles b set called_at = $2
    from json_to_recordset($1) as key (${KEY_TYPES})
    where ${SAME_KEY} and b.next_look_at = $3 returning b.txid`,
};
// A change of the desired state, or a notice, that came during the call has made the row due: that
// instant stays. An end at the bank is final, so a slow answer of an earlier state doesn't replace
// it. An answer without a state keeps the state that another worker has read meanwhile.
const SAVE = {
  name: 'bank_cycles_save',
  text: `update subscription_bank_cycles b set
      status = case when b.status in ('paid', 'expired', 'rejected', 'canceled') then b.status
        else coalesce(key.status, b.status) end,
      seen_at = case when b.status in ('paid', 'expired', 'rejected', 'canceled') then b.seen_at
        else coalesce(key.seen_at, b.seen_at) end,
      attempts = case when b.status in ('paid', 'expired', 'rejected', 'canceled') then b.attempts
        else coalesce(key.attempts, b.attempts) end,
      registered_at = coalesce(b.registered_at, key.registered_at),
      wanted = coalesce(key.wanted, b.wanted),
      retry_on = case when b.retry_on = key.taken_retry_on then null else b.retry_on end,
      called_at = case when b.called_at is not distinct from key.known_called_at
        then key.called_at else b.called_at end,
      unanswered_count = key.unanswered_count,
      next_look_at = case when b.next_look_at = key.claimed_until then key.next_look_at
        else b.next_look_at end
    from json_to_recordset($1) as key (${KEY_TYPES}, status text, seen_at timestamptz,
      attempts json, registered_at timestamptz, wanted text, taken_retry_on date,
      known_called_at timestamptz, called_at timestamptz, unanswered_count bigint,
      claimed_until timestamptz, next_look_at timestamptz)
    where ${SAME_KEY}`,
};
// A call-back of a charge that no answer has shown: the bank may have it, so it is read before
// anything else. A closed one has failed or was canceled here: it ends at the bank.
const WAKE = {
  name: 'bank_cycles_wake',
  place: EACH_BUCKET,
  text: `update subscription_bank_cycles set next_look_at = $2,
      called_at = case when status is null then $2 else called_at end,
      wanted = case when status is null and next_look_at is null then 'ended' else wanted end
    where txid = any($1) and (next_look_at is null or next_look_at > $2)`,
};
const OF_CHARGES = {
  name: 'bank_cycles_of_charges',
  text: `select ${COLUMNS}, b.next_look_at is null as is_closed from json_to_recordset($1) as key
      (merchant_id uuid, environment text, txid text)
    join subscription_bank_cycles b
      on (b.txid, b.merchant_id, b.environment) = (key.txid, key.merchant_id, key.environment)`,
};
const KNOWN = {
  name: 'bank_cycles_known',
  place: EACH_BUCKET,
  text: `select txid from subscription_bank_cycles
    where txid = any($1) and num_nonnulls(status, next_look_at, called_at) > 0`,
};
const REGISTERED = {
  name: 'bank_cycles_registered',
  place: eachBucketBy('txid', 'ascending'),
  text: `select txid from subscription_bank_cycles
    where registered_at >= $1 and registered_at < $2 order by txid`,
};
const WITHOUT_PIX = {
  name: 'bank_cycles_without_pix',
  place: eachBucketBy('seen_at', 'ascending', 2),
  text: `select b.txid, b.seen_at, c.amount_centavos
    from subscription_bank_cycles b join subscription_cycles c
      on (c.merchant_id, c.environment, c.subscription_id, c.cycle_on, c.number)
        = (b.merchant_id, b.environment, b.subscription_id, b.cycle_on, b.number)
    where b.status = 'paid' and b.next_look_at is not null and b.seen_at < $1
    order by b.seen_at limit $2`,
};

const OVERDUE = {
  name: 'bank_cycles_overdue',
  place: eachBucketBy('due_day', 'ascending', 2),
  text: `select b.merchant_id, b.subscription_id, b.txid, c.charge_id, c.amount_centavos,
      m.username, b.due_on - date '1970-01-01' as due_day
    from subscription_bank_cycles b join subscription_cycles c
      on (c.merchant_id, c.environment, c.subscription_id, c.cycle_on, c.number)
        = (b.merchant_id, b.environment, b.subscription_id, b.cycle_on, b.number)
        and c.status in ('scheduled', 'retrying')
      join merchants m on m.merchant_id = b.merchant_id
    where b.status in ('created', 'active') and b.wanted = 'exists' and b.due_on < $1
    order by b.due_on limit $2`,
};

/** An open cycle that the bank has not ended long after its due date. */
export interface OverdueCycle {
  readonly key: SubscriptionKey;
  readonly txid: string;
  readonly chargeId: string;
  readonly username: string;
  readonly amount: Centavos;
  readonly dueOn: string;
}

/** A cycle whose charge the bank must register. */
export type NewBankCycle = Pick<CycleAtBank, 'key' | 'day' | 'number' | 'txid' | 'dueOn'>;

/** A change of the desired state of a cycle at the bank; null changes nothing. */
export interface DesiredChange extends Pick<CycleAtBank, 'key' | 'day' | 'number'> {
  readonly wanted: 'ended' | null;
  readonly retryOn: string | null;
  /** When the bank is asked, in milliseconds; null for never. */
  readonly at: number | null;
}

/** The state that the bank has shown, and what follows from it. */
export interface SeenCycle {
  /** As it was claimed; `calledAt` as it was when the call began. */
  readonly before: CycleAtBank;
  readonly after: CycleAtBank;
  /** The end of the claim of this synchronization. */
  readonly claimedUntil: number;
  readonly nextSyncAt: number | null;
}

/** Sends the insert of cycles that the bank must register now; the commit waits for it. */
export function insertBankCycles(
  tx: Transaction,
  rows: readonly NewBankCycle[],
  now: number,
): void {
  const inserted = rows.map(({ txid, dueOn, ...key }) => ({
    ...keyRow(key),
    txid,
    due_on: dueOn,
    next_look_at: new Date(now),
  }));
  if (rows.length > 0) tx.send(INSERT, [JSON.stringify(inserted)]);
}

/** Sends what state each charge should have at the bank; the commit waits for it. */
export function updateDesired(tx: Transaction, desired: readonly DesiredChange[]): void {
  const rows = desired.map(({ wanted, retryOn, at, ...key }) => ({
    ...keyRow(key),
    wanted,
    retry_on: retryOn,
    next_look_at: dateOrNull(at),
  }));
  if (rows.length > 0) tx.send(UPDATE_DESIRED, [JSON.stringify(rows)]);
}

/** Claims cycles that are due at the bank, as `claimDueRows` does. */
export async function claimDueBankCycles(
  database: Queryable,
  claim: DueClaim,
): Promise<CycleAtBank[]> {
  return (await claimDueRows<CycleRow>(database, DUE, claim)).map(fromRow);
}

/** Records that changes at the bank begin; returns the txids of cycles that are still claimed. */
export async function beginCalls(
  database: Queryable,
  rows: readonly CycleAtBank[],
  { at, claimedUntil }: { readonly at: number; readonly claimedUntil: number },
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const values = [JSON.stringify(rows.map(keyRow)), new Date(at), new Date(claimedUntil)];
  const begun = await database.query<{ txid: string }>(BEGIN, values);
  return new Set(begun.map(({ txid }) => txid));
}

/** Writes the state that the bank has shown. */
export async function saveSeen(database: Queryable, seen: SeenCycle): Promise<void> {
  await database.query(SAVE, [JSON.stringify([seenRow(seen)])]);
}

/** Makes cycles due at the bank now, by their txids. Unknown txids are left out. */
export async function wakeBankCycles(
  database: Queryable,
  txids: readonly string[],
  now: number,
): Promise<void> {
  if (txids.length > 0) await database.query(WAKE, [txids, new Date(now)]);
}

/** The charges of a scope at the bank, by their txids; unknown ones are omitted. */
export async function selectCyclesAtBank(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  txids: readonly string[],
): Promise<ReadonlyMap<string, CycleAtBank & { readonly isClosed: boolean }>> {
  if (txids.length === 0 || environment !== 'live') return new Map();
  const keys = txids.map((txid) => ({ merchant_id: merchantId, environment, txid }));
  const rows = await database.query<CycleRow & { readonly is_closed: boolean }>(OF_CHARGES, [
    JSON.stringify(keys),
  ]);
  return new Map(rows.map((row) => [row.txid, { ...fromRow(row), isClosed: row.is_closed }]));
}

/** Those of these txids that are known here; a charge that the bank never showed is not. */
export async function selectKnownTxids(
  database: Queryable,
  txids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (txids.length === 0) return new Set();
  const rows = await database.query<{ txid: string }>(KNOWN, [txids]);
  return new Set(rows.map(({ txid }) => txid));
}

/** The txids that the bank registered in a period, by our clock; `to` is excluded. */
export async function selectRegisteredTxids(
  database: Queryable,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<string[]> {
  const values = [new Date(from), new Date(to)];
  return (await database.query<{ txid: string }>(REGISTERED, values)).map(({ txid }) => txid);
}

/** Cycles that the bank has called paid since before an instant and whose Pix is not known. */
export async function selectWithoutPix(
  database: Queryable,
  before: number,
  limit: number,
): Promise<{ readonly txid: string; readonly amount: Centavos }[]> {
  const rows = await database.query<{ txid: string; amount_centavos: bigint }>(WITHOUT_PIX, [
    new Date(before),
    limit,
  ]);
  return rows.map((row) => ({ txid: row.txid, amount: centavos(row.amount_centavos) }));
}

/** Open cycles that were due before a day and that the bank has not ended, the oldest first. */
export async function selectOverdueCycles(
  database: Queryable,
  dueBefore: string,
  limit: number,
): Promise<OverdueCycle[]> {
  const rows = await database.query<{
    readonly merchant_id: string;
    readonly subscription_id: string;
    readonly txid: string;
    readonly charge_id: string;
    readonly username: string;
    readonly amount_centavos: bigint;
    readonly due_day: number;
  }>(OVERDUE, [dueBefore, limit]);
  return rows.map((row) => ({
    key: { merchantId: row.merchant_id, environment: 'live', id: row.subscription_id },
    txid: row.txid,
    chargeId: row.charge_id,
    username: row.username,
    amount: centavos(row.amount_centavos),
    dueOn: dayOf(row.due_day),
  }));
}

const NOT_READ = { status: null, seenAt: null, attempts: null, registeredAt: null } as const;

function seenRow({ before, after, claimedUntil, nextSyncAt }: SeenCycle) {
  // Each reading of the state has its own list of attempts.
  const { status, seenAt, attempts, registeredAt } =
    after.attempts === before.attempts ? NOT_READ : after;
  return {
    ...keyRow(before),
    status,
    attempts,
    seen_at: dateOrNull(seenAt),
    registered_at: dateOrNull(registeredAt),
    wanted: after.wanted === before.wanted ? null : after.wanted,
    taken_retry_on: after.retryOn === null ? before.retryOn : null,
    known_called_at: dateOrNull(before.calledAt),
    called_at: dateOrNull(after.calledAt),
    unanswered_count: after.unansweredCount,
    claimed_until: new Date(claimedUntil),
    next_look_at: dateOrNull(nextSyncAt),
  };
}

function keyRow({ key, day, number }: Pick<CycleAtBank, 'key' | 'day' | 'number'>) {
  const { merchantId, environment, id } = key;
  return { merchant_id: merchantId, environment, subscription_id: id, cycle_on: day, number };
}

function dateOrNull(at: number | null): Date | null {
  return at === null ? null : new Date(at);
}

/** The day so many days after the first of January 1970. */
function dayOf(days: number): string {
  return addDays('1970-01-01', days);
}

function fromRow(row: CycleRow): CycleAtBank {
  const { merchant_id: merchantId, environment, subscription_id: id } = row;
  return {
    key: { merchantId, environment, id },
    day: dayOf(row.cycle_day),
    txid: row.txid,
    dueOn: dayOf(row.due_day),
    wanted: row.wanted,
    retryOn: row.retry_day === null ? null : dayOf(row.retry_day),
    status: row.status,
    seenAt: row.seen_at,
    calledAt: row.called_at,
    unansweredCount: Number(row.unanswered_count),
    registeredAt: row.registered_at,
    number: Number(row.number),
    attempts: row.attempts,
  };
}
