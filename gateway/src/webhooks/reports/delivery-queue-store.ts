import { TEST_CLOCK_LANE } from '#src/ground/clocks/test-clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, paramsOf, sql } from '#src/ground/database/sql.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';

const QUEUE = { waiting: f.count, running: f.count, oldestDueAt: f.orNull(f.instant) };
const $ = paramsOf({ now: f.instant, countMax: f.count });

const readQueue = many(
  'webhook_read_queue',
  QUEUE,
  sql`with queued as (
      (select leased_until > now() as is_running from webhook_deliveries
        where status = 'pending' and waits_for is null and next_attempt_at > '-infinity'
        order by next_attempt_at limit ${$.countMax})
      union all
      (select leased_until > now() from webhook_deliveries
        where waits_for < '${TEST_CLOCK_LANE}' order by waits_for limit ${$.countMax})
      union all
      (select leased_until > now() from webhook_deliveries
        where waits_for > '${TEST_CLOCK_LANE}' order by waits_for limit ${$.countMax})
    )
    select count(*) filter (where is_running is not true) as waiting,
      count(*) filter (where is_running) as running,
      (select next_attempt_at from webhook_deliveries
        where status = 'pending' and waits_for is null and next_attempt_at <= ${$.now}
          and (leased_until is null or leased_until <= now())
        order by next_attempt_at limit 1) as oldest_due_at
    from queued`,
  EACH_BUCKET,
);

/**
 * Counts the queued deliveries of all buckets, without those that wait for a test clock: in each
 * bucket up to `countMax` that wait for a slot and up to `countMax` others. `oldestDueAt` is of the
 * longest due delivery that doesn't wait for a slot.
 */
export async function selectDeliveryQueue(
  database: Queryable,
  now: number,
  countMax: number,
): Promise<{ waiting: number; running: number; oldestDueAt: number | undefined }> {
  const rows = await readQueue(database, { now, countMax });
  const due = rows.flatMap(({ oldestDueAt: at }) => (at === null ? [] : [at]));
  return {
    waiting: rows.reduce((sum, { waiting }) => sum + waiting, 0),
    running: rows.reduce((sum, { running }) => sum + running, 0),
    oldestDueAt: due.sort((first, second) => first - second)[0],
  };
}
