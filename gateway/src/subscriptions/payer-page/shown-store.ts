import type { ChargeStatus } from '#src/charges/charge.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, param, shaped, sql } from '#src/ground/database/sql.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import { SUBSCRIPTION_COLUMNS, SUBSCRIPTION_ROW, subscriptionOf } from '../subscription-store.ts';

const OF_OTHERS = {
  merchantName: f.text,
  merchantDocument: f.text,
  firstStatus: f.orNull(f.textOf<ChargeStatus>()),
  firstAmount: f.inColumn('first_centavos', f.orNull(f.centavos)),
};
const SHOWN = shaped(
  { ...SUBSCRIPTION_ROW, ...OF_OTHERS },
  ({ merchantName, merchantDocument, firstStatus, firstAmount, ...row }) => ({
    subscription: subscriptionOf(row),
    merchantName,
    merchantDocument,
    firstStatus,
    firstAmount,
  }),
);
/** A subscription with its merchant and its first charge. */
export type ShownColumns = ReturnType<typeof SHOWN.resultOf>;

/** Subscriptions of any merchant by id, in no order. */
export const selectShown = many(
  'shown_subscriptions_select',
  SHOWN,
  sql`select ${SUBSCRIPTION_COLUMNS}, m.name as merchant_name,
      m.document as merchant_document, c.status as first_status,
      c.amount_centavos as first_centavos
    from subscriptions s
    join merchants m on m.merchant_id = s.merchant_id
    left join charges c on (c.merchant_id, c.environment, c.id)
      = (s.merchant_id, s.environment, s.first_charge_id)
    where s.id = any(${param('ids', f.listOf(f.uuid))})`,
  EACH_BUCKET,
);
