import type { RecurringBank } from '#src/bank/recurring-bank.ts';
import { readCharges } from '#src/charges/read-charges.ts';
import type { CycleTerms } from '#src/charges/standard-charge.ts';
import { withTxids } from '#src/charges/txids/find-by-txid.ts';
import type { Database, Transaction } from '#src/ground/database/database.ts';
import { type DueWorkDeps, runClaimed } from '#src/ground/work/due-work.ts';
import { type Change, fail, unchanged } from '../../change-subscription.ts';
import { selectCyclesOn } from '../../cycle-store.ts';
import { lockStates, readStates } from '../../load-states.ts';
import { type Cycle, keyOfCycle, openAttempt, type SubscriptionState } from '../../subscription.ts';
import type { TellPayers } from '../../tell-payers.ts';
import { writeStates } from '../../write-states.ts';
import { askBank } from './ask-bank.ts';
import type { CycleAtBank } from './bank-cycle.ts';
import { beginCalls, claimDueBankCycles, saveSeen, wakeBankCycles } from './bank-cycle-store.ts';
import { type Call, nextCall, nextSync } from './next-call.ts';
import { closed, type Finding, givenUp, readAnswer } from './read-answer.ts';
import { takeBankCycle } from './take-bank-cycle.ts';

const CYCLES_AT_ONCE = 50;

export interface SyncDeps extends DueWorkDeps {
  readonly bank: RecurringBank;
  /** The claim of a cycle: longer than its calls of the bank may take. */
  readonly bankLeaseMs: number;
  /** How long after an attempt without a clear answer the bank may still do it. */
  readonly quarantineMs: number;
  readonly tellPayers: TellPayers;
}

/** A cycle in the hands of this worker. */
interface ClaimedCycle {
  readonly row: CycleAtBank;
  readonly call: Call;
  readonly now: number;
  readonly claimedUntil: number;
  /** The start of an earlier change without a clear answer; null without one. */
  readonly unclearSince: number | null;
  readonly state: SubscriptionState | undefined;
}

/**
 * Takes one step of each live cycle that is due at the bank: registers, cancels, asks for a retry,
 * or reads it. No transaction is open meanwhile. What the bank says goes into the subscription. A
 * cycle that fails is set aside, and the others go on. Throws when the database is away.
 * @returns whether there may be more.
 */
export async function syncDueCycles(
  deps: SyncDeps,
  cyclesMax: number = CYCLES_AT_ONCE,
): Promise<boolean> {
  const { database } = deps;
  const now = deps.clock.now();
  const claimedUntil = now + deps.bankLeaseMs;
  const rows = await claimDueBankCycles(database, {
    at: now,
    until: claimedUntil,
    limit: cyclesMax,
  });
  if (rows.length === 0) return false;
  const states = await readStates(
    database,
    rows.map(({ key }) => key),
  );
  const claimed = rows.map((row) => {
    const state = states.get(row.key.id);
    const call = nextCall(row, now);
    return { row, call, now, claimedUntil, unclearSince: row.calledAt, state };
  });
  const begun = await begin(database, claimed);
  await Promise.all(
    begun.map((claimed) =>
      runClaimed(deps, { kind: 'bank_cycle', id: claimed.row.txid }, () =>
        syncCycle(deps, claimed),
      ),
    ),
  );
  return rows.length >= cyclesMax;
}

/** Makes cycles due now that a call-back names, by their txids. */
export function syncCyclesNow(
  { database, clock }: Pick<DueWorkDeps, 'database' | 'clock'>,
  txids: readonly string[],
): Promise<void> {
  return wakeBankCycles(database, txids, clock.now());
}

/** Records which changes begin; leaves out those that another worker has claimed meanwhile. */
async function begin(database: Database, all: readonly ClaimedCycle[]): Promise<ClaimedCycle[]> {
  const [first] = all;
  if (!first) return [];
  const { now: at, claimedUntil } = first;
  const rows = all.filter(changesBank).map(({ row }) => row);
  const begun = await beginCalls(database, rows, { at, claimedUntil });
  return all.flatMap((claimed) => {
    if (!changesBank(claimed)) return [claimed];
    return begun.has(claimed.row.txid)
      ? [{ ...claimed, row: { ...claimed.row, calledAt: at } }]
      : [];
  });
}

function changesBank({ call }: ClaimedCycle): boolean {
  return call === 'create' || call === 'cancel' || call === 'retry';
}

async function syncCycle(deps: SyncDeps, claimed: ClaimedCycle): Promise<void> {
  const { row, call, now, state } = claimed;
  if (!state) throw new Error('the subscription of a cycle at the bank is missing');
  const cycle = await cycleOf(deps.database, state, row);
  const finding = await ask(deps, { claimed, state, cycle });
  const { problem } = finding;
  if (problem) deps.logger.warn({ txid: row.txid, call }, problem);
  if (changeBy(finding, { state, cycle, row, now }).state === state) {
    await save(deps.database, { claimed, finding, cycle });
    return;
  }
  await deps.database.transaction((tx) => write(tx, deps, { claimed, finding }));
}

async function ask(
  { bank, database, quarantineMs }: SyncDeps,
  {
    claimed,
    ...of
  }: {
    readonly claimed: ClaimedCycle;
    readonly state: SubscriptionState;
    readonly cycle: Cycle | undefined;
  },
): Promise<Finding> {
  const { row, call, now, unclearSince } = claimed;
  if (call === 'close') return closed(claimed);
  if (call === 'give_up') return givenUp(claimed);
  const terms = call === 'create' ? await termsOf(database, of.cycle, row) : undefined;
  const outcome = await askBank(bank, { row, call, unclearSince, terms, ...of });
  return readAnswer({ row, call, now, unclearSince, quarantineMs }, outcome);
}

/** The terms that a merchant named by the Central Bank's API; undefined for other charges. */
async function termsOf(
  database: Database,
  cycle: Cycle | undefined,
  { key: { merchantId, environment } }: CycleAtBank,
): Promise<CycleTerms | undefined> {
  if (!cycle?.chargeId) return undefined;
  const charges = await readCharges(database, [{ merchantId, environment, id: cycle.chargeId }]);
  const [named] = await withTxids(database, charges);
  return named?.named?.terms.cycle;
}

/** Finds the cycle of a charge. A paid or canceled one is not in the state, so it is read. */
async function cycleOf(
  database: Database,
  { subscription, cycles }: SubscriptionState,
  row: CycleAtBank,
): Promise<Cycle | undefined> {
  const known = cycleOfRow(cycles, row);
  return known ?? cycleOfRow(await selectCyclesOn(database, subscription, row), row);
}

function cycleOfRow(cycles: readonly Cycle[], row: CycleAtBank): Cycle | undefined {
  const key = keyOfCycle(row);
  return cycles.find((cycle) => keyOfCycle(cycle) === key);
}

interface SeenIn {
  readonly state: SubscriptionState;
  readonly cycle: Cycle | undefined;
  readonly row: CycleAtBank;
  readonly now: number;
}

/** Applies a finding to a state; a failure is that of the attempt which was asked for. */
function changeBy({ found, failure }: Finding, { state, cycle, row, now }: SeenIn): Change {
  if (!cycle) return unchanged(state);
  if (found) return takeBankCycle(state, cycle, found, now);
  const attempt = openAttempt(cycle);
  const on = row.retryOn ?? row.dueOn;
  if (failure === undefined || attempt?.on !== on) return unchanged(state);
  return fail(state, cycle, { code: failure, now });
}

/** Writes a finding that changes the subscription, with the subscription as it is by now. */
async function write(
  tx: Transaction,
  { tellPayers }: Pick<SyncDeps, 'tellPayers'>,
  { claimed, finding }: { readonly claimed: ClaimedCycle; readonly finding: Finding },
): Promise<void> {
  const { row, now } = claimed;
  const before = (await lockStates(tx, [row.key])).get(row.key.id);
  if (!before) throw new Error('the subscription of a cycle at the bank is missing');
  const cycle = cycleOfRow(before.cycles, row);
  const { state: after, events } = changeBy(finding, { state: before, cycle, row, now });
  if (after !== before) {
    const states = [{ before, after, events }];
    await writeStates(tx, { states, charges: [], firstPayments: [], tellPayers }, now);
  }
  await save(tx, { claimed, finding, cycle: cycleOfRow(after.cycles, row) });
}

function save(
  database: Database | Transaction,
  {
    claimed: { row, now, claimedUntil },
    finding: { after, again },
    cycle,
  }: {
    readonly claimed: ClaimedCycle;
    readonly finding: Finding;
    readonly cycle: Cycle | undefined;
  },
): Promise<void> {
  const nextSyncAt = again === undefined ? nextSync(after, cycle, now) : again;
  return saveSeen(database, { before: row, after, claimedUntil, nextSyncAt });
}
