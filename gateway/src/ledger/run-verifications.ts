import { type Database, openDatabase, type Queryable } from '#src/ground/database/database.ts';
import { plainRow } from '#src/ground/database/plain-row.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { DAY_MS, HOUR_MS } from '#src/ground/durations.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { createId } from '#src/ground/ids.ts';
import { changesOf } from '#src/ground/work/database-changes.ts';
import type { LedgerCheck } from './ledger-check.ts';
import { saveCheckpoints } from './many-scopes-store.ts';
import {
  claimVerification,
  finishVerification,
  holdLease,
  insertVerification,
  isLeased,
  isVerificationOpen,
  releaseLease,
  selectVerifications,
  type VerifiedLaw,
} from './verification-store.ts';
import { type LedgerReport, verifyLedger } from './verify.ts';

const LEASE_SECONDS = 60;
const RENEW_EVERY_MS = 10_000;

// 04:00 UTC: the traffic from Brazil is low, and the reset of the sandbox is over.
const DAY_STARTS_AT_MS = 4 * HOUR_MS;
// Earlier verifications checked older rows, and a row that changed since has a new posting.
const ROWS_LOOKED_BACK_MS = 2 * DAY_MS;
// A change behind a checkpoint is found when the scope is read from its first entry again.
const FULL_READ_EVERY_MS = 30 * DAY_MS;

/** A requested verification. Instants in milliseconds. */
export interface Verification {
  readonly id: string;
  readonly status: 'waiting' | 'running' | 'done';
  readonly isScheduled: boolean;
  readonly isFull: boolean;
  readonly askedAt: number;
  readonly finishedAt: number | null;
  readonly isClean: boolean | null;
  readonly laws: readonly VerifiedLaw[];
}

export interface VerificationDeps extends DatabaseAndClock {
  readonly checks: readonly LedgerCheck[];
}

/**
 * Makes the function that requests the verification of the day, once for all processes, and runs
 * the oldest verification that waits. It returns whether one was run.
 */
export function createVerifier(deps: VerificationDeps): () => Promise<boolean> {
  const { database, clock } = deps;
  const changes = changesOf(database);
  let requestedDay = '';
  /** While the count of changes is this one, no verification waits or runs. */
  let doneAt: number | undefined;
  return async () => {
    const now = clock.now();
    const day = new Date(now - DAY_STARTS_AT_MS).toISOString().slice(0, 10);
    if (day !== requestedDay) {
      await insertVerification(database, { id: createId(now), day, at: now, isFull: false });
      requestedDay = day;
    } else if (changes.count() === doneAt) return false;
    doneAt = undefined;
    const count = changes.count();
    if (await isVerificationOpen(database, { isFull: false }))
      return runOldestVerification(deps, now);
    doneAt = count;
    return false;
  };
}

async function runOldestVerification(deps: VerificationDeps, now: number): Promise<boolean> {
  const { database } = deps;
  if (await isLeased(database)) return false;
  try {
    await runUnderLease(database, now, async (throwIfLeaseLost) => {
      const claimed = await claimVerification(database, { at: now });
      if (!claimed) return;
      const report = await verifyOnOwnConnection(deps, claimed.isFull, throwIfLeaseLost);
      await saveReport(deps, claimed.id, report);
    });
    return true;
  } catch (error) {
    // Another process took the lease.
    if (error instanceof Refusal && error.code === 'verification_running') return false;
    throw error;
  }
}

/**
 * Requests a verification, unless an equivalent one waits or runs already. With `isFull` it reads
 * every entry, and only another full one is equivalent.
 */
export async function requestVerification(
  { database, clock }: Pick<VerificationDeps, 'database' | 'clock'>,
  isFull: boolean,
): Promise<void> {
  if (await isVerificationOpen(database, { isFull })) return;
  const now = clock.now();
  await insertVerification(database, { id: createId(now), day: null, at: now, isFull });
}

/** The last verifications, newest first. */
export async function listVerifications(
  database: Queryable,
  limit: number,
): Promise<Verification[]> {
  return (await selectVerifications(database, { limit })).map((row) => ({
    id: row.id,
    status: row.status,
    isScheduled: row.day !== null,
    isFull: row.isFull,
    askedAt: row.askedAt,
    finishedAt: row.finishedAt,
    isClean: row.isClean,
    laws: row.laws ?? [],
  }));
}

/**
 * Verifies now and saves the report, for a command that waits for it. Refuses
 * `verification_running` while another process verifies.
 */
export function verifyAndSave(deps: VerificationDeps, isFull: boolean): Promise<LedgerReport> {
  const { database, clock } = deps;
  return runUnderLease(database, clock.now(), async (throwIfLeaseLost) => {
    const report = await verifyOnOwnConnection(deps, isFull, throwIfLeaseLost);
    const id = createId(clock.now());
    await insertVerification(database, { id, day: null, at: clock.now(), isFull });
    await saveReport(deps, id, report);
    return report;
  });
}

/**
 * Verifies a restored copy that no gateway uses, whole. It takes no lease, because a lease that the
 * copy holds is of a process that never worked on it.
 */
export function verifyRestoredCopy(deps: VerificationDeps): Promise<LedgerReport> {
  return verifyOnOwnConnection(deps, true, async () => {});
}

// A separate connection without a time limit, because a full verification is long.
async function verifyOnOwnConnection(
  { database, clock, checks }: VerificationDeps,
  isFull: boolean,
  throwIfStopped: () => Promise<void>,
): Promise<LedgerReport> {
  const reader = openDatabase({
    connectionString: database.pool.connectionString,
    connectionsMax: 1,
    applicationName: 'pix-gateway ledger verify',
    statementTimeoutMs: 0,
    planMode: 'force_custom_plan',
  });
  const startedAt = clock.now();
  try {
    await reader.buckets.refresh();
    return await verifyLedger(reader, checks, {
      isFull,
      rowsSince: startedAt - ROWS_LOOKED_BACK_MS,
      fullReadBefore: startedAt - FULL_READ_EVERY_MS,
      throwIfStopped,
      saveCheckpoints: (scopes, isWhole) =>
        reader.transaction(async (tx) =>
          saveCheckpoints(tx, scopes, { at: new Date(startedAt), isFull: isWhole }),
        ),
    });
  } finally {
    await reader.close();
  }
}

function saveReport(
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

/**
 * Runs `work` while this process holds the lease of verifications, so that one runs at a time. The
 * lease is renewed until `work` ends, and expires when its process dies. Refuses
 * `verification_running` when another process holds it.
 * @param work calls `throwIfLeaseLost` between its pieces.
 */
async function runUnderLease<Result>(
  database: Database,
  now: number,
  work: (throwIfLeaseLost: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const holder = createId(now);
  const lease = { holder, seconds: LEASE_SECONDS };
  if (!(await holdLease(database, { ...lease, isNew: true }))) {
    throw new Refusal('verification_running');
  }
  let isLost = false;
  const timer = setInterval(() => {
    holdLease(database, { ...lease, isNew: false }).then(
      (isHeld) => {
        isLost ||= !isHeld;
      },
      // The database may be unreachable for a moment: the lease lasts for six renewals.
      () => {},
    );
  }, RENEW_EVERY_MS);
  try {
    return await work(async () => {
      if (isLost) throw new Refusal('verification_running');
    });
  } finally {
    clearInterval(timer);
    // The work is done; a lease that can't be released expires.
    await releaseLease(database, { holder }).catch(() => {});
  }
}
