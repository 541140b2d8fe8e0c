import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';

const SELECT = {
  name: 'api_pix_charge_of_payment',
  text: `select id from charges
    where end_to_end_id = $3 and merchant_id = $1 and environment = $2 limit 1`,
};

/** The id of the charge that a payment of a scope has paid. */
export async function selectChargeOfPayment(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  endToEndId: string,
): Promise<string | undefined> {
  const values = [merchantId, environment, endToEndId];
  return (await database.query<{ id: string }>(SELECT, values))[0]?.id;
}
