import { resolutionStatements } from '#src/bank/orders/order-resolutions.ts';
import type { TransactionKey } from '#src/charges/charge.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { eachBucketBy } from '#src/ground/database/statement-place.ts';
import type { Refund } from './refund.ts';
import { REFUND_COLUMNS, type RefundRow } from './refund-store.ts';

/** The statements about stuck and resolved refunds. */
export const RESOLVED_REFUNDS = resolutionStatements('refunds');

// The bank has not refunded it, so there is no id of the refund in the SPI.
const REVERSE = {
  name: 'refund_reverse_resolution',
  text: `update refunds r set status = 'failed', resolution = 'reversed', done_at = null,
      return_id = null, failure_code = $3, failure_message = $4
    where r.merchant_id = $1 and r.environment = 'live' and r.id = $2 and r.status = 'done'
      and r.resolution = 'paid'
    returning ${REFUND_COLUMNS}`,
};
const UNCONFIRMED = {
  name: 'refunds_unconfirmed',
  place: eachBucketBy('resolved_at', 'ascending', 3),
  text: `select ${REFUND_COLUMNS} from refunds r
    where r.resolution in ('paid', 'not_paid') and r.resolution_confirmed_at is null
      and r.resolved_at >= $1 and r.resolved_at < $2
    order by r.resolved_at limit $3`,
};

/** Marks a refund that operators had resolved as done as failed; undefined when it is not. */
export async function reverseResolution(
  tx: Transaction,
  { merchantId, id }: TransactionKey,
  failure: NonNullable<Refund['failure']>,
): Promise<RefundRow | undefined> {
  const values = [merchantId, id, failure.code, failure.message];
  return (await tx.query<RefundRow>(REVERSE, values))[0];
}

/** Selects refunds that were resolved in a period and that the bank has not confirmed. */
export function selectUnconfirmed(
  database: Queryable,
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<RefundRow[]> {
  return database.query<RefundRow>(UNCONFIRMED, [from, to, limit]);
}
