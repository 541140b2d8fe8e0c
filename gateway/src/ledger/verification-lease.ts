import type { Database } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { createId } from '#src/ground/ids.ts';
import { holdLease, releaseLease } from './verification-store.ts';

const LEASE_SECONDS = 60;
const RENEW_EVERY_MS = 10_000;

/**
 * Runs `work` while this process holds the lease of verifications, so that one runs at a time. The
 * lease is renewed until `work` ends, and expires when its process dies. Refuses
 * `verification_running` when another process holds it.
 * @param work calls `throwIfLeaseLost` between its pieces.
 */
export async function runUnderLease<Result>(
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
    await releaseLease(database, holder).catch(() => {});
  }
}
