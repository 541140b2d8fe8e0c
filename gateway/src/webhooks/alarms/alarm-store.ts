import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import {
  ENDPOINT_HEALTH,
  type HealthBounds,
  UNDELIVERED_ENDPOINTS,
} from '../reports/endpoint-health-store.ts';

// Separate from the insert, because Citus refuses a recursive query in an insert. An endpoint that
// fails again soon after a mail keeps `mailed_at`, so that no second mail is sent.
const FAILING = {
  name: 'webhook_alarms_failing',
  place: HERE,
  text: `${UNDELIVERED_ENDPOINTS}
    select p.merchant_id, p.environment, p.id as endpoint_id,
      case when alarm.mailed_at >= $5 then alarm.mailed_at end as mailed_at
    from undelivered join webhook_endpoints p on p.id = undelivered.endpoint_id
    ${ENDPOINT_HEALTH}
    left join webhook_alarms alarm on alarm.merchant_id = p.merchant_id
      and alarm.environment = p.environment and alarm.endpoint_id = p.id
    where health.is_failing and alarm.failing_since is null
    limit $4`,
};
const RAISE = {
  name: 'webhook_alarms_raise',
  text: `insert into webhook_alarms
      (merchant_id, environment, endpoint_id, failing_since, mailed_at)
    select merchant_id, environment, endpoint_id, $2, mailed_at
    from json_to_recordset($1) as row (merchant_id uuid, environment text, endpoint_id uuid,
      mailed_at timestamptz)
    order by merchant_id, environment, endpoint_id
    on conflict (merchant_id, environment, endpoint_id) do update
      set failing_since = excluded.failing_since, mailed_at = excluded.mailed_at
      where webhook_alarms.failing_since is null`,
};
const OPEN = {
  name: 'webhook_alarms_open',
  place: HERE,
  text: `select a.merchant_id, a.environment, a.endpoint_id,
      coalesce(p.status = 'active' and health.is_failing, false) as is_failing
    from (
      select * from webhook_alarms where failing_since is not null
      order by failing_since limit $4
    ) a
    join webhook_endpoints p on p.merchant_id = a.merchant_id and p.environment = a.environment
      and p.id = a.endpoint_id
    ${ENDPOINT_HEALTH}`,
};
const END = {
  name: 'webhook_alarms_end',
  text: `update webhook_alarms a set failing_since = null
    from json_to_recordset($1) as row (merchant_id uuid, environment text, endpoint_id uuid)
    where (a.merchant_id, a.environment, a.endpoint_id)
      = (row.merchant_id, row.environment, row.endpoint_id)`,
};
const LOCK_UNMAILED = {
  name: 'webhook_alarms_lock_unmailed',
  place: HERE,
  text: `select a.merchant_id, a.environment, a.endpoint_id, a.failing_since, p.url
    from (
      select * from webhook_alarms
      where environment = 'live' and failing_since <= $1 and mailed_at is null
      order by failing_since limit $2 for update skip locked
    ) a
    join webhook_endpoints p on p.merchant_id = a.merchant_id and p.environment = a.environment
      and p.id = a.endpoint_id`,
};
const MARK_MAILED = {
  name: 'webhook_alarms_mark_mailed',
  text: `update webhook_alarms set mailed_at = $4
    where merchant_id = $1 and environment = $2 and endpoint_id = $3`,
};
const OF_SCOPE = {
  name: 'webhook_alarms_of_scope',
  text: `select a.endpoint_id, a.failing_since, p.url
    from webhook_alarms a
    join webhook_endpoints p on p.merchant_id = a.merchant_id and p.environment = a.environment
      and p.id = a.endpoint_id and p.status <> 'deleted'
    where a.merchant_id = $1 and a.environment = $2 and a.failing_since <= $3
    order by a.failing_since desc limit $4`,
};

export interface AlarmKeyRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly endpoint_id: string;
}

export interface AlarmRow extends AlarmKeyRow {
  readonly failing_since: number;
  readonly url: string;
}

export interface ShownAlarmRow extends Record<string, unknown> {
  readonly endpoint_id: string;
  readonly failing_since: number;
  readonly url: string;
}

function valuesOf({ since, fromEventId, countMax }: HealthBounds): unknown[] {
  return [since, fromEventId, countMax];
}

/**
 * Writes alarms for up to `limit` failing endpoints of a bucket that have none. An endpoint whose
 * last mail was sent at `quietFrom` or later gets no other mail.
 */
export async function raiseAlarms(
  database: Queryable,
  bounds: HealthBounds,
  { limit, at, quietFrom }: { readonly limit: number; readonly at: Date; readonly quietFrom: Date },
): Promise<void> {
  const values = [...valuesOf(bounds), limit, quietFrom];
  const failing = await database.query<AlarmKeyRow & { mailed_at: number | null }>(FAILING, values);
  const rows = failing.map((row) => ({
    ...row,
    mailed_at: row.mailed_at && new Date(row.mailed_at),
  }));
  if (rows.length > 0) await database.query(RAISE, [JSON.stringify(rows), at]);
}

/** The open alarms of a bucket, oldest first, and whether the endpoint still fails. */
export function selectOpenAlarms(
  database: Queryable,
  bounds: HealthBounds,
  limit: number,
): Promise<(AlarmKeyRow & { readonly is_failing: boolean })[]> {
  return database.query(OPEN, [...valuesOf(bounds), limit]);
}

/** Ends the alarms of endpoints that no longer fail or are not active. */
export async function endAlarms(
  database: Queryable,
  alarms: readonly AlarmKeyRow[],
): Promise<void> {
  const rows = alarms.map(({ merchant_id, environment, endpoint_id }) => ({
    merchant_id,
    environment,
    endpoint_id,
  }));
  await database.query(END, [JSON.stringify(rows)]);
}

/** Locks live alarms without a mail that began at an instant or before. */
export function lockUnmailedAlarms(
  tx: Transaction,
  bounds: { readonly until: Date; readonly limit: number },
): Promise<AlarmRow[]> {
  return tx.query<AlarmRow>(LOCK_UNMAILED, [bounds.until, bounds.limit]);
}

/** Sends an update: the alarm was mailed. */
export function markAlarmMailed(tx: Transaction, alarm: AlarmKeyRow, at: Date): void {
  tx.send(MARK_MAILED, [alarm.merchant_id, alarm.environment, alarm.endpoint_id, at]);
}

/** The open alarms of a scope that began at an instant or before, newest first. */
export function selectAlarmsOf(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { until, limit }: { readonly until: Date; readonly limit: number },
): Promise<ShownAlarmRow[]> {
  return database.query<ShownAlarmRow>(OF_SCOPE, [merchantId, environment, until, limit]);
}
