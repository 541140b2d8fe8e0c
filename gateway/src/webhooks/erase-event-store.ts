import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';

// An event is not older than its transaction, so older partitions are not read.
const SELECT = {
  name: 'webhook_events_of_resources',
  text: `select id, body from webhook_events
    where resource_id = any($3::uuid[]) and merchant_id = $1 and environment = $2 and id >= $4
    order by id for update`,
};
const UPDATE = {
  name: 'webhook_events_erase',
  text: `update webhook_events e set body = row.body
    from json_to_recordset($3) as row (id uuid, body text)
    where e.merchant_id = $1 and e.environment = $2 and e.id = row.id`,
};
const UPDATE_ATTEMPTS = {
  name: 'webhook_attempts_erase',
  text: `update webhook_attempts set response_excerpt = null
    where merchant_id = $1 and environment = $2 and event_id = any($3::uuid[])
      and response_excerpt is not null`,
};
const UPDATE_FIRST_ATTEMPTS = {
  name: 'webhook_deliveries_erase',
  text: `update webhook_deliveries set first_response_excerpt = null
    where merchant_id = $1 and environment = $2 and event_id = any($3::uuid[])
      and first_response_excerpt is not null`,
};

export interface EventBody extends Record<string, unknown> {
  readonly id: string;
  readonly body: string;
}

/** Locks the events of resources from an id on. */
export function lockEventsOf(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  { resourceIds, fromId }: { readonly resourceIds: readonly string[]; readonly fromId: string },
): Promise<EventBody[]> {
  return tx.query<EventBody>(SELECT, [merchantId, environment, resourceIds, fromId]);
}

/** Sends the updates of events' bodies, and the removal of what their receivers answered. */
export function writeErasedEvents(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  events: readonly EventBody[],
): void {
  const ids = events.map(({ id }) => id);
  tx.send(UPDATE, [merchantId, environment, JSON.stringify(events)]);
  tx.send(UPDATE_ATTEMPTS, [merchantId, environment, ids]);
  tx.send(UPDATE_FIRST_ATTEMPTS, [merchantId, environment, ids]);
}
