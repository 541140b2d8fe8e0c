import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, rowsOf, sql } from '#src/ground/database/sql.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import { withInstants } from '#src/ground/ids.ts';
import type { ChargeStatus } from '../charge.ts';
import type { StoredTerms } from '../due/due-terms.ts';
import { JOINED_LOOK, LOOK_COLUMNS } from './page-look-store.ts';

const PAYABLE = {
  id: f.uuid,
  merchantId: f.uuid,
  merchantName: f.text,
  merchantDocument: f.text,
  environment: f.SCOPE.environment,
  status: f.textOf<ChargeStatus>(),
  amount: f.inColumn('amount_centavos', f.centavos),
  description: f.orNull(f.text),
  qrcode: f.text,
  expiresAt: f.instant,
  paidAt: f.orNull(f.instant),
  linkId: f.inColumn('payment_link_id', f.orNull(f.uuid)),
  renewalNumber: f.orNull(f.count),
  payerName: f.text,
  payerDocument: f.text,
  due: f.orNull(f.json<StoredTerms>()),
  returnUrl: f.orNull(f.text),
  ...JOINED_LOOK,
};
export type PayableRow = f.RecordOf<typeof PAYABLE>;

// The index finds a charge by the instant in its id (schema/05-charges.sql says why).
const selectByIds = many(
  'payable_charges_select',
  PAYABLE,
  sql`select c.id, c.merchant_id, m.name as merchant_name,
      m.document as merchant_document, c.environment, c.status, c.amount_centavos, c.description,
      c.qrcode, c.expires_at, c.paid_at, c.payment_link_id, c.renewal_number, c.payer_name,
      c.payer_document, c.due, l.return_url,
      ${LOOK_COLUMNS}
    from ${rowsOf('wanted', 'wanted', { id: f.uuid, createdAt: f.instant })}
    cross join lateral (
      select * from charges where charges.created_at = wanted.created_at
        and charges.id = wanted.id limit 1
    ) c
    join merchants m on m.merchant_id = c.merchant_id
    left join payment_links l on l.id = c.payment_link_id
    left join payment_page_looks look on look.merchant_id = c.merchant_id`,
  EACH_BUCKET,
);

/** Charges of any merchant by id, with what the payment page shows, in no order. */
export function selectPayables(database: Queryable, ids: readonly string[]): Promise<PayableRow[]> {
  const wanted = withInstants(ids);
  return selectByIds(database, { wanted });
}
