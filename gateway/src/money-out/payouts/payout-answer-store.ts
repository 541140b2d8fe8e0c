import type { Queryable } from '#src/ground/database/database.ts';
import { PAYOUT_COLUMNS, type PayoutKey, type PayoutRow } from './payout-store.ts';

// An approval is never deleted, so it says in which status its payout was created.
const SELECT = {
  name: 'payout_answers_select',
  text: `select ${PAYOUT_COLUMNS}, exists (
      select from payout_approvals a
      where (a.merchant_id, a.environment, a.payout_id) = (p.merchant_id, p.environment, p.id)
    ) as was_awaiting
    from json_to_recordset($1) as key (merchant_id uuid, environment text, id uuid)
    join payouts p
      on (p.merchant_id, p.environment, p.id) = (key.merchant_id, key.environment, key.id)`,
};

export interface CreatedPayoutRow extends PayoutRow {
  readonly was_awaiting: boolean;
}

/** Selects payouts by their keys, with the status of their creation, in no order. */
export function selectCreatedPayouts(
  database: Queryable,
  keys: readonly PayoutKey[],
): Promise<CreatedPayoutRow[]> {
  const rows = keys.map(({ merchantId, environment, id }) => ({
    merchant_id: merchantId,
    environment,
    id,
  }));
  return database.query<CreatedPayoutRow>(SELECT, [JSON.stringify(rows)]);
}
