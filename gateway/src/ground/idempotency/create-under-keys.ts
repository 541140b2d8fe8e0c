import type { LedgerScope } from '../access/ledger-scope.ts';
import { Refusal } from '../errors/problems.ts';
import type { BatchResult } from '../work/batcher.ts';
import type { Verdict } from './claim-keys.ts';
import type { IdempotencyKey, KeyedRequest } from './idempotency-key.ts';
import { shareAnswers } from './share-answers.ts';

/** A request for a new resource. */
export interface CreationRequest {
  readonly caller: LedgerScope;
  /** Undefined when the caller sent no key. */
  readonly idempotency: IdempotencyKey | undefined;
}

/** The JSON of a resource's creation, and whether an earlier request has created it. */
export interface CreatedResource {
  readonly body: string;
  readonly isReplay: boolean;
}

/** Changes the key of a request with a test clock, because each clock has its own keys. */
export function withKeyOfClock<Request extends CreationRequest>(
  request: Request,
  clockId: string,
): Request {
  const { idempotency } = request;
  // No caller can send a key with a space.
  return idempotency
    ? { ...request, idempotency: { ...idempotency, key: `${clockId} ${idempotency.key}` } }
    : request;
}

/** The key of a request, in the ledger scope of its caller; undefined when no key was sent. */
export function keyedRequestOf(request: CreationRequest): KeyedRequest | undefined {
  const { merchantId, environment } = request.caller;
  return request.idempotency && { merchantId, environment, ...request.idempotency };
}

/**
 * Runs a batch of creations. Of equal requests under one key only the first is run; all later ones
 * get its answer as a replay, or its refusal. Refuses `idempotency_key_reused` as `shareAnswers`
 * does.
 */
export function createUnderKeys<Request extends CreationRequest>(
  requests: readonly Request[],
  run: (firsts: readonly Request[]) => Promise<readonly BatchResult<CreatedResource>[]>,
): Promise<readonly BatchResult<CreatedResource>[]> {
  return shareAnswers(requests, {
    keyedOf: keyedRequestOf,
    run,
    replayOf: ({ body }) => ({ body, isReplay: true }),
  });
}

/**
 * The answer of a creation that is repeated. Throws when the resource is missing: it is created in
 * the transaction that claims its key, and deleted only after the key has expired.
 */
export function replayed({ body }: { readonly body: string | undefined }): CreatedResource {
  if (body === undefined) throw new Error('the resource of an idempotency key is missing');
  return { body, isReplay: true };
}

/**
 * The result of a request, by the verdict about its key. `outcome` is the JSON of the created
 * resource, or the refusal. Throws when a request with the verdict `create` has no outcome, and
 * when `replayed` throws.
 */
export function creationResult(
  verdict: Verdict | undefined,
  outcome: string | Refusal | undefined,
): BatchResult<CreatedResource> {
  if (verdict?.kind === 'replay') return { value: replayed(verdict) };
  if (verdict?.kind === 'refuse') return { error: verdict.refusal };
  if (outcome === undefined) throw new Error('a request was neither created nor refused');
  if (outcome instanceof Refusal) return { error: outcome };
  return { value: { body: outcome, isReplay: false } };
}
