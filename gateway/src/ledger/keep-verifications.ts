import type { Clock } from '#src/platform/clock.ts';
import { type Database, openDatabase } from '#src/platform/database/database.ts';
import { DAY_MS, HOUR_MS } from '#src/platform/durations.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import { createId } from '#src/platform/ids.ts';
import { runAlone } from './verification-lease.ts';
import {
  askForVerification,
  claimVerification,
  finishVerification,
  isLeased,
  isVerificationOpen,
  type VerifiedLaw,
} from './verification-store.ts';
import { keepCheckpoint } from './verified-scope-store.ts';
import { type LedgerCheck, type LedgerReport, verifyLedger } from './verify.ts';

export { selectVerifications, type VerificationRow } from './verification-store.ts';

// Four in the morning UTC: the quietest hour in Brazil, and after the sandbox's reset.
const DAY_STARTS_AT_MS = 4 * HOUR_MS;
// Rows that are older were looked at by the verifications before, and what moved since by its
// postings.
const ROWS_LOOKED_BACK_MS = 2 * DAY_MS;

export interface VerificationDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly checks: readonly LedgerCheck[];
}

/**
 * Runs the verification that waits: the day's, which the first process to come asks for, or one
 * that somebody asked for. True when one was run.
 */
export async function runVerificationIfDue(deps: VerificationDeps): Promise<boolean> {
  const { database, clock } = deps;
  const now = clock.now();
  const day = new Date(now - DAY_STARTS_AT_MS).toISOString().slice(0, 10);
  await askForVerification(database, { id: createId(now), day, at: now, isFull: false });
  if (!(await isVerificationOpen(database, false)) || (await isLeased(database))) return false;
  try {
    await runAlone(database, now, async (stillHeld) => {
      const claimed = await claimVerification(database, now);
      if (!claimed) return;
      const report = await verifyAtLeisure(deps, claimed.isFull, stillHeld);
      await keepReport(deps, claimed.id, report);
    });
    return true;
  } catch (error) {
    // Another process was quicker.
    if (error instanceof Refusal && error.code === 'verification_running') return false;
    throw error;
  }
}

/** Asks for a verification now; one that waits or runs already and does as much is enough. */
export async function requestVerification(
  { database, clock }: Pick<VerificationDeps, 'database' | 'clock'>,
  isFull: boolean,
): Promise<void> {
  if (await isVerificationOpen(database, isFull)) return;
  const now = clock.now();
  await askForVerification(database, { id: createId(now), day: null, at: now, isFull });
}

/**
 * Verifies now, for a command that waits for the report, and keeps it with the others. Refuses
 * `verification_running` while another process verifies.
 */
export function verifyAndKeep(deps: VerificationDeps, isFull: boolean): Promise<LedgerReport> {
  const { database, clock } = deps;
  return runAlone(database, clock.now(), async (stillHeld) => {
    const report = await verifyAtLeisure(deps, isFull, stillHeld);
    const id = createId(clock.now());
    await askForVerification(database, { id, day: null, at: clock.now(), isFull });
    await keepReport(deps, id, report);
    return report;
  });
}

// One connection of its own: the pieces are short, but a full run is long.
async function verifyAtLeisure(
  { database, clock, checks }: VerificationDeps,
  isFull: boolean,
  goOn: () => Promise<void>,
): Promise<LedgerReport> {
  const reader = openDatabase({
    connectionString: String(database.pool.options.connectionString),
    connectionsMax: 1,
    applicationName: 'pix-gateway ledger verify',
    statementTimeoutMs: 0,
    isForKeyLookups: true,
  });
  const startedAt = clock.now();
  try {
    return await verifyLedger(reader, checks, {
      isFull,
      rowsSince: startedAt - ROWS_LOOKED_BACK_MS,
      goOn,
      keep: (scope, marks, isWhole) =>
        reader.transaction(async (tx) =>
          keepCheckpoint(tx, scope, {
            marks,
            at: new Date(startedAt),
            isFull: isWhole,
          }),
        ),
    });
  } finally {
    await reader.close();
  }
}

function keepReport(
  { database, clock }: VerificationDeps,
  id: string,
  report: LedgerReport,
): Promise<void> {
  const laws: VerifiedLaw[] = report.laws.map(({ law, checked, differences }) => ({
    law,
    checked,
    differences: differences.map(plainRow),
  }));
  return database.transaction(async (tx) =>
    finishVerification(tx, { id, at: clock.now(), isClean: report.isClean, laws }),
  );
}

/** A row of the database as JSON can keep it. */
export function plainRow(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? `${value}` : value,
    ]),
  );
}
