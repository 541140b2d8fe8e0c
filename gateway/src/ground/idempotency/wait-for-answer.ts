import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseAndClock } from '../database-and-clock.ts';
import { Refusal } from '../errors/problems.ts';
import { type ClaimOptions, findAnswer } from './claim-keys.ts';
import { type CreatedResource, type CreationRequest, keyedRequestOf } from './create-under-keys.ts';

const WAIT_FOR_ANSWER_MS = 10_000;
const ANSWER_POLL_MS = 100;
const IN_PROGRESS_RETRY_SECONDS = 5;

/** How a request waits for an earlier one under its key. */
export interface WaitDeps extends DatabaseAndClock {
  readonly read: ClaimOptions['read'];
  /** Creates the resource, when the earlier request was refused and the key is free. */
  readonly create: () => Promise<CreatedResource>;
}

/** Waits for the answer of the first request with the key; refuses `idempotency_in_progress`. */
export async function waitForAnswer(
  { database, clock, read, create }: WaitDeps,
  request: CreationRequest,
): Promise<CreatedResource> {
  const keyed = keyedRequestOf(request);
  if (!keyed) throw new Error('a request without a key waits for no other');
  const deadline = performance.now() + WAIT_FOR_ANSWER_MS;
  while (performance.now() < deadline) {
    const answer = await findAnswer(database, keyed, { now: clock.now(), read });
    if (answer === undefined) return create();
    if (answer.body !== undefined) return { body: answer.body, isReplay: true };
    await pause(ANSWER_POLL_MS);
  }
  const retryAfterSeconds = IN_PROGRESS_RETRY_SECONDS;
  throw new Refusal('idempotency_in_progress', { retryAfterSeconds });
}
