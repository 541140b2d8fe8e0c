import type { Environment, LedgerScope } from '../access/ledger-scope.ts';
import type { Queryable, Transaction } from '../database/database.ts';
import { rowType } from '../database/row-type.ts';
import type { KeyedRequest } from './idempotency-key.ts';
import { KEY_LIFETIME_MS } from './key-days.ts';

/** A key to claim, with the id of the resource that its request creates. */
export interface KeyClaim extends KeyedRequest {
  readonly resourceId: string;
}

export interface KeyRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly key: string;
  /** The digest of the request; a whole SHA-256 in keys of versions before 0.3.0. */
  readonly request_sha256: Buffer;
  readonly resource_id: string;
  /** The answer, in keys of versions before 0.3.0 that have one; empty for an open draft. */
  readonly response_body: string | null;
}

const KEY_CLAIM = rowType('idempotency_key_claim', {
  merchant_id: 'uuid',
  environment: 'text',
  key: 'text',
  request_sha256: 'bytea',
  resource_id: 'uuid',
});
const KEY_COLUMNS = 'merchant_id uuid, environment text, key text';
const CLAIM_COLUMNS = 'day, merchant_id, environment, key, request_sha256, resource_id, created_at';

// A second insert of the same key waits for the first transaction: so one of two processes creates
// the resource and the other replays the answer. Keys are sorted, so that two batches never
// deadlock. A key of the day before that has not expired is in use too; `offset 0` makes the check
// of that day one look-up for each key. On a cluster an insert that selects from a bucket's table
// runs on the node of the bucket alone only if it selects a union: without one Citus adds a
// condition on a column that these tables don't have.
const CLAIMED = `with claimed as (insert into idempotency_keys as k
      (${CLAIM_COLUMNS})
    select $4::date, ${KEY_CLAIM.names}, $2 from ${KEY_CLAIM.from(1)} row
    where not exists (
      select from idempotency_keys before
      where (before.merchant_id, before.environment, before.key)
          = (row.merchant_id, row.environment, row.key)
        and before.day = $4::date - 1 and before.created_at > $3
        and before.resource_id <> row.resource_id
      offset 0
    )
    union all select ${CLAIM_COLUMNS} from idempotency_keys where false
    on conflict (merchant_id, environment, key, day) do update set
      request_sha256 = excluded.request_sha256, resource_id = excluded.resource_id,
      response_body = null, created_at = excluded.created_at
    where k.created_at <= $3
    returning resource_id)`;
const CLAIM = {
  name: 'idempotency_claim',
  text: `${CLAIMED} select string_agg(resource_id::text, ' ') as resource_ids from claimed`,
};
// Fails with a division by zero when a key is in use.
const CLAIM_NEW = {
  name: 'idempotency_claim_new',
  text: `${CLAIMED} select 1 / (count(*) = cardinality($1))::int from claimed`,
};

const SELECT = {
  name: 'idempotency_select',
  text: `select distinct on (merchant_id, environment, key)
      merchant_id, environment, key, request_sha256, resource_id, response_body
    from idempotency_keys
    where (merchant_id, environment, key) in (
      select merchant_id, environment, key from json_to_recordset($1) as row (${KEY_COLUMNS})
    ) and day in ($3::date, $3::date - 1) and created_at > $2
    order by merchant_id, environment, key, day desc`,
};

const RELEASE = {
  name: 'idempotency_release',
  text: `delete from idempotency_keys k
    using json_to_recordset($1) as row (${KEY_COLUMNS}, resource_id uuid)
    where (k.merchant_id, k.environment, k.key) = (row.merchant_id, row.environment, row.key)
      and k.resource_id = row.resource_id`,
};

const DELETE_ALL_OF_SCOPE = {
  name: 'idempotency_delete_scope',
  text: 'delete from idempotency_keys where merchant_id = $1 and environment = $2',
};

function keyRow({ merchantId, environment, key }: LedgerScope & { readonly key: string }) {
  return { merchant_id: merchantId, environment, key };
}

/**
 * Claims the keys that are free or expired in a day and in the day before; returns the claimed
 * resources. No two claims may have the same key.
 */
export async function insertKeys(
  tx: Transaction,
  claims: readonly KeyClaim[],
  time: ClaimTime,
): Promise<ReadonlySet<string>> {
  // Each bucket returns a row, with one text: the driver reads an array character by character.
  const claimed = await tx.query<{ resource_ids: string | null }>(CLAIM, claimValues(claims, time));
  return new Set(claimed.flatMap((row) => row.resource_ids?.split(' ') ?? []));
}

/**
 * Sends the claim of keys that are expected to be free; the commit waits for it. When one of them
 * is in use, the transaction fails with DIVISION_BY_ZERO.
 */
export function sendNewKeys(tx: Transaction, claims: readonly KeyClaim[], time: ClaimTime): void {
  tx.send(CLAIM_NEW, claimValues(claims, time));
}

/** The day of the claims in UTC, and their instant in milliseconds since 1970. */
export interface ClaimTime {
  readonly day: string;
  readonly now: number;
}

function claimValues(claims: readonly KeyClaim[], { day, now }: ClaimTime): unknown[] {
  const rows = claims
    .map((claim) => ({
      ...keyRow(claim),
      request_sha256: claim.requestDigest,
      resource_id: claim.resourceId,
    }))
    .sort(byKey);
  return [KEY_CLAIM.rows(rows), new Date(now), new Date(now - KEY_LIFETIME_MS), day];
}

interface KeyName {
  readonly merchant_id: string;
  readonly environment: string;
  readonly key: string;
}

function byKey(left: KeyName, right: KeyName): number {
  if (left.merchant_id !== right.merchant_id) return left.merchant_id < right.merchant_id ? -1 : 1;
  if (left.environment !== right.environment) return left.environment < right.environment ? -1 : 1;
  return left.key < right.key ? -1 : 1;
}

/** Selects the given keys that are in use. */
export function selectKeys(
  tx: Queryable,
  keys: readonly KeyedRequest[],
  { now, day }: { now: number; day: string },
): Promise<KeyRow[]> {
  const expired = new Date(now - KEY_LIFETIME_MS);
  const values = [JSON.stringify(keys.map(keyRow)), expired, day];
  return tx.query<KeyRow>(SELECT, values);
}

/** A key, with the resource that it was claimed for. */
export interface KeyOfResource extends LedgerScope {
  readonly key: string;
  readonly resourceId: string;
}

/** Sends the deletion of keys whose resources are not created; the commit waits for it. */
export function deleteKeys(tx: Transaction, keys: readonly KeyOfResource[]): void {
  const rows = keys.map((key) => ({ ...keyRow(key), resource_id: key.resourceId })).sort(byKey);
  tx.send(RELEASE, [JSON.stringify(rows)]);
}

/** Sends the deletion of all keys of a ledger scope; the commit waits for it. */
export function deleteScope(tx: Transaction, scope: LedgerScope): void {
  tx.send(DELETE_ALL_OF_SCOPE, [scope.merchantId, scope.environment]);
}
