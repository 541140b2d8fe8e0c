import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, param, paramsOf, rowsOf, run, send, sql } from '#src/ground/database/sql.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import {
  ENDPOINT_HEALTH,
  type HealthBounds,
  UNDELIVERED_ENDPOINTS,
} from '../reports/endpoint-health-store.ts';

const KEY = { ...f.SCOPE, endpointId: f.uuid };
const RAISED = { ...KEY, mailedAt: f.orNull(f.instant) };
/** An alarm that has not ended. */
const ALARM = { ...KEY, failingSince: f.neverNull(f.instant), url: f.text };
export type Alarm = f.RecordOf<typeof ALARM>;

const $ = paramsOf({ ...KEY, at: f.instant, until: f.instant, limit: f.count });

// Separate from the insert, because Citus refuses a recursive query in an insert. An endpoint that
// fails again soon after a mail keeps `mailed_at`, so that no second mail is sent.
const selectFailing = many(
  'webhook_alarms_failing',
  RAISED,
  sql`${UNDELIVERED_ENDPOINTS}
    select p.merchant_id, p.environment, p.id as endpoint_id,
      case when alarm.mailed_at >= ${param('quietFrom', f.instant)} then alarm.mailed_at end
        as mailed_at
    from undelivered join webhook_endpoints p on p.id = undelivered.endpoint_id
    ${ENDPOINT_HEALTH}
    left join webhook_alarms alarm on alarm.merchant_id = p.merchant_id
      and alarm.environment = p.environment and alarm.endpoint_id = p.id
    where health.is_failing and alarm.failing_since is null
    limit ${$.limit}`,
  HERE,
);

const raise = run(
  'webhook_alarms_raise',
  sql`insert into webhook_alarms
      (merchant_id, environment, endpoint_id, failing_since, mailed_at)
    select merchant_id, environment, endpoint_id, ${$.at}, mailed_at
    from ${rowsOf('failing', 'row', RAISED)}
    order by merchant_id, environment, endpoint_id
    on conflict (merchant_id, environment, endpoint_id) do update
      set failing_since = excluded.failing_since, mailed_at = excluded.mailed_at
      where webhook_alarms.failing_since is null`,
);

/**
 * Writes alarms for up to `limit` failing endpoints of a bucket that have none. An endpoint whose
 * last mail was sent at `quietFrom` or later gets no other mail.
 */
export async function raiseAlarms(
  database: Queryable,
  bounds: HealthBounds,
  {
    limit,
    at,
    quietFrom,
  }: { readonly limit: number; readonly at: number; readonly quietFrom: number },
): Promise<void> {
  const failing = await selectFailing(database, { ...bounds, limit, quietFrom });
  if (failing.length > 0) await raise(database, { failing, at });
}

/** The open alarms of a bucket, oldest first, and whether the endpoint still fails. */
export const selectOpenAlarms = many(
  'webhook_alarms_open',
  { ...KEY, isFailing: f.bool },
  sql`select a.merchant_id, a.environment, a.endpoint_id,
      coalesce(p.status = 'active' and health.is_failing, false) as is_failing
    from (
      select * from webhook_alarms where failing_since is not null
      order by failing_since limit ${$.limit}
    ) a
    join webhook_endpoints p on p.merchant_id = a.merchant_id and p.environment = a.environment
      and p.id = a.endpoint_id
    ${ENDPOINT_HEALTH}`,
  HERE,
);

/** Ends the alarms of endpoints that no longer fail or are not active. */
export const endAlarms = run(
  'webhook_alarms_end',
  sql`update webhook_alarms a set failing_since = null
    from ${rowsOf('alarms', 'row', KEY)}
    where (a.merchant_id, a.environment, a.endpoint_id)
      = (row.merchant_id, row.environment, row.endpoint_id)`,
);

/** Locks live alarms without a mail that began at an instant or before. */
export const lockUnmailedAlarms = many(
  'webhook_alarms_lock_unmailed',
  ALARM,
  sql`select a.merchant_id, a.environment, a.endpoint_id, a.failing_since, p.url
    from (
      select * from webhook_alarms
      where environment = 'live' and failing_since <= ${$.until} and mailed_at is null
      order by failing_since limit ${$.limit} for update skip locked
    ) a
    join webhook_endpoints p on p.merchant_id = a.merchant_id and p.environment = a.environment
      and p.id = a.endpoint_id`,
  HERE,
);

/** Sends an update: the alarm was mailed. */
export const markAlarmMailed = send(
  'webhook_alarms_mark_mailed',
  sql`update webhook_alarms set mailed_at = ${$.at}
    where merchant_id = ${$.merchantId} and environment = ${$.environment}
      and endpoint_id = ${$.endpointId}`,
);

/** The open alarms of a scope that began at an instant or before, newest first. */
export const selectAlarmsOf = many(
  'webhook_alarms_of_scope',
  { endpointId: f.uuid, failingSince: ALARM.failingSince, url: f.text },
  sql`select a.endpoint_id, a.failing_since, p.url
    from webhook_alarms a
    join webhook_endpoints p on p.merchant_id = a.merchant_id and p.environment = a.environment
      and p.id = a.endpoint_id and p.status <> 'deleted'
    where a.merchant_id = ${$.merchantId} and a.environment = ${$.environment}
      and a.failing_since <= ${$.until}
    order by a.failing_since desc limit ${$.limit}`,
);
