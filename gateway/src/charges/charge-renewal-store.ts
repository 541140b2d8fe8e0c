import type { Queryable } from '#src/ground/database/database.ts';
import type { TransactionKey } from './charge.ts';

const SELECT = {
  name: 'charge_renewal_select',
  text: `select id from charges
    where merchant_id = $1 and environment = $2 and renewed_from = $3`,
};

/** The id of the charge that renews a charge; undefined while none does. */
export async function selectRenewal(
  database: Queryable,
  { merchantId, environment, id }: TransactionKey,
): Promise<string | undefined> {
  const [row] = await database.query<{ id: string }>(SELECT, [merchantId, environment, id]);
  return row?.id;
}
