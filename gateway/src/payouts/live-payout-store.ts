import type { Queryable } from '#src/platform/database.ts';
import { instantOfId } from '#src/platform/ids.ts';
import { PAYOUT_COLUMNS, type PayoutKey, type PayoutRow } from './payout-store.ts';

// A claim ends by itself, so a worker that dies in the middle leaves the payout to the next one.
const CLAIM_LIVE = {
  name: 'payouts_claim_live',
  text: `update payouts p set due_at = $2, send_count = p.send_count + 1
    where (p.merchant_id, p.environment, p.id) in (
      select merchant_id, environment, id from payouts
      where status = 'pending' and environment = 'live' and due_at <= $1
      order by due_at limit $3 for update skip locked
    ) returning ${PAYOUT_COLUMNS}, p.send_count`,
};
const TAKE_LANE = {
  name: 'payouts_take_lane',
  text: `update bank_lanes set busy_until = $2
    where name = 'payouts' and busy_until <= $1 returning name`,
};
const LEAVE_LANE = {
  name: 'payouts_leave_lane',
  text: `update bank_lanes set busy_until = '-infinity' where name = 'payouts' and busy_until = $1`,
};
const ASK_AGAIN = {
  name: 'payouts_ask_again',
  text: `update payouts set due_at = $3
    where merchant_id = $1 and environment = 'live' and id = $2 and status = 'pending'`,
};
const HURRY = {
  name: 'payouts_hurry',
  text: `update payouts set due_at = $2
    where status = 'pending' and environment = 'live' and created_at = any($3) and id = any($1)
      and due_at > $2`,
};

/** A live payout that a worker took up; from the second time on it may have been sent before. */
export type ClaimedPayoutRow = PayoutRow & { readonly send_count: bigint };

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

/** Sets when the bank is asked about a payout next. */
export async function askAgainAt(database: Queryable, key: PayoutKey, at: Date): Promise<void> {
  await database.query(ASK_AGAIN, [key.merchantId, key.id, at]);
}

/** Lets live payouts be asked about now. */
export async function hurryPayouts(
  database: Queryable,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  await database.query(HURRY, [ids, at, ids.map((id) => new Date(instantOfId(id)))]);
}
