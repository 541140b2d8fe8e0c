import { bankFor } from '#src/bank/choose-bank.ts';
import { type ChargeRequest, type PlannedCharge, planCharges } from '#src/charges/plan-charges.ts';
import { rowsOf, storeCharges } from '#src/charges/store-charges.ts';
import type { Actor } from '#src/ground/access/actor.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import { recordCreation } from '#src/ground/audit/record-creation.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { NO_LOCAL_HOLIDAYS } from '#src/ground/business-days.ts';
import { bindToClock } from '#src/ground/clocks/bind-to-clock.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { planOnce } from '#src/ground/database/plan-once.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { SECOND_MS } from '#src/ground/durations.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import {
  claimKeys,
  expectingNewKeys,
  releaseKeys,
  type Verdict,
} from '#src/ground/idempotency/claim-keys.ts';
import {
  type CreatedResource,
  type CreationRequest,
  createUnderKeys,
  creationResult,
  keyedRequestOf,
} from '#src/ground/idempotency/create-under-keys.ts';
import type { AnswerReader } from '#src/ground/idempotency/read-answers.ts';
import { createId } from '#src/ground/ids.ts';
import { type Centavos, ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import { type AddPayers, addPayersOf } from './add-payers.ts';
import { commonRequest, cycleRequest } from './charge-cycles.ts';
import { dueDayOf } from './cycle-days.ts';
import { answerableBefore, authorizableBefore, refusedDays } from './first-days.ts';
import { type OfLink, refusedByLinks } from './limit-links.ts';
import { nextStep } from './next-step.ts';
import { claimLocation } from './recurrences/act-on-recurrences.ts';
import { codeOf, journeyOf, STANDARD_DAYS } from './recurrences/change-recurrence.ts';
import type { ChargeOfCode, ChosenLocation } from './recurrences/recurrence.ts';
import { insertRequests } from './recurrences/request-store.ts';
import { CREATED, type Subscription, type SubscriptionTerms } from './subscription.ts';
import { countWaiting, insertSubscriptions, selectSubscriptions } from './subscription-store.ts';
import { creationAnswer } from './subscription-view.ts';

const CREATION = { action: 'subscription.created' } as const;
const WAITING_MAX = 10_000;

/** A merchant's request for a subscription: its shape is checked, its texts are trimmed. */
export interface SubscriptionRequest extends CreationRequest {
  readonly caller: Caller;
  readonly terms: Omit<
    SubscriptionTerms,
    | ('merchantId' | 'environment' | 'id' | 'code' | 'firstChargeId' | 'recurrenceId')
    | ('clientId' | 'createdAt' | 'authorizableBefore' | 'requestExpiresAt' | 'paymentLinkId')
  >;
  /** Of the Central Bank's API: what the subscription begins with; null of our own API. */
  readonly recurrence: NewRecurrence | null;
  /** The amount of the charge with which two journeys begin. */
  readonly firstAmount: Centavos | null;
  /** The test clock of the request, in whose time the subscription lives. */
  readonly clockId: string | null;
  /** The member who creates it at the panel. */
  readonly by?: Actor | undefined;
  /** The payment link at which the payer made the request; null for one of the merchant. */
  readonly link: OfLink | null;
}

export interface CreationDeps extends DatabaseAndClock {
  readonly addPayers: AddPayers;
}

/** The first values of a subscription of the Central Bank's API. */
export interface NewRecurrence {
  /** A free location, by which the payer reads it. */
  readonly location: ChosenLocation | null;
  /** The charge of its txid. */
  readonly charge: ChargeOfCode | undefined;
}

/** A subscription with the charge that it begins with. */
export interface SubscriptionPlan {
  readonly subscription: Subscription;
  readonly locationId: number | null;
  readonly firstCharge: PlannedCharge | null;
  /** The hash of the network of a payer at a link. */
  readonly network: string | undefined;
}

/**
 * Creates subscriptions of the test environment in one transaction. Each request has its own
 * result. Refuses `invalid_request` for a first day outside the next year,
 * `too_many_subscriptions`, and what `refusedByLinks`, `planCharges` and `claimKeys` refuse.
 */
export function createSubscriptions(
  deps: CreationDeps,
  requests: readonly SubscriptionRequest[],
): Promise<readonly BatchResult<CreatedResource>[]> {
  return createUnderKeys(requests, (firsts) =>
    expectingNewKeys(firsts.map(keyedRequestOf), (areNew) => createAll(deps, firsts, areNew)),
  );
}

async function createAll(
  { database, clock, addPayers }: CreationDeps,
  requests: readonly SubscriptionRequest[],
  areNew: boolean,
): Promise<readonly BatchResult<CreatedResource>[]> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    planOnce(tx);
    const wanted = await planSubscriptions(tx, requests, now);
    const planned = requests.map((request, index) => {
      const plan = wanted[index];
      if (!plan) throw new Error('a request has no plan');
      const keyed = keyedRequestOf(request);
      return plan instanceof Refusal
        ? { keyed, plan: { refusal: plan } }
        : { keyed, plan: { resourceId: plan.subscription.id } };
    });
    const verdicts = await claimKeys(tx, planned, { now, read: readSubscriptionAnswers, areNew });
    const plans = await withLocations(tx, { requests, plans: wanted, verdicts });
    const created = plans.filter(
      (plan, index): plan is SubscriptionPlan =>
        !(plan instanceof Refusal) && verdicts[index]?.kind === 'create',
    );
    await addPayersOf(
      tx,
      created.map(({ subscription }) => subscription),
      addPayers,
    );
    store(tx, created);
    plans.forEach((plan, index) => {
      if (verdicts[index]?.kind === 'create') recordPlan(tx, requests[index], plan);
    });
    return verdicts.map((verdict, index) => {
      const plan = plans[index];
      return creationResult(
        verdict,
        plan instanceof Refusal || !plan ? plan : creationAnswer(plan),
      );
    });
  });
}

/**
 * Plans subscriptions with their first charges; the charge of the first cycle is only tried. Live
 * ones get their code and their id at the banks from the bank.
 */
export async function planSubscriptions(
  tx: Transaction,
  requests: readonly SubscriptionRequest[],
  now: number,
): Promise<readonly (SubscriptionPlan | Refusal)[]> {
  const full = await fullScopes(tx, requests);
  const refused = await refusedByLinks(tx, requests, now);
  const drafts = requests.map((request) => {
    const byLink = refused.get(request);
    if (byLink) return byLink;
    if (full.has(scopeOf(request))) return new Refusal('too_many_subscriptions');
    return refusedTerms(request, now) ?? draftOf(request, now);
  });
  const accepted = drafts.flatMap((draft, index) => {
    const request = requests[index];
    return draft instanceof Refusal || !request ? [] : [{ draft, request }];
  });
  const trials = accepted.flatMap(({ draft, request }) => trialOf(request, draft));
  const firsts = accepted.flatMap(({ draft, request }) => firstRequest(request, draft, now));
  const results = (await planCharges(tx, [...trials, ...firsts], now)).values();
  const tried = accepted.map(({ draft }) =>
    smallestOf(draft) === null ? undefined : results.next().value,
  );
  const outcomes = accepted
    .map(({ draft, request }, index) => {
      const trial = tried[index];
      const first = request.firstAmount === null ? null : (results.next().value ?? null);
      if (trial instanceof Refusal) return trial;
      return first instanceof Refusal ? first : withCode(request, draft, first);
    })
    .values();
  return drafts.map((draft) => {
    if (draft instanceof Refusal) return draft;
    const outcome = outcomes.next().value;
    if (!outcome) throw new Error('a subscription has no plan');
    return outcome;
  });
}

/** The scopes in which too many subscriptions wait for their payers. */
async function fullScopes(
  tx: Transaction,
  requests: readonly SubscriptionRequest[],
): Promise<ReadonlySet<string>> {
  const scopes = new Map(requests.map((request) => [scopeOf(request), request.caller]));
  const full = new Set<string>();
  for (const [scope, caller] of scopes) {
    const { count } = await countWaiting(tx, { ...caller, max: WAITING_MAX });
    if (count >= WAITING_MAX) full.add(scope);
  }
  return full;
}

function scopeOf({ caller }: SubscriptionRequest): string {
  return `${caller.merchantId} ${caller.environment}`;
}

function refusedTerms({ terms, recurrence }: SubscriptionRequest, now: number) {
  return refusedDays(terms, now, recurrence ? { since: now, fields: STANDARD_DAYS } : undefined);
}

function draftOf(
  { caller, terms, recurrence, link }: SubscriptionRequest,
  now: number,
): Subscription {
  const { merchantId, environment, clientId } = caller;
  const until = recurrence ? answerableBefore(terms) : authorizableBefore(terms.firstDueOn);
  return {
    ...terms,
    merchantId,
    environment,
    id: createId(now),
    clientId,
    createdAt: now,
    code: null,
    firstChargeId: null,
    paymentLinkId: link?.id ?? null,
    recurrenceId:
      environment === 'test'
        ? bankFor(environment).recurrenceId(now, terms.retries !== 'none')
        : null,
    authorizableBefore: until,
    requestExpiresAt: environment === 'test' && terms.journey === 'bank_push' ? until : null,
    ...CREATED,
  };
}

/** The charge of the first cycle, with the smallest amount that a cycle can have. */
function trialOf({ caller }: SubscriptionRequest, draft: Subscription) {
  const { firstDueOn: day } = draft;
  const amount = smallestOf(draft);
  if (amount === null) return [];
  return [cycleRequest(caller, draft, { day, dueOn: dueDayOf(day), amount })];
}

function smallestOf({ amount, minAmount }: Subscription): Centavos | null {
  return amount ?? minAmount;
}

/**
 * The charge that the payer pays with the authorization, or before its offer. That of an offer has
 * a due date, as the Central Bank's journey 4 has: the last day of the authorization.
 */
export function firstRequest(
  { caller, firstAmount }: SubscriptionRequest,
  draft: Subscription,
  now: number,
): ChargeRequest[] {
  if (firstAmount === null) return [];
  const rules = { due_date: brazilianDayOf(draft.authorizableBefore - 1), days_after_due: 0 };
  const due = { rules, address: null, local: NO_LOCAL_HOLIDAYS };
  return [
    {
      ...commonRequest(caller, draft),
      amount: firstAmount,
      externalId: draft.reference,
      expiresInSeconds: Math.floor((draft.authorizableBefore - now) / SECOND_MS),
      ...(draft.journey === 'offer' && { due }),
    },
  ];
}

function withCode(
  { caller, recurrence, link }: SubscriptionRequest,
  draft: Subscription,
  firstCharge: PlannedCharge | null,
): SubscriptionPlan {
  const locationId = recurrence?.location?.id ?? null;
  const network = link?.network;
  if (draft.environment === 'live') {
    return { subscription: draft, firstCharge, locationId, network };
  }
  const names = { merchantName: caller.name, merchantCity: caller.city };
  if (recurrence) {
    const { location, charge } = recurrence;
    const code = location && codeOf(draft.environment, { url: location.url, charge, names });
    const placed = { ...draft, code, firstChargeId: (location && charge?.id) ?? null };
    return {
      subscription: { ...placed, journey: journeyOf(placed) },
      firstCharge,
      locationId,
      network,
    };
  }
  if (draft.journey === 'bank_push') {
    return { subscription: draft, firstCharge, locationId, network };
  }
  const bank = bankFor(caller.environment);
  const recurrenceLocation = bank.recurrenceLocationOf(draft.id);
  const code = firstCharge
    ? bank.registerCharge({
        ...names,
        id: firstCharge.id,
        amount: firstCharge.amount,
        hasDueDate: firstCharge.due !== null,
        recurrenceLocation,
      })
    : bank.registerRecurrence({ ...names, recurrenceLocation });
  const subscription = { ...draft, code, firstChargeId: firstCharge?.id ?? null };
  return { subscription, firstCharge, locationId, network };
}

/** Requests with their plans, and the verdicts about their keys. */
interface PlannedRequests {
  readonly requests: readonly SubscriptionRequest[];
  readonly plans: readonly (SubscriptionPlan | Refusal)[];
  readonly verdicts: readonly Verdict[];
}

/**
 * Gives new subscriptions the locations that they name, after their keys were claimed, so that a
 * repeated request takes none. A subscription whose location another request has taken meanwhile
 * gets no plan, and gives back its key. Several processes lock locations in the order of their ids.
 */
export async function withLocations(
  tx: Transaction,
  { requests, plans, verdicts }: PlannedRequests,
): Promise<readonly (SubscriptionPlan | Refusal)[]> {
  const named = plans.flatMap((plan, index) => {
    const isNew = verdicts[index]?.kind === 'create' && !(plan instanceof Refusal);
    const request = requests[index];
    if (!isNew || plan.locationId === null || !request) return [];
    return [{ plan, request, locationId: plan.locationId }];
  });
  const refused = new Map<SubscriptionPlan | Refusal, Refusal>();
  for (const { plan, request, locationId } of named.toSorted(byLocation)) {
    const refusal = await claimOrRefuse(tx, plan.subscription, locationId);
    if (!refusal) continue;
    refused.set(plan, refusal);
    const keyed = keyedRequestOf(request);
    if (keyed) releaseKeys(tx, [{ ...keyed, resourceId: plan.subscription.id }]);
  }
  return plans.map((plan) => refused.get(plan) ?? plan);
}

function byLocation(left: { locationId: number }, right: { locationId: number }): number {
  return left.locationId - right.locationId;
}

async function claimOrRefuse(
  tx: Transaction,
  subscription: Subscription,
  locationId: number,
): Promise<Refusal | undefined> {
  try {
    await claimLocation(tx, subscription, locationId);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function store(tx: Transaction, plans: readonly SubscriptionPlan[]): void {
  storeCharges(
    tx,
    plans.flatMap(({ subscription: { code }, firstCharge }) =>
      firstCharge && code !== null
        ? [{ rows: rowsOf(firstCharge, { isSandbox: false, paymentDelaySeconds: 0 }), code }]
        : [],
    ),
  );
  const rows = plans.map(({ subscription, network }) => ({
    subscription,
    ...(network !== undefined && { network }),
    dueAt: nextStep({ subscription, cycles: [] })?.at ?? null,
  }));
  insertSubscriptions(tx, rows);
  insertRequests(
    tx,
    plans.flatMap(({ subscription }) => firstRequestOf(subscription)),
  );
  bindToClock(
    tx,
    rows.map(({ subscription: { merchantId, id }, dueAt }) => ({
      merchantId,
      id,
      dueAt,
      kind: 'subscription',
    })),
  );
}

/** Records who created a subscription at the panel. */
export function recordPlan(
  tx: Transaction,
  request: SubscriptionRequest | undefined,
  plan: SubscriptionPlan | Refusal,
): void {
  if (plan instanceof Refusal) return;
  const { subscription } = plan;
  const amount = subscription.amount ?? subscription.minAmount ?? ZERO_CENTAVOS;
  recordCreation(tx, request?.by, { ...subscription, amount }, CREATION);
}

/** The request that a subscription begins with whose payer is asked by the bank. */
function firstRequestOf(subscription: Subscription) {
  const { environment, payerAccount: account, requestExpiresAt, createdAt, payer } = subscription;
  if (requestExpiresAt === null || account === null) return [];
  const id = bankFor(environment).requestId(createdAt);
  const { document: payerDocument } = payer;
  return [{ subscription, id, payerDocument, account, expiresAt: requestExpiresAt, createdAt }];
}

/** Reads the answers of creations; a live one has none before the bank has answered. */
export const readSubscriptionAnswers: AnswerReader = async (database, resources) => {
  const subscriptions = await selectSubscriptions(database, resources);
  const answered = subscriptions.filter(({ recurrenceId }) => recurrenceId !== null);
  return new Map(
    answered.map((subscription) => [subscription.id, creationAnswer({ subscription })]),
  );
};
