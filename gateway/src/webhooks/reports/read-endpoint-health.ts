import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { firstIdAt } from '#src/ground/ids.ts';
import { SCHEDULE_DAYS } from '../delivery/retry-schedule.ts';
import { countDeliveriesOfLastHour, countDeliveryBacklog } from './delivery-health-store.ts';
import {
  type FailingEndpoint,
  type HealthBounds,
  selectFailingEndpoints,
  selectHealth,
} from './endpoint-health-store.ts';

/** The undelivered deliveries of a scope. Both counts end at a thousand. */
interface DeliveryBacklog {
  /** Failed at least once and wait for a retry. */
  readonly retrying: number;
  /** Their attempts were exhausted in the last day. */
  readonly failed: number;
}

/**
 * The greatest age of an event whose delivery was exhausted in the last day: the days of the retry
 * schedule, the last day, and a day for longer pauses and full queues.
 */
const EVENT_AGE_DAYS_MAX = SCHEDULE_DAYS + 2;
const COUNT_MAX = 1_000;
const FAILING_SHOWN_MAX = 10;

/** The health of an endpoint. Both counts end at a thousand. */
export interface EndpointHealth {
  /** Deliveries that failed at least once and wait for another attempt. */
  readonly retrying: number;
  /** Deliveries whose attempts were exhausted in the last day. */
  readonly failedLastDay: number;
  /**
   * Whether the endpoint is active, and a delivery waits for another attempt or no delivery
   * succeeded after the newest exhausted delivery.
   */
  readonly isFailing: boolean;
}

/** The last day, for all counts of failed deliveries. */
export function healthBounds(now: number): HealthBounds {
  return {
    since: now - DAY_MS,
    fromEventId: firstIdAt(now - EVENT_AGE_DAYS_MAX * DAY_MS),
    countMax: COUNT_MAX,
  };
}

/** The health of each endpoint of a scope, by id. */
export async function readEndpointHealths(
  database: Queryable,
  scope: LedgerScope,
  now: number,
): Promise<ReadonlyMap<string, EndpointHealth>> {
  const rows = await selectHealth(database, { ...scope, ...healthBounds(now) });
  return new Map(
    rows.map((row) => [
      row.id,
      {
        retrying: row.retrying,
        failedLastDay: row.failed,
        isFailing: row.isFailing,
      },
    ]),
  );
}

export interface FailingEndpoints {
  /** Of all merchants. */
  readonly total: number;
  /** The endpoints with most undelivered deliveries. */
  readonly worst: readonly (Pick<FailingEndpoint, 'id' | 'url' | 'environment' | 'username'> & {
    readonly retrying: number;
    readonly failedLastDay: number;
  })[];
}

/** The endpoints of all merchants that are failing. */
export async function readFailingEndpoints(
  database: Queryable,
  now: number,
): Promise<FailingEndpoints> {
  const rows = await selectFailingEndpoints(database, healthBounds(now), FAILING_SHOWN_MAX);
  const worst = rows.map(({ id, url, environment, username, retrying, failed }) => ({
    id,
    url,
    environment,
    username,
    retrying,
    failedLastDay: failed,
  }));
  return { total: rows[0]?.total ?? 0, worst };
}

/** Counts the deliveries of a scope that need attention. */
export function readDeliveryBacklog(
  database: Queryable,
  scope: LedgerScope,
  now: number,
): Promise<DeliveryBacklog> {
  return countDeliveryBacklog(database, { ...scope, ...healthBounds(now) });
}

/** The health of webhooks over all merchants: the last hour, and the failing endpoints. */
export async function readDeliveryHealth(database: Queryable, now: number) {
  const [hour, failingEndpoints] = await Promise.all([
    countDeliveriesOfLastHour(database, now),
    readFailingEndpoints(database, now),
  ]);
  return {
    delivered: Number(hour.delivered),
    retrying: Number(hour.retrying),
    waiting: Number(hour.waiting),
    failed: Number(hour.failed),
    failingEndpoints,
  };
}
