import type { Charge } from '#src/charges/charge.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { wantsReminders } from './payer-mail-plan.ts';
import { selectSettings } from './payer-mail-settings-store.ts';
import { planMails } from './payer-mail-store.ts';
import { newMails } from './plan-reminders.ts';

/**
 * Plans the reminders of a changed charge by its new due date, in the transaction of the change.
 * Those that have left stay as they are. A test clock plans those of its charges when it advances.
 */
export async function moveReminders(tx: Transaction, charge: Charge, now: number): Promise<void> {
  const { payer, due } = charge;
  if (payer.email === null || (due?.clockId ?? null) !== null) return;
  const settings = await selectSettings(tx, charge);
  if (!settings || !wantsReminders(settings)) return;
  await planMails(tx, newMails(settings, [charge], { after: now, now, isInClock: false }));
}
