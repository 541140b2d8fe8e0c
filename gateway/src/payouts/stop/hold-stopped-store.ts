import type { Queryable, Transaction } from '#src/platform/database/database.ts';
import { bucketOfMerchant, EACH_BUCKET } from '#src/platform/database/statement-place.ts';

const PLATFORM = `'00000000-0000-0000-0000-000000000000'::uuid`;
const KEY = 'merchant_id, environment, id';

// The lock lets a resume commit only after the payouts that are being held.
function holdStatement(whose: 'merchant' | 'platform') {
  const isPlatform = whose === 'platform';
  return {
    name: `payouts_hold_stopped_${whose}`,
    place: EACH_BUCKET,
    text: `with stops as (
        select merchant_id, environment from payout_stops
        where resumed_at is null and merchant_id ${isPlatform ? '=' : '<>'} ${PLATFORM} for share
      )
      update payouts p set stopped_at = $1, due_at = 'infinity'
      where p.status = 'pending' and p.uncertain_at is null and p.stopped_at is null
        and (p.merchant_id, p.environment, p.id) in (
          select o.merchant_id, o.environment, o.id from stops s cross join lateral (
            select ${KEY} from payouts
            where status = 'pending' and uncertain_at is null and stopped_at is null
              and environment = s.environment ${isPlatform ? '' : 'and merchant_id = s.merchant_id'}
            limit $2
          ) o limit $2
        )
      returning p.id`,
  };
}

const HOLD_OF_MERCHANTS = holdStatement('merchant');
const HOLD_OF_PLATFORM = holdStatement('platform');
const LOCK_RESUMED = {
  name: 'payout_stops_lock_resumed',
  text: `select merchant_id, environment, stopped_by, resumed_at from payout_stops
    where resumed_at is not null order by resumed_at limit $1 for update skip locked`,
};

// Payouts that another stop holds keep waiting: that stop's end releases them.
function releaseStatement(whose: 'merchant' | 'platform') {
  const isPlatform = whose === 'platform';
  return {
    name: `payouts_release_stopped_${whose}`,
    place: isPlatform ? EACH_BUCKET : bucketOfMerchant(2),
    text: `update payouts p set stopped_at = null,
        due_at = case when p.held_at is null then greatest($1, p.waits_until) else 'infinity' end
      where (p.merchant_id, p.environment, p.id) in (
        select ${KEY} from payouts o
        where status = 'pending' and stopped_at is not null and environment = $3
          ${isPlatform ? 'and $2::uuid is not null' : 'and merchant_id = $2'}
          and not exists (
            select from payout_stops s where s.resumed_at is null and s.environment = o.environment
              and s.merchant_id in (o.merchant_id, ${PLATFORM}))
        limit $4
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

/** Holds unsent payouts of stopped scopes; returns whether there may be more. */
export async function holdUnsent(database: Queryable, at: Date, limit: number): Promise<boolean> {
  const ofMerchants = await database.query(HOLD_OF_MERCHANTS, [at, limit]);
  const ofPlatform = await database.query(HOLD_OF_PLATFORM, [at, limit]);
  // Each bucket holds up to `limit`.
  return ofMerchants.length >= limit || ofPlatform.length >= limit;
}

export interface ResumedStopRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: string;
  readonly stopped_by: string;
}

/** Locks stops that were resumed and whose payouts may still wait, oldest first. */
export function lockResumedStops(tx: Transaction, limit: number): Promise<ResumedStopRow[]> {
  return tx.query<ResumedStopRow>(LOCK_RESUMED, [limit]);
}

/** Makes payouts of a resumed stop due at `at`; returns how many. */
export async function releaseStopped(
  tx: Transaction,
  stop: ResumedStopRow,
  { at, limit, isPlatform }: { at: Date; limit: number; isPlatform: boolean },
): Promise<number> {
  const statement = isPlatform ? RELEASE_OF_PLATFORM : RELEASE_OF_MERCHANT;
  const rows = await tx.query(statement, [at, stop.merchant_id, stop.environment, limit]);
  return rows.length;
}

/** Deletes a resumed stop, whose payouts are all released. */
export function deleteResumedStop(tx: Transaction, stop: ResumedStopRow): void {
  tx.send(DELETE_RESUMED, [stop.merchant_id, stop.environment, stop.stopped_by]);
}
