import type { Queryable, Transaction } from '#src/platform/database/database.ts';
import { LOCK_NOT_AVAILABLE, sqlState } from '#src/platform/database/database-errors.ts';
import { digestsEqual } from '#src/platform/encryption/encryption.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import { type KeyedRequest, nameOfKey } from './idempotency-key.ts';
import {
  deleteKeys,
  insertKeys,
  type KeyClaim,
  type KeyOfResource,
  type KeyRow,
  selectKeys,
} from './idempotency-store.ts';
import { daysOfClaim } from './key-days.ts';

export { completeKeys, deleteKeysOfScope } from './idempotency-store.ts';

export { KEY_LIFETIME_MS } from './key-days.ts';

const RETRY_AFTER_SECONDS = 1;

/** Another transaction has claimed the key and is still open. A later try finds its answer. */
export class KeyHeldError extends Error {
  override readonly name = 'KeyHeldError';
  readonly code = LOCK_NOT_AVAILABLE;
}

/**
 * The answer of a key; empty while its resource is being made, undefined for a free key. Refuses
 * `idempotency_key_reused` when the key stands for another request.
 */
export async function readAnswer(
  database: Queryable,
  keyed: KeyedRequest,
  now: number,
): Promise<string | undefined> {
  const [row] = await selectKeys(database, [keyed], now);
  if (!row) return undefined;
  const verdict = replayOrRefuse(keyed, row);
  if (verdict.kind === 'refuse') throw verdict.refusal;
  return verdict.body;
}

/** A planned request: what it would create, or why it is refused. */
export type Plan =
  | { readonly resourceId: string; readonly responseBody: string }
  | { readonly refusal: Refusal };

export interface PlannedRequest {
  /** Undefined when the caller sent no key: then nothing is remembered. */
  readonly keyed: KeyedRequest | undefined;
  readonly plan: Plan;
}

/** What to do with a request: create its resource, give the first answer again, or refuse. */
export type Verdict =
  | { readonly kind: 'create' }
  | { readonly kind: 'replay'; body: string }
  | {
      readonly kind: 'refuse';
      refusal: Refusal;
    };

/**
 * Decides for many requests at once, inside the transaction that creates their resources. A key
 * that is in use answers before anything else: a replay does not depend on what holds today. Only
 * what is created claims a key, so a refused request leaves its key free. Nothing is created under
 * a key that could not be claimed. No key may come twice. Throws KeyHeldError when another
 * transaction holds one of the keys for longer than a lock is waited for.
 */
export async function claimKeys(
  tx: Transaction,
  requests: readonly PlannedRequest[],
  now: number,
): Promise<readonly Verdict[]> {
  const claims = requests.flatMap(({ keyed, plan }) =>
    keyed && 'resourceId' in plan ? [{ ...keyed, ...plan }] : [],
  );
  const claimed = await insertClaims(tx, claims, now);
  const unclaimed = requests.flatMap(({ keyed, plan }) =>
    keyed && !('resourceId' in plan && claimed.has(plan.resourceId)) ? [keyed] : [],
  );
  // The common case by far: everything is new.
  if (unclaimed.length === 0) return requests.map(({ plan }) => verdictOf(plan));
  const used = await selectKeys(tx, unclaimed, now);
  const usedByName = new Map(used.map((row) => [nameOfRow(row), row]));
  return requests.map(({ keyed, plan }) => {
    const row = keyed && usedByName.get(nameOfKey(keyed));
    if (keyed && row) return replayOrRefuse(keyed, row);
    if (keyed && 'resourceId' in plan && !claimed.has(plan.resourceId)) return KEY_IN_PROGRESS;
    return verdictOf(plan);
  });
}

// The key was in use when it was to be claimed and free a moment later: its request was given up.
const KEY_IN_PROGRESS: Verdict = {
  kind: 'refuse',
  refusal: new Refusal('idempotency_in_progress', { retryAfterSeconds: RETRY_AFTER_SECONDS }),
};

function verdictOf(plan: Plan): Verdict {
  return 'refusal' in plan ? { kind: 'refuse', refusal: plan.refusal } : { kind: 'create' };
}

/** Gives keys back that were claimed in this transaction by requests that are refused after all. */
export function releaseKeys(tx: Transaction, keys: readonly KeyOfResource[]): void {
  if (keys.length > 0) deleteKeys(tx, keys);
}

async function insertClaims(
  tx: Transaction,
  claims: readonly KeyClaim[],
  now: number,
): Promise<ReadonlySet<string>> {
  if (claims.length === 0) return new Set();
  try {
    return await insertInDays(tx, claims, now);
  } catch (cause) {
    if (sqlState(cause) !== LOCK_NOT_AVAILABLE) throw cause;
    throw new KeyHeldError('another transaction holds an idempotency key', { cause });
  }
}

async function insertInDays(
  tx: Transaction,
  claims: readonly KeyClaim[],
  now: number,
): Promise<ReadonlySet<string>> {
  let left = claims;
  for (const day of daysOfClaim(now)) {
    const claimed = await insertKeys(tx, left, { day, now });
    const lost = left.filter((claim) => !claimed.has(claim.resourceId));
    // A claim that succeeded in the older day only is none.
    if (left !== claims) releaseKeys(tx, lost);
    left = left.filter((claim) => claimed.has(claim.resourceId));
    if (left.length === 0) break;
  }
  return new Set(left.map((claim) => claim.resourceId));
}

function replayOrRefuse(
  keyed: KeyedRequest,
  row: KeyRow,
): Extract<Verdict, { kind: 'replay' | 'refuse' }> {
  if (!digestsEqual(keyed.requestSha256, row.request_sha256)) {
    return { kind: 'refuse', refusal: new Refusal('idempotency_key_reused') };
  }
  return { kind: 'replay', body: row.response_body };
}

function nameOfRow(row: KeyRow): string {
  return `${row.merchant_id} ${row.environment} ${row.key}`;
}
