import type { Queryable } from '#src/ground/database/database.ts';
import { firstIdAt } from '#src/ground/ids.ts';

const COUNT_OPENED = {
  name: 'merchants_count_opened',
  text: `select count(*) as count from merchants
    where merchant_id >= $1 and merchant_id < $2 and not is_sandbox`,
};
const SELECT_NAMES = {
  name: 'merchants_select_names',
  text: 'select merchant_id, username, name from merchants where merchant_id = any($1)',
};

/** How many merchants opened an account from one instant to before another, in milliseconds. */
export async function countOpenedMerchants(
  database: Queryable,
  fromMs: number,
  beforeMs: number,
): Promise<number> {
  // The id holds the instant at which the merchant was made.
  const values = [firstIdAt(fromMs), firstIdAt(beforeMs)];
  const [row] = await database.query<{ count: bigint }>(COUNT_OPENED, values);
  return Number(row?.count ?? 0n);
}

/** The usernames and names of merchants, by merchant id. */
export async function selectNames(
  database: Queryable,
  merchantIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly username: string; readonly name: string }>> {
  const rows = await database.query<{ merchant_id: string; username: string; name: string }>(
    SELECT_NAMES,
    [merchantIds],
  );
  return new Map(rows.map(({ merchant_id, username, name }) => [merchant_id, { username, name }]));
}
