import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import { instantOfId } from '#src/ground/ids.ts';
import type { ChargeStatus } from '../charge.ts';
import type { StoredTerms } from '../due/due-terms.ts';
import { LOOK_COLUMNS, type LookColumns } from './page-look-store.ts';

export interface PayableRow extends LookColumns {
  readonly id: string;
  readonly merchant_id: string;
  readonly merchant_name: string;
  readonly merchant_document: string;
  readonly environment: Environment;
  readonly status: ChargeStatus;
  readonly amount_centavos: bigint;
  readonly description: string | null;
  readonly qrcode: string;
  readonly expires_at: number;
  readonly paid_at: number | null;
  readonly payer_name: string;
  readonly payer_document: string;
  readonly payment_link_id: string | null;
  readonly renewal_number: bigint | null;
  readonly return_url: string | null;
  readonly due: StoredTerms | null;
}

// The index finds a charge by the instant in its id (schema/05-charges.sql says why).
const SELECT = {
  name: 'payable_charges_select',
  place: EACH_BUCKET,
  text: `select c.id, c.merchant_id, m.name as merchant_name,
      m.document as merchant_document, c.environment, c.status, c.amount_centavos, c.description,
      c.qrcode, c.expires_at, c.paid_at, c.payment_link_id, c.renewal_number, c.payer_name,
      c.payer_document, c.due, l.return_url,
      ${LOOK_COLUMNS}
    from json_to_recordset($1) as wanted (id uuid, created_at timestamptz)
    cross join lateral (
      select * from charges where charges.created_at = wanted.created_at
        and charges.id = wanted.id limit 1
    ) c
    join merchants m on m.merchant_id = c.merchant_id
    left join payment_links l on l.id = c.payment_link_id
    left join payment_page_looks look on look.merchant_id = c.merchant_id`,
};

/** Charges of any merchant by id, with what the payment page shows, in no order. */
export function selectPayables(database: Queryable, ids: readonly string[]): Promise<PayableRow[]> {
  const wanted = ids.map((id) => ({ id, created_at: new Date(instantOfId(id)) }));
  return database.query<PayableRow>(SELECT, [JSON.stringify(wanted)]);
}
