import type { Database } from '#src/platform/database/database.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import { createId } from '#src/platform/ids.ts';
import { holdLease, releaseLease } from './verification-store.ts';

const LEASE_SECONDS = 60;
const RENEW_EVERY_MS = 10_000;

/**
 * Runs the only verification of all processes. The lease is renewed while it runs, and ends by
 * itself when its process dies. Refuses `verification_running` while another one runs.
 * @param work calls `stillHeld` between its pieces, which throws when the lease was lost.
 */
export async function runAlone<Result>(
  database: Database,
  now: number,
  work: (stillHeld: () => Promise<void>) => Promise<Result>,
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
      // A database that is away for a moment; the lease outlives some tries.
      () => {},
    );
  }, RENEW_EVERY_MS);
  try {
    return await work(async () => {
      if (isLost) throw new Refusal('verification_running');
    });
  } finally {
    clearInterval(timer);
    await releaseLease(database, holder);
  }
}
