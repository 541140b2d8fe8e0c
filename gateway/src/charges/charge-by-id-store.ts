import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import { instantOfId } from '#src/ground/ids.ts';
import type { ChargeStatus } from './charge.ts';
import type { StoredTerms } from './due/due-terms.ts';

// The index leads by created_at, and the id holds that instant (schema/05-charges.sql).
const SELECT_BY_IDS = {
  name: 'charges_select_by_ids',
  place: EACH_BUCKET,
  text: `select c.id, c.merchant_id as "merchantId", c.environment, c.amount_centavos as amount,
      c.status, c.due
    from json_to_recordset($1) as wanted (id uuid, created_at timestamptz)
    cross join lateral (
      select * from charges where charges.created_at = wanted.created_at
        and charges.id = wanted.id limit 1
    ) c`,
};

/** The facts of a charge that an incoming payment is compared with. */
export interface ChargeById extends Record<string, unknown> {
  readonly id: string;
  readonly merchantId: string;
  readonly environment: Environment;
  /** In centavos; with a due date, the original amount until the payment. */
  readonly amount: bigint;
  readonly status: ChargeStatus;
  /** The terms of a charge with a due date. */
  readonly due: StoredTerms | null;
}

export function selectChargesByIds(
  database: Queryable,
  ids: readonly string[],
): Promise<ChargeById[]> {
  const wanted = ids.map((id) => ({ id, created_at: new Date(instantOfId(id)) }));
  return database.query<ChargeById>(SELECT_BY_IDS, [JSON.stringify(wanted)]);
}
