import type { Book } from '#src/ledger/chart-of-accounts.ts';
import type { BatchResult } from '#src/platform/batcher.ts';
import type { Queryable, Transaction } from '#src/platform/database.ts';
import { digestsEqual } from '#src/platform/encryption.ts';
import { Refusal } from '#src/platform/problems.ts';
import type { KeyedRequest } from './idempotency-key.ts';
import {
  deleteKeys,
  insertKeys,
  type KeyClaim,
  type KeyRow,
  selectKeys,
} from './idempotency-store.ts';

export { completeKeys, deleteKeysOfBook } from './idempotency-store.ts';

export const KEY_LIFETIME_MS = 24 * 60 * 60 * 1_000;

/** The answer of a key; empty while its resource is being made, undefined for a free key. */
export async function readAnswer(
  database: Queryable,
  keyed: KeyedRequest,
  now: number,
): Promise<string | undefined> {
  const [row] = await selectKeys(database, [keyed], new Date(now));
  return row?.response_body;
}

/** A request that was thought through: what it would create, or why it is refused. */
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
 * what is created claims a key, so a refused request leaves its key free. No key may come twice.
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
  const used = await selectKeys(tx, unclaimed, new Date(now));
  const usedByName = new Map(used.map((row) => [nameOfRow(row), row]));
  return requests.map(({ keyed, plan }) => {
    const row = keyed && usedByName.get(nameOf(keyed));
    if (keyed && row) return replayOrRefuse(keyed, row);
    return verdictOf(plan);
  });
}

function verdictOf(plan: Plan): Verdict {
  return 'refusal' in plan ? { kind: 'refuse', refusal: plan.refusal } : { kind: 'create' };
}

/** Gives keys back that were claimed in this transaction by requests that are refused after all. */
export function releaseKeys(
  tx: Transaction,
  keys: readonly (Book & { readonly key: string })[],
): void {
  if (keys.length > 0) deleteKeys(tx, keys);
}

/**
 * Runs requests in rounds in which no key comes twice: the second of two equal requests that
 * arrived together finds the first one's answer.
 */
export async function runInRounds<Item, Value>(
  items: readonly Item[],
  keyedOf: (item: Item) => KeyedRequest | undefined,
  run: (items: readonly Item[]) => Promise<readonly BatchResult<Value>[]>,
): Promise<readonly BatchResult<Value>[]> {
  const rounds: Item[][] = [];
  const places: { round: number; index: number }[] = [];
  const timesSeen = new Map<string, number>();
  for (const item of items) {
    const keyed = keyedOf(item);
    const name = keyed && nameOf(keyed);
    const round = name === undefined ? 0 : (timesSeen.get(name) ?? 0);
    if (name !== undefined) timesSeen.set(name, round + 1);
    rounds[round] ??= [];
    const index = (rounds[round]?.push(item) ?? 1) - 1;
    places.push({ round, index });
  }
  const results: (readonly BatchResult<Value>[])[] = [];
  for (const round of rounds) results.push(await run(round));
  return places.map(({ round, index }) => {
    const result = results[round]?.[index];
    if (!result) throw new Error('a round lost an item');
    return result;
  });
}

async function insertClaims(
  tx: Transaction,
  claims: readonly KeyClaim[],
  now: number,
): Promise<ReadonlySet<string>> {
  if (claims.length === 0) return new Set();
  return insertKeys(tx, claims, { from: new Date(now), until: new Date(now + KEY_LIFETIME_MS) });
}

function replayOrRefuse(keyed: KeyedRequest, row: KeyRow): Verdict {
  if (!digestsEqual(keyed.requestSha256, row.request_sha256)) {
    return { kind: 'refuse', refusal: new Refusal('idempotency_key_reused') };
  }
  return { kind: 'replay', body: row.response_body };
}

function nameOf(keyed: KeyedRequest): string {
  return `${keyed.merchantId} ${keyed.environment} ${keyed.key}`;
}

function nameOfRow(row: KeyRow): string {
  return `${row.merchant_id} ${row.environment} ${row.key}`;
}
