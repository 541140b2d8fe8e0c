import type { LedgerScope } from '#src/access/ledger-scope.ts';
import type { Database } from '#src/platform/database/database.ts';
import { PLATFORM_MERCHANT_ID } from './chart-of-accounts.ts';
import type { LedgerCheck } from './law.ts';
import {
  listScopes,
  listScopesOfTurn,
  type MarkRow,
  readOpenedAt,
  type ScopeRow,
} from './verified-scope-store.ts';
import { ENTRY_LAWS, openedAtOf, verifyScope } from './verify-scope.ts';

export type { LedgerCheck } from './law.ts';

const SCOPES_AT_ONCE = 500;
const DIFFERENCES_MAX = 20;
/** In so many verifications every book has its turn to be read from its first entry on. */
const TURNS = 30;

export interface CheckedLaw {
  readonly law: string;
  readonly checked: number;
  readonly differences: readonly Readonly<Record<string, unknown>>[];
}

export interface LedgerReport {
  readonly isClean: boolean;
  readonly laws: readonly CheckedLaw[];
}

export interface VerifyOptions {
  /** Every book from its first entry on; otherwise what is new since the last checkpoints. */
  readonly isFull: boolean;
  /** Rows made before this instant (milliseconds) are left to full verifications. */
  readonly rowsSince: number;
  /** Keeps where the accounts of a book stood that holds. */
  keep(scope: LedgerScope, marks: readonly MarkRow[], isFull: boolean): Promise<void>;
  /** Called between two pieces; throws when the verification must end. */
  goOn(): Promise<void>;
}

const EVERYTHING: VerifyOptions = {
  isFull: true,
  rowsSince: 0,
  keep: async () => {},
  goOn: async () => {},
};

/**
 * Recomputes from the entries what the ledger claims, book by book in short statements, while the
 * gateway works. One that is not full takes the books that have something new, and those whose turn
 * it is to be read whole: a change behind a checkpoint is found then.
 */
export async function verifyLedger(
  database: Database,
  checks: readonly LedgerCheck[],
  options: VerifyOptions = EVERYTHING,
): Promise<LedgerReport> {
  const findings = gatherFindings(checks);
  const turn = options.isFull ? [] : await listScopesOfTurn(database, TURNS);
  const turnNames = new Set(turn.map(nameOf));
  let after: { merchantId: string; environment: string } = {
    merchantId: PLATFORM_MERCHANT_ID,
    environment: '',
  };
  for (;;) {
    const rows = await listScopes(database, after, SCOPES_AT_ONCE);
    for (const row of rows) {
      const scope: LedgerScope = { merchantId: row.merchant_id, environment: row.environment };
      const isFull = options.isFull || row.verified_at === null || turnNames.has(nameOf(scope));
      if (!isFull && !isWorthALook(row)) continue;
      await verifyInto(findings, database, { scope, options: { ...options, checks, isFull } });
      await options.goOn();
    }
    const last = rows.at(-1);
    if (!last || rows.length < SCOPES_AT_ONCE) return findings.report();
    after = { merchantId: last.merchant_id, environment: last.environment };
  }
}

const ATTEMPTS_MAX = 3;

/**
 * Verifies a book and adds what was found. Entries behind an opening balance are deleted while this
 * reads: a book that differs and has got a new opening meanwhile is read again.
 */
async function verifyInto(
  findings: ReturnType<typeof gatherFindings>,
  database: Database,
  {
    scope,
    options,
  }: { scope: LedgerScope; options: VerifyOptions & { readonly checks: readonly LedgerCheck[] } },
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const found: Parameters<typeof findings.note>[] = [];
    const note = (...one: Parameters<typeof findings.note>): void => {
      found.push(one);
    };
    const marks = await verifyScope(database, scope, { ...options, note });
    const isClean = found.every(([, , differences]) => differences.length === 0);
    const isMoved = !isClean && (await readOpenedAt(database, scope)) !== openedAtOf(marks);
    if (isMoved && attempt < ATTEMPTS_MAX) continue;
    for (const one of found) findings.note(...one);
    if (isClean) await options.keep(scope, marks, options.isFull);
    return;
  }
}

/** The platform's own book has laws about rows that are no entries. */
function isWorthALook(row: ScopeRow): boolean {
  return row.has_changed || row.merchant_id === PLATFORM_MERCHANT_ID;
}

function nameOf({ merchantId, environment }: LedgerScope): string {
  return `${merchantId} ${environment}`;
}

function gatherFindings(checks: readonly LedgerCheck[]) {
  const names = [...Object.values(ENTRY_LAWS), ...checks.map(({ law }) => law)];
  const laws = new Map(
    names.map((law) => [
      law,
      { law, checked: 0, differences: [] as Readonly<Record<string, unknown>>[] },
    ]),
  );
  let count = 0;
  return {
    note(law: string, checked: number, differences: readonly Readonly<Record<string, unknown>>[]) {
      const found = laws.get(law);
      if (!found) throw new Error(`no such law: ${law}`);
      found.checked += checked;
      count += differences.length;
      found.differences.push(...differences.slice(0, DIFFERENCES_MAX - found.differences.length));
    },
    report: (): LedgerReport => ({ isClean: count === 0, laws: [...laws.values()] }),
  };
}
