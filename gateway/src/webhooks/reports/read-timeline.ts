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
  const events = new Map(rows.map((row) => [row.eventId, { kind: row.kind, at: row.createdAt }]));
  const attempts = rows.flatMap((row) =>
    row.deliveryId === null || row.startedAt === null || row.attempt === null
      ? []
      : [
          {
            kind: row.kind,
            at: row.startedAt,
            deliveryId: row.deliveryId,
            url: row.url ?? '',
            attempt: row.attempt,
            responseStatus: row.responseStatus,
            failure: row.failure,
          },
        ],
  );
  return { events: [...events.values()], attempts };
}
