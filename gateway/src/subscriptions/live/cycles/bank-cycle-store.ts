import type { BankAttempt } from '#src/bank/recurring-bank.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { addDays } from '#src/ground/brazilian-days.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  dueQueue,
  many,
  mergedBy,
  paramsOf,
  rowsOf,
  run,
  send,
  shaped,
  sql,
} from '#src/ground/database/sql.ts';
import { EACH_BUCKET, HERE } from '#src/ground/database/statement-place.ts';
import type { SubscriptionKey } from '../../subscription.ts';
import { claimDueRows, type DueClaim, dueRowsOf, WAITING } from '../due-rows-store.ts';
import type { CycleAtBank, SeenStatus } from './bank-cycle.ts';

const SUBSCRIPTION = { ...f.SCOPE, id: f.inColumn('subscription_id', f.uuid) };
const KEY = { ...SUBSCRIPTION, day: f.inColumn('cycle_on', f.day), number: f.count };
const NEXT_SYNC_AT = { nextSyncAt: f.inColumn('next_look_at', f.orNull(f.instant)) };
const SEEN = {
  status: f.orNull(f.textOf<SeenStatus>()),
  seenAt: f.orNull(f.instant),
  attempts: f.orNull(f.json<readonly BankAttempt[]>()),
  registeredAt: f.orNull(f.instant),
};
const CALLED_AT = { calledAt: f.orNull(f.instant) };
const ROW = {
  ...SUBSCRIPTION,
  ...SEEN,
  ...CALLED_AT,
  txid: f.text,
  cycleDay: f.int,
  dueDay: f.int,
  retryDay: f.orNull(f.int),
  wanted: f.textOf<CycleAtBank['wanted']>(),
  unansweredCount: f.count,
  number: f.count,
};
const CYCLE = shaped(ROW, cycleOf);
const INSERTED = { ...KEY, txid: f.text, dueOn: f.day, ...NEXT_SYNC_AT };
const DESIRED = {
  ...KEY,
  /** Null changes nothing. */
  wanted: f.orNull(f.textOf<'ended'>()),
  retryOn: f.orNull(f.day),
  ...NEXT_SYNC_AT,
};
const SAVED = {
  ...KEY,
  ...SEEN,
  wanted: f.orNull(f.textOf<CycleAtBank['wanted']>()),
  takenRetryOn: f.orNull(f.day),
  knownCalledAt: f.orNull(f.instant),
  ...CALLED_AT,
  unansweredCount: f.count,
  claimedUntil: f.instant,
  ...NEXT_SYNC_AT,
};

const $ = paramsOf({
  txids: f.listOf(f.text),
  at: f.instant,
  claimedUntil: f.instant,
  from: f.instant,
  to: f.instant,
  before: f.instant,
  dueBefore: f.day,
  limit: f.count,
});
const SAME_KEY = `(b.merchant_id, b.environment, b.subscription_id, b.cycle_on, b.number)
  = (key.merchant_id, key.environment, key.subscription_id, key.cycle_on, key.number)`;
// Days as numbers: a cluster returns no days as texts, which depend on settings.
const COLUMNS = `b.merchant_id, b.environment, b.subscription_id, b.txid,
  b.cycle_on - date '1970-01-01' as cycle_day, b.due_on - date '1970-01-01' as due_day,
  b.retry_on - date '1970-01-01' as retry_day, b.wanted, b.status, b.seen_at, b.called_at,
  b.unanswered_count, b.registered_at, b.number, b.attempts`;

const insert = send(
  'bank_cycles_insert',
  sql`insert into subscription_bank_cycles (${f.columnsOf(INSERTED)})
    select ${f.columnsOf(INSERTED)} from ${rowsOf('cycles', 'row', INSERTED)}`,
);
const update = send(
  'bank_cycles_update_desired',
  sql`update subscription_bank_cycles b set wanted = coalesce(key.wanted, b.wanted),
      retry_on = coalesce(key.retry_on, b.retry_on), next_look_at = key.next_look_at
    from ${rowsOf('cycles', 'key', DESIRED)}
    where ${SAME_KEY}`,
);
const DUE = dueRowsOf({
  table: 'subscription_bank_cycles',
  key: f.columnsOf(KEY),
  columns: COLUMNS,
  alias: 'b',
  kind: 'bank_cycle',
  id: 'txid',
});
const DUE_ROWS = {
  oldest: many('subscription_bank_cycles_claim_oldest', CYCLE, DUE.oldest, HERE),
  waiting: many('subscription_bank_cycles_list_waiting', WAITING, DUE.waiting, HERE),
  ofMerchants: many('subscription_bank_cycles_claim_of_merchants', CYCLE, DUE.ofMerchants, HERE),
  merchantOf: ({ key }: CycleAtBank) => key.merchantId,
};
export const DUE_BANK_CYCLES = dueQueue({ name: 'due-bank-cycles' }, DUE.due);
// Another worker's claim, or a change of the desired state, has another instant: nothing begins.
const begin = many(
  'bank_cycles_begin',
  { txid: f.text },
  sql`update subscription_bank_cycles b set called_at = ${$.at}
    from ${rowsOf('cycles', 'key', KEY)}
    where ${SAME_KEY} and b.next_look_at = ${$.claimedUntil} returning b.txid`,
);
// A change of the desired state, or a notice, that came during the call has made the row due: that
// instant stays. An end at the bank is final, so a slow answer of an earlier state doesn't replace
// it. An answer without a state keeps the state that another worker has read meanwhile.
const save = run(
  'bank_cycles_save',
  sql`update subscription_bank_cycles b set
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
    from ${rowsOf('cycles', 'key', SAVED)}
    where ${SAME_KEY}`,
);
// A call-back of a charge that no answer has shown: the bank may have it, so it is read before
// anything else. A closed one has failed or was canceled here: it ends at the bank.
const wake = run(
  'bank_cycles_wake',
  sql`update subscription_bank_cycles set next_look_at = ${$.at},
      called_at = case when status is null then ${$.at} else called_at end,
      wanted = case when status is null and next_look_at is null then 'ended' else wanted end
    where txid = any(${$.txids}) and (next_look_at is null or next_look_at > ${$.at})`,
  EACH_BUCKET,
);
const selectOfCharges = many(
  'bank_cycles_of_charges',
  shaped({ ...ROW, isClosed: f.bool }, ({ isClosed, ...row }) => ({ ...cycleOf(row), isClosed })),
  sql`select ${COLUMNS}, b.next_look_at is null as is_closed
    from ${rowsOf('keys', 'key', { ...f.SCOPE, txid: f.text })}
    join subscription_bank_cycles b
      on (b.txid, b.merchant_id, b.environment) = (key.txid, key.merchant_id, key.environment)`,
);
const selectKnown = many(
  'bank_cycles_known',
  { txid: f.text },
  sql`select txid from subscription_bank_cycles
    where txid = any(${$.txids}) and num_nonnulls(status, next_look_at, called_at) > 0`,
  EACH_BUCKET,
);
const selectRegistered = many(
  'bank_cycles_registered',
  { txid: f.text },
  sql`select txid from subscription_bank_cycles
    where registered_at >= ${$.from} and registered_at < ${$.to} order by txid`,
  mergedBy('txid', 'ascending'),
);

/** Cycles that the bank has called paid since before an instant and whose Pix is not known. */
export const selectWithoutPix = many(
  'bank_cycles_without_pix',
  {
    txid: f.text,
    seenAt: f.neverNull(f.instant),
    amount: f.inColumn('amount_centavos', f.centavos),
  },
  sql`select b.txid, b.seen_at, c.amount_centavos
    from subscription_bank_cycles b join subscription_cycles c
      on (c.merchant_id, c.environment, c.subscription_id, c.cycle_on, c.number)
        = (b.merchant_id, b.environment, b.subscription_id, b.cycle_on, b.number)
    where b.status = 'paid' and b.next_look_at is not null and b.seen_at < ${$.before}
    order by b.seen_at limit ${$.limit}`,
  mergedBy('seen_at', 'ascending', $.limit),
);

const OVERDUE = shaped(
  {
    merchantId: f.uuid,
    subscriptionId: f.uuid,
    txid: f.text,
    chargeId: f.neverNull(f.uuid),
    amount: f.inColumn('amount_centavos', f.centavos),
    username: f.text,
    dueDay: f.int,
  },
  ({ merchantId, subscriptionId, dueDay, ...row }) => ({
    ...row,
    key: { merchantId, environment: 'live', id: subscriptionId } satisfies SubscriptionKey,
    dueOn: dayOf(dueDay),
  }),
);
/** An open cycle that the bank has not ended long after its due date. */
export type OverdueCycle = ReturnType<typeof OVERDUE.resultOf>;

/** Open cycles that were due before a day and that the bank has not ended, the oldest first. */
export const selectOverdueCycles = many(
  'bank_cycles_overdue',
  OVERDUE,
  sql`select b.merchant_id, b.subscription_id, b.txid, c.charge_id, c.amount_centavos,
      m.username, b.due_on - date '1970-01-01' as due_day
    from subscription_bank_cycles b join subscription_cycles c
      on (c.merchant_id, c.environment, c.subscription_id, c.cycle_on, c.number)
        = (b.merchant_id, b.environment, b.subscription_id, b.cycle_on, b.number)
        and c.status in ('scheduled', 'retrying')
      join merchants m on m.merchant_id = b.merchant_id
    where b.status in ('created', 'active') and b.wanted = 'exists'
      and b.due_on < ${$.dueBefore}
    order by b.due_on limit ${$.limit}`,
  mergedBy('due_day', 'ascending', $.limit),
);

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
  created: readonly NewBankCycle[],
  now: number,
): void {
  const cycles = created.map(({ txid, dueOn, ...cycle }) => ({
    ...keyOf(cycle),
    txid,
    dueOn,
    nextSyncAt: now,
  }));
  if (cycles.length > 0) insert(tx, { cycles });
}

/** Sends what state each charge should have at the bank; the commit waits for it. */
export function updateDesired(tx: Transaction, desired: readonly DesiredChange[]): void {
  const cycles = desired.map(({ wanted, retryOn, at, ...cycle }) => ({
    ...keyOf(cycle),
    wanted,
    retryOn,
    nextSyncAt: at,
  }));
  if (cycles.length > 0) update(tx, { cycles });
}

/** Claims cycles that are due at the bank, as `claimDueRows` does. */
export function claimDueBankCycles(database: Queryable, claim: DueClaim): Promise<CycleAtBank[]> {
  return claimDueRows(database, DUE_ROWS, claim);
}

/** Records that changes at the bank begin; returns the txids of cycles that are still claimed. */
export async function beginCalls(
  database: Queryable,
  cycles: readonly CycleAtBank[],
  { at, claimedUntil }: { readonly at: number; readonly claimedUntil: number },
): Promise<ReadonlySet<string>> {
  if (cycles.length === 0) return new Set();
  return txidsOf(await begin(database, { cycles: cycles.map(keyOf), at, claimedUntil }));
}

/** Writes the state that the bank has shown. */
export function saveSeen(database: Queryable, seen: SeenCycle): Promise<void> {
  return save(database, { cycles: [seenRow(seen)] });
}

/** Makes cycles due at the bank now, by their txids. Unknown txids are left out. */
export async function wakeBankCycles(
  database: Queryable,
  txids: readonly string[],
  now: number,
): Promise<void> {
  if (txids.length > 0) await wake(database, { txids, at: now });
}

/** The charges of a scope at the bank, by their txids; unknown ones are omitted. */
export async function selectCyclesAtBank(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  txids: readonly string[],
): Promise<ReadonlyMap<string, CycleAtBank & { readonly isClosed: boolean }>> {
  if (txids.length === 0 || environment !== 'live') return new Map();
  const keys = txids.map((txid) => ({ merchantId, environment, txid }));
  const cycles = await selectOfCharges(database, { keys });
  return new Map(cycles.map((cycle) => [cycle.txid, cycle]));
}

/** Those of these txids that are known here; a charge that the bank never showed is not. */
export async function selectKnownTxids(
  database: Queryable,
  txids: readonly string[],
): Promise<ReadonlySet<string>> {
  return txids.length === 0 ? new Set() : txidsOf(await selectKnown(database, { txids }));
}

/** The txids that the bank registered in a period, by our clock; `to` is excluded. */
export async function selectRegisteredTxids(
  database: Queryable,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<string[]> {
  return (await selectRegistered(database, { from, to })).map(({ txid }) => txid);
}

function txidsOf(rows: readonly { readonly txid: string }[]): ReadonlySet<string> {
  return new Set(rows.map(({ txid }) => txid));
}

const NOT_READ = { status: null, seenAt: null, attempts: null, registeredAt: null } as const;

function seenRow({ before, after, claimedUntil, nextSyncAt }: SeenCycle) {
  // Each reading of the state has its own list of attempts.
  const { status, seenAt, attempts, registeredAt } =
    after.attempts === before.attempts ? NOT_READ : after;
  return {
    ...keyOf(before),
    status,
    seenAt,
    attempts,
    registeredAt,
    wanted: after.wanted === before.wanted ? null : after.wanted,
    takenRetryOn: after.retryOn === null ? before.retryOn : null,
    knownCalledAt: before.calledAt,
    calledAt: after.calledAt,
    unansweredCount: after.unansweredCount,
    claimedUntil,
    nextSyncAt,
  };
}

/** Only the key: a whole cycle has a state of its own. */
function keyOf({ key, day, number }: Pick<CycleAtBank, 'key' | 'day' | 'number'>) {
  const { merchantId, environment, id } = key;
  return { merchantId, environment, id, day, number };
}

/** The day so many days after the first of January 1970. */
function dayOf(days: number): string {
  return addDays('1970-01-01', days);
}

function cycleOf({
  merchantId,
  environment,
  id,
  cycleDay,
  dueDay,
  retryDay,
  ...row
}: f.RecordOf<typeof ROW>): CycleAtBank {
  return {
    ...row,
    key: { merchantId, environment, id },
    day: dayOf(cycleDay),
    dueOn: dayOf(dueDay),
    retryOn: retryDay === null ? null : dayOf(retryDay),
  };
}
