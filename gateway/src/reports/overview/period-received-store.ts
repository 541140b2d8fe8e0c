import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { bucketOfMerchant } from '#src/ground/database/statement-place.ts';
import type { EntryRange } from '../statements/statement.ts';

const ENTRIES = `select kind, reference_id, amount_centavos from ledger_entries
      where merchant_id = $1 and environment = $2`;
// A scope sums to zero, so what is in neither account is the merchant's. Refunds and returns of
// charges of others concern what this merchant received as a recipient; `offset 0` makes each check
// one look-up.
const SELECT = {
  name: 'overview_received',
  // The bearer is the merchant itself, so its parts are in its own bucket.
  place: bucketOfMerchant(1),
  text: `select coalesce(-sum(e.amount_centavos), 0)::bigint as received
    from (
      ${ENTRIES} and account = 'bank' and sequence between $3 and $4
      union all
      ${ENTRIES} and account = 'fees' and sequence between $5 and $6
    ) e
    where e.kind = 'charge_paid'
      or e.kind in ('refund_paid', 'refund_paid_late', 'refund_resolution_reversed') and exists (
        select from refunds r
        where r.merchant_id = $1 and r.environment = $2 and r.id = e.reference_id
        offset 0
      )
      or e.kind = 'dispute_returned' and exists (
        select from dispute_return_parts p
        where p.id = e.reference_id and p.bearer_id = $1 and p.environment = $2
          and p.merchant_id = $1
        offset 0
      )`,
};

type Range = Pick<EntryRange, 'first' | 'last'>;

/** Sums what a merchant received of its own charges in ranges of entries, in centavos. */
export async function selectReceived(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { bank, fees }: { readonly bank: Range; readonly fees: Range },
): Promise<bigint> {
  const ends = [bank.first, bank.last, fees.first, fees.last];
  const [row] = await database.query<{ received: bigint }>(SELECT, [
    merchantId,
    environment,
    ...ends,
  ]);
  return row?.received ?? 0n;
}
