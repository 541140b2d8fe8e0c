import { LRUCache } from 'lru-cache';
import type { LedgerScope } from '../access/ledger-scope.ts';
import type { Queryable, Transaction } from '../database/database.ts';
import { LOCK_NOT_AVAILABLE, sqlState } from '../database/database-errors.ts';
import { recordedAt } from '../database/test-time.ts';
import { Refusal } from '../errors/problems.ts';
import { type KeyedRequest, nameOfKey, refusalOfReuse } from './idempotency-key.ts';
import {
  deleteKeys,
  deleteScope,
  insertKeys,
  type KeyClaim,
  type KeyOfResource,
  type KeyRow,
  selectKeys,
  sendNewKeys,
} from './idempotency-store.ts';
import { dayOf, daysOfClaim } from './key-days.ts';
import { type AnswerReader, readAnswers } from './read-answers.ts';

const RETRY_AFTER_SECONDS = 1;

/** An open transaction has claimed the key. A later request finds the answer of the key. */
export class KeyHeldError extends Error {
  override readonly name = 'KeyHeldError';
  readonly code = LOCK_NOT_AVAILABLE;
}

// PostgreSQL, appendix A. No statement of a creation divides, but the claim of new keys.
const DIVISION_BY_ZERO = '22012';

const USED_KEYS_MAX = 10_000;
/** Keys that claims of this process found in use, so that their repeats are not taken for new. */
const usedKeys = new LRUCache<string, true>({ max: USED_KEYS_MAX });

/** How a claim reads the answers of used keys. `now` in milliseconds since 1970. */
export interface ClaimOptions {
  readonly now: number;
  readonly read: AnswerReader;
  /** See `expectingNewKeys`; default false. */
  readonly areNew?: boolean;
}

/**
 * Runs a transaction that claims the keys of many requests. Nearly always all keys are new: then
 * the claim is sent with the inserts, and the transaction doesn't wait for its result. When one of
 * the keys is in use, the transaction fails, and `work` is run once more with `areNew` false: a
 * second transaction for all requests. So a key that was found in use before is not expected to be
 * new. A single request waits for its claim, so that its own error is known.
 */
export async function expectingNewKeys<Result>(
  keys: readonly (KeyedRequest | undefined)[],
  work: (areNew: boolean) => Promise<Result>,
): Promise<Result> {
  const isUsed = (keyed: KeyedRequest | undefined) => keyed && usedKeys.has(nameOfKey(keyed));
  if (keys.length === 1 || keys.some(isUsed)) return work(false);
  try {
    return await work(true);
  } catch (error) {
    if (sqlState(error) !== DIVISION_BY_ZERO) throw error;
    return work(false);
  }
}

/**
 * Finds the answer of a key; it has no body while the resource is being created. Undefined for a
 * free key. Refuses `idempotency_key_reused` when the key belongs to a different request.
 */
export async function findAnswer(
  database: Queryable,
  keyed: KeyedRequest,
  { now, read }: ClaimOptions,
): Promise<{ readonly body: string | undefined } | undefined> {
  const [row] = await selectKeys(database, [keyed], { now, day: dayOf(now) });
  if (!row) return undefined;
  const refusal = refusalOfReuse(keyed, row.requestSha256);
  if (refusal) throw refusal;
  const answers = await readAnswers(database, [row], read);
  return { body: answers.get(row.resourceId) };
}

/** The resource that a request would create, or its refusal. */
export type Plan = { readonly resourceId: string } | { readonly refusal: Refusal };

export interface PlannedRequest {
  /** Undefined when the caller sent no key: then nothing is stored about the request. */
  readonly keyed: KeyedRequest | undefined;
  readonly plan: Plan;
}

/** The decision about a request: create its resource, replay the first answer, or refuse. */
export type Verdict =
  | { readonly kind: 'create' }
  /** Without a body while the resource of the first request is being created. */
  | { readonly kind: 'replay'; readonly body: string | undefined }
  | {
      readonly kind: 'refuse';
      refusal: Refusal;
    };

/**
 * Decides about many requests, inside the transaction that creates their resources. Used keys are
 * replayed without applying the current rules. Only a created resource claims a key, so the key of
 * a refused request stays free. A request whose key could not be claimed creates nothing. No two
 * requests may have the same key. The verdicts refuse `idempotency_key_reused` and
 * `idempotency_in_progress`. Throws KeyHeldError when another transaction holds one of the keys for
 * longer than the lock timeout.
 */
export async function claimKeys(
  tx: Transaction,
  requests: readonly PlannedRequest[],
  { now, read, areNew = false }: ClaimOptions,
): Promise<readonly Verdict[]> {
  const claims = requests.flatMap(({ keyed, plan }) =>
    keyed && 'resourceId' in plan ? [{ ...keyed, resourceId: plan.resourceId }] : [],
  );
  if (areNew && sendClaims(tx, requests, { claims, now })) {
    return requests.map(({ plan }) => verdictOf(plan));
  }
  const claimed = await insertClaims(tx, claims, now);
  const unclaimed = requests.flatMap(({ keyed, plan }) =>
    keyed && !('resourceId' in plan && claimed.has(plan.resourceId)) ? [keyed] : [],
  );
  // In the usual case all keys are new.
  if (unclaimed.length === 0) return requests.map(({ plan }) => verdictOf(plan));
  const used = await selectKeys(tx, unclaimed, { now, day: dayOf(recordedAt(tx, now)) });
  const usedByName = new Map(used.map((row) => [nameOfRow(row), row]));
  for (const name of usedByName.keys()) usedKeys.set(name, true);
  const repeated = unclaimed.flatMap((keyed) => {
    const row = usedByName.get(nameOfKey(keyed));
    return row && !refusalOfReuse(keyed, row.requestSha256) ? [row] : [];
  });
  const answers = await readAnswers(tx, repeated, read);
  return requests.map(({ keyed, plan }) => {
    const row = keyed && usedByName.get(nameOfKey(keyed));
    if (keyed && row) return verdictOfUsed(keyed, row, answers);
    if (keyed && 'resourceId' in plan && !claimed.has(plan.resourceId)) return KEY_IN_PROGRESS;
    return verdictOf(plan);
  });
}

// The key was in use at the claim and free a moment later: its first request was refused.
const KEY_IN_PROGRESS: Verdict = {
  kind: 'refuse',
  refusal: new Refusal('idempotency_in_progress', { retryAfterSeconds: RETRY_AFTER_SECONDS }),
};

function verdictOf(plan: Plan): Verdict {
  return 'refusal' in plan ? { kind: 'refuse', refusal: plan.refusal } : { kind: 'create' };
}

/** Deletes all keys of a ledger scope. */
export function deleteKeysOfScope(tx: Transaction, scope: LedgerScope): void {
  deleteScope(tx, scope);
}

/** Frees keys of requests that were refused after this transaction had claimed the keys. */
export function releaseKeys(tx: Transaction, keys: readonly KeyOfResource[]): void {
  if (keys.length > 0) deleteKeys(tx, keys);
}

/**
 * Sends the claims of keys that are expected to be new. Returns false without doing so when that
 * doesn't decide: about the key of a refused request, which may be in use, and after midnight.
 */
function sendClaims(
  tx: Transaction,
  requests: readonly PlannedRequest[],
  { claims, now }: { readonly claims: readonly KeyClaim[]; readonly now: number },
): boolean {
  const [day, ...others] = daysOfClaim(recordedAt(tx, now));
  const isRefusedWithKey = requests.some(({ keyed, plan }) => keyed && 'refusal' in plan);
  if (day === undefined || others.length > 0 || isRefusedWithKey) return false;
  if (claims.length > 0) sendNewKeys(tx, claims, { day, now });
  return true;
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
  // The partitions go by the real time; when a key expires goes by the time of the request.
  for (const day of daysOfClaim(recordedAt(tx, now))) {
    const claimed = await insertKeys(tx, left, { day, now });
    const lost = left.filter((claim) => !claimed.has(claim.resourceId));
    // A claim must succeed in both days: a claim of the older day alone is released.
    if (left !== claims) releaseKeys(tx, lost);
    left = left.filter((claim) => claimed.has(claim.resourceId));
    if (left.length === 0) break;
  }
  return new Set(left.map((claim) => claim.resourceId));
}

function verdictOfUsed(
  keyed: KeyedRequest,
  row: KeyRow,
  answers: ReadonlyMap<string, string>,
): Verdict {
  const refusal = refusalOfReuse(keyed, row.requestSha256);
  return refusal
    ? { kind: 'refuse', refusal }
    : { kind: 'replay', body: answers.get(row.resourceId) };
}

function nameOfRow(row: KeyRow): string {
  return `${row.merchantId} ${row.environment} ${row.key}`;
}
