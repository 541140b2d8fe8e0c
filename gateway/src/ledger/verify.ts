import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Database } from '#src/ground/database/database.ts';
import { PLATFORM_MERCHANT_ID } from './chart-of-accounts.ts';
import { ENTRY_RULES, type Note } from './follow-account.ts';
import type { LedgerCheck } from './ledger-check.ts';
import { readStatesOfMany, type ScopeStates } from './many-scopes-store.ts';
import {
  type ListedScope,
  listScopes,
  listScopesDueInFull,
  readOpenedAt,
} from './verified-scope-store.ts';
import { areClean, groupsOf } from './verify-many-scopes.ts';
import { ALL_ACCOUNTS, openedAtOf, verifyScope } from './verify-scope.ts';

const SCOPES_AT_ONCE = 500;
/** How many changed scopes share a statement. */
const SCOPES_IN_STATEMENT = 250;
const DIFFERENCES_MAX = 20;
/** Most entries that a day reads again in due scopes; more if 30 days would not read all. */
const DUE_ENTRIES_MAX = 3_000_000;

/** The result of one rule: the number of items checked, and the first items that break it. */
export interface CheckedLaw {
  readonly law: string;
  readonly checked: number;
  readonly differences: readonly Readonly<Record<string, unknown>>[];
}

/** The result of a verification. `isClean` says that no rule is broken. */
export interface LedgerReport {
  readonly isClean: boolean;
  readonly laws: readonly CheckedLaw[];
}

export interface VerifyOptions {
  /** True to read every scope from its first entry on, false to read from the last checkpoints. */
  readonly isFull: boolean;
  /** Only a full verification checks rows made before this instant (milliseconds). */
  readonly rowsSince: number;
  /** A scope whose first entries were read last before this instant is due (milliseconds). */
  readonly fullReadBefore: number;
  /** Called for scopes without a fault, with the states of their accounts. */
  saveCheckpoints(scopes: readonly ScopeStates[], isFull: boolean): Promise<void>;
  /** Called between two pieces; throws when the verification must stop. */
  throwIfStopped(): Promise<void>;
}

const EVERYTHING: VerifyOptions = {
  isFull: true,
  rowsSince: 0,
  fullReadBefore: 0,
  saveCheckpoints: async () => {},
  throwIfStopped: async () => {},
};

/**
 * Verifies the ledger from its entries, one scope at a time in short statements, while the gateway
 * works. A verification that is not full reads the scopes with new entries, and some scopes from
 * their first entry on, to find a change behind a checkpoint. Throws the errors of
 * `throwIfStopped`.
 */
export async function verifyLedger(
  database: Database,
  checks: readonly LedgerCheck[],
  options: VerifyOptions = EVERYTHING,
): Promise<LedgerReport> {
  const findings = collectFindings(checks);
  const namesDueInFull = await namesOfDue(database, options);
  let after: { merchantId: string; environment: string } = {
    merchantId: PLATFORM_MERCHANT_ID,
    environment: '',
  };
  for (;;) {
    const rows = await listScopes(database, { ...after, limit: SCOPES_AT_ONCE });
    const changed: LedgerScope[] = [];
    for (const row of rows) {
      const scope: LedgerScope = { merchantId: row.merchantId, environment: row.environment };
      const isFull = options.isFull || row.verifiedAt === null || namesDueInFull.has(nameOf(scope));
      if (!isFull && !needsVerification(row)) continue;
      if (!isFull && row.merchantId !== PLATFORM_MERCHANT_ID) {
        changed.push(scope);
        continue;
      }
      await verifyInto(findings, database, { scope, options: { ...options, checks, isFull } });
      await options.throwIfStopped();
    }
    await verifyChanged(findings, database, {
      scopes: changed,
      options: { ...options, checks, isFull: false },
    });
    const last = rows.at(-1);
    if (!last || rows.length < SCOPES_AT_ONCE) return findings.report();
    after = { merchantId: last.merchantId, environment: last.environment };
  }
}

async function namesOfDue(
  database: Database,
  { isFull, fullReadBefore }: VerifyOptions,
): Promise<ReadonlySet<string>> {
  if (isFull) return new Set();
  const due = { before: fullReadBefore, entriesMax: DUE_ENTRIES_MAX };
  return new Set((await listScopesDueInFull(database, due)).map(nameOf));
}

type CheckedOptions = VerifyOptions & { readonly checks: readonly LedgerCheck[] };

/**
 * Verifies scopes with new entries and adds the results to `findings`. Many small scopes share each
 * statement; only the scopes of a group with a fault are verified one by one.
 */
async function verifyChanged(
  findings: ReturnType<typeof collectFindings>,
  database: Database,
  { scopes, options }: { scopes: readonly LedgerScope[]; options: CheckedOptions },
): Promise<void> {
  for (let from = 0; from < scopes.length; from += SCOPES_IN_STATEMENT) {
    const some = scopes.slice(from, from + SCOPES_IN_STATEMENT);
    for (const group of groupsOf(await readStatesOfMany(database, some, ALL_ACCOUNTS))) {
      const notes: Parameters<Note>[] = [];
      const note: Note = (...result) => notes.push(result);
      // A scope alone may be larger than a group.
      if (group.length > 1 && (await areClean(database, group, { ...options, note }))) {
        for (const result of notes) findings.note(...result);
        await options.saveCheckpoints(group, false);
        continue;
      }
      for (const { scope } of group) {
        await verifyInto(findings, database, { scope, options });
        await options.throwIfStopped();
      }
    }
  }
}

const ATTEMPTS_MAX = 3;

/**
 * Verifies a scope and adds the results to `findings`. Entries behind an opening balance may be
 * deleted while this reads, so a scope with a fault and a new opening is read again.
 */
async function verifyInto(
  findings: ReturnType<typeof collectFindings>,
  database: Database,
  { scope, options }: { scope: LedgerScope; options: CheckedOptions },
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const notes: Parameters<Note>[] = [];
    const note: Note = (...result) => notes.push(result);
    const states = await verifyScope(database, scope, { ...options, note });
    const isClean = notes.every(([, , differences]) => differences.length === 0);
    const hasNewOpening = !isClean && (await readOpenedAt(database, scope)) !== openedAtOf(states);
    if (hasNewOpening && attempt < ATTEMPTS_MAX) continue;
    for (const result of notes) findings.note(...result);
    if (isClean) await options.saveCheckpoints([{ scope, states }], options.isFull);
    return;
  }
}

/** The platform's scope also has rules about rows without entries. */
function needsVerification(row: ListedScope): boolean {
  return row.hasChanged || row.merchantId === PLATFORM_MERCHANT_ID;
}

function nameOf({ merchantId, environment }: LedgerScope): string {
  return `${merchantId} ${environment}`;
}

function collectFindings(checks: readonly LedgerCheck[]) {
  const names = [...Object.values(ENTRY_RULES), ...checks.map(({ rule }) => rule)];
  const laws = new Map(
    names.map((rule) => [
      rule,
      { law: rule, checked: 0, differences: [] as Readonly<Record<string, unknown>>[] },
    ]),
  );
  let count = 0;
  return {
    note(rule: string, checked: number, differences: readonly Readonly<Record<string, unknown>>[]) {
      const law = laws.get(rule);
      if (!law) throw new Error(`no such rule: ${rule}`);
      law.checked += checked;
      count += differences.length;
      law.differences.push(...differences.slice(0, DIFFERENCES_MAX - law.differences.length));
    },
    report: (): LedgerReport => ({ isClean: count === 0, laws: [...laws.values()] }),
  };
}
