import { draftOf } from '#src/charges/live/charge-draft.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { claimKeys, type Verdict } from '#src/ground/idempotency/claim-keys.ts';
import { keyedRequestOf } from '#src/ground/idempotency/create-under-keys.ts';
import { shareAnswers } from '#src/ground/idempotency/share-answers.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import { addPayersOf } from '../../add-payers.ts';
import {
  type CreationDeps,
  firstRequest,
  type NewRecurrence,
  planSubscriptions,
  readSubscriptionAnswers,
  recordPlan,
  type SubscriptionPlan,
  type SubscriptionRequest,
  withLocations,
} from '../../create-subscriptions.ts';
import { insertSubscriptions } from '../../subscription-store.ts';
import type { RecurrenceToMake } from './make-recurrence.ts';
import { contractOf, type Recurrence, type StandardStart } from './recurrence.ts';
import { insertRecurrences } from './recurrence-store.ts';

/** The result of a request before the bank is asked. */
export type DraftedSubscription =
  | { readonly kind: 'drafted'; readonly draft: RecurrenceToMake }
  | { readonly kind: 'replay'; readonly body: string }
  /** Another request with the key waits for the bank, or its process crashed meanwhile. */
  | { readonly kind: 'in_progress' };

export interface DraftDeps extends Pick<CreationDeps, 'addPayers'> {
  readonly database: Database;
  readonly clock: Clock;
  /** For how long the request may ask the bank before a worker takes the subscription over. */
  readonly makingLeaseMs: number;
}

/**
 * Writes live subscriptions that the bank doesn't know yet, and claims their keys, in one
 * transaction. Refuses what `planSubscriptions` and `claimKeys` refuse.
 */
export function draftSubscriptions(
  deps: DraftDeps,
  requests: readonly SubscriptionRequest[],
): Promise<readonly BatchResult<DraftedSubscription>[]> {
  return shareAnswers(requests, {
    keyedOf: keyedRequestOf,
    run: (firsts) => draftAll(deps, firsts),
    replayOf: (drafted) => (drafted.kind === 'drafted' ? { kind: 'in_progress' } : drafted),
  });
}

async function draftAll(
  { database, clock, addPayers, makingLeaseMs }: DraftDeps,
  requests: readonly SubscriptionRequest[],
): Promise<readonly BatchResult<DraftedSubscription>[]> {
  const now = clock.now();
  const leasedUntil = now + makingLeaseMs;
  return database.transaction(async (tx) => {
    const wanted = await planSubscriptions(tx, requests, now);
    const drafts = requests.map((request, index) => {
      const plan = wanted[index];
      if (!plan) throw new Error('a request has no plan');
      return plan instanceof Refusal ? plan : draftOfPlan(request, plan, leasedUntil);
    });
    const planned = requests.map((request, index) => {
      const draft = drafts[index];
      const plan =
        draft instanceof Refusal || !draft
          ? { refusal: draft ?? new Refusal('subscription_not_found') }
          : { resourceId: draft.subscription.id };
      return { keyed: keyedRequestOf(request), plan };
    });
    const verdicts = await claimKeys(tx, planned, { now, read: readSubscriptionAnswers });
    const plans = await withLocations(tx, { requests, plans: wanted, verdicts });
    const results = verdicts.map((verdict, index) => {
      const plan = plans[index];
      return resultOf(verdict, plan instanceof Refusal ? plan : drafts[index]);
    });
    const accepted = results.flatMap(draftIn);
    const created = plans.filter((plan, index): plan is SubscriptionPlan => {
      const result = results[index];
      return !(plan instanceof Refusal) && result !== undefined && draftIn(result).length > 0;
    });
    await addPayersOf(
      tx,
      created.map(({ subscription }) => subscription),
      addPayers,
    );
    for (const plan of created) recordPlan(tx, requests[plans.indexOf(plan)], plan);
    insertSubscriptions(
      tx,
      created.map(({ subscription, network }) => ({
        subscription,
        ...(network !== undefined && { network }),
        dueAt: null,
      })),
    );
    insertRecurrences(
      tx,
      accepted.map(({ recurrence: { contract, draft, calledAt, ...key } }) => {
        if (!draft) throw new Error('a new recurrence has a draft');
        return { ...scopeOf(key), contract, calledAt, draft, nextSyncAt: leasedUntil };
      }),
    );
    return results;
  });
}

function scopeOf({
  merchantId,
  environment,
  id,
}: Pick<Recurrence, 'merchantId' | 'environment' | 'id'>) {
  return { merchantId, environment, id };
}

function draftOfPlan(
  request: SubscriptionRequest,
  { subscription, firstCharge }: SubscriptionPlan,
  leasedUntil: number,
): RecurrenceToMake {
  const [first] = firstRequest(request, subscription, subscription.createdAt);
  const charge = firstCharge && first ? draftOf(firstCharge, first) : null;
  const recurrence: Recurrence = {
    ...scopeOf(subscription),
    contract: contractOf(subscription),
    wanted: 'exists',
    status: null,
    calledAt: subscription.createdAt,
    solicitationId: null,
    change: null,
    leasedUntil,
    draft: {
      idempotencyKey: request.idempotency?.key ?? null,
      charge,
      ...(request.recurrence && { standard: startOf(request.recurrence) }),
    },
  };
  return { subscription, recurrence };
}

function startOf({ location, charge }: NewRecurrence): StandardStart {
  return { locationId: location?.bankId ?? null, chargeId: charge?.id ?? null };
}

function resultOf(
  verdict: Verdict,
  draft: RecurrenceToMake | Refusal | undefined,
): BatchResult<DraftedSubscription> {
  if (verdict.kind === 'refuse') return { error: verdict.refusal };
  if (verdict.kind === 'replay') {
    const { body } = verdict;
    return { value: body === undefined ? { kind: 'in_progress' } : { kind: 'replay', body } };
  }
  if (draft instanceof Refusal) return { error: draft };
  if (!draft) throw new Error('no plan was made');
  return { value: { kind: 'drafted', draft } };
}

function draftIn(result: BatchResult<DraftedSubscription>): RecurrenceToMake[] {
  return 'value' in result && result.value.kind === 'drafted' ? [result.value.draft] : [];
}
