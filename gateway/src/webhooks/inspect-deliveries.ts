import type { Actor } from '#src/audit/actor.ts';
import { recordChange } from '#src/audit/record-change.ts';
import type { Book } from '#src/ledger/chart-of-accounts.ts';
import type { Queryable } from '#src/platform/database.ts';
import { firstIdAt, isId } from '#src/platform/ids.ts';
import { addJobs } from '#src/platform/jobs.ts';
import { Refusal } from '#src/platform/problems.ts';
import {
  type AttemptRow,
  countFailedDeliveries,
  type DeliveryListRow,
  markFailedResent,
  markResent,
  type ResentRow,
  selectAttempts,
  selectDelivery,
  selectDeliveryPage,
} from './delivery-list-store.ts';
import { deliveryJob } from './emit-events.ts';
import { findEndpoint } from './endpoint.ts';
import type { EndpointRow } from './endpoint-store.ts';
import type { EndpointNeeds, EndpointToChange } from './manage-endpoints.ts';

export type { AttemptRow, DeliveryListRow } from './delivery-list-store.ts';

const BEYOND_ALL_IDS = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const RESENT_AT_ONCE = 500;
const RESENT_MAX = 20_000;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** One page of an endpoint's deliveries, newest event first. */
export async function listDeliveries(
  database: Queryable,
  { id, book }: EndpointToChange,
  page: { cursor: string | undefined; limit: number; status: string | undefined },
): Promise<{ rows: DeliveryListRow[]; nextId: string | null }> {
  const endpoint = await findEndpoint(database, id, book);
  const { cursor: beforeEventId = BEYOND_ALL_IDS, limit, status } = page;
  const asked = { beforeEventId, limit: limit + 1, status };
  const found = await selectDeliveryPage(database, endpoint, asked);
  const rows = found.slice(0, limit);
  return { rows, nextId: found.length > limit ? (rows.at(-1)?.event_id ?? null) : null };
}

/** A delivery with its body and every attempt. Refuses `delivery_not_found`. */
export async function readDelivery(
  database: Queryable,
  { id, book }: EndpointToChange,
  deliveryId: string,
): Promise<{ delivery: DeliveryListRow & { body: string }; attempts: AttemptRow[] }> {
  const endpoint = await findEndpoint(database, id, book);
  const delivery = isId(deliveryId)
    ? await selectDelivery(database, endpoint, deliveryId)
    : undefined;
  if (!delivery) throw new Refusal('delivery_not_found');
  return { delivery, attempts: await selectAttempts(database, endpoint, delivery) };
}

/**
 * Sends a delivery that has ended once more, under the same id: receivers know it. One that still
 * waits is left alone. Refuses `delivery_not_found`.
 */
export async function resendDelivery(
  needs: EndpointNeeds,
  { id, book, deliveryId }: EndpointToChange & { deliveryId: string },
  by: Actor,
): Promise<void> {
  await needs.database.transaction(async (tx) => {
    const endpoint = await findEndpoint(tx, id, book);
    if (!isId(deliveryId)) throw new Refusal('delivery_not_found');
    const at = needs.clock.now();
    const resent = await markResent(tx, endpoint, { deliveryId, at });
    const known = resent[0] ?? (await selectDelivery(tx, endpoint, deliveryId));
    if (!known) throw new Refusal('delivery_not_found');
    addJobs(
      tx,
      resent.map((row) => deliveryJob(keyOf(endpoint, row))),
    );
    const details = { environment: endpoint.environment, count: resent.length };
    const merchantId = endpoint.merchant_id;
    const change = { action: 'webhook.resent', merchantId, subject: deliveryId, details };
    recordChange(tx, by, change, at);
  });
}

/**
 * Sends everything again that failed for good since an instant (milliseconds), a part at a time.
 * Returns how many; with very many the rest is left to the next call.
 */
export async function resendFailed(
  needs: EndpointNeeds,
  { id, book, since }: EndpointToChange & { since: number },
  by: Actor,
): Promise<{ resent: number; hasMore: boolean }> {
  let resent = 0;
  let part = RESENT_AT_ONCE;
  while (part === RESENT_AT_ONCE && resent < RESENT_MAX) {
    part = await resendPart(needs, { id, ...(book && { book }), since }, by);
    resent += part;
  }
  return { resent, hasMore: part === RESENT_AT_ONCE };
}

function resendPart(
  { database, clock }: EndpointNeeds,
  { id, book, since }: EndpointToChange & { since: number },
  by: Actor,
): Promise<number> {
  return database.transaction(async (tx) => {
    const endpoint = await findEndpoint(tx, id, book);
    const at = clock.now();
    const part = { fromEventId: firstIdAt(since), at, limit: RESENT_AT_ONCE };
    const rows = await markFailedResent(tx, endpoint, part);
    addJobs(
      tx,
      rows.map((row) => deliveryJob(keyOf(endpoint, row))),
    );
    const details = { environment: endpoint.environment, count: rows.length };
    const change = { action: 'webhook.resent', merchantId: endpoint.merchant_id, subject: id };
    if (rows.length > 0) recordChange(tx, by, { ...change, details }, at);
    return rows.length;
  });
}

/** How many deliveries failed for good within a day, by endpoint. */
export function countFailedLately(
  database: Queryable,
  { merchantId, environment }: Book,
  now: number,
): Promise<ReadonlyMap<string, number>> {
  return countFailedDeliveries(database, [merchantId, environment], firstIdAt(now - DAY_MS));
}

function keyOf(endpoint: EndpointRow, row: ResentRow) {
  const { merchant_id: merchantId, environment } = endpoint;
  return { merchantId, environment, eventId: row.event_id, deliveryId: row.id };
}
