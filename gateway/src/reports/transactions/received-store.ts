import * as f from '#src/ground/database/fields.ts';
import { many, param, paramsOf, sql } from '#src/ground/database/sql.ts';

const OTHERS_PART = {
  id: f.uuid,
  /** The amount that the recipients of its split keep. */
  split: f.centavos,
  /** The amount returned to the payer by disputes, from the merchant's own part. */
  returned: f.centavos,
};

const $ = paramsOf(f.SCOPE);

// Of a split what its recipients have not refunded; of disputes what the merchant itself has paid.
/** The amounts of charges that others have, in no order. */
export const selectOthersParts = many(
  'transactions_select_received',
  OTHERS_PART,
  sql`select key.id,
      (select coalesce(sum(s.amount_centavos - s.refunded_centavos), 0)::bigint
        from charge_splits s
        where s.merchant_id = ${$.merchantId} and s.environment = ${$.environment}
          and s.charge_id = key.id) as split,
      (select coalesce(sum(p.amount_centavos), 0)::bigint
        from disputes d
        join dispute_returns r on (r.dispute_id, r.merchant_id, r.environment)
          = (d.id, ${$.merchantId}, ${$.environment})
        join dispute_return_parts p on (p.merchant_id, p.environment, p.return_id)
          = (${$.merchantId}, ${$.environment}, r.id)
        where d.charge_id = key.id and d.merchant_id = ${$.merchantId}
          and d.environment = ${$.environment}
          and p.bearer_id = p.merchant_id) as returned
    from unnest(${param('chargeIds', f.listOf(f.uuid))}::uuid[]) as key (id)`,
);
