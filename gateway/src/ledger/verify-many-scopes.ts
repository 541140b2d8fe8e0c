import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Database } from '#src/ground/database/database.ts';
import { collectPostings, type PostedSums } from './collect-postings.ts';
import { ENTRY_RULES, followAccount, type Note } from './follow-account.ts';
import {
  forScopes,
  nameOfScope,
  OF_POSTINGS,
  OF_RANGE,
  OF_SCOPE,
  OF_WINDOW,
  type OfScope,
} from './for-scopes.ts';
import type { ElsewhereCheck, LedgerCheck } from './ledger-check.ts';
import { readEntriesOfMany, type ScopeStates } from './many-scopes-store.ts';
import { differencesElsewhere, differingPostings } from './verify-elsewhere.ts';
import { firstRowId, ROWS_AT_ONCE } from './verify-scope.ts';

/** The most entries of one group, so that its statements have a bounded number of rows. */
const ENTRIES_IN_GROUP = 10_000;

export interface VerifyManyOptions {
  readonly checks: readonly LedgerCheck[];
  /** Rows made before this instant are left out (milliseconds). */
  readonly rowsSince: number;
  readonly note: Note;
  /** Called between two pieces; throws when the verification must stop. */
  throwIfStopped(): Promise<void>;
}

/** Divides scopes into groups with a bounded number of entries to read. */
export function groupsOf(scopes: readonly ScopeStates[]): ScopeStates[][] {
  const groups: ScopeStates[][] = [];
  let left = 0;
  for (const scope of scopes) {
    const count = scope.states.reduce((sum, state) => sum + entriesLeft(state), 0);
    const group = groups.at(-1);
    if (group && count <= left) {
      group.push(scope);
      left -= count;
    } else {
      groups.push([scope]);
      left = ENTRIES_IN_GROUP - count;
    }
  }
  return groups;
}

/**
 * Whether all scopes of a group keep all rules, from their last checkpoints on. It makes the checks
 * of `verifyScope` with each statement for all scopes at once. After false the caller verifies the
 * scopes one by one, to find the differences. Throws the errors of `throwIfStopped`.
 */
export async function areClean(
  database: Database,
  group: readonly ScopeStates[],
  options: VerifyManyOptions,
): Promise<boolean> {
  const posted = await readPostings(database, group, options.note);
  if (posted === undefined) return false;
  for (const check of options.checks) {
    const isClean =
      (await arePostingsClean(database, posted, { check, options })) &&
      (await areRowsClean(database, group, { check, options })) &&
      (await areScopesClean(database, group, { check, options }));
    if (!isClean) return false;
    await options.throwIfStopped();
  }
  return true;
}

interface PostedScope {
  readonly merchant_id: string;
  readonly environment: string;
  readonly posted: readonly PostedSums[];
}

interface OneCheck {
  readonly check: LedgerCheck;
  readonly options: VerifyManyOptions;
}

/** Reads the entries of all scopes and collects their postings; undefined after a wrong entry. */
async function readPostings(
  database: Database,
  group: readonly ScopeStates[],
  note: Note,
): Promise<readonly PostedScope[] | undefined> {
  const rows = group.flatMap(({ scope, states }) =>
    states
      .filter((state) => entriesLeft(state) > 0)
      .map(({ account, startCount: after, entryCount }) => ({
        ...scope,
        account,
        after,
        upTo: entryCount ?? 0n,
      })),
  );
  const entries = await readEntriesOfMany(database, rows, ENTRIES_IN_GROUP);
  const byAccount = Map.groupBy(
    entries,
    (row) => `${row.merchantId} ${row.environment} ${row.account}`,
  );
  let isClean = true;
  const noteOf: Note = (rule, checked, differences) => {
    isClean &&= differences.length === 0;
    note(rule, checked, differences);
  };
  const posted = group.map(({ scope, states }) => {
    const key = keyOf(scope);
    const postings = collectPostings();
    for (const state of states) {
      const account = followAccount(scope, state);
      const name = `${scope.merchantId} ${scope.environment} ${state.account}`;
      account.add(byAccount.get(name) ?? [], noteOf, postings.add);
      account.compare(noteOf);
    }
    noteOf(ENTRY_RULES.posting, postings.completeCount(), postings.incomplete());
    return { ...key, posted: postings.take() };
  });
  return isClean ? posted : undefined;
}

async function arePostingsClean(
  database: Database,
  posted: readonly PostedScope[],
  { check: { rule, postings }, options }: OneCheck,
): Promise<boolean> {
  if (!postings) return true;
  const kinds = new Set<string>(postings.kinds);
  const about = posted
    .map((scope) => ({ ...scope, posted: scope.posted.filter(({ kind }) => kinds.has(kind)) }))
    .filter((scope) => scope.posted.length > 0);
  if (about.length === 0) return true;
  const count = about.reduce((sum, scope) => sum + scope.posted.length, 0);
  const values = [JSON.stringify(about)];
  const differences = forScopes(postings.differences, OF_POSTINGS);
  options.note(rule, count, []);
  return (
    (await differingPostings(database, differences, { values, count })).length === 0 &&
    (await isCleanElsewhere(database, postings.elsewhere, { columns: OF_POSTINGS, values }))
  );
}

/** Each round checks the next rows of all scopes that have more, up to a number of rows. */
async function areRowsClean(
  database: Database,
  group: readonly ScopeStates[],
  { check: { rule, rows }, options }: OneCheck,
): Promise<boolean> {
  if (!rows) return true;
  let open = group.map(({ scope, states }) => ({
    ...keyOf(scope),
    after: firstRowId(states, options.rowsSince),
  }));
  while (open.length > 0) {
    const limit = Math.ceil(ROWS_AT_ONCE / open.length);
    const begins = new Map(open.map((row) => [`${row.merchant_id} ${row.environment}`, row]));
    const windows = await database.query<OfScope & { last: string | null; checked: bigint }>(
      forScopes(rows.window, OF_WINDOW),
      [JSON.stringify(open), limit],
    );
    const ranges = windows.flatMap((window) => {
      const begin = begins.get(nameOfScope(window));
      if (!begin || window.last === null) return [];
      return [{ ...begin, up_to: window.last, checked: Number(window.checked) }];
    });
    if (ranges.length === 0) return true;
    const values = [JSON.stringify(ranges)];
    const differing = await database.query(forScopes(rows.differences, OF_RANGE), [...values, 1]);
    const isClean =
      differing.length === 0 &&
      (await isCleanElsewhere(database, rows.elsewhere, { columns: OF_RANGE, values }));
    if (!isClean) return false;
    options.note(
      rule,
      ranges.reduce((sum, { checked }) => sum + checked, 0),
      [],
    );
    open = ranges
      .filter(({ checked }) => checked >= limit)
      .map(({ up_to: after, merchant_id, environment }) => ({ merchant_id, environment, after }));
    await options.throwIfStopped();
  }
  return true;
}

async function areScopesClean(
  database: Database,
  group: readonly ScopeStates[],
  { check: { rule, scope: whole }, options }: OneCheck,
): Promise<boolean> {
  if (!whole?.isCheap) return true;
  const scopes = JSON.stringify(group.map(({ scope }) => keyOf(scope)));
  options.note(rule, group.length, []);
  const differing = await database.query(forScopes(whole.differences, OF_SCOPE), [scopes, 1]);
  return differing.length === 0;
}

async function isCleanElsewhere(
  database: Database,
  checks: readonly ElsewhereCheck[] | undefined,
  { columns, values }: { columns: readonly string[]; values: unknown[] },
): Promise<boolean> {
  const ofMany = checks?.map(({ facts, differences }) => ({
    facts: forScopes(facts, columns),
    differences,
  }));
  return (await differencesElsewhere(database, ofMany, values)).length === 0;
}

function entriesLeft({ entryCount: upTo, startCount: after }: ScopeStates['states'][number]) {
  return Math.max(0, Number((upTo ?? 0n) - after));
}

function keyOf({ merchantId, environment }: LedgerScope) {
  return { merchant_id: merchantId, environment };
}
