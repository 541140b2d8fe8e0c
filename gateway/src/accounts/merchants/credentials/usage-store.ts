import type { Queryable, Transaction } from '#src/ground/database/database.ts';

const ADD = {
  name: 'credential_usage_add',
  text: `insert into credential_usage as u (merchant_id, client_id, hour, requests, last_used_at)
    select merchant_id, client_id, hour, requests, last_used_at
    from json_to_recordset($1) as row (merchant_id uuid, client_id text, hour timestamptz,
      requests bigint, last_used_at timestamptz)
    on conflict (merchant_id, client_id, hour) do update set
      requests = u.requests + excluded.requests,
      last_used_at = greatest(u.last_used_at, excluded.last_used_at)`,
};
const PURGE = {
  name: 'credential_usage_purge',
  // The last hour of each key stays, because it has the instant at which the key was last used.
  text: `delete from credential_usage u where hour < $1 and exists (
      select from credential_usage newer
      where newer.merchant_id = u.merchant_id and newer.client_id = u.client_id
        and newer.hour > u.hour
    )`,
};

/** Sends an upsert that adds requests to the counts of their keys and hours. */
export function addUsage(tx: Transaction, rows: readonly object[]): void {
  tx.send(ADD, [JSON.stringify(rows)]);
}

/** Deletes the counts of hours before an instant, except the last hour of each key. */
export async function deleteUsageBefore(database: Queryable, at: number): Promise<void> {
  await database.query(PURGE, [new Date(at)]);
}
