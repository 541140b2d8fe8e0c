import { bankFor } from '#src/bank/choose-bank.ts';
import { cancelChargesIn } from '#src/charges/cancel-charges.ts';
import type { TransactionKey } from '#src/charges/charge.ts';
import { confirmPaymentsIn } from '#src/charges/confirm-payments.ts';
import { countSubscribers } from '#src/charges/links/hold-pieces.ts';
import { lockCharges } from '#src/charges/lock-charges.ts';
import type { PlannedCharge } from '#src/charges/plan-charges.ts';
import { rowsOf, storeCharges } from '#src/charges/store-charges.ts';
import { rescheduleSubscriptions } from '#src/ground/clocks/bind-to-clock.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { emitEvents } from '#src/webhooks/emit-events.ts';
import type { NewEvent } from '#src/webhooks/webhook-event.ts';
import { addStoryTotals } from './add-story-totals.ts';
import { cancelFirstCharges, endedFirstCharges } from './cancel-first-charges.ts';
import type { StoryEvent } from './change-story.ts';
import { insertCycles, updateCycles } from './cycle-store.ts';
import { wantAtBank } from './live/cycles/want-at-bank.ts';
import { wantEnded } from './live/recurrences/recurrence-store.ts';
import { nextStep } from './next-step.ts';
import { type Cycle, keyOfCycle, type Story, type Subscription } from './subscription.ts';
import { reviseSubscriptions, updateSubscriptions } from './subscription-store.ts';
import { cycleView, subscriptionView } from './subscription-view.ts';
import { type TellPayers, tellPayersOf } from './tell-payers.ts';

/** A subscription before and after its changes. */
export interface WrittenStory {
  readonly before: Story;
  readonly after: Story;
  readonly events: readonly StoryEvent[];
}

/** What the changes of a transaction need beside the stories. */
export interface Written {
  readonly stories: readonly WrittenStory[];
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
export async function writeStories(
  tx: Transaction,
  { stories, charges, firstPayments, paid, tellPayers }: Written,
  now: number,
): Promise<void> {
  const rows = stories.map(({ after }) => ({
    subscription: after.subscription,
    dueAt: nextStep(after)?.at ?? null,
  }));
  updateSubscriptions(tx, rows);
  reviseSubscriptions(
    tx,
    stories.filter(isRevised).map(({ after }) => after.subscription),
  );
  await rescheduleSubscriptions(
    tx,
    rows.map(({ subscription: { merchantId, id }, dueAt }) => ({ merchantId, id, dueAt })),
  );
  const changed = stories.flatMap(changedCycles);
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
  wantAtBank(
    tx,
    changed.filter(({ hasMoved }) => hasMoved),
    now,
  );
  const ended = stories.filter(hasEnded).map(({ after }) => after.subscription);
  wantEnded(tx, ended.filter(isLive), now);
  await moveCharges(tx, { changed, firstPayments, paid, ended, now });
  countSubscribers(tx, stories.flatMap(newSubscriber));
  const events = stories.flatMap((story) => story.events);
  await emitEvents(tx, events.map(eventOf), now);
  if (tellPayers) await tellPayersOf(tx, events, { tellPayers, now });
  addStoryTotals(tx, stories, now);
}

/** The link by which a payer has subscribed, if a change is the payer's authorization. */
function newSubscriber({ before, after: { subscription } }: WrittenStory) {
  const { merchantId, environment, authorizedAt, paymentLinkId: linkId } = subscription;
  const isNew = before.subscription.authorizedAt === null && authorizedAt !== null;
  return isNew && linkId !== null ? [{ merchantId, environment, linkId }] : [];
}

/** Whether a change is of what the worker's own steps leave. */
function isRevised({ before, after }: WrittenStory): boolean {
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

function hasEnded({ before, after }: WrittenStory): boolean {
  return before.subscription.endedAt === null && after.subscription.endedAt !== null;
}

interface ChangedCycle {
  readonly key: TransactionKey;
  readonly cycle: Cycle;
  readonly isNew: boolean;
  /** Whether its status is another one. */
  readonly hasMoved: boolean;
}

/** The cycles of a story that differ from those before. */
function changedCycles({ before, after }: WrittenStory): ChangedCycle[] {
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
    ...due.map((key) => ({ ...paymentOf(key, now), isOfCycle: true, acceptsExpired: true })),
    ...firstPayments.map((key) => ({ ...paymentOf(key, now), acceptsExpired: false })),
  ];
  const paid = payments.length > 0 ? await confirmPaymentsIn(tx, payments, now) : [];
  const paidIds = new Set(paid.map(({ id }) => id));
  if (!due.every(({ id }) => paidIds.has(id))) throw new Error('a cycle was paid before');
  const canceled = over.map((key) => ({
    ...key,
    isRemovedAtBank: true,
    isExpiredToo: true,
    isOfCycle: true,
  }));
  const results = canceled.length > 0 ? await cancelChargesIn(tx, canceled, now) : [];
  if (!results.every((result) => 'value' in result)) {
    throw new Error('the charge of a canceled cycle was not canceled');
  }
}

function paymentOf(key: TransactionKey, now: number) {
  return { ...key, endToEndId: bankFor(key.environment).receivePayment(now), paidAt: now };
}

function eventOf({ kind, sequence, story, cycle }: StoryEvent): NewEvent {
  const { merchantId, environment, id: resourceId } = story.subscription;
  return {
    kind,
    merchantId,
    environment,
    resourceId,
    sequence,
    data: cycle ? cycleView(story.subscription, cycle) : subscriptionView(story),
    audience: { kind: 'endpoints' },
  };
}
