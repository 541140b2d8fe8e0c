import type { OrderProgress } from '#src/bank/orders/find-before-send.ts';
import type { WithdrawnColumns } from '#src/bank/orders/withdrawn-orders.ts';
import type { Database, Queryable } from '#src/ground/database/database.ts';
import { EACH_BUCKET, HERE } from '#src/ground/database/statement-place.ts';
import { instantOfId } from '#src/ground/ids.ts';
import { isNotSetAside } from '#src/ground/work/set-aside.ts';
import { PAYOUT_COLUMNS, type PayoutKey, type PayoutRow } from './payout-store.ts';
import { lockForSend, selectStopsOfScope } from './stop/payout-stop-store.ts';

// A claim expires, so that another worker claims the payout after a crash. The claim's end
// identifies it: a worker that finds another end in the row has lost the payout.
const CLAIM_LIVE = {
  name: 'payouts_claim_live',
  place: HERE,
  text: `update payouts p set due_at = $2, send_count = p.send_count + 1
    where (p.merchant_id, p.environment, p.id) in (
      select merchant_id, environment, id from payouts
      where status = 'pending' and environment = 'live' and due_at <= $1
        and ${isNotSetAside('payout', 'payouts.id')}
      order by due_at limit $3 for update skip locked
    ) returning ${PAYOUT_COLUMNS}, p.send_count, p.uncertain_at, p.is_known_at_bank,
      p.withdrawn_code, p.withdrawn_message`,
};
const TAKE_LEASE = {
  name: 'payouts_take_lease',
  text: `update bank_leases set busy_until = $2
    where name = 'payouts' and busy_until <= $1 returning name`,
};
const RELEASE_LEASE = {
  name: 'payouts_release_lease',
  text: `update bank_leases set busy_until = '-infinity'
    where name = 'payouts' and busy_until = $1`,
};
const BEGIN_ATTEMPT = {
  name: 'payouts_begin_attempt',
  text: `update payouts p set uncertain_at = $4
    where p.merchant_id = $1 and p.environment = 'live' and p.id = $2 and p.status = 'pending'
      and p.due_at = $3 and p.held_at is null
      and (p.waits_until is null or p.waits_until <= $4)
      and (p.released_at is not null or not exists (
        select from merchants m where m.merchant_id = p.merchant_id and m.status = 'suspended'
      ))
    returning p.id`,
};
// A call-back during the step has set another time: that time stays.
const SAVE_PROGRESS = {
  name: 'payouts_save_progress',
  text: `update payouts set is_known_at_bank = is_known_at_bank or $6,
      uncertain_at = case when due_at = $3 then $5 else uncertain_at end,
      due_at = case when due_at = $3 then $4 else due_at end
    where merchant_id = $1 and environment = 'live' and id = $2 and status = 'pending'`,
};
const CHECK_NOW = {
  name: 'payouts_check_now',
  place: EACH_BUCKET,
  text: `update payouts set due_at = $2
    where status = 'pending' and environment = 'live' and created_at = any($3) and id = any($1)
      and due_at > $2`,
};

/** A live payout that a worker claimed, with the state that its earlier attempts left. */
export type ClaimedPayoutRow = PayoutRow &
  WithdrawnColumns & {
    readonly send_count: bigint;
    readonly uncertain_at: number | null;
    readonly is_known_at_bank: boolean;
  };

/** Claims live payouts that are due to be sent or asked about, for this worker until `until`. */
export function claimLivePayouts(
  database: Queryable,
  { at, until, limit }: { at: Date; until: Date; limit: number },
): Promise<ClaimedPayoutRow[]> {
  return database.query<ClaimedPayoutRow>(CLAIM_LIVE, [at, until, limit]);
}

/**
 * Takes the lease under which one process at a time sends payouts; false while another process has
 * it. The lease expires at `until`.
 */
export async function takePayoutLease(
  database: Queryable,
  at: Date,
  until: Date,
): Promise<boolean> {
  return (await database.query(TAKE_LEASE, [at, until])).length > 0;
}

/** Releases the lease, unless it has ended and another process has taken it. */
export async function releasePayoutLease(database: Queryable, until: Date): Promise<void> {
  await database.query(RELEASE_LEASE, [until]);
}

/** A payout that this worker has claimed until `claim`. The claim of another worker replaces it. */
export interface ClaimedPayout {
  readonly key: PayoutKey;
  readonly claim: Date;
}

/** Writes that an attempt to send begins; false when the payout may not be sent now. */
export function beginAttempt(
  database: Database,
  { key, claim }: ClaimedPayout,
  at: Date,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    lockForSend(tx);
    // A separate statement, because on a cluster the stops are on another server than the payout.
    const { merchantId } = key;
    const stops = await selectStopsOfScope(tx, { merchantId, environment: 'live' });
    if (stops.length > 0) return false;
    const rows = await tx.query(BEGIN_ATTEMPT, [key.merchantId, key.id, claim, at]);
    return rows.length > 0;
  });
}

/** Writes the progress of a payout after a step that has not ended it. */
export async function saveProgress(
  database: Queryable,
  { key, claim }: ClaimedPayout,
  { nextAt, uncertainAt, isKnownAtBank }: OrderProgress,
): Promise<void> {
  const values = [key.merchantId, key.id, claim, nextAt, uncertainAt, isKnownAtBank];
  await database.query(SAVE_PROGRESS, values);
}

/** Makes the check of live payouts due at `at`. */
export async function checkPayoutsNow(
  database: Queryable,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  await database.query(CHECK_NOW, [ids, at, ids.map((id) => new Date(instantOfId(id)))]);
}
