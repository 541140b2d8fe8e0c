import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { HOUR_MS } from '#src/ground/durations.ts';
import { firstIdAt, instantOfId } from '#src/ground/ids.ts';
import { ALL_ATTEMPTS } from '../delivery/all-attempts-store.ts';
import type { EventKind } from '../webhook-event.ts';

const ROWS_MAX = 500;
/** How far the clocks of two processes may differ. */
const CLOCK_SKEW_MS = HOUR_MS;

// Each step is a look-up by key; `offset 0` stops the planner from scanning a table. An event is
// not older than its transaction, so older partitions are not read.
const SELECT = {
  name: 'webhook_select_timeline',
  text: `select e.id as event_id, e.kind, e.created_at, d.id as delivery_id, d.url, a.attempt,
      a.started_at, a.response_status, a.failure
    from webhook_events e
    left join lateral (
      select id, url from webhook_deliveries where merchant_id = e.merchant_id
        and environment = e.environment and event_id = e.id and event_id >= $5
      offset 0
    ) d on true
    left join lateral (
      select attempt, started_at, response_status, failure from ${ALL_ATTEMPTS} made
      where merchant_id = e.merchant_id and environment = e.environment
        and event_id = e.id and event_id >= $5 and delivery_id = d.id
      offset 0
    ) a on true
    where e.resource_id = $3 and e.merchant_id = $1 and e.environment = $2 and e.id >= $5
    order by e.sequence, a.started_at limit $4`,
};

export interface TimelineRow extends Record<string, unknown> {
  readonly event_id: string;
  readonly kind: EventKind;
  readonly created_at: number;
  readonly delivery_id: string | null;
  readonly url: string | null;
  readonly attempt: bigint | null;
  readonly started_at: number | null;
  readonly response_status: bigint | null;
  readonly failure: string | null;
}

/** The events of a transaction: a row for each attempt, or one row without attempts. */
export function selectTimeline(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  resourceId: string,
): Promise<TimelineRow[]> {
  // The id of a transaction of a test clock may have a later instant than its events.
  const since = environment === 'test' ? 0 : instantOfId(resourceId) - CLOCK_SKEW_MS;
  const from = firstIdAt(Math.max(0, since));
  const values = [merchantId, environment, resourceId, ROWS_MAX, from];
  return database.query<TimelineRow>(SELECT, values);
}
