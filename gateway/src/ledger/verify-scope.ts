import type { LedgerScope } from '#src/access/ledger-scope.ts';
import type { Database } from '#src/platform/database/database.ts';
import { MINUTE_MS } from '#src/platform/durations.ts';
import { firstIdAt, ID_MIN } from '#src/platform/ids.ts';
import { accounts } from './chart-of-accounts.ts';
import { collectPostings, type PostedSums } from './collect-postings.ts';
import type { LedgerCheck } from './ledger-check.ts';
import { type AccountStateRow, readAccountStates, readEntries } from './verified-scope-store.ts';
import { differencesElsewhere, differingPostings } from './verify-elsewhere.ts';

const ENTRIES_AT_ONCE = 10_000;
const POSTINGS_AT_ONCE = 2_000;
const ROWS_AT_ONCE = 10_000;
const DIFFERENCES_MAX = 20;
/** Kinds whose posting has no entries when its amount is zero. */
const MAY_BE_EMPTY = new Set(['split_received', 'payout_paid_late', 'refund_paid_late']);
/** Rows that are up to this much younger than an opening may be deleted too: see may_be_deleted. */
const FORGOTTEN_MARGIN_MS = 10 * MINUTE_MS;
const ALL_ACCOUNTS = Object.values(accounts);

/** The rules of the entries themselves, checked while they are read. */
export const ENTRY_RULES = {
  balance: 'O saldo de cada conta é a soma das suas partidas',
  running: 'Cada partida registra o saldo da conta após ela',
  posting: 'Cada lançamento soma zero e tem as suas partidas',
  overdraft: 'Nenhuma conta tem saldo negativo indevido',
} as const;

type Discrepancy = Readonly<Record<string, unknown>>;

export interface VerifyScopeOptions {
  readonly checks: readonly LedgerCheck[];
  /** True to read from the first entry on, false to read from the last checkpoint on. */
  readonly isFull: boolean;
  /** A verification that isn't full leaves out rows made before this instant (milliseconds). */
  readonly rowsSince: number;
  /** Reports how many things a rule checked, and which of them break it. */
  note(rule: string, checked: number, differences: readonly Discrepancy[]): void;
  /** Called between two pieces; throws when the verification must stop. */
  throwIfStopped(): Promise<void>;
}

/**
 * Verifies one ledger scope in pieces, each a statement of its own. Entries never change, so the
 * pieces need no common snapshot; only the states of the accounts are read at one instant. Throws
 * what `throwIfStopped` throws.
 * @returns the states of the accounts.
 */
export async function verifyScope(
  database: Database,
  scope: LedgerScope,
  options: VerifyScopeOptions,
): Promise<readonly AccountStateRow[]> {
  const { isFull, note } = options;
  const states = await readAccountStates(database, scope, { isFull, accounts: ALL_ACCOUNTS });
  const postings = collectPostings();
  const kinds = { count: 0 };
  const accountsToRead = states.map((state) => readAccount(database, scope, state));
  // The account that was read up to the earliest instant is next, so that few postings are open.
  for (;;) {
    const [next] = accountsToRead
      .filter((account) => !account.isDone())
      .sort((one, other) => one.reachedAt() - other.reachedAt());
    if (!next) break;
    await next.readMore(options, postings.add);
    if (postings.completeCount() >= POSTINGS_AT_ONCE) {
      await checkPostings(database, scope, { options, kinds, posted: postings.take() });
    }
    await options.throwIfStopped();
  }
  await checkPostings(database, scope, { options, kinds, posted: postings.take() });
  for (const account of accountsToRead) account.compare(options);
  note(ENTRY_RULES.posting, 0, [
    ...postings.incomplete(),
    ...missingEntries(states, kinds.count, isFull),
  ]);
  await checkRows(database, scope, { options, openedAt: openedAtOf(states) });
  return states;
}

/** When the opening balances of the scope were set last (milliseconds); null when it has none. */
export function openedAtOf(states: readonly AccountStateRow[]): number | null {
  const instants = states.flatMap(({ opened_at: at }) => (at === null ? [] : [at]));
  return instants.length === 0 ? null : Math.max(...instants);
}

/** Finds postings without entries. Only a full verification has seen all entries. */
function missingEntries(
  states: readonly AccountStateRow[],
  seen: number,
  isFull: boolean,
): Discrepancy[] {
  const stored = Number(states[0]?.postings ?? 0n);
  // Postings behind an opening balance were deleted with their entries.
  return isFull && stored !== seen && states.every((state) => state.opened_at === null)
    ? [{ postings: stored, postings_with_entries: seen }]
    : [];
}

type AddEntry = ReturnType<typeof collectPostings>['add'];

/** Reads the entries of an account in pieces, and adds them up to its balance. */
function readAccount(database: Database, scope: LedgerScope, state: AccountStateRow) {
  const upTo = state.entry_count ?? 0n;
  let sequence = state.start_count;
  let balance = state.start_centavos;
  let reachedAt = Number.NEGATIVE_INFINITY;
  let hasEnded = sequence >= upTo;
  return {
    isDone: () => hasEnded,
    reachedAt: () => reachedAt,
    async readMore({ note }: VerifyScopeOptions, add: AddEntry): Promise<void> {
      const piece = { account: state.account, after: sequence, upTo, limit: ENTRIES_AT_ONCE };
      const entries = await readEntries(database, scope, piece);
      const wrong: Discrepancy[] = [];
      for (const entry of entries) {
        balance += entry.amount_centavos;
        sequence += 1n;
        if (entry.sequence !== sequence || entry.balance_after_centavos !== balance) {
          wrong.push({ ...scope, account: state.account, ...entry, running_total: balance });
          sequence = entry.sequence;
        }
        add(state.account, entry);
      }
      note(ENTRY_RULES.running, entries.length, wrong);
      reachedAt = entries.at(-1)?.created_at ?? reachedAt;
      hasEnded = sequence >= upTo || entries.length === 0;
    },
    compare({ note }: VerifyScopeOptions): void {
      const actual = { ...scope, account: state.account, balance: state.balance_centavos };
      const isWrong =
        balance !== (state.balance_centavos ?? 0n) || sequence !== upTo || state.has_more;
      const difference = { ...actual, total: balance, entry_count: upTo, last_sequence: sequence };
      note(ENTRY_RULES.balance, state.entry_count === null ? 0 : 1, isWrong ? [difference] : []);
      if (state.may_be_negative !== false) return;
      note(ENTRY_RULES.overdraft, 1, (state.balance_centavos ?? 0n) < 0n ? [actual] : []);
    },
  };
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
      ...{ values, count: about.length },
    });
    options.note(rule, about.length, differences);
    options.note(rule, 0, await differencesElsewhere(database, postings.elsewhere, values));
  }
}

async function checkRows(
  database: Database,
  { merchantId, environment }: LedgerScope,
  { options, openedAt }: { options: VerifyScopeOptions; openedAt: number | null },
): Promise<void> {
  const { checks, isFull, rowsSince, note, throwIfStopped } = options;
  const opened = openedAt === null ? 0 : openedAt + FORGOTTEN_MARGIN_MS;
  const since = Math.max(opened, isFull ? 0 : rowsSince);
  const first = since === 0 ? ID_MIN : firstIdAt(since);
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
      const found = await database.query(rows.differences, [...range, DIFFERENCES_MAX]);
      note(rule, Number(window.checked), found);
      note(rule, 0, await differencesElsewhere(database, rows.elsewhere, range));
      after = window.last;
      await throwIfStopped();
    }
    if (!scope || !(isFull || scope.isCheap)) continue;
    const values = [merchantId, environment, DIFFERENCES_MAX];
    note(rule, 1, await database.query(scope.differences, values));
  }
}
