import { grantedScopes, type KeyRights, type KeyScope } from '#src/ground/access/key-rights.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  countRows,
  keepPlan,
  many,
  maybeOne,
  param,
  paramsOf,
  rowsOf,
  run,
  send,
  shaped,
  sql,
  valuesOf,
} from '#src/ground/database/sql.ts';
import { MERCHANT, merchantOf } from '../merchant-store.ts';
import type { CredentialSummary } from './credential.ts';

/** A valid key pair with its merchant and the digest of its secret. */
export interface Credential {
  readonly caller: Caller;
  readonly name: string;
  readonly secretSha256: Buffer;
  readonly rights: KeyRights;
}

const INET: f.Field<string> = { stored: 'inet', isNullable: false };
const KEY = {
  clientId: f.text,
  environment: f.textOf<Environment>(),
  rateLimitPerMinute: f.orNull(f.count),
  scopes: f.orNull(f.listOf(f.textOf<KeyScope>())),
  addresses: f.orNull(f.listOf(INET)),
};
const { clientId, environment, rateLimitPerMinute, scopes, addresses } = KEY;
const ROW = {
  ...MERCHANT,
  ...KEY,
  credentialName: f.text,
  secretSha256: f.bytes,
  testClockId: f.orNull(f.uuid),
  defaultSplit: f.orNull(f.json<unknown>()),
  isWatched: f.orNull(f.bool),
};
const CREDENTIAL = shaped(ROW, (row): Credential => {
  const { defaultSplit, testClockId } = row;
  return {
    name: row.credentialName,
    secretSha256: row.secretSha256,
    rights: { scopes: row.scopes, addresses: row.addresses },
    caller: {
      ...merchantOf(row),
      clientId: row.clientId,
      environment: row.environment,
      rateLimitPerMinute: row.rateLimitPerMinute ?? undefined,
      scopes: grantedScopes(row.scopes),
      addresses: row.addresses,
      ...(defaultSplit !== null && { defaultSplit }),
      ...(testClockId !== null && { testClockId }),
      ...(row.isWatched && { isWatched: true as const }),
    },
  };
});
const NEW_CREDENTIAL = {
  clientId,
  merchantId: f.uuid,
  environment,
  name: f.text,
  secretSha256: f.bytes,
  rateLimitPerMinute,
  createdAt: f.instant,
  scopes,
  addresses,
  defaultSplit: ROW.defaultSplit,
};

export interface NewCredential {
  readonly clientId: string;
  readonly merchantId: string;
  readonly environment: Environment;
  readonly name: string;
  readonly secretSha256: Buffer;
  readonly rateLimitPerMinute: number | undefined;
  readonly rights: KeyRights;
  readonly defaultSplit?: unknown;
  readonly createdAt: number;
}

const $ = paramsOf({ ...NEW_CREDENTIAL, limitPerMinute: f.count, at: f.instant });
const IN_USE = sql`where client_id = ${$.clientId} and revoked_at is null`;
const BY_IDS = sql`select c.client_id, c.environment, c.name as credential_name, c.secret_sha256,
      c.rate_limit_per_minute, c.scopes, c.addresses, c.test_clock_id, c.default_split,
      c.watched_until > now() as is_watched, ${f.columnsOf(MERCHANT, 'm')}, m.bucket_id
    from credentials c join merchants m using (merchant_id)
    where c.client_id = any(${param('clientIds', f.listOf(f.text))}) and c.revoked_at is null`;

/** The credentials of these client-ids that are not revoked, in no order. */
export const selectCredentials = many('credentials_select', CREDENTIAL, keepPlan(BY_IDS));

const lockCredentials = maybeOne(
  'credentials_lock',
  CREDENTIAL,
  sql`${BY_IDS} for no key update of c`,
);

/** A credential that is not revoked, locked until the transaction ends. */
export function lockCredential(tx: Transaction, id: string): Promise<Credential | undefined> {
  return lockCredentials(tx, { clientIds: [id] });
}

const upsert = run(
  'credential_insert',
  sql`insert into credentials (${f.columnsOf(NEW_CREDENTIAL)})
    values (${valuesOf(NEW_CREDENTIAL)})
    on conflict (client_id) do update
      set secret_sha256 = excluded.secret_sha256, revoked_at = null, scopes = excluded.scopes,
        addresses = excluded.addresses
      where credentials.merchant_id = excluded.merchant_id`,
);

/** Inserts a credential. If it exists, as the sandbox's does, it gets the new secret. */
export function upsertCredential(
  tx: Transaction,
  { rights, ...key }: NewCredential,
): Promise<void> {
  return upsert(tx, {
    ...key,
    scopes: rights.scopes,
    addresses: rights.addresses,
    rateLimitPerMinute: key.rateLimitPerMinute ?? null,
    defaultSplit: key.defaultSplit ?? null,
  });
}

/** Revokes a credential. Returns 0 if it is unknown or already revoked, else 1. */
export const revokeCredentialRow = countRows(
  'credential_revoke',
  sql`update credentials set revoked_at = ${$.at}
    ${IN_USE} returning client_id`,
);

/** Sets the limit of a credential. Returns 0 if it is unknown or revoked, else 1. */
export const updateCredentialLimit = countRows(
  'credential_set_limit',
  sql`update credentials set rate_limit_per_minute = ${$.limitPerMinute}
    ${IN_USE} returning client_id`,
);

/** Sets the scopes and addresses of a credential. */
export const updateCredentialRights = run(
  'credential_set_rights',
  sql`update credentials set scopes = ${$.scopes}, addresses = ${$.addresses}
    ${IN_USE}`,
);

/** Sets the split of charges whose requests can name none; null removes it. */
export const updateDefaultSplit = run(
  'credential_set_default_split',
  sql`update credentials set default_split = ${$.defaultSplit}
    ${IN_USE}`,
);

/** The splits of the keys of a scope, as they were checked. */
export const selectDefaultSplits = many(
  'credentials_default_splits',
  {
    clientId,
    split: f.neverNull(f.json<{ username: string; percentage?: number; amount?: number }[]>()),
  },
  sql`select client_id, default_split as split from credentials
    where merchant_id = ${$.merchantId} and environment = ${$.environment}
      and revoked_at is null and default_split is not null
    order by client_id`,
);

const SUMMARY = shaped(
  {
    ...KEY,
    name: f.text,
    createdAt: f.instant,
    revokedAt: f.orNull(f.instant),
    lastUsedAt: f.orNull(f.instant),
    requestsLastDay: f.count,
  },
  ({ scopes: keyScopes, addresses: keyAddresses, ...key }) =>
    ({
      ...key,
      rights: { scopes: keyScopes, addresses: keyAddresses },
    }) satisfies CredentialSummary,
);

/** All credentials of a merchant, also revoked ones, newest first, without secrets. */
export const selectCredentialSummaries = many(
  'credentials_list',
  SUMMARY,
  sql`select c.client_id, c.environment, c.name, c.rate_limit_per_minute, c.scopes, c.addresses,
      c.created_at, c.revoked_at, u.last_used_at,
      coalesce(u.requests_last_day, 0)::bigint as requests_last_day
    from credentials c
    left join lateral (
      select max(last_used_at) as last_used_at,
        sum(requests) filter (where hour > now() - interval '1 day')
          as requests_last_day
      from credential_usage
      where merchant_id = c.merchant_id and client_id = c.client_id
    ) u on true
    where c.merchant_id = ${$.merchantId} order by c.created_at desc, c.client_id`,
);

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
