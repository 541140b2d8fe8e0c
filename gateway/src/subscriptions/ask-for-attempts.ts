import type { Caller } from '#src/ground/access/merchant.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { claimKeys, releaseKeys } from '#src/ground/idempotency/claim-keys.ts';
import {
  type CreatedResource,
  type CreationRequest,
  createUnderKeys,
  creationResult,
  keyedRequestOf,
} from '#src/ground/idempotency/create-under-keys.ts';
import type { AnswerReader } from '#src/ground/idempotency/read-answers.ts';
import { createId } from '#src/ground/ids.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import { type Act, type ActDeps, actIn } from './act-on-subscriptions.ts';
import { selectCyclesOfAttempts } from './cycle-store.ts';
import type { Cycle, Subscription, SubscriptionState } from './subscription.ts';
import { selectSubscriptions } from './subscription-store.ts';
import { attemptAnswer } from './subscription-view.ts';

/** A merchant's request for a cycle, or for a retry of one: it makes an attempt. */
export interface AttemptRequest extends CreationRequest {
  readonly caller: Caller;
  readonly subscriptionId: string;
  readonly act: Extract<Act, { readonly kind: 'add_cycle' | 'retry' }>;
}

interface WantedAttempt {
  readonly id: string;
  readonly request: AttemptRequest;
}

/**
 * Makes attempts in one transaction. Each request has its own result: the cycle with the attempt.
 * Refuses what `actIn` and `claimKeys` refuse.
 */
export function askForAttempts(
  deps: ActDeps,
  requests: readonly AttemptRequest[],
): Promise<readonly BatchResult<CreatedResource>[]> {
  return createUnderKeys(requests, (firsts) => askForAll(deps, firsts));
}

function askForAll(
  { database, clock, tellPayers }: ActDeps,
  requests: readonly AttemptRequest[],
): Promise<readonly BatchResult<CreatedResource>[]> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const wanted = requests.map((request) => ({ id: createId(now), request }));
    const planned = wanted.map(({ id, request }) => ({
      keyed: keyedRequestOf(request),
      plan: { resourceId: id },
    }));
    const verdicts = await claimKeys(tx, planned, { now, read: readerOf(requests) });
    const fresh = wanted.filter((_, index) => verdicts[index]?.kind === 'create');
    const acts = fresh.map(({ id, request }) => {
      return { ...keyOf(request), act: { ...request.act, attemptId: id } };
    });
    const results = fresh.length > 0 ? await actIn(tx, acts, { now, tellPayers }) : [];
    releaseRefused(tx, fresh, results);
    const resultOf = new Map(fresh.map(({ id }, index) => [id, results[index]]));
    return wanted.map(({ id }, index): BatchResult<CreatedResource> => {
      const result = resultOf.get(id);
      if (result && !('value' in result)) return result;
      return creationResult(verdicts[index], result && answerOf(result.value, id));
    });
  });
}

function answerOf({ subscription, cycles }: SubscriptionState, attemptId: string): string {
  const cycle = cycles.find((cycle) => hasAttempt(cycle, attemptId));
  if (!cycle) throw new Error('the cycle of a new attempt is missing');
  return attemptAnswer(subscription, cycle, attemptId);
}

/** Reads the first answers of the subscriptions that a batch is about. */
function readerOf(requests: readonly AttemptRequest[]): AnswerReader {
  return async (database, resources) => {
    const ids = resources.map(({ id }) => id);
    const found = await selectCyclesOfAttempts(database, requests.map(keyOf), ids);
    const owners = await selectSubscriptions(
      database,
      found.map(({ key }) => key),
    );
    const byId = new Map(owners.map((owner) => [owner.id, owner]));
    return new Map(
      ids.flatMap((id) => {
        const cycle = found.find((made) => hasAttempt(made.cycle, id));
        const owner: Subscription | undefined = cycle && byId.get(cycle.key.id);
        return cycle && owner ? [[id, attemptAnswer(owner, cycle.cycle, id)] as const] : [];
      }),
    );
  };
}

function hasAttempt({ attempts }: Cycle, id: string): boolean {
  return attempts.some((attempt) => attempt.id === id);
}

/** A refused request leaves its key free. */
function releaseRefused(
  tx: Transaction,
  wanted: readonly WantedAttempt[],
  results: readonly BatchResult<SubscriptionState>[],
): void {
  releaseKeys(
    tx,
    wanted.flatMap(({ id, request }, index) => {
      const keyed = keyedRequestOf(request);
      const result = results[index];
      return keyed && result && !('value' in result) ? [{ ...keyed, resourceId: id }] : [];
    }),
  );
}

function keyOf({ caller: { merchantId, environment }, subscriptionId: id }: AttemptRequest) {
  return { merchantId, environment, id };
}
