import * as f from '#src/ground/database/fields.ts';
import { many, paramsOf, sql } from '#src/ground/database/sql.ts';

const PAID_EVENT = {
  id: f.uuid,
  resourceId: f.uuid,
  position: f.neverNull(f.bigint),
  /** Null if the event isn't a payment. */
  amount: f.inColumn('amount_centavos', f.orNull(f.centavos)),
  externalId: f.orNull(f.text),
};

const $ = paramsOf({ ...f.SCOPE, after: f.bigint, limit: f.count });

/** The first events after a position of a merchant's feed, with the amounts of payments. */
export const selectPaidSince = many(
  'paid_events_since',
  PAID_EVENT,
  sql`select id, kind, resource_id, position,
      case when kind = 'deposit.paid'
        then (body::json -> 'data' ->> 'amount')::bigint end as amount_centavos,
      case when kind = 'deposit.paid'
        then body::json -> 'data' ->> 'external_id' end as external_id
    from webhook_events
    where merchant_id = ${$.merchantId} and environment = ${$.environment}
      and position > ${$.after}
    order by position limit ${$.limit}`,
);
