import * as f from '#src/ground/database/fields.ts';
import { param, rowsOf, run, send, sql } from '#src/ground/database/sql.ts';

const USE = {
  merchantId: f.uuid,
  clientId: f.text,
  hour: f.instant,
  requests: f.count,
  lastUsedAt: f.instant,
};

/** Sends an upsert that adds requests to the counts of their keys and hours. */
export const addUsage = send(
  'credential_usage_add',
  sql`insert into credential_usage as u (${f.columnsOf(USE)})
    select ${f.columnsOf(USE)}
    from ${rowsOf('uses', 'row', USE)}
    on conflict (merchant_id, client_id, hour) do update set
      requests = u.requests + excluded.requests,
      last_used_at = greatest(u.last_used_at, excluded.last_used_at)`,
);

/** Deletes the counts of hours before an instant, except the last hour of each key. */
export const deleteUsageBefore = run(
  'credential_usage_purge',
  // The last hour of each key stays, because it has the instant at which the key was last used.
  sql`delete from credential_usage u where hour < ${param('at', f.instant)} and exists (
      select from credential_usage newer
      where newer.merchant_id = u.merchant_id and newer.client_id = u.client_id
        and newer.hour > u.hour
    )`,
);
