import { isoTime } from '#src/ground/clock.ts';
import type { EventAttemptRow, EventDeliveryRow, EventRow } from './event-store.ts';
import type { FeedEvent, FeedPage } from './read-feed.ts';

/** Adds members to the JSON of an event; its other bytes stay equal to those of webhooks. */
function extended(body: string, members: object): string {
  return `${body.slice(0, -1)},${JSON.stringify(members).slice(1)}`;
}

/** The JSON of a page of the feed. `after` is the cursor of the request. */
export function pageJson({ events, last, hasMore }: FeedPage, after: string | undefined): string {
  const data = events.map(eventJson).join(',');
  const next = JSON.stringify(last?.id ?? after ?? null);
  return `{"data":[${data}],"next_cursor":${next},"has_more":${hasMore}}`;
}

function eventJson({ body, resourceId, isDelivered }: FeedEvent): string {
  return extended(body, { resource_id: resourceId, delivered: isDelivered });
}

/** The JSON of an event with its deliveries. For the sandbox without addresses of visitors. */
export function detailsJson(
  { body, resource_id }: EventRow,
  deliveries: readonly EventDeliveryRow[],
  isSandbox: boolean,
): string {
  const delivered =
    deliveries.length > 0 && deliveries.every(({ status }) => status === 'delivered');
  return extended(body, {
    resource_id,
    delivered,
    deliveries: deliveries.map((delivery) => ({
      id: delivery.id,
      webhook_endpoint_id: delivery.endpoint_id,
      url: isSandbox ? null : delivery.url,
      status: delivery.status,
      attempt_count: Number(delivery.attempt_count),
      next_attempt_at: delivery.next_attempt_at === null ? null : isoTime(delivery.next_attempt_at),
    })),
  });
}

/**
 * An attempt as the API shows it. For the sandbox without answers, because visitors chose the URL.
 */
export function attemptView(row: EventAttemptRow, isSandbox: boolean) {
  const answer = {
    duration_ms: Number(row.duration_ms),
    response_status: row.response_status === null ? null : Number(row.response_status),
    response_excerpt: row.response_excerpt,
    failure: row.failure,
  };
  const hidden = { duration_ms: 0, response_status: null, response_excerpt: null, failure: null };
  return {
    delivery_id: row.delivery_id,
    webhook_endpoint_id: row.endpoint_id,
    url: isSandbox ? null : row.url,
    attempt: Number(row.attempt),
    started_at: isoTime(row.started_at),
    ...(isSandbox ? hidden : answer),
  };
}
