import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { countRows, many, param, paramsOf, send, sql } from '#src/ground/database/sql.ts';

const KEY = { merchantId: f.uuid, clientId: f.text };
const BOUND_KEY = {
  clockId: f.inColumn('test_clock_id', f.neverNull(f.uuid)),
  clientId: KEY.clientId,
};

const $ = paramsOf({ ...KEY, clockId: f.uuid });

/** Binds a merchant's test key to a clock, or to none; 0 if there is no such key. */
export const bindKey = countRows(
  'test_clock_bind_key',
  sql`update credentials set test_clock_id = ${param('boundTo', f.orNull(f.uuid))}
    where merchant_id = ${$.merchantId} and client_id = ${$.clientId} and environment = 'test'
      and revoked_at is null
    returning client_id`,
);

const selectKeys = many(
  'test_clock_list_keys',
  BOUND_KEY,
  sql`select test_clock_id, client_id from credentials
    where test_clock_id = any(${param('clockIds', f.listOf(f.uuid))}) and revoked_at is null
    order by client_id`,
);

// Not `on delete set null`, because on a cluster clocks are on one server and keys on all servers.
/** Sends an update: the keys of a clock live in the real time. */
export const unbindKeys = send(
  'test_clock_unbind_keys',
  sql`update credentials set test_clock_id = null where test_clock_id = ${$.clockId}`,
);

/** The client-ids of the keys that are bound to clocks, by the clocks' ids. */
export async function selectBoundKeys(
  database: Queryable,
  clockIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const keys = await selectKeys(database, { clockIds });
  const groups = Map.groupBy(keys, ({ clockId }) => clockId);
  return new Map([...groups].map(([id, ofClock]) => [id, ofClock.map((key) => key.clientId)]));
}
