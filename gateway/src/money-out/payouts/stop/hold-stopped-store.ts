import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { bucketOfMerchant, EACH_BUCKET, HERE } from '#src/ground/database/statement-place.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';
import { PLATFORM_MERCHANT_ID } from '#src/ledger/chart-of-accounts.ts';

const KEY = 'merchant_id, environment, id';
const PAGE_MAX = 1_000;
const BEFORE_ALL = { merchant_id: PLATFORM_MERCHANT_ID, environment: '', stopped_by: '' };

// The stops are read by themselves: on a cluster they are on another server than the payouts.
// The lock lets a resume commit only after the payouts that are being held.
const LOCK_IN_FORCE = {
  name: 'payout_stops_lock_in_force',
  text: `select merchant_id, environment, stopped_by from payout_stops
    where resumed_at is null and (merchant_id, environment, stopped_by) > ($1, $2, $3)
    order by merchant_id, environment, stopped_by limit $4 for share`,
};
const UNSENT = `status = 'pending' and uncertain_at is null and stopped_at is null`;
const HOLD_OF_MERCHANTS = {
  name: 'payouts_hold_stopped_merchant',
  place: HERE,
  text: `update payouts p set stopped_at = $1, due_at = 'infinity'
    where p.status = 'pending' and p.uncertain_at is null and p.stopped_at is null
      and (p.merchant_id, p.environment, p.id) in (
        select o.merchant_id, o.environment, o.id
        from json_to_recordset($3) as stop (merchant_id uuid, environment text)
        cross join lateral (
          select ${KEY} from payouts
          where ${UNSENT} and environment = stop.environment and merchant_id = stop.merchant_id
          limit $2
        ) o limit $2
      )
    returning p.id`,
};
const HOLD_OF_PLATFORM = {
  name: 'payouts_hold_stopped_platform',
  place: HERE,
  text: `update payouts p set stopped_at = $1, due_at = 'infinity'
    where p.status = 'pending' and p.uncertain_at is null and p.stopped_at is null
      and (p.merchant_id, p.environment, p.id) in (
        select ${KEY} from payouts where ${UNSENT} and environment = 'live' limit $2
      )
    returning p.id`,
};
const LOCK_RESUMED = {
  name: 'payout_stops_lock_resumed',
  text: `select merchant_id, environment, stopped_by, resumed_at from payout_stops
    where resumed_at is not null order by resumed_at limit $1 for update skip locked`,
};
/** Something may have to be held or released while there is any stop. */
export const PAYOUT_STOPS: DueQueue = {
  name: 'stopped-payouts',
  isGlobal: true,
  due: 'select from payout_stops',
};
const STOPPED_MERCHANTS = {
  name: 'payout_stops_merchants',
  text: `select distinct merchant_id from payout_stops
    where resumed_at is null and environment = $1 and merchant_id > $2
    order by merchant_id limit $3`,
};

function releaseStatement(whose: 'merchant' | 'platform') {
  const isPlatform = whose === 'platform';
  return {
    name: `payouts_release_stopped_${whose}`,
    place: isPlatform ? EACH_BUCKET : bucketOfMerchant(4),
    text: `update payouts p set stopped_at = null,
        due_at = case when p.held_at is null then greatest($1, p.waits_until) else 'infinity' end
      where (p.merchant_id, p.environment, p.id) in (
        select ${KEY} from payouts o
        where status = 'pending' and stopped_at is not null and environment = $3
          and ${isPlatform ? 'merchant_id <> all($4)' : 'merchant_id = $4'}
        limit $2
      ) returning p.id`,
  };
}

const RELEASE_OF_MERCHANT = releaseStatement('merchant');
const RELEASE_OF_PLATFORM = releaseStatement('platform');
const DELETE_RESUMED = {
  name: 'payout_stops_delete_resumed',
  text: `delete from payout_stops
    where merchant_id = $1 and environment = $2 and stopped_by = $3 and resumed_at is not null`,
};

/** The key of a stop. */
export interface StopRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly stopped_by: string;
}

/**
 * Locks the next stops in force, in the order of their keys, so that they end after the caller's
 * transaction. `after` is the last one of the page before.
 */
export function lockStopsInForce(
  tx: Transaction,
  after: StopRow | undefined,
  limit: number,
): Promise<StopRow[]> {
  const { merchant_id: merchantId, environment, stopped_by: stoppedBy } = after ?? BEFORE_ALL;
  return tx.query<StopRow>(LOCK_IN_FORCE, [merchantId, environment, stoppedBy, limit]);
}

/**
 * Holds unsent payouts of stopped scopes in the transaction's bucket.
 * @returns whether there may be more.
 */
export async function holdUnsent(
  tx: Transaction,
  stops: readonly StopRow[],
  { at, limit }: { at: Date; limit: number },
): Promise<boolean> {
  const ofMerchants = stops.filter((stop) => stop.merchant_id !== PLATFORM_MERCHANT_ID);
  const held: number[] = [];
  if (ofMerchants.length > 0) {
    const values = [at, limit, JSON.stringify(ofMerchants)];
    held.push((await tx.query(HOLD_OF_MERCHANTS, values)).length);
  }
  if (ofMerchants.length < stops.length) {
    held.push((await tx.query(HOLD_OF_PLATFORM, [at, limit])).length);
  }
  return held.some((count) => count >= limit);
}

/** Locks stops that were resumed and whose payouts may still wait, oldest first. */
export function lockResumedStops(tx: Transaction, limit: number): Promise<StopRow[]> {
  return tx.query<StopRow>(LOCK_RESUMED, [limit]);
}

/** Selects the ids of all merchants with a stop in force in an environment, page by page. */
export async function selectStoppedMerchants(
  database: Queryable,
  environment: string,
): Promise<readonly string[]> {
  const merchantIds: string[] = [];
  for (;;) {
    const values = [environment, merchantIds.at(-1) ?? PLATFORM_MERCHANT_ID, PAGE_MAX];
    const page = await database.query<{ merchant_id: string }>(STOPPED_MERCHANTS, values);
    merchantIds.push(...page.map(({ merchant_id: merchantId }) => merchantId));
    if (page.length < PAGE_MAX) return merchantIds;
  }
}

interface Release {
  readonly at: Date;
  readonly limit: number;
}

/** Makes payouts of a merchant's resumed stop due at `at`; returns how many. */
export async function releaseOfMerchant(
  tx: Transaction,
  stop: StopRow,
  { at, limit }: Release,
): Promise<number> {
  const values = [at, limit, stop.environment, stop.merchant_id];
  return (await tx.query(RELEASE_OF_MERCHANT, values)).length;
}

/** As `releaseOfMerchant`, after the platform's stop, without the merchants in `except`. */
export async function releaseOfPlatform(
  tx: Transaction,
  stop: StopRow,
  { at, limit, except }: Release & { readonly except: readonly string[] },
): Promise<number> {
  return (await tx.query(RELEASE_OF_PLATFORM, [at, limit, stop.environment, except])).length;
}

/** Deletes a resumed stop, whose payouts are all released. */
export function deleteResumedStop(tx: Transaction, stop: StopRow): void {
  tx.send(DELETE_RESUMED, [stop.merchant_id, stop.environment, stop.stopped_by]);
}
