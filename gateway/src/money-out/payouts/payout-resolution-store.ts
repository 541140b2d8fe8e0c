import { resolutionStatements } from '#src/bank/orders/order-resolutions.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { eachBucketBy } from '#src/ground/database/statement-place.ts';
import type { Payout } from './payout.ts';
import { PAYOUT_COLUMNS, type PayoutKey, type PayoutRow } from './payout-store.ts';

/** The statements about stuck and resolved payouts. */
export const RESOLVED_PAYOUTS = resolutionStatements('payouts');

// The bank has not paid it, so there is no end-to-end id.
const REVERSE = {
  name: 'payout_reverse_resolution',
  text: `update payouts p set status = 'failed', resolution = 'reversed', paid_at = null,
      end_to_end_id = null, failure_code = $3, failure_message = $4,
      event_count = p.event_count + 1
    where p.merchant_id = $1 and p.environment = 'live' and p.id = $2 and p.status = 'paid'
      and p.resolution = 'paid' and p.returned_centavos = 0
    returning ${PAYOUT_COLUMNS}`,
};
const UNCONFIRMED = {
  name: 'payouts_unconfirmed',
  place: eachBucketBy('resolved_at', 'ascending', 3),
  text: `select ${PAYOUT_COLUMNS} from payouts p
    where p.resolution in ('paid', 'not_paid') and p.resolution_confirmed_at is null
      and p.resolved_at >= $1 and p.resolved_at < $2
    order by p.resolved_at limit $3`,
};

/** Marks a payout that operators had resolved as paid as failed; undefined when it is not. */
export async function reverseResolution(
  tx: Transaction,
  { merchantId, id }: PayoutKey,
  failure: NonNullable<Payout['failure']>,
): Promise<PayoutRow | undefined> {
  const values = [merchantId, id, failure.code, failure.message];
  return (await tx.query<PayoutRow>(REVERSE, values))[0];
}

/** Selects payouts that were resolved in a period and that the bank has not confirmed. */
export function selectUnconfirmed(
  database: Queryable,
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<PayoutRow[]> {
  return database.query<PayoutRow>(UNCONFIRMED, [from, to, limit]);
}
