import type { Outcome } from '#src/bank/outcome.ts';
import { carryOut, type PartlyDone } from '#src/charges/live/intent.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { CreatedResource } from '#src/ground/idempotency/create-under-keys.ts';
import { waitForAnswer } from '#src/ground/idempotency/wait-for-answer.ts';
import { readSubscriptionAnswers, type SubscriptionRequest } from '../../create-subscriptions.ts';
import type { DraftedSubscription } from './draft-subscriptions.ts';
import type { Made } from './finish-recurrences.ts';
import {
  type BankOfRecurrences,
  type MadeRecurrence,
  type Making,
  makeRecurrence,
  type RecurrenceToMake,
} from './make-recurrence.ts';

export interface LiveSubscriptionDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly bank: BankOfRecurrences;
  readonly draft: (request: SubscriptionRequest) => Promise<DraftedSubscription>;
  readonly finish: (made: Made) => Promise<string | undefined>;
  /** False when another process has ended or leased the draft. */
  readonly abandon: (draft: RecurrenceToMake) => Promise<boolean>;
}

/**
 * Creates a live subscription: writes it, makes its recurrence at the bank outside any transaction,
 * then stores the bank's answer. When the bank gives no clear answer, the worker goes on, and a
 * repeat under the same key gets the answer. Refuses `test_clock_not_found`,
 * `provider_unavailable`, `provider_refused`, `idempotency_in_progress`, and what
 * `planSubscriptions` refuses.
 */
export async function createLiveSubscription(
  deps: LiveSubscriptionDeps,
  request: SubscriptionRequest,
): Promise<CreatedResource> {
  if (request.clockId !== null) throw new Refusal('test_clock_not_found');
  const drafted = await deps.draft(request);
  if (drafted.kind === 'replay') return { body: drafted.body, isReplay: true };
  if (drafted.kind === 'in_progress') {
    const again = () => createLiveSubscription(deps, request);
    return waitForAnswer({ ...deps, read: readSubscriptionAnswers, create: again }, request);
  }
  const { draft } = drafted;
  const body = await carryOut<MadeRecurrence, string>({
    ask: async () => outcomeOf(await makeRecurrence(deps, draft)),
    finish: (value) => deps.finish({ ...draft, value }),
    withdraw: () => deps.abandon(draft),
    endsUnsent: true,
    refused: ({ message }) => new Refusal('provider_refused', { reason: message }),
  });
  return { body, isReplay: false };
}

function outcomeOf(making: Making): Outcome<MadeRecurrence> | PartlyDone {
  if (making.kind === 'made') return { kind: 'done', value: making.value };
  if (making.kind !== 'unsent') return making;
  return { kind: 'unavailable', retryAfterSeconds: making.retryAfterSeconds };
}
