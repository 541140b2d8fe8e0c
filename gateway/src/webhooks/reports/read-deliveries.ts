import type { Database, Queryable } from '#src/ground/database/database.ts';
import { type Page, readPage } from '#src/ground/database/read-page.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { ID_MAX, isId } from '#src/ground/ids.ts';
import { endpointFromRow, findEndpoint } from '../endpoints/endpoint.ts';
import type { EndpointToChange } from '../endpoints/manage-endpoints.ts';
import {
  type CallbackReads,
  createPixWriter,
  receiverOf,
} from '../pix-callbacks/write-pix-body.ts';
import type { EventKind } from '../webhook-event.ts';
import {
  type AttemptRow,
  type DeliveryListRow,
  selectAttempts,
  selectDelivery,
  selectDeliveryPage,
} from './delivery-list-store.ts';

/** A delivery of an endpoint. Times are milliseconds since 1970. */
export interface Delivery {
  readonly eventId: string;
  readonly deliveryId: string;
  readonly kind: EventKind;
  readonly resourceId: string;
  /** The merchant's own reference (`external_id`), or null. */
  readonly externalId: string | null;
  /** Status and duration (milliseconds) of the last answer; null without an answer. */
  readonly lastStatus: number | null;
  readonly lastDurationMs: number | null;
  readonly status: DeliveryListRow['status'];
  readonly attemptCount: number;
  /** Null when no attempt is scheduled: the delivery has ended, or its endpoint is paused. */
  readonly nextAttemptAt: number | null;
  readonly createdAt: number;
}

/** One attempt of a delivery. `startedAt` is milliseconds since 1970. */
export interface Attempt {
  readonly attempt: number;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly responseStatus: number | null;
  readonly responseExcerpt: string | null;
  readonly failure: string | null;
  /** The header x-service-signature that was sent; null when it was not recorded. */
  readonly signature: string | null;
}

/** One page of an endpoint's deliveries, newest event first. Refuses `webhook_not_found`. */
export async function listDeliveries(
  database: Queryable,
  { id, scope }: EndpointToChange,
  page: { cursor: string | undefined; limit: number; status: string | undefined },
): Promise<Page<Delivery>> {
  const endpoint = await findEndpoint(database, id, scope);
  const { cursor: beforeEventId = ID_MAX, limit, status } = page;
  const { rows, next } = await readPage(
    limit,
    (rowsMax) => selectDeliveryPage(database, endpoint, { beforeEventId, limit: rowsMax, status }),
    (row) => row.event_id,
  );
  return { rows: rows.map(deliveryFromRow), next };
}

/**
 * A delivery with its body and up to 100 attempts. A call-back of API Pix is shown alone, also if
 * it was sent with others. Refuses `webhook_not_found` and `delivery_not_found`.
 */
export async function readDelivery(
  { database, callbackReads }: { database: Database; callbackReads: CallbackReads },
  { id, scope }: EndpointToChange,
  deliveryId: string,
): Promise<{ delivery: Delivery; isPix: boolean; body: string; attempts: Attempt[] }> {
  const endpoint = await findEndpoint(database, id, scope);
  const row = isId(deliveryId) ? await selectDelivery(database, endpoint, deliveryId) : undefined;
  if (!row) throw new Refusal('delivery_not_found');
  const attempts = await selectAttempts(database, endpoint, row);
  const receiver = receiverOf(endpointFromRow(endpoint));
  const pixWriter = createPixWriter(database, callbackReads);
  return {
    delivery: deliveryFromRow(row),
    isPix: receiver !== undefined,
    body: receiver ? await pixWriter.write(receiver, [row.body]) : row.body,
    attempts: attempts.map(attemptFromRow),
  };
}

function deliveryFromRow(row: DeliveryListRow): Delivery {
  return {
    eventId: row.event_id,
    deliveryId: row.id,
    kind: row.kind,
    resourceId: row.resource_id,
    externalId: row.external_id,
    lastStatus: row.last_status === null ? null : Number(row.last_status),
    lastDurationMs: row.last_duration_ms === null ? null : Number(row.last_duration_ms),
    status: row.status,
    attemptCount: Number(row.attempt_count),
    nextAttemptAt: row.next_attempt_at,
    createdAt: row.created_at,
  };
}

function attemptFromRow(row: AttemptRow): Attempt {
  return {
    attempt: Number(row.attempt),
    startedAt: row.started_at,
    durationMs: Number(row.duration_ms),
    responseStatus: row.response_status === null ? null : Number(row.response_status),
    responseExcerpt: row.response_excerpt,
    failure: row.failure,
    signature: row.signature,
  };
}
