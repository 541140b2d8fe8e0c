import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { createId } from '#src/ground/ids.ts';
import type { SubscriptionEvent } from '#src/subscriptions/change-subscription.ts';
import { type Cycle, numberedAttempts } from '#src/subscriptions/subscription.ts';
import {
  ATTEMPT_KINDS,
  announcedAt,
  nextMorning,
  type PayerMailKind,
  type PayerMailWishes,
  wantsKind,
} from './payer-mail-plan.ts';
import { selectSettings } from './payer-mail-settings-store.ts';
import { planInTime } from './plan-reminders.ts';

/**
 * Plans the mails to the payers of subscriptions about events, in their transaction: a debit is
 * announced, a failed attempt and a cancellation are told on the next morning. A row of a charge
 * and a kind exists once, so a repeat plans nothing twice.
 */
export async function planSubscriptionMails(
  tx: Transaction,
  events: readonly SubscriptionEvent[],
  now: number,
): Promise<void> {
  const scopes = Map.groupBy(events, ({ state: { subscription } }) => {
    return `${subscription.merchantId} ${subscription.environment}`;
  });
  for (const group of scopes.values()) {
    const [first] = group;
    if (first) await planOfScope(tx, first.state.subscription, { events: group, now });
  }
}

async function planOfScope(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  { events, now }: { readonly events: readonly SubscriptionEvent[]; readonly now: number },
): Promise<void> {
  const settings = await selectSettings(tx, { merchantId, environment });
  if (!settings) return;
  const isInClock = tx.testTime !== undefined;
  const mails = events.flatMap((event) => mailAbout(event, settings, now));
  await planInTime(
    tx,
    mails.map((mail) => ({ merchantId, environment, id: createId(now), isInClock, ...mail })),
  );
}

interface Planned {
  /** The id of the subscription for `subscription_canceled`. */
  readonly chargeId: string;
  readonly kind: PayerMailKind;
  readonly plannedFor: number;
}

/** The mail about an event; none if it isn't wanted. */
function mailAbout(
  { kind, state: { subscription }, cycle }: SubscriptionEvent,
  wishes: PayerMailWishes,
  now: number,
): Planned[] {
  if (kind === 'cycle.scheduled' && cycle) return announcement(cycle, wishes);
  const plannedFor = nextMorning(now);
  const mailOf = (
    chargeId: string | null | undefined,
    mailKind: PayerMailKind | undefined,
  ): Planned[] =>
    chargeId != null && mailKind !== undefined && wantsKind(wishes, mailKind)
      ? [{ chargeId, kind: mailKind, plannedFor }]
      : [];
  if (kind === 'cycle.failed') return mailOf(cycle?.chargeId, attemptKind(cycle));
  // Before the payer has authorized, nothing ends for the payer.
  const isEnded = kind === 'subscription.canceled' && subscription.authorizedAt !== null;
  return isEnded ? mailOf(subscription.id, 'subscription_canceled') : [];
}

function announcement({ chargeId, dueOn, createdAt }: Cycle, wishes: PayerMailWishes): Planned[] {
  const plannedFor = announcedAt(wishes, { dueOn, createdAt });
  return chargeId === null || plannedFor === undefined
    ? []
    : [{ chargeId, kind: 'before', plannedFor }];
}

/** The kind by the number of the last attempt. */
function attemptKind(cycle: Cycle | null): PayerMailKind | undefined {
  return cycle ? ATTEMPT_KINDS[numberedAttempts(cycle).length - 1] : undefined;
}
