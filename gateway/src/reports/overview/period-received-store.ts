import * as f from '#src/ground/database/fields.ts';
import { bucketOf, one, paramsOf, sql } from '#src/ground/database/sql.ts';

const $ = paramsOf({
  ...f.SCOPE,
  firstOfBank: f.bigint,
  lastOfBank: f.bigint,
  firstOfFees: f.bigint,
  lastOfFees: f.bigint,
});
const ENTRIES = sql`select kind, reference_id, amount_centavos from ledger_entries
      where merchant_id = ${$.merchantId} and environment = ${$.environment}`;

// A scope sums to zero, so what is in neither account is the merchant's. Refunds and returns of
// charges of others concern what this merchant received as a recipient; `offset 0` makes each check
// one look-up.
/** Sums what a merchant received of its own charges in ranges of entries. */
export const sumReceived = one(
  'overview_received',
  { received: f.centavos },
  sql`select coalesce(-sum(e.amount_centavos), 0)::bigint as received
    from (
      ${ENTRIES} and account = 'bank'
        and sequence between ${$.firstOfBank} and ${$.lastOfBank}
      union all
      ${ENTRIES} and account = 'fees'
        and sequence between ${$.firstOfFees} and ${$.lastOfFees}
    ) e
    where e.kind = 'charge_paid'
      or e.kind in ('refund_paid', 'refund_paid_late', 'refund_resolution_reversed') and exists (
        select from refunds r
        where r.merchant_id = ${$.merchantId} and r.environment = ${$.environment}
          and r.id = e.reference_id
        offset 0
      )
      or e.kind = 'dispute_returned' and exists (
        select from dispute_return_parts p
        where p.id = e.reference_id and p.bearer_id = ${$.merchantId}
          and p.environment = ${$.environment}
          and p.merchant_id = ${$.merchantId}
        offset 0
      )`,
  // The bearer is the merchant itself, so its parts are in its own bucket.
  bucketOf($.merchantId),
);
