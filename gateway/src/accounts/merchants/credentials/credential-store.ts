import { grantedScopes, type KeyRights } from '#src/ground/access/key-rights.ts';
import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { MERCHANT_COLUMNS, type MerchantRow, merchantFromRow } from '../merchant-store.ts';
import type { CredentialSummary } from './credential.ts';

interface CredentialRow extends MerchantRow {
  readonly client_id: string;
  readonly environment: Environment;
  readonly credential_name: string;
  readonly secret_sha256: Buffer;
  readonly rate_limit_per_minute: bigint | null;
  readonly scopes: KeyRights['scopes'];
  readonly addresses: KeyRights['addresses'];
  readonly test_clock_id: string | null;
  readonly default_split: unknown;
  readonly is_watched: boolean | null;
}

/** A valid key pair with its merchant and the digest of its secret. */
export interface Credential {
  readonly caller: Caller;
  readonly name: string;
  readonly secretSha256: Buffer;
  readonly rights: KeyRights;
}

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

const SELECT_TEXT = `select c.client_id, c.environment, c.name as credential_name, c.secret_sha256,
      c.rate_limit_per_minute, c.scopes, c.addresses, c.test_clock_id, c.default_split,
      c.watched_until > now() as is_watched, ${MERCHANT_COLUMNS}
    from credentials c join merchants m using (merchant_id)
    where c.client_id = any($1) and c.revoked_at is null`;
const SELECT = {
  name: 'credentials_select',
  text: SELECT_TEXT,
};
const LOCK = {
  name: 'credentials_lock',
  text: `${SELECT_TEXT} for no key update of c`,
};
const INSERT = {
  name: 'credential_insert',
  text: `insert into credentials (client_id, merchant_id, environment, name, secret_sha256,
      rate_limit_per_minute, created_at, scopes, addresses, default_split)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    on conflict (client_id) do update
      set secret_sha256 = excluded.secret_sha256, revoked_at = null, scopes = excluded.scopes,
        addresses = excluded.addresses
      where credentials.merchant_id = excluded.merchant_id`,
};
const REVOKE = {
  name: 'credential_revoke',
  text: `update credentials set revoked_at = $2
    where client_id = $1 and revoked_at is null returning client_id`,
};
const SET_LIMIT = {
  name: 'credential_set_limit',
  text: `update credentials set rate_limit_per_minute = $2
    where client_id = $1 and revoked_at is null returning client_id`,
};
const SET_RIGHTS = {
  name: 'credential_set_rights',
  text: `update credentials set scopes = $2, addresses = $3
    where client_id = $1 and revoked_at is null`,
};
const SELECT_DEFAULT_SPLITS = {
  name: 'credentials_default_splits',
  text: `select client_id, default_split as split from credentials
    where merchant_id = $1 and environment = $2 and revoked_at is null
      and default_split is not null
    order by client_id`,
};
const SET_DEFAULT_SPLIT = {
  name: 'credential_set_default_split',
  text: `update credentials set default_split = $2
    where client_id = $1 and revoked_at is null`,
};
const LIST = {
  name: 'credentials_list',
  text: `select c.client_id, c.environment, c.name, c.rate_limit_per_minute, c.scopes, c.addresses,
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
    where c.merchant_id = $1 order by c.created_at desc, c.client_id`,
};

/** The credentials of these client-ids that are not revoked, in no order. */
export async function selectCredentials(
  database: Queryable,
  clientIds: readonly string[],
): Promise<Credential[]> {
  const rows = await database.query<CredentialRow>(SELECT, [clientIds]);
  return rows.map(credentialFromRow);
}

/** A credential that is not revoked, locked until the transaction ends. */
export async function lockCredential(
  tx: Transaction,
  clientId: string,
): Promise<Credential | undefined> {
  const [row] = await tx.query<CredentialRow>(LOCK, [[clientId]]);
  return row && credentialFromRow(row);
}

function credentialFromRow(row: CredentialRow): Credential {
  return {
    name: row.credential_name,
    secretSha256: row.secret_sha256,
    rights: { scopes: row.scopes, addresses: row.addresses },
    caller: {
      ...merchantFromRow(row),
      clientId: row.client_id,
      environment: row.environment,
      rateLimitPerMinute:
        row.rate_limit_per_minute === null ? undefined : Number(row.rate_limit_per_minute),
      scopes: grantedScopes(row.scopes),
      addresses: row.addresses,
      ...(row.default_split !== null && { defaultSplit: row.default_split }),
      ...(row.test_clock_id !== null && { testClockId: row.test_clock_id }),
      ...(row.is_watched && { isWatched: true as const }),
    },
  };
}

/** Inserts a credential. If it exists, as the sandbox's does, it gets the new secret. */
export async function upsertCredential(tx: Transaction, credential: NewCredential): Promise<void> {
  await tx.query(INSERT, [
    credential.clientId,
    credential.merchantId,
    credential.environment,
    credential.name,
    credential.secretSha256,
    credential.rateLimitPerMinute ?? null,
    new Date(credential.createdAt),
    credential.rights.scopes,
    credential.rights.addresses,
    credential.defaultSplit === undefined ? null : JSON.stringify(credential.defaultSplit),
  ]);
}

/** Revokes a credential. Returns false if it is unknown or already revoked. */
export async function revokeCredentialRow(
  tx: Transaction,
  clientId: string,
  at: number,
): Promise<boolean> {
  return (await tx.query(REVOKE, [clientId, new Date(at)])).length === 1;
}

/** Sets a credential's limit in requests a minute. Returns false if it is unknown or revoked. */
export async function updateCredentialLimit(
  tx: Transaction,
  clientId: string,
  limitPerMinute: number,
): Promise<boolean> {
  return (await tx.query(SET_LIMIT, [clientId, limitPerMinute])).length === 1;
}

/** Sets the scopes and addresses of a credential. */
export async function updateCredentialRights(
  tx: Transaction,
  clientId: string,
  { scopes, addresses }: KeyRights,
): Promise<void> {
  await tx.query(SET_RIGHTS, [clientId, scopes, addresses]);
}

/** Sets the split of charges whose requests can name none; an empty one is removed. */
export async function updateDefaultSplit(
  tx: Transaction,
  clientId: string,
  split: readonly object[],
): Promise<void> {
  const value = split.length === 0 ? null : JSON.stringify(split);
  await tx.query(SET_DEFAULT_SPLIT, [clientId, value]);
}

/** The split of a key, as it was checked. */
export interface DefaultSplit extends Record<string, unknown> {
  readonly client_id: string;
  readonly split: { username: string; percentage?: number; amount?: number }[];
}

/** The splits of the keys of a scope. */
export function selectDefaultSplits(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
): Promise<DefaultSplit[]> {
  return database.query<DefaultSplit>(SELECT_DEFAULT_SPLITS, [merchantId, environment]);
}

interface SummaryRow extends Record<string, unknown> {
  readonly client_id: string;
  readonly environment: Environment;
  readonly name: string;
  readonly rate_limit_per_minute: bigint | null;
  readonly scopes: KeyRights['scopes'];
  readonly addresses: KeyRights['addresses'];
  readonly created_at: number;
  readonly revoked_at: number | null;
  readonly last_used_at: number | null;
  readonly requests_last_day: bigint;
}

/** All credentials of a merchant, also revoked ones, newest first, without secrets. */
export async function selectCredentialSummaries(
  database: Queryable,
  merchantId: string,
): Promise<CredentialSummary[]> {
  const rows = await database.query<SummaryRow>(LIST, [merchantId]);
  return rows.map((row) => ({
    clientId: row.client_id,
    environment: row.environment,
    name: row.name,
    rateLimitPerMinute:
      row.rate_limit_per_minute === null ? null : Number(row.rate_limit_per_minute),
    rights: { scopes: row.scopes, addresses: row.addresses },
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
    requestsLastDay: Number(row.requests_last_day),
  }));
}
