import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  countRows,
  many,
  maybeOne,
  paramsOf,
  rowsOf,
  send,
  sql,
  valuesOf,
} from '#src/ground/database/sql.ts';
import { HERE } from '#src/ground/database/statement-place.ts';

const SERVER = {
  id: f.uuid,
  url: f.text,
  sealedSecret: f.bytes,
  createdAt: f.instant,
};
export type StoredServer = f.RecordOf<typeof SERVER>;
const CALL = {
  id: f.uuid,
  payoutId: f.uuid,
  url: f.text,
  isApproved: f.bool,
  durationMs: f.count,
  responseStatus: f.orNull(f.count),
  responseExcerpt: f.orNull(f.text),
  failure: f.orNull(f.text),
  calledAt: f.instant,
};
const SAVED = { ...f.SCOPE, ...SERVER };
const NEW_CALL = { ...f.SCOPE, ...CALL };
const $ = paramsOf({ ...f.SCOPE, id: f.uuid, before: f.instant, limit: f.count });
const OF_SCOPE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}`;

/** The server of a scope; undefined when it has none. */
export const selectServer = maybeOne(
  'payout_approval_server_select',
  SERVER,
  sql`select id, url, sealed_secret, created_at from payout_approval_servers
    where ${OF_SCOPE}`,
);

const selectOfScopes = many(
  'payout_approval_servers_of_scopes',
  f.SCOPE,
  sql`select s.merchant_id, s.environment
    from ${rowsOf('scopes', 'scope', f.SCOPE)}
    join payout_approval_servers s on (s.merchant_id, s.environment)
      = (scope.merchant_id, scope.environment)`,
);

/** Selects the scopes that have a server, as `merchant environment`. */
export async function selectScopesWithServer(
  database: Queryable,
  scopes: readonly LedgerScope[],
): Promise<ReadonlySet<string>> {
  const found = await selectOfScopes(database, { scopes });
  return new Set(found.map(({ merchantId, environment }) => `${merchantId} ${environment}`));
}

/** Sends the write of a scope's server, in place of the one before. */
export const saveServer = send(
  'payout_approval_server_save',
  sql`insert into payout_approval_servers
      (merchant_id, environment, id, url, sealed_secret, created_at)
    values (${valuesOf(SAVED)})
    on conflict (merchant_id, environment) do update set id = excluded.id, url = excluded.url,
      sealed_secret = excluded.sealed_secret, created_at = excluded.created_at`,
);

/** Deletes the server of a scope; returns its URL, or undefined when there was none. */
export const deleteServer = maybeOne(
  'payout_approval_server_delete',
  { url: f.text },
  sql`delete from payout_approval_servers where ${OF_SCOPE}
    returning url`,
);

/** Sends the insert of a call. */
export const insertCall = send(
  'payout_approval_call_insert',
  sql`insert into payout_approval_calls (merchant_id, environment, id, payout_id, url,
      is_approved, duration_ms, response_status, response_excerpt, failure, called_at)
    values (${valuesOf(NEW_CALL)})`,
);

/** Deletes the oldest calls before an instant; returns how many. */
export const deleteCalls = countRows(
  'payout_approval_calls_delete',
  sql`delete from payout_approval_calls where (merchant_id, environment, id) in (
      select merchant_id, environment, id from payout_approval_calls
      where called_at < ${$.before} order by called_at limit ${$.limit}
    ) returning id`,
  HERE,
);

/** The calls of a scope before an id, newest first. */
export const selectCalls = many(
  'payout_approval_calls_list',
  CALL,
  sql`select id, payout_id, url, is_approved, duration_ms, response_status, response_excerpt,
      failure, called_at
    from payout_approval_calls
    where ${OF_SCOPE} and id < ${$.id.as('beforeId')} order by id desc limit ${$.limit}`,
);
