import type { BucketId } from '#src/ground/database/bucket-id.ts';
import type { LeaseTerms } from '../webhook-store.ts';
import type { DeliveryRow, InsertLease } from './lease-store.ts';

/** A worker of this process that sends deliveries as soon as they are committed. */
export interface DirectSender {
  readonly terms: LeaseTerms;
  /** How many deliveries it takes now. */
  room(): number;
  /** Sends deliveries that were committed with a lease of this process. */
  take(rows: readonly DeliveryRow[], lease: InsertLease): void;
}

/** The senders of each opened database (`Database.origin`), by bucket. */
const senders = new WeakMap<object, Map<BucketId, DirectSender>>();

/** Begins and ends to hand new deliveries of a bucket to the sender. */
export function directSending(
  { origin, bucketId }: { readonly origin: object; readonly bucketId: BucketId },
  sender: DirectSender,
): { begin(): void; end(): void } {
  const ofDatabase = senders.get(origin) ?? new Map<BucketId, DirectSender>();
  senders.set(origin, ofDatabase);
  return {
    begin: () => ofDatabase.set(bucketId, sender),
    end() {
      if (ofDatabase.get(bucketId) === sender) ofDatabase.delete(bucketId);
    },
  };
}

/** The worker to which a transaction may hand deliveries of a bucket; undefined without one. */
export function directSenderOf(origin: object, bucketId: BucketId): DirectSender | undefined {
  return senders.get(origin)?.get(bucketId);
}
