import type { Queryable } from '#src/platform/database/database.ts';
import { instantOfId } from '#src/platform/ids.ts';
import { isNotSetAside } from '#src/platform/work/set-aside.ts';
import { PAYOUT_COLUMNS, type PayoutKey, type PayoutRow } from './payout-store.ts';

// A claim ends by itself, so a worker that dies in the middle leaves the payout to the next one.
// Its end names it: a worker that finds another end there has lost the payout.
const CLAIM_LIVE = {
  name: 'payouts_claim_live',
  text: `update payouts p set due_at = $2, send_count = p.send_count + 1
    where (p.merchant_id, p.environment, p.id) in (
      select merchant_id, environment, id from payouts
      where status = 'pending' and environment = 'live' and due_at <= $1
        and ${isNotSetAside('payout', 'payouts.id')}
      order by due_at limit $3 for update skip locked
    ) returning ${PAYOUT_COLUMNS}, p.send_count, p.uncertain_at, p.is_known_at_bank`,
};
const TAKE_LANE = {
  name: 'payouts_take_lane',
  text: `update bank_leases set busy_until = $2
    where name = 'payouts' and busy_until <= $1 returning name`,
};
const LEAVE_LANE = {
  name: 'payouts_leave_lane',
  text: `update bank_leases set busy_until = '-infinity'
    where name = 'payouts' and busy_until = $1`,
};
const BEGIN_TRY = {
  name: 'payouts_begin_try',
  text: `update payouts p set uncertain_at = $4
    where p.merchant_id = $1 and p.environment = 'live' and p.id = $2 and p.status = 'pending'
      and p.due_at = $3 and p.held_at is null
      and (p.released_at is not null or not exists (
        select from merchants m where m.merchant_id = p.merchant_id and m.status = 'suspended'
      ))
    returning p.id`,
};
// A call-back that came during the step has set another time, which stays.
const END_STEP = {
  name: 'payouts_end_step',
  text: `update payouts set is_known_at_bank = is_known_at_bank or $6,
      uncertain_at = case when due_at = $3 then $5 else uncertain_at end,
      due_at = case when due_at = $3 then $4 else due_at end
    where merchant_id = $1 and environment = 'live' and id = $2 and status = 'pending'`,
};
const CHECK_NOW = {
  name: 'payouts_check_now',
  text: `update payouts set due_at = $2
    where status = 'pending' and environment = 'live' and created_at = any($3) and id = any($1)
      and due_at > $2`,
};

/** A live payout that a worker took up, with what its earlier tries came to. */
export type ClaimedPayoutRow = PayoutRow & {
  readonly send_count: bigint;
  readonly uncertain_at: number | null;
  readonly is_known_at_bank: boolean;
};

/** Live payouts that wait to be sent or asked about, for this worker until `until`. */
export function claimLivePayouts(
  database: Queryable,
  { at, until, limit }: { at: Date; until: Date; limit: number },
): Promise<ClaimedPayoutRow[]> {
  return database.query<ClaimedPayoutRow>(CLAIM_LIVE, [at, until, limit]);
}

/**
 * Takes the lane in which payouts are sent one after the other, over all processes; false while
 * another has it. It ends at `until` by itself.
 */
export async function takePayoutLane(database: Queryable, at: Date, until: Date): Promise<boolean> {
  return (await database.query(TAKE_LANE, [at, until])).length > 0;
}

/** Leaves the lane, unless it has ended and is another's. */
export async function leavePayoutLane(database: Queryable, until: Date): Promise<void> {
  await database.query(LEAVE_LANE, [until]);
}

/** A payout that this worker has until `claim`, which another worker's claim would replace. */
export interface OwnPayout {
  readonly key: PayoutKey;
  readonly claim: Date;
}

/** Writes down that a try to send begins; false when it may not be sent now. */
export async function beginTry(
  database: Queryable,
  { key, claim }: OwnPayout,
  at: Date,
): Promise<boolean> {
  const rows = await database.query(BEGIN_TRY, [key.merchantId, key.id, claim, at]);
  return rows.length > 0;
}

/** Writes down what a step came to that has not ended the payout, and when the next one is due. */
export async function endStep(
  database: Queryable,
  { key, claim }: OwnPayout,
  step: { nextAt: Date; uncertainAt: Date | null; isKnownAtBank: boolean },
): Promise<void> {
  const { nextAt, uncertainAt, isKnownAtBank } = step;
  const values = [key.merchantId, key.id, claim, nextAt, uncertainAt, isKnownAtBank];
  await database.query(END_STEP, values);
}

/** Lets live payouts be asked about now. */
export async function checkPayoutsNow(
  database: Queryable,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  await database.query(CHECK_NOW, [ids, at, ids.map((id) => new Date(instantOfId(id)))]);
}
