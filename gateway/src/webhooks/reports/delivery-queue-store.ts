import { TEST_CLOCK_LANE } from '#src/ground/clocks/test-clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import { sumCounts } from '#src/ground/database/sum-counts.ts';

const READ = {
  name: 'webhook_read_queue',
  place: EACH_BUCKET,
  text: `with queued as (
      (select leased_until > now() as is_running from webhook_deliveries
        where status = 'pending' and waits_for is null and next_attempt_at > '-infinity'
        order by next_attempt_at limit $2)
      union all
      (select leased_until > now() from webhook_deliveries
        where waits_for < '${TEST_CLOCK_LANE}' order by waits_for limit $2)
      union all
      (select leased_until > now() from webhook_deliveries
        where waits_for > '${TEST_CLOCK_LANE}' order by waits_for limit $2)
    )
    select count(*) filter (where is_running is not true) as waiting,
      count(*) filter (where is_running) as running,
      (select next_attempt_at from webhook_deliveries
        where status = 'pending' and waits_for is null and next_attempt_at <= $1
          and (leased_until is null or leased_until <= now())
        order by next_attempt_at limit 1) as oldest_due_at
    from queued`,
};

interface QueueRow extends Record<string, unknown> {
  readonly waiting: bigint;
  readonly running: bigint;
  readonly oldest_due_at: number | null;
}

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
  const rows = await database.query<QueueRow>(READ, [new Date(now), countMax]);
  const due = rows.flatMap(({ oldest_due_at: at }) => (at === null ? [] : [at]));
  return {
    waiting: sumCounts(rows, 'waiting'),
    running: sumCounts(rows, 'running'),
    oldestDueAt: due.sort((first, second) => first - second)[0],
  };
}
