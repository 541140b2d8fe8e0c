import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { countRows, many, param, paramsOf, rowsOf, send, sql } from '#src/ground/database/sql.ts';
import { EACH_BUCKET, HERE } from '#src/ground/database/statement-place.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';
import { PLATFORM_MERCHANT_ID } from '#src/ledger/chart-of-accounts.ts';
import type { StoppedBy } from './payout-stop.ts';

const STOP_KEY = { ...f.SCOPE, stoppedBy: f.textOf<StoppedBy>() };
/** The key of a stop. */
export type StopKey = f.RecordOf<typeof STOP_KEY>;
/** The key of the stop before a page, or texts before all keys. */
const AFTER = { merchantId: f.uuid, environment: f.text, stoppedBy: f.text };
const $ = paramsOf({ ...STOP_KEY, at: f.instant, limit: f.count });
const $after = paramsOf(AFTER);

const KEY = 'merchant_id, environment, id';
const PAGE_MAX = 1_000;
const BEFORE_ALL = { merchantId: PLATFORM_MERCHANT_ID, environment: '', stoppedBy: '' };

// The stops are read by themselves: on a cluster they are on another server than the payouts.
// The lock lets a resume commit only after the payouts that are being held.
const lockInForce = many(
  'payout_stops_lock_in_force',
  STOP_KEY,
  sql`select merchant_id, environment, stopped_by from payout_stops
    where resumed_at is null and (merchant_id, environment, stopped_by)
      > (${$after.merchantId}, ${$after.environment}, ${$after.stoppedBy})
    order by merchant_id, environment, stopped_by limit ${$.limit} for share`,
);

const UNSENT = `status = 'pending' and uncertain_at is null and stopped_at is null`;
const HOLD = sql`update payouts p set stopped_at = ${$.at}, due_at = 'infinity'
    where p.status = 'pending' and p.uncertain_at is null and p.stopped_at is null
      and (p.merchant_id, p.environment, p.id) in`;
const holdOfMerchants = countRows(
  'payouts_hold_stopped_merchant',
  sql`${HOLD} (
        select o.merchant_id, o.environment, o.id
        from ${rowsOf('stops', 'stop', f.SCOPE)}
        cross join lateral (
          select ${KEY} from payouts
          where ${UNSENT} and environment = stop.environment and merchant_id = stop.merchant_id
          limit ${$.limit}
        ) o limit ${$.limit}
      )
    returning p.id`,
  HERE,
);
const holdOfPlatform = countRows(
  'payouts_hold_stopped_platform',
  sql`${HOLD} (
        select ${KEY} from payouts where ${UNSENT} and environment = 'live' limit ${$.limit}
      )
    returning p.id`,
  HERE,
);

/** Locks stops that were resumed and whose payouts may still wait, oldest first. */
export const lockResumedStops = many(
  'payout_stops_lock_resumed',
  STOP_KEY,
  sql`select merchant_id, environment, stopped_by, resumed_at from payout_stops
    where resumed_at is not null order by resumed_at limit ${$.limit} for update skip locked`,
);

/** Something may have to be held or released while there is any stop. */
export const PAYOUT_STOPS: DueQueue = {
  name: 'stopped-payouts',
  isGlobal: true,
  due: 'select from payout_stops',
};

const selectMerchants = many(
  'payout_stops_merchants',
  { merchantId: f.uuid },
  sql`select distinct merchant_id from payout_stops
    where resumed_at is null and environment = ${$.environment}
      and merchant_id > ${$.merchantId.as('afterId')}
    order by merchant_id limit ${$.limit}`,
);

const RELEASE = sql`update payouts p set stopped_at = null,
        due_at = case when p.held_at is null
          then greatest(${$.at}, p.waits_until) else 'infinity' end
      where (p.merchant_id, p.environment, p.id) in (
        select ${KEY} from payouts o
        where status = 'pending' and stopped_at is not null and environment = ${$.environment}
          and`;

/** Makes payouts of a merchant's resumed stop due at `at`; returns how many. */
export const releaseOfMerchant = countRows(
  'payouts_release_stopped_merchant',
  sql`${RELEASE} merchant_id = ${$.merchantId}
        limit ${$.limit}
      ) returning p.id`,
);

/** As `releaseOfMerchant`, after the platform's stop, without the merchants in `except`. */
export const releaseOfPlatform = countRows(
  'payouts_release_stopped_platform',
  sql`${RELEASE} merchant_id <> all(${param('except', f.listOf(f.uuid))})
        limit ${$.limit}
      ) returning p.id`,
  EACH_BUCKET,
);

/** Deletes a resumed stop, whose payouts are all released. */
export const deleteResumedStop = send(
  'payout_stops_delete_resumed',
  sql`delete from payout_stops
    where merchant_id = ${$.merchantId} and environment = ${$.environment}
      and stopped_by = ${$.stoppedBy} and resumed_at is not null`,
);

/**
 * Locks the next stops in force, in the order of their keys, so that they end after the caller's
 * transaction. `after` is the last one of the page before.
 */
export function lockStopsInForce(
  tx: Transaction,
  after: StopKey | undefined,
  limit: number,
): Promise<StopKey[]> {
  return lockInForce(tx, { ...(after ?? BEFORE_ALL), limit });
}

/**
 * Holds unsent payouts of stopped scopes in the transaction's bucket.
 * @returns whether there may be more.
 */
export async function holdUnsent(
  tx: Transaction,
  all: readonly StopKey[],
  { at, limit }: { at: Date; limit: number },
): Promise<boolean> {
  const stops = all.filter((stop) => stop.merchantId !== PLATFORM_MERCHANT_ID);
  const held: number[] = [];
  if (stops.length > 0) held.push(await holdOfMerchants(tx, { stops, at, limit }));
  if (stops.length < all.length) held.push(await holdOfPlatform(tx, { at, limit }));
  return held.some((count) => count >= limit);
}

/** Selects the ids of all merchants with a stop in force in an environment, page by page. */
export async function selectStoppedMerchants(
  database: Queryable,
  environment: Environment,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (;;) {
    const afterId = found.at(-1) ?? PLATFORM_MERCHANT_ID;
    const page = await selectMerchants(database, { environment, afterId, limit: PAGE_MAX });
    found.push(...page.map(({ merchantId }) => merchantId));
    if (page.length < PAGE_MAX) return found;
  }
}
