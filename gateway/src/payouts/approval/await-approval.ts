import type { Transaction } from '#src/platform/database/database.ts';
import { addJobs } from '#src/platform/work/jobs.ts';
import { emitEvents } from '#src/webhooks/emit-events.ts';
import { tellOfPayouts } from '../notices/notify.ts';
import { type Payout, payoutDetails } from '../payout.ts';
import type { PayoutKey } from '../payout-store.ts';
import { selectScopesWithServer } from './approval-server-store.ts';
import { APPROVAL_EXPIRES_MS, type ApprovalCause } from './payout-approval.ts';
import { insertApprovals } from './payout-approval-store.ts';

/** The job that asks a merchant's server about a payout. */
export const ASK_APPROVAL_TASK = 'ask-payout-approval';

/** A payout that was accepted and waits for an approval. */
export interface PayoutToApprove {
  readonly payout: Payout;
  readonly cause: ApprovalCause;
  /** The user who requested it; null for a key pair. */
  readonly createdBy: string | null;
}

/**
 * Writes that accepted payouts wait for an approval: their approvals, their events, and a job for
 * each merchant that has a server to ask. In the caller's transaction.
 */
export async function awaitApproval(
  tx: Transaction,
  waiting: readonly PayoutToApprove[],
  now: number,
): Promise<void> {
  if (waiting.length === 0) return;
  const expiresAt = now + APPROVAL_EXPIRES_MS;
  insertApprovals(
    tx,
    waiting.map(({ payout, cause, createdBy }) => ({ key: payout, cause, createdBy, expiresAt })),
  );
  const asked = await selectScopesWithServer(
    tx,
    waiting.map(({ payout }) => payout),
  );
  const jobs = waiting.flatMap(({ payout }) =>
    asked.has(`${payout.merchantId} ${payout.environment}`) ? [askJob(payout)] : [],
  );
  addJobs(tx, jobs);
  const events = waiting.map(({ payout }) => ({
    merchantId: payout.merchantId,
    environment: payout.environment,
    resourceId: payout.id,
    kind: 'payout.awaiting_approval' as const,
    sequence: 1,
    data: payoutDetails(payout),
    audience: { kind: 'endpoints' as const },
  }));
  await emitEvents(tx, events, now);
  tellMembers(tx, waiting, { asked, now });
}

// A merchant's server answers at once, so its members get no mail.
function tellMembers(
  tx: Transaction,
  waiting: readonly PayoutToApprove[],
  { asked, now }: { asked: ReadonlySet<string>; now: number },
): void {
  const payouts = waiting.flatMap(({ payout, createdBy }) => {
    const { merchantId, environment, id, amount } = payout;
    if (asked.has(`${merchantId} ${environment}`)) return [];
    return [{ merchantId, environment, id, amount, requestedBy: createdBy }];
  });
  tellOfPayouts(tx, 'awaiting', payouts, now);
}

/** The job that asks the merchant's server about one payout. */
export function askJob({ merchantId, environment, id }: PayoutKey, delayMs = 0) {
  return { task: ASK_APPROVAL_TASK, payload: { merchantId, environment, id }, delayMs };
}

/** The payout that a job's payload names. Throws when the payload names none. */
export function payoutOfJob(payload: Readonly<Record<string, string>>): PayoutKey {
  const { merchantId, environment, id } = payload;
  if (!merchantId || !id || (environment !== 'test' && environment !== 'live')) {
    throw new Error('a job names no payout');
  }
  return { merchantId, environment, id };
}
