import { storeCharges } from '#src/charges/store-charges.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database, Transaction } from '#src/ground/database/database.ts';
import { releaseKeys } from '#src/ground/idempotency/claim-keys.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import { expireAuthorization } from '../../change-subscription.ts';
import { lockStates } from '../../load-states.ts';
import { journeyOf } from '../../recurrences/change-recurrence.ts';
import { releaseLocationOf } from '../../recurrences/location-store.ts';
import { insertRequests } from '../../recurrences/request-store.ts';
import type { Subscription, SubscriptionState } from '../../subscription.ts';
import { creationAnswer } from '../../subscription-view.ts';
import { writeStates } from '../../write-states.ts';
import type { GivingUp, MadeRecurrence, RecurrenceToMake } from './make-recurrence.ts';
import { nextSync } from './next-sync.ts';
import {
  deleteRecurrences,
  deleteUnmade,
  type FinishedRecurrence,
  finishRecurrenceRows,
  selectRecurrences,
} from './recurrence-store.ts';

export interface FinishDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/** A recurrence that the bank has made, with what it said. */
export interface Made extends RecurrenceToMake {
  readonly value: MadeRecurrence;
}

/**
 * Stores what the bank has made: the id at the banks, the code, the first charge. Returns the JSON
 * of the creation; undefined for a subscription that its merchant has canceled meanwhile, which the
 * worker then ends at the bank, and for one that was given up or refused.
 */
export function finishRecurrences(
  { database, clock }: FinishDeps,
  all: readonly Made[],
): Promise<readonly BatchResult<string | undefined>[]> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const { states, rows } = await lockAll(tx, all);
    const open = all.filter(({ subscription: { id } }) => {
      const draft = rows.get(id)?.draft;
      const isOpen = draft != null && !draft.isRefused;
      return isOpen && states.get(id)?.subscription.status === 'created';
    });
    finishRecurrenceRows(
      tx,
      open.map((made) => finishedRow(made, now)),
    );
    storeCharges(
      tx,
      open.flatMap(({ recurrence: { draft }, value: { code } }) =>
        draft?.charge && code !== null ? [{ rows: draft.charge.rows, code }] : [],
      ),
    );
    insertRequests(tx, open.flatMap(requestOf));
    const finished = new Map(open.map((made) => [made.subscription.id, answerOf(made)]));
    return all.map(({ subscription: { id } }) => ({
      value: finished.get(id) ?? earlierAnswer(states.get(id)),
    }));
  });
}

function finishedRow(finished: Made, now: number): FinishedRecurrence {
  const { subscription, value } = finished;
  const { merchantId, environment, id } = subscription;
  const { made, solicitationId } = value;
  const { code, firstChargeId, journey, requestExpiresAt } = namedSubscription(finished);
  return {
    merchantId,
    environment,
    id,
    status: made.status,
    recurrenceId: made.id,
    code,
    solicitationId,
    firstChargeId,
    journey,
    requestExpiresAt,
    nextSyncAt: nextSync({ subscription, cycles: [] }, made.status, now),
  };
}

/** The subscription with what the bank has made. */
function namedSubscription({ subscription, recurrence: { draft }, value }: Made): Subscription {
  const { code, made, solicitationId } = value;
  const firstChargeId = draft?.standard?.chargeId ?? draft?.charge?.key.id ?? null;
  const named: Subscription = {
    ...subscription,
    code,
    firstChargeId: code === null ? null : firstChargeId,
    recurrenceId: made.id,
    requestExpiresAt: solicitationId === null ? null : subscription.authorizableBefore,
  };
  return draft?.standard ? { ...named, journey: journeyOf(named) } : named;
}

/** The request that the payer's bank got with the recurrence. */
function requestOf({ subscription, value: { solicitationId: id } }: Made) {
  const { payer, payerAccount: account, authorizableBefore: expiresAt, createdAt } = subscription;
  if (id === null || account === null) return [];
  return [{ subscription, id, payerDocument: payer.document, account, expiresAt, createdAt }];
}

function answerOf(made: Made): string {
  return creationAnswer({ subscription: namedSubscription(made) });
}

/** The answer of a subscription that another process has finished. */
function earlierAnswer(state: SubscriptionState | undefined): string | undefined {
  return state && state.subscription.recurrenceId !== null ? creationAnswer(state) : undefined;
}

/**
 * Deletes subscriptions that the bank has not made and will not make, and frees their keys.
 * @returns for each whether it was still there; else another process has ended or leased it
 */
export function abandonSubscriptions(
  { database }: Pick<FinishDeps, 'database'>,
  all: readonly RecurrenceToMake[],
): Promise<readonly BatchResult<boolean>[]> {
  return database.transaction(async (tx) => {
    await lockAll(tx, all);
    const deleted = await deleteRecurrences(
      tx,
      all.map(({ recurrence }) => recurrence),
    );
    const mine = all.filter(({ subscription: { id } }) => deleted.has(id));
    deleteUnmade(
      tx,
      mine.map(({ subscription }) => subscription),
    );
    for (const { subscription } of mine) releaseLocationOf(tx, subscription);
    releaseKeysOf(tx, mine);
    return all.map(({ subscription: { id } }) => ({ value: deleted.has(id) }));
  });
}

/**
 * Closes a subscription that its merchant has canceled, or whose time is over, before the bank has
 * made it: nothing of it is left at the bank.
 */
export function closeGivenUp(
  { database, clock }: FinishDeps,
  given: RecurrenceToMake,
  { ended }: Extract<GivingUp, { kind: 'gone' }>,
): Promise<void> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const { states, rows } = await lockAll(tx, [given]);
    const { merchantId, environment, id } = given.subscription;
    const before = states.get(id);
    if (!before || rows.get(id)?.draft == null) return;
    finishRecurrenceRows(tx, [
      {
        merchantId,
        environment,
        id,
        status: ended?.status ?? 'canceled',
        recurrenceId: ended?.id ?? null,
        code: null,
        firstChargeId: null,
        solicitationId: null,
        nextSyncAt: null,
        journey: before.subscription.journey,
        requestExpiresAt: null,
      },
    ]);
    if (!ended) releaseLocationOf(tx, given.subscription);
    releaseKeysOf(tx, [given]);
    if (before.subscription.status !== 'created') return;
    const { state: after, events } = expireAuthorization(before, now);
    await writeStates(
      tx,
      { states: [{ before, after, events }], charges: [], firstPayments: [] },
      now,
    );
  });
}

async function lockAll(tx: Transaction, all: readonly RecurrenceToMake[]) {
  const keys = all.map(({ subscription }) => subscription);
  const states = await lockStates(tx, keys);
  const rows = new Map((await selectRecurrences(tx, keys)).map((row) => [row.id, row]));
  return { states, rows };
}

function releaseKeysOf(tx: Transaction, all: readonly RecurrenceToMake[]): void {
  releaseKeys(
    tx,
    all.flatMap(({ subscription: { merchantId, environment, id }, recurrence: { draft } }) =>
      draft?.idempotencyKey == null
        ? []
        : [{ merchantId, environment, key: draft.idempotencyKey, resourceId: id }],
    ),
  );
}
