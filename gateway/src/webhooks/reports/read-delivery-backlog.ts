import type { LedgerScope } from '#src/access/ledger-scope.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import { countDeliveryBacklog } from './delivery-backlog-store.ts';
import { healthBounds } from './read-endpoint-health.ts';

/** Deliveries of a book that need attention. Both counts end at a thousand. */
export interface DeliveryBacklog {
  /** Failed at least once and are being tried again. */
  readonly retrying: number;
  /** Were given up in the last day. */
  readonly failed: number;
}

export function readDeliveryBacklog(
  database: Queryable,
  scope: LedgerScope,
  now: number,
): Promise<DeliveryBacklog> {
  return countDeliveryBacklog(database, scope, healthBounds(now));
}
