import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Database } from '#src/ground/database/database.ts';
import { MINUTE_MS } from '#src/ground/durations.ts';
import { firstIdAt, ID_MIN } from '#src/ground/ids.ts';
import { accounts } from './chart-of-accounts.ts';
import { collectPostings, type PostedSums } from './collect-postings.ts';
import { type Discrepancy, ENTRY_RULES, followAccount, type Note } from './follow-account.ts';
import type { LedgerCheck } from './ledger-check.ts';
import { type AccountState, readAccountStates, readEntries } from './verified-scope-store.ts';
import { differencesElsewhere, differingPostings } from './verify-elsewhere.ts';

const ENTRIES_AT_ONCE = 10_000;
const POSTINGS_AT_ONCE = 2_000;
/** The most rows of one statement. */
export const ROWS_AT_ONCE = 10_000;
const DIFFERENCES_MAX = 20;
/** Kinds whose posting has no entries when its amount is zero. */
const MAY_BE_EMPTY = new Set(['split_received', 'payout_paid_late', 'refund_paid_late']);
/** Rows that are up to this much younger than an opening may be deleted too: see may_be_deleted. */
const FORGOTTEN_MARGIN_MS = 10 * MINUTE_MS;
export const ALL_ACCOUNTS = Object.values(accounts);

export interface VerifyScopeOptions {
  readonly checks: readonly LedgerCheck[];
  /** True to read from the first entry on, false to read from the last checkpoint on. */
  readonly isFull: boolean;
  /** A verification that isn't full leaves out rows made before this instant (milliseconds). */
  readonly rowsSince: number;
  readonly note: Note;
  /** Called between two pieces; throws when the verification must stop. */
  throwIfStopped(): Promise<void>;
}

/**
 * Verifies one ledger scope in pieces of one statement. Entries never change, so the pieces need no
 * common snapshot; only the states of the accounts are read at one instant. Throws the errors of
 * `throwIfStopped`.
 * @returns the states of the accounts.
 */
export async function verifyScope(
  database: Database,
  scope: LedgerScope,
  options: VerifyScopeOptions,
): Promise<readonly AccountState[]> {
  const { isFull, note } = options;
  const states = await readAccountStates(database, { ...scope, isFull, accounts: ALL_ACCOUNTS });
  const postings = collectPostings();
  const kinds = { count: 0 };
  const accountsToRead = states.map((state) => followAccount(scope, state));
  // The account that was read up to the earliest instant is next, so that few postings wait for
  // entries of another account.
  for (;;) {
    const [next] = accountsToRead
      .filter((account) => !account.isDone())
      .sort((left, right) => left.reachedAt() - right.reachedAt());
    if (!next) break;
    const piece = { ...scope, ...next.rest(), limit: ENTRIES_AT_ONCE };
    next.add(await readEntries(database, piece), note, postings.add);
    if (postings.completeCount() >= POSTINGS_AT_ONCE) {
      await checkPostings(database, scope, { options, kinds, posted: postings.take() });
    }
    await options.throwIfStopped();
  }
  await checkPostings(database, scope, { options, kinds, posted: postings.take() });
  for (const account of accountsToRead) account.compare(note);
  note(ENTRY_RULES.posting, 0, [
    ...postings.incomplete(),
    ...missingEntries(states, kinds.count, isFull),
  ]);
  await checkRows(database, scope, { options, states });
  return states;
}

/** When the opening balances of the scope were set last (milliseconds); null when it has none. */
export function openedAtOf(states: readonly AccountState[]): number | null {
  const instants = states.flatMap(({ openedAt }) => (openedAt === null ? [] : [openedAt]));
  return instants.length === 0 ? null : Math.max(...instants);
}

/** The smallest id to check: rows from before `rowsSince` or an opening balance are left out. */
export function firstRowId(states: readonly AccountState[], rowsSince: number): string {
  const openedAt = openedAtOf(states);
  const since = Math.max(openedAt === null ? 0 : openedAt + FORGOTTEN_MARGIN_MS, rowsSince);
  return since === 0 ? ID_MIN : firstIdAt(since);
}

/** Finds postings without entries. Only a full verification has seen all entries. */
function missingEntries(
  states: readonly AccountState[],
  seen: number,
  isFull: boolean,
): Discrepancy[] {
  const stored = states[0]?.postings ?? 0;
  // Postings behind an opening balance were deleted with their entries.
  return isFull && stored !== seen && states.every((state) => state.openedAt === null)
    ? [{ postings: stored, postings_with_entries: seen }]
    : [];
}

async function checkPostings(
  database: Database,
  scope: LedgerScope,
  run: { options: VerifyScopeOptions; kinds: { count: number }; posted: readonly PostedSums[] },
): Promise<void> {
  const { options, posted } = run;
  if (posted.length === 0) return;
  run.kinds.count += posted.filter(({ kind }) => !MAY_BE_EMPTY.has(kind)).length;
  options.note(ENTRY_RULES.posting, posted.length, []);
  const byKind = Map.groupBy(posted, ({ kind }) => kind);
  for (const { rule, postings } of options.checks) {
    const about = postings?.kinds.flatMap((kind) => byKind.get(kind) ?? []) ?? [];
    if (!postings || about.length === 0) continue;
    const values = [scope.merchantId, scope.environment, JSON.stringify(about)];
    const differences = await differingPostings(database, postings.differences, {
      values,
      count: about.length,
    });
    options.note(rule, about.length, differences);
    options.note(rule, 0, await differencesElsewhere(database, postings.elsewhere, values));
  }
}

async function checkRows(
  database: Database,
  { merchantId, environment }: LedgerScope,
  { options, states }: { options: VerifyScopeOptions; states: readonly AccountState[] },
): Promise<void> {
  const { checks, isFull, rowsSince, note, throwIfStopped } = options;
  const first = firstRowId(states, isFull ? 0 : rowsSince);
  for (const { rule, rows, scope } of checks) {
    let after = first;
    for (;;) {
      if (!rows) break;
      const key = [merchantId, environment, after];
      const [window] = await database.query<{ last: string | null; checked: bigint }>(rows.window, [
        ...key,
        ROWS_AT_ONCE,
      ]);
      if (!window?.last) break;
      const range = [...key, window.last];
      const differing = await database.query(rows.differences, [...range, DIFFERENCES_MAX]);
      note(rule, Number(window.checked), differing);
      note(rule, 0, await differencesElsewhere(database, rows.elsewhere, range));
      after = window.last;
      await throwIfStopped();
    }
    if (!scope || !(isFull || scope.isCheap)) continue;
    const values = [merchantId, environment, DIFFERENCES_MAX];
    note(rule, 1, await database.query(scope.differences, values));
  }
}
