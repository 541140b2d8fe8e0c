import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, paramsOf, sql } from '#src/ground/database/sql.ts';
import { HOUR_MS } from '#src/ground/durations.ts';
import { firstIdAt, instantOfId } from '#src/ground/ids.ts';
import { ALL_ATTEMPTS } from '../delivery/all-attempts-store.ts';
import type { EventKind } from '../webhook-event.ts';

const ROWS_MAX = 500;
/** How far the clocks of two processes may differ. */
const CLOCK_SKEW_MS = HOUR_MS;

const ROW = {
  eventId: f.uuid,
  kind: f.textOf<EventKind>(),
  createdAt: f.instant,
  deliveryId: f.orNull(f.uuid),
  url: f.orNull(f.text),
  attempt: f.orNull(f.count),
  startedAt: f.orNull(f.instant),
  responseStatus: f.orNull(f.count),
  failure: f.orNull(f.text),
};
const $ = paramsOf({ ...f.SCOPE, resourceId: f.uuid, fromId: f.uuid, limit: f.count });

// Each step is a look-up by key; `offset 0` stops the planner from scanning a table. An event is
// not older than its transaction, so older partitions are not read.
const select = many(
  'webhook_select_timeline',
  ROW,
  sql`select e.id as event_id, e.kind, e.created_at, d.id as delivery_id, d.url, a.attempt,
      a.started_at, a.response_status, a.failure
    from webhook_events e
    left join lateral (
      select id, url from webhook_deliveries where merchant_id = e.merchant_id
        and environment = e.environment and event_id = e.id and event_id >= ${$.fromId}
      offset 0
    ) d on true
    left join lateral (
      select attempt, started_at, response_status, failure from ${ALL_ATTEMPTS} made
      where merchant_id = e.merchant_id and environment = e.environment
        and event_id = e.id and event_id >= ${$.fromId} and delivery_id = d.id
      offset 0
    ) a on true
    where e.resource_id = ${$.resourceId} and e.merchant_id = ${$.merchantId}
      and e.environment = ${$.environment} and e.id >= ${$.fromId}
    order by e.sequence, a.started_at limit ${$.limit}`,
);

/** The events of a transaction: a row for each attempt, or one row without attempts. */
export function selectTimeline(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  resourceId: string,
): Promise<f.RecordOf<typeof ROW>[]> {
  // The id of a transaction of a test clock may have a later instant than its events.
  const since = environment === 'test' ? 0 : instantOfId(resourceId) - CLOCK_SKEW_MS;
  const fromId = firstIdAt(Math.max(0, since));
  return select(database, { merchantId, environment, resourceId, fromId, limit: ROWS_MAX });
}
