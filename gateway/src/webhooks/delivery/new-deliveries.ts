import type { BucketId } from '#src/ground/database/bucket-id.ts';

type Listener = (bucketIds: ReadonlySet<BucketId>) => void;

const listeners = new Set<Listener>();

/**
 * Tells the workers of this process that due deliveries of buckets were committed. Only for speed:
 * one process of each machine asks for due deliveries four times a second.
 */
export function announceDeliveries(bucketIds: ReadonlySet<BucketId>): void {
  for (const listener of listeners) listener(bucketIds);
}

/** Calls `listener` after each announcement in this process. Returns the function that ends it. */
export function onNewDeliveries(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
