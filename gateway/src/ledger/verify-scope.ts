import type { LedgerScope } from '#src/access/ledger-scope.ts';
import type { Database } from '#src/platform/database/database.ts';
import { MINUTE_MS } from '#src/platform/durations.ts';
import { firstIdAt, ID_MIN } from '#src/platform/ids.ts';
import { accounts } from './chart-of-accounts.ts';
import type { LedgerCheck } from './law.ts';
import { gatherPostings, type PostedSums } from './open-postings.ts';
import { type MarkRow, readEntries, readMarks } from './verified-scope-store.ts';

const ENTRIES_AT_ONCE = 10_000;
const POSTINGS_AT_ONCE = 2_000;
const ROWS_AT_ONCE = 10_000;
const DIFFERENCES_MAX = 20;
/** Kinds whose posting has no entries when it moves nothing. */
const MAY_BE_EMPTY = new Set(['split_received', 'payout_paid_late', 'refund_paid_late']);
/** Rows that are little younger than an opening balance may be gone too: see is_forgotten. */
const FORGOTTEN_MARGIN_MS = 10 * MINUTE_MS;
const ALL_ACCOUNTS = Object.values(accounts);

/** The laws of the entries themselves, which are looked at while they are read. */
export const ENTRY_LAWS = {
  balance: 'O saldo de cada conta é a soma dos seus lançamentos',
  running: 'Cada lançamento guarda o saldo da conta depois dele',
  posting: 'Cada movimento soma zero e tem os seus lançamentos',
  overdraft: 'Nenhuma conta está negativa sem poder estar',
} as const;

type Discrepancy = Readonly<Record<string, unknown>>;

export interface VerifyScopeOptions {
  readonly checks: readonly LedgerCheck[];
  /** From the first entry on, not from the last checkpoint. */
  readonly isFull: boolean;
  /** A verification that isn't full leaves out rows made before this instant (milliseconds). */
  readonly rowsSince: number;
  /** Notes what a law looked at, and what contradicts it. */
  note(law: string, checked: number, differences: readonly Discrepancy[]): void;
  /** Called between two pieces; throws when the verification must end. */
  goOn(): Promise<void>;
}

/**
 * Verifies one book in pieces, each a statement of its own: what was written is never changed, so
 * the pieces need no common snapshot. Only where the accounts stood is read at one instant.
 * @returns where the accounts stood.
 */
export async function verifyScope(
  database: Database,
  scope: LedgerScope,
  options: VerifyScopeOptions,
): Promise<readonly MarkRow[]> {
  const { isFull, note } = options;
  const marks = await readMarks(database, scope, { isFull, accounts: ALL_ACCOUNTS });
  const postings = gatherPostings();
  const kinds = { count: 0 };
  const accountsToRead = marks.map((mark) => readAccount(database, scope, mark));
  // The account that is furthest behind is read next, so that few postings are open at once.
  for (;;) {
    const [next] = accountsToRead
      .filter((account) => !account.isDone())
      .sort((one, other) => one.reachedAt() - other.reachedAt());
    if (!next) break;
    await next.readMore(options, postings.add);
    if (postings.completeCount() >= POSTINGS_AT_ONCE) {
      await checkPostings(database, scope, { options, kinds, posted: postings.take() });
    }
    await options.goOn();
  }
  await checkPostings(database, scope, { options, kinds, posted: postings.take() });
  for (const account of accountsToRead) account.compare(options);
  note(ENTRY_LAWS.posting, 0, [...postings.rest(), ...missingEntries(marks, kinds.count, isFull)]);
  await checkRows(database, scope, { options, openedAt: openedAtOf(marks) });
  return marks;
}

/** When the book's opening balances were set last (milliseconds); null when it has none. */
export function openedAtOf(marks: readonly MarkRow[]): number | null {
  const instants = marks.flatMap(({ opened_at: at }) => (at === null ? [] : [at]));
  return instants.length === 0 ? null : Math.max(...instants);
}

/** In a full verification each posting was seen by its entries; a share of zero has none. */
function missingEntries(marks: readonly MarkRow[], seen: number, isFull: boolean): Discrepancy[] {
  const stored = Number(marks[0]?.postings ?? 0n);
  // Zero-sum postings behind an opening balance went with their entries.
  return isFull && stored !== seen && marks.every((mark) => mark.opened_at === null)
    ? [{ postings: stored, postings_with_entries: seen }]
    : [];
}

type AddEntry = ReturnType<typeof gatherPostings>['add'];

/** Reads an account's entries from its mark on, and follows its balance. */
function readAccount(database: Database, scope: LedgerScope, mark: MarkRow) {
  const upTo = mark.entry_count ?? 0n;
  let sequence = mark.start_count;
  let balance = mark.start_centavos;
  let reachedAt = Number.NEGATIVE_INFINITY;
  let hasEnded = sequence >= upTo;
  return {
    isDone: () => hasEnded,
    reachedAt: () => reachedAt,
    async readMore({ note }: VerifyScopeOptions, add: AddEntry): Promise<void> {
      const piece = { account: mark.account, after: sequence, upTo, limit: ENTRIES_AT_ONCE };
      const entries = await readEntries(database, scope, piece);
      const wrong: Discrepancy[] = [];
      for (const entry of entries) {
        balance += entry.amount_centavos;
        sequence += 1n;
        if (entry.sequence !== sequence || entry.balance_after_centavos !== balance) {
          wrong.push({ ...scope, account: mark.account, ...entry, running_total: balance });
          sequence = entry.sequence;
        }
        add(mark.account, entry);
      }
      note(ENTRY_LAWS.running, entries.length, wrong);
      reachedAt = entries.at(-1)?.created_at ?? reachedAt;
      hasEnded = sequence >= upTo || entries.length === 0;
    },
    compare({ note }: VerifyScopeOptions): void {
      const stands = { ...scope, account: mark.account, balance: mark.balance_centavos };
      const isWrong =
        balance !== (mark.balance_centavos ?? 0n) || sequence !== upTo || mark.has_more;
      const difference = { ...stands, total: balance, entry_count: upTo, last_sequence: sequence };
      note(ENTRY_LAWS.balance, mark.entry_count === null ? 0 : 1, isWrong ? [difference] : []);
      if (mark.may_be_negative !== false) return;
      note(ENTRY_LAWS.overdraft, 1, (mark.balance_centavos ?? 0n) < 0n ? [stands] : []);
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
  options.note(ENTRY_LAWS.posting, posted.length, []);
  const byKind = Map.groupBy(posted, ({ kind }) => kind);
  for (const { law, postings } of options.checks) {
    const about = postings?.kinds.flatMap((kind) => byKind.get(kind) ?? []) ?? [];
    if (!postings || about.length === 0) continue;
    const values = [scope.merchantId, scope.environment, JSON.stringify(about), DIFFERENCES_MAX];
    options.note(law, about.length, await database.query(postings.differences, values));
  }
}

async function checkRows(
  database: Database,
  { merchantId, environment }: LedgerScope,
  { options, openedAt }: { options: VerifyScopeOptions; openedAt: number | null },
): Promise<void> {
  const { checks, isFull, rowsSince, note, goOn } = options;
  const opened = openedAt === null ? 0 : openedAt + FORGOTTEN_MARGIN_MS;
  const since = Math.max(opened, isFull ? 0 : rowsSince);
  const first = since === 0 ? ID_MIN : firstIdAt(since);
  for (const { law, rows, scope } of checks) {
    let after = first;
    for (;;) {
      if (!rows) break;
      const key = [merchantId, environment, after];
      const [window] = await database.query<{ last: string | null; checked: bigint }>(rows.window, [
        ...key,
        ROWS_AT_ONCE,
      ]);
      if (!window?.last) break;
      const found = await database.query(rows.differences, [...key, window.last, DIFFERENCES_MAX]);
      note(law, Number(window.checked), found);
      after = window.last;
      await goOn();
    }
    if (!scope || !(isFull || scope.isCheap)) continue;
    const values = [merchantId, environment, DIFFERENCES_MAX];
    note(law, 1, await database.query(scope.differences, values));
  }
}
