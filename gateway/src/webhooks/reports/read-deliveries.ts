import type { Database, Queryable } from '#src/ground/database/database.ts';
import { type Page, readPage } from '#src/ground/database/read-page.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { ID_MAX, isId } from '#src/ground/ids.ts';
import { type EndpointToChange, findEndpoint } from '../endpoints/manage-endpoints.ts';
import { selectBodies } from '../feed/event-feed-store.ts';
import {
  type CallbackReads,
  createPixWriter,
  receiverOf,
} from '../pix-callbacks/write-pix-body.ts';
import {
  type Attempt,
  type Delivery,
  selectAttempts,
  selectDelivery,
  selectDeliveryPage,
} from './delivery-list-store.ts';

/** One page of an endpoint's deliveries, newest event first. Refuses `webhook_not_found`. */
export async function listDeliveries(
  database: Queryable,
  { id, scope }: EndpointToChange,
  page: { cursor: string | undefined; limit: number; status: Delivery['status'] | undefined },
): Promise<Page<Delivery>> {
  const endpoint = await findEndpoint(database, id, scope);
  const { cursor: beforeEventId = ID_MAX, limit, status } = page;
  return readPage(
    limit,
    (rowsMax) => selectDeliveryPage(database, endpoint, { beforeEventId, limit: rowsMax, status }),
    ({ eventId }) => eventId,
  );
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
  const delivery = isId(deliveryId)
    ? await selectDelivery(database, endpoint, deliveryId)
    : undefined;
  const bodies = await selectBodies(database, endpoint, delivery ? [delivery.eventId] : []);
  const [body] = bodies.values();
  if (!delivery || body === undefined) throw new Refusal('delivery_not_found');
  const { merchantId, environment } = endpoint;
  const attempts = await selectAttempts(database, { ...delivery, merchantId, environment });
  const receiver = receiverOf(endpoint);
  const pixWriter = createPixWriter(database, callbackReads);
  return {
    delivery,
    isPix: receiver !== undefined,
    body: receiver ? await pixWriter.write(receiver, [body]) : body,
    attempts,
  };
}
