import type { LedgerScope } from '#src/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/platform/database/database.ts';
import type { KeyedRequest } from './idempotency-key.ts';
import { dayOf, KEY_LIFETIME_MS } from './key-days.ts';

/** A key to claim, with the answer that a replay repeats byte for byte. */
export interface KeyClaim extends KeyedRequest {
  readonly resourceId: string;
  readonly responseBody: string;
}

export interface KeyRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: string;
  readonly key: string;
  readonly request_sha256: Buffer;
  readonly response_body: string;
}

const KEY_COLUMNS = 'merchant_id uuid, environment text, key text';

// A second insert of the same key waits for the first transaction: so one of two processes creates
// the resource and the other replays the answer. Keys are sorted, so that two batches never
// deadlock. A key of the day before that has not expired is in use too; `offset 0` makes the check
// of that day one look-up for each key.
const CLAIM = {
  name: 'idempotency_claim',
  text: `with claimed as (insert into idempotency_keys as k
      (day, merchant_id, environment, key, request_sha256, resource_id, response_body, created_at,
        expires_at)
    select $4::date, merchant_id, environment, key, decode(request_sha256, 'hex'),
      resource_id, response_body, $2, $3
    from json_to_recordset($1) as row
      (${KEY_COLUMNS}, request_sha256 text, resource_id uuid, response_body text)
    where not exists (
      select from idempotency_keys before
      where (before.merchant_id, before.environment, before.key)
          = (row.merchant_id, row.environment, row.key)
        and before.day = $4::date - 1 and before.expires_at > $2
        and before.resource_id <> row.resource_id
      offset 0
    )
    on conflict (merchant_id, environment, key, day) do update set
      request_sha256 = excluded.request_sha256, resource_id = excluded.resource_id,
      response_body = excluded.response_body, created_at = excluded.created_at,
      expires_at = excluded.expires_at
    where k.expires_at <= excluded.created_at
    returning resource_id)
    select coalesce(array_agg(resource_id), '{}') as resource_ids from claimed`,
};

const SELECT = {
  name: 'idempotency_select',
  text: `select distinct on (merchant_id, environment, key)
      merchant_id, environment, key, request_sha256, response_body
    from idempotency_keys
    where (merchant_id, environment, key) in (
      select merchant_id, environment, key from json_to_recordset($1) as row (${KEY_COLUMNS})
    ) and day in ($3::date, $3::date - 1) and expires_at > $2
    order by merchant_id, environment, key, day desc`,
};

// The answer is empty while the resource is being created. A creation that took longer than a key
// lives must not change the key: another request may have claimed it since.
const COMPLETE = {
  name: 'idempotency_complete',
  text: `update idempotency_keys k set response_body = row.response_body
    from json_to_recordset($1) as row (${KEY_COLUMNS}, resource_id uuid, response_body text)
    where (k.merchant_id, k.environment, k.key) = (row.merchant_id, row.environment, row.key)
      and k.resource_id = row.resource_id and k.response_body = ''`,
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
 * Claims keys in a day, where they are free or expired in it and in the day before; returns the
 * claimed resources. No key may come twice.
 */
export async function insertKeys(
  tx: Transaction,
  claims: readonly KeyClaim[],
  { day, now }: { day: string; now: number },
): Promise<ReadonlySet<string>> {
  const rows = claims
    .map((claim) => ({
      ...keyRow(claim),
      request_sha256: claim.requestSha256.toString('hex'),
      resource_id: claim.resourceId,
      response_body: claim.responseBody,
    }))
    .sort(byKey);
  const values = [JSON.stringify(rows), new Date(now), new Date(now + KEY_LIFETIME_MS), day];
  const [row] = await tx.query<{ resource_ids: string[] }>(CLAIM, values);
  return new Set(row?.resource_ids);
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

/** Selects those of the keys that are in use. */
export function selectKeys(
  tx: Queryable,
  keys: readonly KeyedRequest[],
  now: number,
): Promise<KeyRow[]> {
  const values = [JSON.stringify(keys.map(keyRow)), new Date(now), dayOf(now)];
  return tx.query<KeyRow>(SELECT, values);
}

/** A key, with the resource that it was claimed for. */
export interface KeyOfResource extends LedgerScope {
  readonly key: string;
  readonly resourceId: string;
}

/** A key, with the answer of its resource's creation. */
export interface KeyAnswer extends KeyOfResource {
  readonly responseBody: string;
}

/** Sends the update of keys that were claimed without an answer; the commit waits for it. */
export function updateAnswers(tx: Transaction, answers: readonly KeyAnswer[]): void {
  const rows = answers
    .map((answer) => ({ ...resourceRow(answer), response_body: answer.responseBody }))
    .sort(byKey);
  tx.send(COMPLETE, [JSON.stringify(rows)]);
}

/** Sends the deletion of keys whose resources are not created; the commit waits for it. */
export function deleteKeys(tx: Transaction, keys: readonly KeyOfResource[]): void {
  tx.send(RELEASE, [JSON.stringify(keys.map(resourceRow).sort(byKey))]);
}

function resourceRow(key: KeyOfResource) {
  return { ...keyRow(key), resource_id: key.resourceId };
}

/** Sends the deletion of all keys of a ledger scope; the commit waits for it. */
export function deleteScope(tx: Transaction, scope: LedgerScope): void {
  tx.send(DELETE_ALL_OF_SCOPE, [scope.merchantId, scope.environment]);
}
