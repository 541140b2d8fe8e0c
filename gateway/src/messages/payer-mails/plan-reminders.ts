import type { Charge } from '#src/charges/charge.ts';
import type { ChargeOwner } from '#src/charges/charge-owner.ts';
import { firstNonFinalId } from '#src/charges/daily-totals/first-unsettled-id.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { bindToClock } from '#src/ground/clocks/bind-to-clock.ts';
import { rescheduleItems, selectWaitingItems } from '#src/ground/clocks/clock-item-store.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { createId, ID_MIN, idAfter } from '#src/ground/ids.ts';
import { remindersOf, wantsReminders } from './payer-mail-plan.ts';
import {
  lockSettings,
  type PayerMailSettings,
  selectSettings,
} from './payer-mail-settings-store.ts';
import {
  type NewPayerMail,
  type PlannedCharge,
  planMails,
  selectChargesToPlan,
  selectOpenInClock,
} from './payer-mail-store.ts';

const CHARGES_AT_ONCE = 500;

/** How far the charges of a scope have their reminders planned. */
export interface PlannedUntil {
  readonly beforeId: string;
  readonly hasMore: boolean;
}

/**
 * Plans the reminders of the next charges of a scope, in the order of their ids. Each charge is
 * read once, a minute after its creation, in pages by the primary key: a million charges are two
 * thousand pages, and charges of merchants without reminders are not read. The creation of a charge
 * knows nothing of it. The scope is locked.
 */
export async function planReminders(
  tx: Transaction,
  settings: PayerMailSettings,
  now: number,
): Promise<PlannedUntil> {
  const { merchantId, environment, plannedBeforeId: fromId, changedAt } = settings;
  if (!wantsReminders(settings)) return { beforeId: fromId, hasMore: false };
  // Drafts are read before charges: a draft that becomes a charge in between is planned.
  const beforeId = await firstNonFinalId(tx, settings, now);
  const charges = await selectChargesToPlan(tx, {
    merchantId,
    environment,
    fromId,
    beforeId,
    limit: CHARGES_AT_ONCE,
  });
  const open = charges.filter(({ isOpen }) => isOpen);
  await planMails(tx, newMails(settings, open, { after: changedAt, now, isInClock: false }));
  const last = charges.at(-1);
  if (last && charges.length === CHARGES_AT_ONCE) {
    return { beforeId: idAfter(last.id), hasMore: true };
  }
  return { beforeId: beforeId > fromId ? beforeId : fromId, hasMore: false };
}

/** Plans the reminders of all charges that wait for a test clock, before it is advanced. */
export async function planRemindersInClock(
  { database, clock }: DatabaseAndClock,
  { merchantId, id: clockId }: { readonly merchantId: string; readonly id: string },
): Promise<void> {
  const scope = { merchantId, environment: 'test' } as const;
  let after = { dueAt: clock.now(), id: ID_MIN };
  for (;;) {
    const page = await selectWaitingItems(database, {
      clockId,
      kind: 'charge',
      ...after,
      limit: CHARGES_AT_ONCE,
    });
    const last = page.at(-1);
    if (!last) return;
    const isWanted = await database.transaction(async (tx) => {
      const settings = await lockSettings(tx, scope);
      if (!settings || !wantsReminders(settings)) return false;
      const ids = page.map(({ id }) => id);
      const charges = await selectOpenInClock(tx, { merchantId, ids });
      const now = clock.now();
      await planInTime(tx, newMails(settings, charges, { after: now, now, isInClock: true }));
      return true;
    });
    if (!isWanted || page.length < CHARGES_AT_ONCE) return;
    after = last;
  }
}

/** Plans mails. In a transaction of a test clock they become due by that clock. */
export async function planInTime(tx: Transaction, mails: readonly NewPayerMail[]): Promise<void> {
  const planned = await planMails(tx, mails);
  if (planned.length === 0 || tx.testTime === undefined) return;
  const [first] = mails;
  if (!first) return;
  const { merchantId } = first;
  const times = new Map(mails.map((mail) => [`${mail.chargeId} ${mail.kind}`, mail.plannedFor]));
  const items = planned.map(({ id, chargeId, kind }) => ({
    merchantId,
    kind: 'payer_mail' as const,
    id,
    dueAt: times.get(`${chargeId} ${kind}`) ?? null,
  }));
  bindToClock(tx, items);
  await rescheduleItems(tx, items);
}

/** The mails of the reminders that are due after an instant. */
export function newMails(
  settings: PayerMailSettings,
  charges: readonly PlannedCharge[],
  { after, now, isInClock }: { after: number; now: number; isInClock: boolean },
): NewPayerMail[] {
  const { merchantId, environment }: LedgerScope = settings;
  return charges.flatMap((charge) =>
    remindersOf(settings, charge, after).map(({ kind, at }) => ({
      merchantId,
      environment,
      id: createId(now),
      chargeId: charge.id,
      kind,
      plannedFor: at,
      isInClock,
    })),
  );
}

/** A charge with a due date may have reminders. */
export const reminderOwner: ChargeOwner = {
  name: 'reminders',
  changed: moveReminders,
};

/**
 * Plans the reminders of a changed charge by its new due date, in the transaction of the change.
 * Those that have left stay as they are. A test clock plans those of its charges when it advances.
 */
async function moveReminders(tx: Transaction, charge: Charge, now: number): Promise<void> {
  const { payer, due } = charge;
  if (payer.email === null || (due?.clockId ?? null) !== null) return;
  const settings = await selectSettings(tx, charge);
  if (!settings || !wantsReminders(settings)) return;
  await planMails(tx, newMails(settings, [charge], { after: now, now, isInClock: false }));
}
