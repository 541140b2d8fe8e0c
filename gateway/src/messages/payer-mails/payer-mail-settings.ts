import type { Actor } from '#src/ground/access/actor.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { firstIdAt } from '#src/ground/ids.ts';
import { NO_WISHES, type PayerMailWishes, wantsReminders } from './payer-mail-plan.ts';
import {
  lockSettings,
  saveSettings,
  selectLastPosition,
  selectSettings,
} from './payer-mail-settings-store.ts';

/** How long a charge may be open: `expires_in` is at most 30 days. */
const OPEN_MS_MAX = 31 * DAY_MS;

export interface PayerMailSettingsDeps extends DatabaseAndClock {
  /** Whether the gateway can send mails. */
  readonly hasMailServer: boolean;
}

/** The mails to the payers of a scope; none, until its merchant chooses them. */
export async function readWishes(
  database: Queryable,
  scope: LedgerScope,
): Promise<PayerMailWishes> {
  return (await selectSettings(database, scope)) ?? NO_WISHES;
}

/**
 * Changes what is mailed to payers; wishes that are left out stay. Open charges get the reminders
 * whose times are still to come; payments from now on get a receipt. Refuses
 * `mail_not_configured`. Returns all wishes.
 */
export async function changeWishes(
  { database, clock, hasMailServer }: PayerMailSettingsDeps,
  scope: LedgerScope,
  { wishes, by }: { readonly wishes: Partial<PayerMailWishes>; readonly by: Actor },
): Promise<PayerMailWishes> {
  const { merchantId, environment } = scope;
  const now = clock.now();
  return database.transaction(async (tx) => {
    const before = await lockSettings(tx, scope);
    const next = { ...NO_WISHES, ...before, ...wishes };
    const isOn = wantsReminders(next) || next.wantsReceipts;
    if (isOn && !hasMailServer) throw new Refusal('mail_not_configured');
    const isReading = before?.wantsReceipts === true;
    const settings = {
      ...next,
      merchantId,
      environment,
      changedAt: now,
      paidPosition: isReading ? before.paidPosition : await selectLastPosition(tx, scope),
      // The open charges are read again, with the new times.
      plannedBeforeId: firstIdAt(now - OPEN_MS_MAX),
    };
    saveSettings(tx, { ...settings, dueAt: isOn ? now : null });
    const details = {
      environment,
      days_before: next.daysBefore,
      on_due_day: next.isOnDueDay,
      days_after: next.daysAfter,
      receipts: next.wantsReceipts,
    };
    const change = {
      action: 'payer_mails.changed' as const,
      merchantId,
      subject: merchantId,
      details,
    };
    recordChange(tx, by, change, now);
    return next;
  });
}
