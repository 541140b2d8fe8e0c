import * as f from '#src/ground/database/fields.ts';
import { maybeOne, param, paramsOf, shaped, sql } from '#src/ground/database/sql.ts';

const $ = paramsOf(f.SCOPE);

/** The id of the charge that a payment of a scope has paid, or undefined. */
export const selectChargeOfPayment = maybeOne(
  'api_pix_charge_of_payment',
  shaped({ id: f.uuid }, ({ id }) => id),
  sql`select id from charges
    where end_to_end_id = ${param('endToEndId', f.text)} and merchant_id = ${$.merchantId}
      and environment = ${$.environment} limit 1`,
);
