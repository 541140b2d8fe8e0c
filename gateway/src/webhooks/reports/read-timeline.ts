import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { EventKind } from '../webhook-event.ts';
import { selectTimeline } from './timeline-store.ts';

/** An event of a transaction. `at` is in milliseconds since 1970. */
export interface TimelineEvent {
  readonly kind: EventKind;
  readonly at: number;
}

/** An attempt to deliver an event to a receiver. */
export interface TimelineAttempt extends TimelineEvent {
  readonly deliveryId: string;
  readonly url: string;
  readonly attempt: number;
  /** Null when there was no answer; then `failure` says why. */
  readonly responseStatus: number | null;
  readonly failure: string | null;
}

/** The events of a transaction and the attempts to deliver them. */
export async function readTimeline(
  database: Queryable,
  scope: LedgerScope,
  resourceId: string,
): Promise<{ events: TimelineEvent[]; attempts: TimelineAttempt[] }> {
  const rows = await selectTimeline(database, scope, resourceId);
  const events = new Map(rows.map((row) => [row.event_id, { kind: row.kind, at: row.created_at }]));
  const attempts = rows.flatMap((row) =>
    row.delivery_id === null || row.started_at === null
      ? []
      : [
          {
            kind: row.kind,
            at: row.started_at,
            deliveryId: row.delivery_id,
            url: row.url ?? '',
            attempt: Number(row.attempt),
            responseStatus: row.response_status === null ? null : Number(row.response_status),
            failure: row.failure,
          },
        ],
  );
  return { events: [...events.values()], attempts };
}
