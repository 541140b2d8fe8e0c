import type { LedgerScope } from '../access/ledger-scope.ts';
import type { Queryable, Transaction } from '../database/database.ts';
import * as f from '../database/fields.ts';
import { rowType } from '../database/row-type.ts';
import {
  compositesOf,
  many,
  param,
  paramsOf,
  rowsOf,
  rowsOfType,
  send,
  sql,
} from '../database/sql.ts';
import type { KeyedRequest } from './idempotency-key.ts';
import { KEY_LIFETIME_MS } from './key-days.ts';

/** A key to claim, with the id of the resource that its request creates. */
export interface KeyClaim extends KeyedRequest {
  readonly resourceId: string;
}

const NAME = { ...f.SCOPE, key: f.text };
const KEY = {
  ...NAME,
  /** The digest of the request; a whole SHA-256 in keys of versions before 0.3.0. */
  requestSha256: f.inColumn('request_sha256', f.bytes),
  resourceId: f.uuid,
  /** The answer, in keys of versions before 0.3.0 that have one; empty for an open draft. */
  responseBody: f.orNull(f.text),
};
export type KeyRow = f.RecordOf<typeof KEY>;

const KEY_CLAIM = rowType('idempotency_key_claim', {
  merchant_id: f.uuid,
  environment: f.text,
  key: f.text,
  request_sha256: f.bytes,
  resource_id: f.uuid,
});
const $ = paramsOf({ ...f.SCOPE, day: f.day, now: f.instant, expired: f.instant });
const CLAIM_COLUMNS = 'day, merchant_id, environment, key, request_sha256, resource_id, created_at';

// A second insert of the same key waits for the first transaction: so one of two processes creates
// the resource and the other replays the answer. Keys are sorted, so that two batches never
// deadlock. A key of the day before that has not expired is in use too; `offset 0` makes the check
// of that day one look-up for each key. On a cluster an insert that selects from a bucket's table
// runs on the node of the bucket alone only if it selects a union: without one Citus adds a
// condition on a column that these tables don't have.
const CLAIMED = sql`with claimed as (insert into idempotency_keys as k
      (${CLAIM_COLUMNS})
    select ${$.day}::date, ${KEY_CLAIM.names}, ${$.now} from ${rowsOfType('claims', KEY_CLAIM)} row
    where not exists (
      select from idempotency_keys before
      where (before.merchant_id, before.environment, before.key)
          = (row.merchant_id, row.environment, row.key)
        and before.day = ${$.day}::date - 1 and before.created_at > ${$.expired}
        and before.resource_id <> row.resource_id
      offset 0
    )
    union all select ${CLAIM_COLUMNS} from idempotency_keys where false
    on conflict (merchant_id, environment, key, day) do update set
      request_sha256 = excluded.request_sha256, resource_id = excluded.resource_id,
      response_body = null, created_at = excluded.created_at
    where k.created_at <= ${$.expired}
    returning resource_id)`;
// Each bucket returns a row, with one text: the driver reads an array character by character.
const claimKeyRows = many(
  'idempotency_claim',
  { resourceIds: f.orNull(f.text) },
  sql`${CLAIMED} select string_agg(resource_id::text, ' ') as resource_ids from claimed`,
);
// Fails with a division by zero when a key is in use.
const claimNewKeyRows = send(
  'idempotency_claim_new',
  sql`${CLAIMED}
    select 1 / (count(*) = cardinality(${param('claims', compositesOf(KEY_CLAIM))}))::int
    from claimed`,
);

const selectKeyRows = many(
  'idempotency_select',
  KEY,
  sql`select distinct on (merchant_id, environment, key)
      merchant_id, environment, key, request_sha256, resource_id, response_body
    from idempotency_keys
    where (merchant_id, environment, key) in (
      select merchant_id, environment, key from ${rowsOf('keys', 'row', NAME)}
    ) and day in (${$.day}::date, ${$.day}::date - 1) and created_at > ${$.expired}
    order by merchant_id, environment, key, day desc`,
);

const releaseKeyRows = send(
  'idempotency_release',
  sql`delete from idempotency_keys k
    using ${rowsOf('keys', 'row', { ...NAME, resourceId: f.uuid })}
    where (k.merchant_id, k.environment, k.key) = (row.merchant_id, row.environment, row.key)
      and k.resource_id = row.resource_id`,
);

/** Sends the deletion of all keys of a ledger scope; the commit waits for it. */
export const deleteScope = send(
  'idempotency_delete_scope',
  sql`delete from idempotency_keys
    where merchant_id = ${$.merchantId} and environment = ${$.environment}`,
);

/**
 * Claims the keys that are free or expired in a day and in the day before; returns the claimed
 * resources. No two claims may have the same key.
 */
export async function insertKeys(
  tx: Transaction,
  claims: readonly KeyClaim[],
  time: ClaimTime,
): Promise<ReadonlySet<string>> {
  const claimed = await claimKeyRows(tx, claimParams(claims, time));
  return new Set(claimed.flatMap(({ resourceIds }) => resourceIds?.split(' ') ?? []));
}

/**
 * Sends the claim of keys that are expected to be free; the commit waits for it. When one of them
 * is in use, the transaction fails with DIVISION_BY_ZERO.
 */
export function sendNewKeys(tx: Transaction, claims: readonly KeyClaim[], time: ClaimTime): void {
  claimNewKeyRows(tx, claimParams(claims, time));
}

/** The day of the claims in UTC, and their instant in milliseconds since 1970. */
export interface ClaimTime {
  readonly day: string;
  readonly now: number;
}

function claimParams(claims: readonly KeyClaim[], { day, now }: ClaimTime) {
  const rows = claims.toSorted(byKey).map((claim) => ({
    merchant_id: claim.merchantId,
    environment: claim.environment,
    key: claim.key,
    request_sha256: claim.requestDigest,
    resource_id: claim.resourceId,
  }));
  return { claims: rows, day, now, expired: now - KEY_LIFETIME_MS };
}

interface KeyName extends LedgerScope {
  readonly key: string;
}

function byKey(left: KeyName, right: KeyName): number {
  if (left.merchantId !== right.merchantId) return left.merchantId < right.merchantId ? -1 : 1;
  if (left.environment !== right.environment) return left.environment < right.environment ? -1 : 1;
  return left.key < right.key ? -1 : 1;
}

/** Selects the given keys that are in use. */
export function selectKeys(
  tx: Queryable,
  keys: readonly KeyedRequest[],
  { now, day }: ClaimTime,
): Promise<KeyRow[]> {
  return selectKeyRows(tx, { keys, day, expired: now - KEY_LIFETIME_MS });
}

/** A key, with the resource that it was claimed for. */
export interface KeyOfResource extends LedgerScope {
  readonly key: string;
  readonly resourceId: string;
}

/** Sends the deletion of keys whose resources are not created; the commit waits for it. */
export function deleteKeys(tx: Transaction, keys: readonly KeyOfResource[]): void {
  releaseKeyRows(tx, { keys: keys.toSorted(byKey) });
}
