import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, param, paramsOf, rowsOf, send, sql } from '#src/ground/database/sql.ts';
import { BODY_PARTS } from './event-bodies.ts';

const EVENT = {
  id: f.uuid,
  body: f.text,
};
export type EventBody = f.RecordOf<typeof EVENT>;

const $ = paramsOf({ ...f.SCOPE, fromId: f.uuid, ids: f.listOf(f.uuid) });
const OF_SCOPE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}`;

/**
 * Locks the events of resources from an id on. An event is not older than its transaction, so older
 * partitions are not read.
 */
export const lockEventsOf = many(
  'webhook_events_of_resources',
  { id: f.uuid, ...BODY_PARTS },
  sql`select id, ${f.columnsOf(BODY_PARTS)} from webhook_events
    where resource_id = any(${param('resourceIds', f.listOf(f.uuid))}::uuid[])
      and ${OF_SCOPE} and id >= ${$.fromId}
    order by id for update`,
);

const writeBodies = send(
  'webhook_events_erase',
  sql`update webhook_events e set body = row.body, form = null
    from ${rowsOf('events', 'row', EVENT)}
    where e.merchant_id = ${$.merchantId} and e.environment = ${$.environment} and e.id = row.id`,
);

const eraseAttempts = send(
  'webhook_attempts_erase',
  sql`update webhook_attempts set response_excerpt = null
    where ${OF_SCOPE} and event_id = any(${$.ids}::uuid[])
      and response_excerpt is not null`,
);

const eraseFirstAttempts = send(
  'webhook_deliveries_erase',
  sql`update webhook_deliveries set first_response_excerpt = null
    where ${OF_SCOPE} and event_id = any(${$.ids}::uuid[])
      and first_response_excerpt is not null`,
);

/** Sends the updates of events' bodies, and the removal of what their receivers answered. */
export function writeErasedEvents(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  events: readonly EventBody[],
): void {
  const ids = events.map(({ id }) => id);
  writeBodies(tx, { merchantId, environment, events });
  eraseAttempts(tx, { merchantId, environment, ids });
  eraseFirstAttempts(tx, { merchantId, environment, ids });
}
