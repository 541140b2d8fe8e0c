import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { countDeliveryBacklog } from './delivery-backlog-store.ts';
import { healthBounds } from './read-endpoint-health.ts';

/** The undelivered deliveries of a scope. Both counts end at a thousand. */
export interface DeliveryBacklog {
  /** Failed at least once and wait for a retry. */
  readonly retrying: number;
  /** Their attempts were exhausted in the last day. */
  readonly failed: number;
}

/** Counts the deliveries of a scope that need attention. */
export function readDeliveryBacklog(
  database: Queryable,
  scope: LedgerScope,
  now: number,
): Promise<DeliveryBacklog> {
  return countDeliveryBacklog(database, { ...scope, ...healthBounds(now) });
}
