import type { Actor } from '#src/ground/access/actor.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { firstIdAt, isId } from '#src/ground/ids.ts';
import { announceDeliveries } from '../delivery/new-deliveries.ts';
import {
  type EndpointDeps,
  type EndpointToChange,
  findEndpoint,
} from '../endpoints/manage-endpoints.ts';
import {
  markResent,
  markUndeliveredResent,
  type Resent,
  selectDelivery,
} from './delivery-list-store.ts';

const RESENT_AT_ONCE = 500;
const RESENT_MAX = 20_000;

/**
 * Sends a delivery again now under the same id, so that receivers can deduplicate. If it waits for
 * its next attempt, that attempt is made now. If an attempt is under way and fails, the next
 * attempt follows at once. The delivery of a paused endpoint is not changed. Refuses
 * `webhook_not_found` and `delivery_not_found`.
 */
export async function resendDelivery(
  deps: EndpointDeps,
  { id, scope, deliveryId }: EndpointToChange & { deliveryId: string },
  by: Actor,
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const endpoint = await findEndpoint(tx, id, scope);
    if (!isId(deliveryId)) throw new Refusal('delivery_not_found');
    const at = deps.clock.now();
    const resent = await markResent(tx, endpoint, { deliveryId, at });
    const delivery = resent[0] ?? (await selectDelivery(tx, endpoint, deliveryId));
    if (!delivery) throw new Refusal('delivery_not_found');
    await announceOf(tx, endpoint);
    const details = { environment: endpoint.environment, count: resent.length };
    const { merchantId } = endpoint;
    const change = { action: 'webhook.resent' as const, merchantId, subject: deliveryId, details };
    recordChange(tx, by, change, at);
  });
}

/**
 * Sends all deliveries of an endpoint again that failed or wait for a retry, of events since an
 * instant (milliseconds). One call resends about 20,000 and returns their number; `hasMore` says
 * whether more remain. Refuses `webhook_not_found`.
 */
export async function resendUndelivered(
  deps: EndpointDeps,
  { id, scope, since }: EndpointToChange & { since: number },
  by: Actor,
): Promise<{ resent: number; hasMore: boolean }> {
  let resent = 0;
  let afterEventId = firstIdAt(since);
  while (resent < RESENT_MAX) {
    const rows = await resendPart(deps, { id, ...(scope && { scope }), afterEventId }, by);
    const last = rows.at(-1);
    if (!last) return { resent, hasMore: false };
    resent += rows.length;
    afterEventId = last.eventId;
  }
  return { resent, hasMore: true };
}

function resendPart(
  { database, clock }: EndpointDeps,
  { id, scope, afterEventId }: EndpointToChange & { afterEventId: string },
  by: Actor,
): Promise<Resent[]> {
  return database.transaction(async (tx) => {
    const endpoint = await findEndpoint(tx, id, scope);
    const at = clock.now();
    const part = { afterEventId, at, limit: RESENT_AT_ONCE };
    const rows = await markUndeliveredResent(tx, endpoint, part);
    await announceOf(tx, endpoint);
    const details = { environment: endpoint.environment, count: rows.length };
    const change = {
      action: 'webhook.resent' as const,
      merchantId: endpoint.merchantId,
      subject: id,
    };
    if (rows.length > 0) recordChange(tx, by, { ...change, details }, at);
    return rows;
  });
}

async function announceOf(tx: Transaction, { merchantId }: LedgerScope): Promise<void> {
  const buckets = await tx.bucketsOf([merchantId]);
  tx.onCommit(() => announceDeliveries(new Set(buckets.values())));
}
