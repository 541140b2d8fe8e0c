import { bankFor } from '#src/bank/choose-bank.ts';
import { cancelChargesIn } from '#src/charges/cancel-charges.ts';
import type { TransactionKey } from '#src/charges/charge.ts';
import { confirmPaymentsIn } from '#src/charges/confirm-payments.ts';
import { countSubscribers } from '#src/charges/links/claim-pieces.ts';
import { lockCharges } from '#src/charges/lock-charges.ts';
import type { PlannedCharge } from '#src/charges/plan-charges.ts';
import { rowsOf, storeCharges } from '#src/charges/store-charges.ts';
import { rescheduleSubscriptions } from '#src/ground/clocks/bind-to-clock.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { emitEvents } from '#src/webhooks/emit-events.ts';
import type { NewEvent } from '#src/webhooks/webhook-event.ts';
import { addSubscriptionTotals } from './add-subscription-totals.ts';
import { cancelFirstCharges, endedFirstCharges } from './cancel-first-charges.ts';
import type { ChangedState, SubscriptionEvent } from './change-subscription.ts';
import { insertCycles, updateCycles } from './cycle-store.ts';
import { saveDesiredCycles } from './live/cycles/desired-cycles.ts';
import { saveDesiredEnds } from './live/recurrences/recurrence-store.ts';
import { nextStep } from './next-step.ts';
import { type Cycle, keyOfCycle, type Subscription } from './subscription.ts';
import { reviseSubscriptions, updateSubscriptions } from './subscription-store.ts';
import { cycleView, subscriptionView } from './subscription-view.ts';
import { type TellPayers, tellPayersOf } from './tell-payers.ts';

/** The changes of a transaction, with the charges that they make or pay. */
interface StateChanges {
  readonly states: readonly ChangedState[];
  /** The charges of new cycles. */
  readonly charges: readonly PlannedCharge[];
  /** The first charges that their payers pay with the authorization. */
  readonly firstPayments: readonly TransactionKey[];
  /** The charges of cycles that this transaction has paid by a Pix that arrived. */
  readonly paid?: ReadonlySet<string>;
  /** Absent where no change is told by mail. */
  readonly tellPayers?: TellPayers | undefined;
}

/**
 * Writes the changes of locked subscriptions, in the caller's transaction: rows, charges of new
 * cycles, payments of paid ones, cancellations of canceled ones and of first charges, totals, and
 * all events.
 */
export async function writeStates(
  tx: Transaction,
  { states, charges, firstPayments, paid, tellPayers }: StateChanges,
  now: number,
): Promise<void> {
  const rows = states.map(({ after }) => ({
    subscription: after.subscription,
    dueAt: nextStep(after)?.at ?? null,
  }));
  updateSubscriptions(tx, rows);
  reviseSubscriptions(
    tx,
    states.filter(isRevised).map(({ after }) => after.subscription),
  );
  await rescheduleSubscriptions(
    tx,
    rows.map(({ subscription: { merchantId, id }, dueAt }) => ({ merchantId, id, dueAt })),
  );
  const changed = states.flatMap(changedCycles);
  storeCharges(
    tx,
    charges.map((charge) => ({
      rows: rowsOf(charge, { isSandbox: false, paymentDelaySeconds: 0 }),
      code: '',
    })),
  );
  // A replaced charge makes room for the new one of its cycle.
  updateCycles(
    tx,
    changed.filter(({ isNew }) => !isNew),
  );
  insertCycles(
    tx,
    changed.filter(({ isNew }) => isNew),
  );
  saveDesiredCycles(
    tx,
    changed.filter(({ hasMoved }) => hasMoved),
    now,
  );
  const ended = states.filter(hasEnded).map(({ after }) => after.subscription);
  saveDesiredEnds(tx, ended.filter(isLive), now);
  await moveCharges(tx, { changed, firstPayments, paid, ended, now });
  countSubscribers(tx, states.flatMap(newSubscriber));
  const events = states.flatMap((state) => state.events);
  await emitEvents(tx, events.map(eventOf), now);
  if (tellPayers) await tellPayersOf(tx, events, { tellPayers, now });
  addSubscriptionTotals(tx, states, now);
}

/** The link by which a payer has subscribed, if a change is the payer's authorization. */
function newSubscriber({ before, after: { subscription } }: ChangedState) {
  const { merchantId, environment, authorizedAt, paymentLinkId: linkId } = subscription;
  const isNew = before.subscription.authorizedAt === null && authorizedAt !== null;
  return isNew && linkId !== null ? [{ merchantId, environment, linkId }] : [];
}

/** Whether a change is of a column that the steps of the worker never write. */
function isRevised({ before, after }: ChangedState): boolean {
  const [earlier, later] = [before.subscription, after.subscription];
  return REVISED.some((name) => earlier[name] !== later[name]);
}

const REVISED = [
  'payer',
  'payerAccount',
  'firstDueOn',
  'authorizableBefore',
  'journey',
  'code',
  'firstChargeId',
  'activationTxid',
  'requestExpiresAt',
] as const;

function isLive({ environment }: TransactionKey): boolean {
  return environment === 'live';
}

function hasEnded({ before, after }: ChangedState): boolean {
  return before.subscription.endedAt === null && after.subscription.endedAt !== null;
}

interface ChangedCycle {
  readonly key: TransactionKey;
  readonly cycle: Cycle;
  readonly isNew: boolean;
  /** Whether its status is another one. */
  readonly hasMoved: boolean;
}

/** The cycles that a change has added or altered. */
function changedCycles({ before, after }: ChangedState): ChangedCycle[] {
  const known = new Map(before.cycles.map((cycle) => [keyOfCycle(cycle), cycle]));
  return after.cycles.flatMap((cycle) => {
    const earlier = known.get(keyOfCycle(cycle));
    if (earlier === cycle) return [];
    const hasMoved = earlier?.status !== cycle.status;
    return [{ key: after.subscription, cycle, isNew: !earlier, hasMoved }];
  });
}

/** Pays and cancels the charges of cycles, and first charges whose subscriptions have ended. */
async function moveCharges(
  tx: Transaction,
  {
    changed,
    firstPayments,
    paid: arrived,
    ended,
    now,
  }: {
    readonly changed: readonly ChangedCycle[];
    readonly firstPayments: readonly TransactionKey[];
    readonly paid: ReadonlySet<string> | undefined;
    readonly ended: readonly Subscription[];
    readonly now: number;
  },
): Promise<void> {
  const chargesIn = (status: Cycle['status']): TransactionKey[] =>
    changed.flatMap(({ key: { merchantId, environment }, cycle, hasMoved }) =>
      hasMoved && cycle.status === status && cycle.chargeId !== null
        ? [{ merchantId, environment, id: cycle.chargeId }]
        : [],
    );
  const due = chargesIn('paid').filter(({ id }) => !arrived?.has(id));
  const [firsts, over] = [endedFirstCharges(ended, firstPayments), chargesIn('canceled')];
  await lockCharges(tx, [firsts, [...due, ...firstPayments], over]);
  await cancelFirstCharges(tx, firsts, now);
  const payments = [
    ...due.map((key) => ({ ...paymentOf(key, now), isByOwner: true, acceptsExpired: true })),
    ...firstPayments.map((key) => ({ ...paymentOf(key, now), acceptsExpired: false })),
  ];
  const paid = payments.length > 0 ? await confirmPaymentsIn(tx, payments, now) : [];
  const paidIds = new Set(paid.map(({ id }) => id));
  if (!due.every(({ id }) => paidIds.has(id))) throw new Error('a cycle was paid before');
  const canceled = over.map((key) => ({
    ...key,
    isRemovedAtBank: true,
    isExpiredToo: true,
    isByOwner: true,
  }));
  const results = canceled.length > 0 ? await cancelChargesIn(tx, canceled, now) : [];
  if (!results.every((result) => 'value' in result)) {
    throw new Error('the charge of a canceled cycle was not canceled');
  }
}

function paymentOf(key: TransactionKey, now: number) {
  return { ...key, endToEndId: bankFor(key.environment).receivePayment(now), paidAt: now };
}

function eventOf({ kind, sequence, state, cycle }: SubscriptionEvent): NewEvent {
  const { merchantId, environment, id: resourceId } = state.subscription;
  return {
    kind,
    merchantId,
    environment,
    resourceId,
    sequence,
    data: cycle ? cycleView(state.subscription, cycle) : subscriptionView(state),
    audience: { kind: 'endpoints' },
  };
}
