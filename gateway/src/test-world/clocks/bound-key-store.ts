import type { Queryable, Transaction } from '#src/ground/database/database.ts';

const BIND_KEY = {
  name: 'test_clock_bind_key',
  text: `update credentials set test_clock_id = $3
    where merchant_id = $1 and client_id = $2 and environment = 'test' and revoked_at is null
    returning client_id`,
};
const LIST_KEYS = {
  name: 'test_clock_list_keys',
  text: `select test_clock_id, client_id from credentials
    where test_clock_id = any($1) and revoked_at is null order by client_id`,
};
// Not `on delete set null`, because on a cluster clocks are on one server and keys on all servers.
const UNBIND_KEYS = {
  name: 'test_clock_unbind_keys',
  text: 'update credentials set test_clock_id = null where test_clock_id = $1',
};

/** Binds a merchant's test key to a clock, or to none; false if there is no such key. */
export async function bindKey(
  database: Queryable,
  key: { readonly merchantId: string; readonly clientId: string },
  clockId: string | null,
): Promise<boolean> {
  const rows = await database.query(BIND_KEY, [key.merchantId, key.clientId, clockId]);
  return rows.length > 0;
}

/** The client-ids of the keys that are bound to clocks, by the clocks' ids. */
export async function selectBoundKeys(
  database: Queryable,
  clockIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await database.query<{ test_clock_id: string; client_id: string }>(LIST_KEYS, [
    clockIds,
  ]);
  const groups = Map.groupBy(rows, (row) => row.test_clock_id);
  return new Map([...groups].map(([id, keys]) => [id, keys.map((key) => key.client_id)]));
}

/** Sends an update: the keys of a clock live in the real time. */
export function unbindKeys(tx: Transaction, clockId: string): void {
  tx.send(UNBIND_KEYS, [clockId]);
}
