import type { Queryable } from '#src/ground/database/database.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import { PAYOUT_COLUMNS, type PayoutRow } from './payout-store.ts';

// A failed payout has no column for its end: the instant of its posting is used.
const ENDED = {
  name: 'payouts_live_ended',
  place: EACH_BUCKET,
  text: `select ${PAYOUT_COLUMNS} from payouts p
    where p.environment = 'live' and p.paid_at >= $1 and p.paid_at < $2
    union all
    select ${PAYOUT_COLUMNS} from payouts p
    join ledger_postings l on (l.merchant_id, l.environment, l.reference_id)
      = (p.merchant_id, p.environment, p.id)
      and l.kind in ('payout_failed', 'payout_resolution_reversed')
    where p.environment = 'live' and p.status = 'failed'
      and p.created_at >= $3 and p.created_at < $2
      and l.created_at >= $1 and l.created_at < $2`,
};
const OUTBOUND = {
  name: 'payouts_live_outbound',
  place: EACH_BUCKET,
  text: `select ${PAYOUT_COLUMNS} from payouts p
    where p.environment = 'live' and p.status = 'pending' and p.uncertain_at is not null
    union all
    select ${PAYOUT_COLUMNS} from payouts p
    where p.environment = 'live' and p.paid_at >= $1`,
};
const LIVE = {
  name: 'payouts_live_by_ids',
  place: EACH_BUCKET,
  text: `select ${PAYOUT_COLUMNS} from payouts p where p.environment = 'live' and p.id = any($1)`,
};

/** Selects live payouts that were paid or failed in a period; its end is excluded. */
export function selectEnded(
  database: Queryable,
  { from, to, createdFrom }: { from: Date; to: Date; createdFrom: Date },
): Promise<PayoutRow[]> {
  return database.query<PayoutRow>(ENDED, [from, to, createdFrom]);
}

/** Selects live payouts that are pending and may be at the bank, or were paid since an instant. */
export function selectOutbound(database: Queryable, paidSince: Date): Promise<PayoutRow[]> {
  return database.query<PayoutRow>(OUTBOUND, [paidSince]);
}

/** Selects live payouts by their ids, of all merchants. */
export function selectLive(database: Queryable, ids: readonly string[]): Promise<PayoutRow[]> {
  return database.query<PayoutRow>(LIVE, [ids]);
}
