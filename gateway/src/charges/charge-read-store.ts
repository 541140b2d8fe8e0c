import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, maybeOne, paramsOf, rowsOf, sql } from '#src/ground/database/sql.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import { withInstants } from '#src/ground/ids.ts';
import type { ChargeStatus } from './charge.ts';
import { CHARGE_KEY } from './charge-store.ts';
import type { StoredTerms } from './due/due-terms.ts';

/** The facts of a charge that an incoming payment is compared with. */
const CHARGE_BY_ID = {
  id: f.uuid,
  merchantId: f.inColumn('merchantId', f.uuid),
  environment: f.SCOPE.environment,
  /** With a due date, the original amount until the payment. */
  amount: f.centavos,
  status: f.textOf<ChargeStatus>(),
  /** The terms of a charge with a due date. */
  due: f.orNull(f.json<StoredTerms>()),
};
export type ChargeById = f.RecordOf<typeof CHARGE_BY_ID>;

const $ = paramsOf(CHARGE_KEY);

// The index leads by created_at, and the id holds that instant (schema/05-charges.sql).
const selectByIds = many(
  'charges_select_by_ids',
  CHARGE_BY_ID,
  sql`select c.id, c.merchant_id as "merchantId", c.environment, c.amount_centavos as amount,
      c.status, c.due
    from ${rowsOf('wanted', 'wanted', { id: f.uuid, createdAt: f.instant })}
    cross join lateral (
      select * from charges where charges.created_at = wanted.created_at
        and charges.id = wanted.id limit 1
    ) c`,
  EACH_BUCKET,
);

/** The charge that renews a charge; undefined while none does. */
export const selectRenewal = maybeOne(
  'charge_renewal_select',
  { id: f.uuid },
  sql`select id from charges
    where merchant_id = ${$.merchantId} and environment = ${$.environment}
      and renewed_from = ${$.id}`,
);

/** Finds charges of any merchant by their ids alone, in no order; unknown ids are left out. */
export function findChargesByIds(
  database: Queryable,
  ids: readonly string[],
): Promise<ChargeById[]> {
  return selectByIds(database, { wanted: withInstants(ids) });
}
