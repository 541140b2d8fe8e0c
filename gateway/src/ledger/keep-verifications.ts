import type { Clock } from '#src/platform/clock.ts';
import { type Database, openDatabase } from '#src/platform/database.ts';
import { createId } from '#src/platform/ids.ts';
import {
  askForVerification,
  claimVerification,
  finishVerification,
  isVerificationOpen,
  type VerifiedLaw,
} from './verification-store.ts';
import { type LedgerCheck, type LedgerReport, verifyLedger } from './verify.ts';

export { selectVerifications, type VerificationRow } from './verification-store.ts';

// Four in the morning UTC: the quietest hour in Brazil, and after the sandbox's reset.
const DAY_STARTS_AT_MS = 4 * 60 * 60 * 1_000;

export interface VerificationNeeds {
  readonly database: Database;
  readonly clock: Clock;
  readonly checks: readonly LedgerCheck[];
}

/**
 * Runs the verification that waits: the day's, which the first process to come asks for, or one
 * that somebody asked for. True when one was run.
 */
export async function runVerificationIfDue(needs: VerificationNeeds): Promise<boolean> {
  const { database, clock, checks } = needs;
  const now = clock.now();
  const day = new Date(now - DAY_STARTS_AT_MS).toISOString().slice(0, 10);
  await askForVerification(database, { id: createId(now), day, at: now });
  const id = await claimVerification(database, now);
  if (id === undefined) return false;
  await keepReport(needs, id, await verifyAtLeisure(database, checks));
  return true;
}

/** Asks for a verification now; one that waits or runs already is enough. */
export async function requestVerification({
  database,
  clock,
}: Pick<VerificationNeeds, 'database' | 'clock'>): Promise<void> {
  if (await isVerificationOpen(database)) return;
  const now = clock.now();
  await askForVerification(database, { id: createId(now), day: null, at: now });
}

/** Verifies now, for a command that waits for the report, and keeps it with the others. */
export async function verifyAndKeep(needs: VerificationNeeds): Promise<LedgerReport> {
  const id = createId(needs.clock.now());
  const report = await verifyAtLeisure(needs.database, needs.checks);
  await askForVerification(needs.database, { id, day: null, at: needs.clock.now() });
  await keepReport(needs, id, report);
  return report;
}

// The reads of a large ledger take longer than any request may.
async function verifyAtLeisure(
  database: Database,
  checks: readonly LedgerCheck[],
): Promise<LedgerReport> {
  const reader = openDatabase({
    connectionString: String(database.pool.options.connectionString),
    connectionsMax: 1,
    applicationName: 'pix-gateway ledger verify',
    statementTimeoutMs: 0,
  });
  try {
    return await verifyLedger(reader, checks);
  } finally {
    await reader.close();
  }
}

function keepReport(
  { database, clock }: VerificationNeeds,
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
