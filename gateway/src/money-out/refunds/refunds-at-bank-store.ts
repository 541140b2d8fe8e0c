import type { Queryable } from '#src/ground/database/database.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import { REFUND_COLUMNS, type RefundRow } from './refund-store.ts';

// A failed refund has no column for its end: the instant of its posting is used.
const ENDED = {
  name: 'refunds_live_ended',
  place: EACH_BUCKET,
  text: `select ${REFUND_COLUMNS} from refunds r
    where r.environment = 'live' and r.done_at >= $1 and r.done_at < $2
    union all
    select ${REFUND_COLUMNS} from refunds r
    join ledger_postings l on (l.merchant_id, l.environment, l.reference_id)
      = (r.merchant_id, r.environment, r.id)
      and l.kind in ('refund_failed', 'refund_resolution_reversed')
    where r.environment = 'live' and r.status = 'failed'
      and r.created_at >= $3 and r.created_at < $2
      and l.created_at >= $1 and l.created_at < $2`,
};
const OUTBOUND = {
  name: 'refunds_live_outbound',
  place: EACH_BUCKET,
  text: `select ${REFUND_COLUMNS} from refunds r
    where r.environment = 'live' and r.status = 'pending' and r.uncertain_at is not null
    union all
    select ${REFUND_COLUMNS} from refunds r where r.environment = 'live' and r.done_at >= $1`,
};
const OF_PAYMENTS = {
  name: 'refunds_of_payments',
  place: EACH_BUCKET,
  text: `select ${REFUND_COLUMNS} from refunds r
    where r.end_to_end_id = any($1) and r.environment = 'live'`,
};

/** Selects live refunds that were done or failed in a period; its end is excluded. */
export function selectEnded(
  database: Queryable,
  { from, to, createdFrom }: { from: Date; to: Date; createdFrom: Date },
): Promise<RefundRow[]> {
  return database.query<RefundRow>(ENDED, [from, to, createdFrom]);
}

/** Selects live refunds that are pending and may be at the bank, or were done since an instant. */
export function selectOutbound(database: Queryable, doneSince: Date): Promise<RefundRow[]> {
  return database.query<RefundRow>(OUTBOUND, [doneSince]);
}

/** Selects the live refunds of payments. */
export function selectOfPayments(
  database: Queryable,
  endToEndIds: readonly string[],
): Promise<RefundRow[]> {
  return database.query<RefundRow>(OF_PAYMENTS, [endToEndIds]);
}
