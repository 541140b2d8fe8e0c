import type { Transaction } from '#src/ground/database/database.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import { emitEvents } from '#src/webhooks/emit-events.ts';
import { tellOfPayouts } from '../mails/tell-of-payouts.ts';
import { type Payout, payoutDetails } from '../payout.ts';
import { selectScopesWithServer } from './approval-server-store.ts';
import { APPROVAL_EXPIRES_MS, type ApprovalCause } from './payout-approval.ts';
import { insertApprovals } from './payout-approval-store.ts';

/** A payout that was accepted and waits for an approval. */
export interface PayoutToApprove {
  readonly payout: Payout;
  readonly cause: ApprovalCause;
  /** The limit that it passes; null when only the sum of its batch does. */
  readonly limit: Centavos | null;
  /** The user who requested it; null for a key pair. */
  readonly createdBy: string | null;
  /** The name of that user. */
  readonly requestedBy: string | null;
  /** The batch whose payouts are decided together, by a member; no server is asked. */
  readonly batchId?: string | undefined;
}

/**
 * Writes the approvals and the events of accepted payouts that wait for an approval, in the
 * caller's transaction. If the merchant has a server, it is asked at once about single payouts.
 */
export async function awaitApproval(
  tx: Transaction,
  waiting: readonly PayoutToApprove[],
  now: number,
): Promise<void> {
  if (waiting.length === 0) return;
  const expiresAt = now + APPROVAL_EXPIRES_MS;
  const asked = await selectScopesWithServer(
    tx,
    waiting.map(({ payout }) => payout),
  );
  const approvals = waiting.map(({ payout, batchId = null, ...facts }) => {
    const isAsked = batchId === null && asked.has(`${payout.merchantId} ${payout.environment}`);
    const { merchantId, environment, id: payoutId } = payout;
    return { ...facts, merchantId, environment, payoutId, expiresAt, isAsked, batchId };
  });
  insertApprovals(tx, { approvals });
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
  notifyMembers(tx, waiting, { asked, now });
}

// Members get no mail about payouts that a server decides, because it answers at once.
function notifyMembers(
  tx: Transaction,
  waiting: readonly PayoutToApprove[],
  { asked, now }: { asked: ReadonlySet<string>; now: number },
): void {
  const payouts = waiting.flatMap(({ payout, createdBy, batchId }) => {
    const { merchantId, environment, id, amount } = payout;
    if (batchId === undefined && asked.has(`${merchantId} ${environment}`)) return [];
    return [{ merchantId, environment, id, amount, requestedBy: createdBy }];
  });
  tellOfPayouts(tx, 'awaiting', payouts, now);
}
