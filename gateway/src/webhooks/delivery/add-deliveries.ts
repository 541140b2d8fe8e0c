import type { BucketId } from '#src/ground/database/bucket-id.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { EventKind } from '../webhook-event.ts';
import {
  type EndpointAddress,
  insertDeliveries,
  insertLeased,
  type NewDelivery,
} from '../webhook-store.ts';
import { type DirectSender, directSenderOf } from './direct-senders.ts';
import type { DeliveryRow, InsertLease } from './lease-store.ts';
import { announceDeliveries } from './new-deliveries.ts';

/** A delivery whose event is inserted in the same transaction. */
export interface EmittedDelivery extends NewDelivery {
  readonly kind: EventKind;
  readonly body: string;
  /** Undefined for the `webhook_url` of a request. */
  readonly endpoint?: EndpointAddress | undefined;
}

/**
 * Sends the insert of deliveries that are due at `instant` (milliseconds). Those that this process
 * can send at once are leased by their insert, and are handed to its worker after the commit; the
 * workers of this process are told of the others.
 */
export async function addDeliveries(
  tx: Transaction,
  deliveries: readonly EmittedDelivery[],
  instant: number,
): Promise<void> {
  if (deliveries.length === 0) return;
  const at = new Date(instant);
  const buckets = await tx.bucketsOf(deliveries.map(({ merchantId }) => merchantId));
  const queued: EmittedDelivery[] = [];
  const told = new Set<BucketId>();
  for (const [bucketId, ofBucket] of Map.groupBy(deliveries, bucketOf)) {
    const sender = tx.testTime ? undefined : directSenderOf(tx.origin, bucketId);
    // Its insert doesn't take a scenario.
    const plain = ofBucket.filter(({ fault }) => fault === undefined);
    const direct = sender ? plain.slice(0, sender.room()) : [];
    if (sender && direct.length > 0) {
      sendDirectly(tx.in(bucketId), sender, { deliveries: direct, at });
    }
    if (direct.length === ofBucket.length) continue;
    const isDirect = new Set(direct);
    queued.push(...ofBucket.filter((delivery) => !isDirect.has(delivery)));
    told.add(bucketId);
  }
  if (queued.length === 0) return;
  insertDeliveries(tx, queued, at);
  tx.onCommit(() => announceDeliveries(told));

  function bucketOf({ merchantId }: EmittedDelivery): BucketId {
    return buckets.get(merchantId) ?? tx.bucketId;
  }
}

function sendDirectly(
  tx: Transaction,
  sender: DirectSender,
  { deliveries, at }: { deliveries: readonly EmittedDelivery[]; at: Date },
): void {
  const leasedAt = performance.now();
  const leaseId = insertLeased(tx, deliveries, { at, terms: sender.terms });
  const size = deliveries.length;
  const lease: InsertLease = { leaseId, leasedAt, size, ended: 0, isDeleted: false };
  const rows = deliveries.map((delivery) => rowOf(delivery, lease, at));
  tx.onCommit(() => sender.take(rows, lease));
}

/** The row of a delivery as a lease would read it. */
function rowOf(delivery: EmittedDelivery, insertLease: InsertLease, at: Date): DeliveryRow {
  const { endpoint } = delivery;
  return {
    merchantId: delivery.merchantId,
    environment: delivery.environment,
    eventId: delivery.eventId,
    deliveryId: delivery.deliveryId,
    url: delivery.url,
    attemptCount: 0,
    attemptsBeforeResend: 0,
    resendCount: 0,
    endpointId: delivery.endpointId,
    leasedUntil: null,
    insertLease,
    nextAttemptAt: at.getTime(),
    testClockNow: null,
    trouble: null,
    kind: delivery.kind,
    body: delivery.body,
    endpointStatus: endpoint?.status ?? null,
    endpointUrl: endpoint?.url ?? null,
    endpointFormat: endpoint?.format ?? null,
    pixKey: endpoint?.pixKey ?? null,
    sealedSecret: endpoint?.sealedSecret ?? null,
    sealedPreviousSecret: endpoint?.sealedPreviousSecret ?? null,
    previousSecretExpiresAt: endpoint?.previousSecretExpiresAt ?? null,
  };
}
