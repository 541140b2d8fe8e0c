import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { type Centavos, centavos, ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';
import { accounts, type Posting, type PostingKind } from './chart-of-accounts.ts';
import {
  balanceBlocked,
  balanceReleased,
  type DebitParts,
  debited,
  debtRepaid,
} from './hold-postings.ts';
import {
  type HoldCause,
  type HoldRow,
  insertDebts,
  insertHoldMovements,
  insertHolds,
  insertRepayments,
  type PostedAmount,
  type PostingRow,
  updateHolds,
} from './hold-store.ts';
import { type Journal, NEW_REFERENCE } from './journal.ts';
import type { AccountRow } from './ledger-store.ts';

/** A hold to open. */
export interface HoldToOpen {
  /** A new id of `createId`. */
  readonly holdId: string;
  readonly cause: HoldCause;
  /** The id of the dispute or of another cause of the hold. */
  readonly referenceId: string;
  /** In centavos, greater than zero. */
  readonly amount: Centavos;
}

/** Money that leaves a scope whether its balance covers it or not. */
export interface Debit {
  readonly kind: PostingKind;
  readonly referenceId: string;
  /** In centavos, greater than zero. */
  readonly amount: Centavos;
}

/** A debit that first uses the money that a hold has blocked. */
export interface Take extends Debit {
  readonly holdId?: string | undefined;
}

/** The holds of a transaction's locked accounts, and the rows that `writeHolds` will write. */
export interface HoldState {
  readonly journal: Journal;
  /** By name, oldest first. */
  readonly holds: Map<string, HoldRow>;
  readonly opened: Set<HoldRow>;
  readonly changed: Set<HoldRow>;
  readonly movements: (PostedAmount & { readonly holdId: string })[];
  readonly debts: PostedAmount[];
  readonly repayments: (PostedAmount & { readonly credit: PostingRow })[];
}

/** The state with the holds that were read under the lock of their scopes, oldest first. */
export function holdState(journal: Journal, loaded: readonly HoldRow[]): HoldState {
  return {
    journal,
    holds: new Map(loaded.map((row) => [holdName(row), row])),
    opened: new Set(),
    changed: new Set(),
    movements: [],
    debts: [],
    repayments: [],
  };
}

/** See LockedAccounts.hold. */
export function openHold(
  state: HoldState,
  scope: LedgerScope,
  { holdId, cause, referenceId, amount }: HoldToOpen,
): Centavos {
  if (amount <= 0n) throw new RangeError('a hold needs an amount');
  const hold: HoldRow = {
    merchantId: scope.merchantId,
    environment: scope.environment,
    id: holdId,
    cause,
    referenceId,
    amount,
    status: 'open',
    wanted: ZERO_CENTAVOS,
    blocked: ZERO_CENTAVOS,
  };
  const row = state.journal.locate(scope, accounts.available);
  state.holds.set(holdName(hold), hold);
  state.opened.add(hold);
  change(state, hold, { wanted: amount, blocked: 0n });
  return block(state, hold, row.balance);
}

/** See LockedAccounts.release. */
export function releaseHold(
  state: HoldState,
  scope: LedgerScope,
  { holdId, amount }: { holdId: string; amount?: Centavos | undefined },
): Centavos {
  const hold = holdOf(state, scope, holdId);
  const unwanted = smaller(amount ?? hold.wanted, hold.wanted);
  const surplus = hold.blocked - (hold.wanted - unwanted);
  const released = surplus > 0n ? centavos(surplus) : ZERO_CENTAVOS;
  if (unwanted > 0n) change(state, hold, { wanted: -unwanted, blocked: -released });
  if (released === 0n) return ZERO_CENTAVOS;
  const subject = { ...scope, referenceId: NEW_REFERENCE };
  const posting = post(state, balanceReleased(subject, released));
  state.movements.push({ posting, holdId, amount: centavos(-released) });
  useCredit(state, scope, posting);
  return released;
}

/** See LockedAccounts.take. */
export function takeMoney(
  state: HoldState,
  scope: LedgerScope,
  { kind, referenceId, amount, holdId }: Take,
): DebitParts {
  if (amount <= 0n) throw new RangeError('a debit needs an amount');
  const hold = holdId === undefined ? undefined : holdOf(state, scope, holdId);
  const row = state.journal.locate(scope, accounts.available);
  const parts = partsOf(amount, hold?.blocked ?? ZERO_CENTAVOS, row);
  const posting = post(state, debited({ ...scope, referenceId }, kind, parts));
  const { blocked, debt } = parts;
  if (hold && hold.status === 'open') {
    change(state, hold, { wanted: -smaller(hold.wanted, amount), blocked: -blocked });
    if (blocked > 0n)
      state.movements.push({ posting, holdId: hold.id, amount: centavos(-blocked) });
  }
  if (debt > 0n) {
    row.uncovered = centavos(row.uncovered + debt);
    state.journal.touch(row);
    state.debts.push({ posting, amount: debt });
  }
  return parts;
}

function partsOf(amount: Centavos, isBlocked: Centavos, row: AccountRow): DebitParts {
  const blocked = smaller(isBlocked, amount);
  const rest = centavos(amount - blocked);
  const has = row.balance > 0n ? row.balance : ZERO_CENTAVOS;
  // The sandbox has no debt: its `available` may be negative.
  const available = row.mayBeNegative ? rest : smaller(rest, has);
  return { blocked, available, debt: centavos(rest - available) };
}

/**
 * The rule of credits: after a credit to `available`, its balance first repays the scope's debt and
 * then covers holds, oldest first.
 */
export function useCredit(state: HoldState, scope: LedgerScope, credit: PostingRow): void {
  const { journal } = state;
  const row = journal.locate(scope, accounts.available);
  if (row.uncovered === 0n) return;
  const debt = centavos(-(journal.find(scope, accounts.debt)?.balance ?? 0n));
  const repaid = smaller(debt, row.balance);
  if (repaid > 0n) {
    const subject = { ...scope, referenceId: NEW_REFERENCE };
    const posting = post(state, debtRepaid(subject, repaid));
    state.repayments.push({ posting, credit, amount: repaid });
    row.uncovered = centavos(row.uncovered - repaid);
  }
  for (const hold of state.holds.values()) {
    if (row.balance <= 0n || row.uncovered === 0n) return;
    if (isIn(hold, scope)) block(state, hold, row.balance);
  }
}

/** Sends the changed holds, debts and repayments. Call it after the postings are sent. */
export function writeHolds(tx: Transaction, state: HoldState, at: Date): void {
  const { opened, changed } = state;
  insertHolds(tx, [...opened], at);
  updateHolds(
    tx,
    [...changed].filter((hold) => !opened.has(hold)),
    at,
  );
  insertHoldMovements(tx, state.movements, at);
  insertDebts(tx, state.debts, at);
  insertRepayments(tx, state.repayments, at);
}

function post({ journal }: HoldState, posting: Posting): PostingRow {
  const posted = journal.add(posting);
  if (!posted) throw new Error(`${posting.kind} would overdraw an account`);
  return posted;
}

/** Changes the wanted and blocked amounts of a hold, and the uncovered amount of its scope. */
function change(
  { journal, changed }: HoldState,
  hold: HoldRow,
  by: { wanted: bigint; blocked: bigint },
): void {
  const row = journal.locate(scopeOf(hold), accounts.available);
  row.uncovered = centavos(row.uncovered + by.wanted - by.blocked);
  journal.touch(row);
  hold.wanted = centavos(hold.wanted + by.wanted);
  hold.blocked = centavos(hold.blocked + by.blocked);
  hold.status = hold.wanted === 0n ? 'closed' : 'open';
  changed.add(hold);
}

/** Blocks the amount that the hold lacks, at most `most`. @returns the blocked amount. */
function block(state: HoldState, hold: HoldRow, most: Centavos): Centavos {
  const amount = smaller(centavos(hold.wanted - hold.blocked), most);
  if (amount <= 0n) return ZERO_CENTAVOS;
  const subject = { ...scopeOf(hold), referenceId: NEW_REFERENCE };
  const posting = post(state, balanceBlocked(subject, amount));
  state.movements.push({ posting, holdId: hold.id, amount });
  change(state, hold, { wanted: 0n, blocked: amount });
  return amount;
}

function holdOf({ holds }: HoldState, scope: LedgerScope, holdId: string): HoldRow {
  const hold = holds.get(`${scope.merchantId} ${scope.environment} ${holdId}`);
  if (!hold) throw new Error(`hold ${holdId} was not named when the accounts were locked`);
  return hold;
}

function holdName(hold: HoldRow): string {
  return `${hold.merchantId} ${hold.environment} ${hold.id}`;
}

function scopeOf({ merchantId, environment }: HoldRow): LedgerScope {
  return { merchantId, environment };
}

function isIn(hold: HoldRow, { merchantId, environment }: LedgerScope): boolean {
  return hold.merchantId === merchantId && hold.environment === environment;
}

function smaller(left: Centavos, right: Centavos): Centavos {
  return left < right ? left : right;
}
