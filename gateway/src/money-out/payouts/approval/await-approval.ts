import { shownActor } from '#src/ground/access/actor.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { emitEvents } from '#src/webhooks/emit-events.ts';
import { tellOfPayouts } from '../mails/tell-of-payouts.ts';
import { payoutDetails } from '../payout.ts';
import { passedLimit } from '../payout-limits.ts';
import type { PayoutOwner, PlannedPayout } from '../payout-owner.ts';
import { deleteCalls, selectScopesWithServer } from './approval-server-store.ts';
import { APPROVAL_EXPIRES_MS } from './payout-approval.ts';
import { insertApprovals, selectAskedBy } from './payout-approval-store.ts';

/** Approvals of payouts, by members or by the merchant's server. */
export const approvalOwner: PayoutOwner = {
  name: 'approval',
  accepted: awaitApproval,
  asksServer: async (database, scope) => (await selectScopesWithServer(database, [scope])).size > 0,
  askedBy: async (database, { merchantId, environment }, { userId, ids }) =>
    new Set(await selectAskedBy(database, { merchantId, environment, userId, ids })),
  expire: (database, { callsBefore: before, limit }) => deleteCalls(database, { before, limit }),
};

/**
 * Writes the approvals and the events of the accepted payouts that need an approval. If the
 * merchant has a server, it is asked at once about single payouts. No server is asked about the
 * payouts of a batch: a member decides them together.
 */
async function awaitApproval(
  tx: Transaction,
  accepted: readonly PlannedPayout[],
  now: number,
): Promise<void> {
  const waiting = accepted.flatMap(toApprove);
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
  waiting: ReturnType<typeof toApprove>,
  { asked, now }: { asked: ReadonlySet<string>; now: number },
): void {
  const payouts = waiting.flatMap(({ payout, createdBy, batchId }) => {
    const { merchantId, environment, id, amount } = payout;
    if (batchId === undefined && asked.has(`${merchantId} ${environment}`)) return [];
    return [{ merchantId, environment, id, amount, requestedBy: createdBy }];
  });
  tellOfPayouts(tx, 'awaiting', payouts, now);
}

function toApprove({ request: { by, ofBatch }, payout, cause, limits }: PlannedPayout) {
  if (cause === null) return [];
  const limit = passedLimit(payout.amount, cause, limits);
  const createdBy = by?.id ?? null;
  const requestedBy = by ? shownActor(by) : null;
  return [{ payout, cause, limit, createdBy, requestedBy, batchId: ofBatch?.id }];
}
