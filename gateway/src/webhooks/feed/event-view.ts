import { isoTime } from '#src/ground/clock.ts';
import type { EventAttempt, EventDelivery, WebhookEvent } from './event-store.ts';
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
  { body, resourceId }: WebhookEvent,
  deliveries: readonly EventDelivery[],
  isSandbox: boolean,
): string {
  const delivered =
    deliveries.length > 0 && deliveries.every(({ status }) => status === 'delivered');
  return extended(body, {
    resource_id: resourceId,
    delivered,
    deliveries: deliveries.map((delivery) => ({
      id: delivery.id,
      webhook_endpoint_id: delivery.endpointId,
      url: isSandbox ? null : delivery.url,
      status: delivery.status,
      attempt_count: delivery.attemptCount,
      next_attempt_at: delivery.nextAttemptAt === null ? null : isoTime(delivery.nextAttemptAt),
    })),
  });
}

/**
 * An attempt as the API shows it. For the sandbox without answers, because visitors chose the URL.
 */
export function attemptView(made: EventAttempt, isSandbox: boolean) {
  const answer = {
    duration_ms: made.durationMs,
    response_status: made.responseStatus,
    response_excerpt: made.responseExcerpt,
    failure: made.failure,
  };
  const hidden = { duration_ms: 0, response_status: null, response_excerpt: null, failure: null };
  return {
    delivery_id: made.deliveryId,
    webhook_endpoint_id: made.endpointId,
    url: isSandbox ? null : made.url,
    attempt: made.attempt,
    started_at: isoTime(made.startedAt),
    ...(isSandbox ? hidden : answer),
  };
}
