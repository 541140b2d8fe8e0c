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
import { type Call, nextCall, nextLook } from './next-call.ts';
import { closed, type Finding, givenUp, readAnswer } from './read-answer.ts';
import { takeBankCycle } from './take-bank-cycle.ts';

const CYCLES_AT_ONCE = 50;

export interface LookDeps extends DueWorkDeps {
  readonly bank: RecurringBank;
  /** The claim of a cycle: longer than a look at the bank may take. */
  readonly bankLeaseMs: number;
  /** How long after an attempt without a clear answer the bank may still do it. */
  readonly quarantineMs: number;
  readonly tellPayers: TellPayers;
}

/** A cycle in the hands of this worker. */
interface Look {
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
export async function lookAtDueCycles(
  deps: LookDeps,
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
  const looks = rows.map((row) => {
    const state = states.get(row.key.id);
    const call = nextCall(row, now);
    return { row, call, now, claimedUntil, unclearSince: row.calledAt, state };
  });
  const begun = await begin(database, looks);
  await Promise.all(
    begun.map((look) =>
      runClaimed(deps, { kind: 'bank_cycle', id: look.row.txid }, () => takeLook(deps, look)),
    ),
  );
  return rows.length >= cyclesMax;
}

/** Has the worker look now at cycles that a call-back names, by their txids. */
export function lookAtCycles(
  { database, clock }: Pick<DueWorkDeps, 'database' | 'clock'>,
  txids: readonly string[],
): Promise<void> {
  return wakeBankCycles(database, txids, clock.now());
}

/** Records which changes begin; leaves out those that another worker has claimed meanwhile. */
async function begin(database: Database, looks: readonly Look[]): Promise<Look[]> {
  const [first] = looks;
  if (!first) return [];
  const { now: at, claimedUntil } = first;
  const rows = looks.filter(changesBank).map(({ row }) => row);
  const begun = await beginCalls(database, rows, { at, claimedUntil });
  return looks.flatMap((look) => {
    if (!changesBank(look)) return [look];
    return begun.has(look.row.txid) ? [{ ...look, row: { ...look.row, calledAt: at } }] : [];
  });
}

function changesBank({ call }: Look): boolean {
  return call === 'create' || call === 'cancel' || call === 'retry';
}

async function takeLook(deps: LookDeps, look: Look): Promise<void> {
  const { row, call, now, state } = look;
  if (!state) throw new Error('the subscription of a cycle at the bank is missing');
  const cycle = await cycleOf(deps.database, state, row);
  const finding = await ask(deps, { look, state, cycle });
  const { trouble } = finding;
  if (trouble) deps.logger.warn({ txid: row.txid, call }, trouble);
  if (changeBy(finding, { state, cycle, row, now }).state === state) {
    await save(deps.database, { look, finding, cycle });
    return;
  }
  await deps.database.transaction((tx) => write(tx, deps, { look, finding }));
}

async function ask(
  { bank, database, quarantineMs }: LookDeps,
  {
    look,
    ...of
  }: { readonly look: Look; readonly state: SubscriptionState; readonly cycle: Cycle | undefined },
): Promise<Finding> {
  const { row, call, now, unclearSince } = look;
  if (call === 'close') return closed(look);
  if (call === 'give_up') return givenUp(look);
  const terms = call === 'create' ? await termsOf(database, of.cycle, row) : undefined;
  const outcome = await askBank(bank, { row, call, unclearSince, terms, ...of });
  return readAnswer({ row, call, now, unclearSince, quarantineMs }, outcome);
}

/** What a merchant named of a charge by the Central Bank's API; undefined for other charges. */
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
  return cycles.find((one) => keyOfCycle(one) === key);
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
  { tellPayers }: Pick<LookDeps, 'tellPayers'>,
  { look, finding }: { readonly look: Look; readonly finding: Finding },
): Promise<void> {
  const { row, now } = look;
  const before = (await lockStates(tx, [row.key])).get(row.key.id);
  if (!before) throw new Error('the subscription of a cycle at the bank is missing');
  const cycle = cycleOfRow(before.cycles, row);
  const { state: after, events } = changeBy(finding, { state: before, cycle, row, now });
  if (after !== before) {
    const states = [{ before, after, events }];
    await writeStates(tx, { states, charges: [], firstPayments: [], tellPayers }, now);
  }
  await save(tx, { look, finding, cycle: cycleOfRow(after.cycles, row) });
}

function save(
  database: Database | Transaction,
  {
    look: { row, now, claimedUntil },
    finding: { after, again },
    cycle,
  }: { readonly look: Look; readonly finding: Finding; readonly cycle: Cycle | undefined },
): Promise<void> {
  const nextLookAt = again === undefined ? nextLook(after, cycle, now) : again;
  return saveSeen(database, { before: row, after, claimedUntil, nextLookAt });
}
