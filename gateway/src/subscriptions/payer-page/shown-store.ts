import type { ChargeStatus } from '#src/charges/charge.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import type { Subscription } from '../subscription.ts';
import {
  SUBSCRIPTION_COLUMNS,
  type SubscriptionRow,
  subscriptionFromRow,
} from '../subscription-store.ts';

interface ShownRow extends SubscriptionRow {
  readonly merchant_name: string;
  readonly merchant_document: string;
  readonly first_status: ChargeStatus | null;
  readonly first_centavos: bigint | null;
}

/** A subscription with its merchant and its first charge. */
export interface ShownColumns {
  readonly subscription: Subscription;
  readonly merchantName: string;
  readonly merchantDocument: string;
  readonly firstStatus: ChargeStatus | null;
  readonly firstCentavos: bigint | null;
}

const SELECT = {
  name: 'shown_subscriptions_select',
  place: EACH_BUCKET,
  text: `select ${SUBSCRIPTION_COLUMNS}, m.name as merchant_name,
      m.document as merchant_document, c.status as first_status,
      c.amount_centavos as first_centavos
    from subscriptions s
    join merchants m on m.merchant_id = s.merchant_id
    left join charges c on (c.merchant_id, c.environment, c.id)
      = (s.merchant_id, s.environment, s.first_charge_id)
    where s.id = any($1)`,
};

/** Subscriptions of any merchant by id, in no order. */
export async function selectShown(
  database: Queryable,
  ids: readonly string[],
): Promise<ShownColumns[]> {
  const rows = await database.query<ShownRow>(SELECT, [ids]);
  return rows.map((row) => ({
    subscription: subscriptionFromRow(row),
    merchantName: row.merchant_name,
    merchantDocument: row.merchant_document,
    firstStatus: row.first_status,
    firstCentavos: row.first_centavos,
  }));
}
