import { isDeepStrictEqual } from 'node:util';
import type { BankRefusal } from '#src/bank/outcome.ts';
import { unavailable } from '#src/charges/live/bank-answer.ts';
import { carryOut } from '#src/charges/live/intent.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database, Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { createId } from '#src/ground/ids.ts';
import { actIn } from '../../act-on-subscriptions.ts';
import { lockStates } from '../../load-states.ts';
import { planAct, type RecurrenceAct } from '../../recurrences/act-on-recurrences.ts';
import { selectRequest, selectRequestsOf } from '../../recurrences/request-store.ts';
import type { Subscription, SubscriptionKey, SubscriptionState } from '../../subscription.ts';
import { type Asked, type AskedFor, actOf, askBank } from './ask-for-change.ts';
import type { BankOfRecurrences } from './make-recurrence.ts';
import type { Recurrence } from './recurrence.ts';
import { beginChange, endChange, selectRecurrences } from './recurrence-store.ts';
import type { LiveChange, RequestedChange } from './requested-change.ts';

const MAKING_RETRY_SECONDS = 5;
const BUSY_RETRY_SECONDS = 1;

export interface ChangeDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly bank: BankOfRecurrences;
  /** For how long a request may ask the bank before a worker takes the change over. */
  readonly makingLeaseMs: number;
}

/** A change that the bank has made, or will make. */
type Accepted = Extract<Asked, { readonly act: RecurrenceAct }>;

/** The answer after which a change is still open. */
export type OpenAnswer = Extract<Asked, { readonly kind: 'open' }>;

/** A subscription after a change; `act` is what was done to it. */
export interface ChangedRecurrence {
  readonly state: SubscriptionState;
  readonly act: RecurrenceAct;
}

/**
 * Changes a live recurrence: writes the request, asks the bank outside any transaction, then
 * does it here. Without a clear answer the worker goes on. Refuses `subscription_not_found`,
 * `provider_unavailable`, also while another change is under way, `provider_refused`, and what
 * `planAct` refuses.
 */
export async function changeAtBank(
  deps: ChangeDeps,
  key: SubscriptionKey,
  change: LiveChange,
): Promise<ChangedRecurrence> {
  const requested: RequestedChange = {
    id: createId(deps.clock.now()),
    at: deps.clock.now(),
    change,
  };
  const leasedUntil = requested.at + deps.makingLeaseMs;
  const begun = await begin(deps, key, { requested, leasedUntil });
  if ('cycles' in begun) return { state: begun, act: actOf(change) };
  const { subscription } = begun;
  return carryOut<Accepted, ChangedRecurrence>({
    async ask() {
      const asked = await askBank(deps.bank, begun);
      return 'act' in asked ? { kind: 'done', value: asked } : asked;
    },
    async finish(asked) {
      const finished = await finishChange(deps, { subscription, requested, leasedUntil, asked });
      const { isDone, done } = finished;
      if (done instanceof Refusal) throw done;
      // A worker goes on: the one that has leased it, or one that takes what is stored again.
      if (!isDone) return undefined;
      return { state: done, act: asked.act };
    },
    async withdraw() {
      const asked = { kind: 'refused' } as const;
      const finished = await finishChange(deps, { subscription, requested, leasedUntil, asked });
      return finished.isMine;
    },
    refused: refusalOf,
  });
}

function refusalOf({ code, message }: BankRefusal): Refusal {
  if (code === 'recurrence_ended') return new Refusal('subscription_not_authorizable');
  return new Refusal('provider_refused', { reason: message });
}

/**
 * Goes on with a change that a time-out or a crash left open. Returns the bank's answer if the
 * change is still open.
 */
export async function changeAgain(
  deps: ChangeDeps,
  { subscription }: SubscriptionState,
  recurrence: Recurrence,
): Promise<OpenAnswer | undefined> {
  const { wanted, change: requested, leasedUntil } = recurrence;
  if (!requested || leasedUntil === null) {
    throw new Error('a recurrence has no change to go on with');
  }
  const isMoot = wanted === 'ended' && requested.change.kind !== 'free_location';
  const requestIds = await requestIdsOf(deps.database, recurrence);
  const asked = isMoot
    ? ({ kind: 'moot' } as const)
    : await askBank(deps.bank, { subscription, requested, requestIds, isAgain: true });
  if (asked.kind === 'open') return asked;
  try {
    await finishChange(deps, { subscription, requested, leasedUntil, asked });
    return undefined;
  } catch (error) {
    // The location is not free here yet: the next round tries again.
    if (!(error instanceof Refusal)) throw error;
    return { kind: 'open', retryAfterSeconds: BUSY_RETRY_SECONDS };
  }
}

interface Leased {
  readonly requested: RequestedChange;
  /** The end of the lease of the process that asks the bank (milliseconds). */
  readonly leasedUntil: number;
}

/**
 * Writes the request, unless the subscription refuses it. Returns the subscription if another
 * request has freed its location meanwhile.
 */
function begin(
  { database }: ChangeDeps,
  key: SubscriptionKey,
  { requested, leasedUntil }: Leased,
): Promise<AskedFor | SubscriptionState> {
  return database.transaction(async (tx) => {
    const { state, row } = await lockOne(tx, key);
    if (row.draft) throw unavailable(MAKING_RETRY_SECONDS);
    if (row.change) throw unavailable(BUSY_RETRY_SECONDS);
    const planned = await planAct({ tx, now: requested.at }, state, actOf(requested.change));
    // At the bank the location may be that of another recurrence by now.
    if (requested.change.kind === 'free_location' && planned.state === state) return state;
    beginChange(tx, key, { change: requested, nextSyncAt: leasedUntil });
    const requestIds = await requestIdsOf(tx, row);
    return { subscription: state.subscription, requested, requestIds, isAgain: false };
  });
}

/**
 * Does here what the bank has done, or forgets what it has refused. A change that another process
 * has finished or leased stays as it is, and is not `isMine`: its order may reach the bank after
 * the next change. `isDone`: this or another process has ended it as the bank has. One that was
 * withdrawn before the bank did it is stored again for the worker. `done` is the subscription, or
 * why it can't be changed here any more.
 */
function finishChange(
  { database, clock }: ChangeDeps,
  {
    subscription: key,
    requested,
    leasedUntil,
    asked,
  }: Leased & {
    /** The subscription for which the bank was asked. */
    readonly subscription: Subscription;
    /** `moot` if the recurrence is to end anyway. */
    readonly asked: Accepted | { readonly kind: 'refused' | 'moot' };
  },
): Promise<{
  readonly isMine: boolean;
  readonly isDone: boolean;
  readonly done: SubscriptionState | Refusal;
}> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const { state, row } = await lockOne(tx, key);
    const isMine = await endChange(tx, key, { changeId: requested.id, leasedUntil, now });
    if (!isMine) {
      if (asked.kind !== 'done') return { isMine, isDone: false, done: state };
      const isDone = await wasDone(tx, state, { act: asked.act, now });
      // A newer change here is not replaced.
      const isUnchanged = !row.change && isDeepStrictEqual(state.subscription, key);
      if (!isDone && isUnchanged) beginChange(tx, key, { change: requested, nextSyncAt: now });
      return { isMine, isDone, done: state };
    }
    const done =
      asked.kind === 'done' ? await doHere(tx, key, { requested, act: asked.act, now }) : state;
    return { isMine, isDone: true, done };
  });
}

/** Whether another process has done an act here that the bank has done. */
async function wasDone(
  tx: Transaction,
  state: SubscriptionState,
  { act, now }: { readonly act: RecurrenceAct; readonly now: number },
): Promise<boolean> {
  const { merchantId, environment } = state.subscription;
  if (act.kind === 'open_request' || act.kind === 'withdraw_request') {
    const request = await selectRequest(tx, { merchantId, environment, id: act.id });
    return request !== undefined && (act.kind === 'open_request' || request.status !== 'open');
  }
  try {
    const planned = await planAct({ tx, now }, state, act);
    return isDeepStrictEqual(planned.state.subscription, state.subscription);
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Does the act; a request to the payer's bank as of its time, before its end. */
async function doHere(
  tx: Transaction,
  key: SubscriptionKey,
  {
    requested,
    act,
    now,
  }: { readonly requested: RequestedChange; readonly act: RecurrenceAct; readonly now: number },
): Promise<SubscriptionState | Refusal> {
  const at = act.kind === 'open_request' ? requested.at : now;
  // No payer is told of such an act by mail.
  const [result] = await actIn(tx, [{ ...key, act }], { now: at });
  if (result && 'value' in result) return result.value;
  const error = result && 'error' in result ? result.error : undefined;
  // Another subscription leaves the location in a moment: the worker tries again.
  if (!(error instanceof Refusal) || error.code === 'provider_unavailable') throw error;
  return error;
}

async function lockOne(tx: Transaction, key: SubscriptionKey) {
  const state = (await lockStates(tx, [key])).get(key.id);
  const [row] = await selectRecurrences(tx, [key]);
  if (!state || !row) throw new Refusal('subscription_not_found');
  return { state, row };
}

/** The known requests. The first one of a recurrence made before migration 0590 has no row. */
async function requestIdsOf(
  database: Pick<Database, 'query'>,
  recurrence: Recurrence,
): Promise<readonly string[]> {
  const requests = (await selectRequestsOf(database, [recurrence])).get(recurrence.id) ?? [];
  const { solicitationId } = recurrence;
  return [...(solicitationId === null ? [] : [solicitationId]), ...requests.map(({ id }) => id)];
}
