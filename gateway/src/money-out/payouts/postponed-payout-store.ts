import type { Queryable } from '#src/ground/database/database.ts';
import type { PayoutKey } from './payout-store.ts';

const POSTPONE = {
  name: 'payouts_postpone',
  text: `update payouts p set due_at = key.until
    from json_to_recordset($1) as key (merchant_id uuid, environment text, id uuid,
      until timestamptz)
    where (p.merchant_id, p.environment, p.id) = (key.merchant_id, key.environment, key.id)
      and p.status = 'pending' and p.due_at < key.until`,
};

/** Makes pending payouts, about which the bank gives no answer yet, due at `until` (ms). */
export async function postponePayouts(
  database: Queryable,
  postponed: readonly (PayoutKey & { readonly until: number })[],
): Promise<void> {
  if (postponed.length === 0) return;
  const rows = postponed.map(({ merchantId, environment, id, until }) => {
    return { merchant_id: merchantId, environment, id, until: new Date(until) };
  });
  await database.query(POSTPONE, [JSON.stringify(rows)]);
}
