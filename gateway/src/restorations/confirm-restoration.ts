import type { Actor } from '#src/access/actor.ts';
import { recordChange } from '#src/audit/record-change.ts';
import { PLATFORM_STOP } from '#src/payouts/stop/payout-stop.ts';
import { readPlatformStops } from '#src/payouts/stop/read-payout-stops.ts';
import { resumePayouts } from '#src/payouts/stop/stop-payouts.ts';
import { BackupError } from '#src/platform/backup/backup-error.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database, Queryable } from '#src/platform/database/database.ts';
import { daysNotCompared } from './compare-days.ts';
import { RESTORATION_STOP_REASON, type Restoration } from './restoration.ts';
import { selectOpenRestoration, updateConfirmed } from './restoration-store.ts';

/** The restoration that no operator has confirmed yet. */
export function readOpenRestoration(database: Queryable): Promise<Restoration | undefined> {
  return selectOpenRestoration(database);
}

/**
 * Confirms the open restoration: webhooks leave again, and payouts, unless they were stopped for
 * another reason. Throws a BackupError when none is open, or when a day since the restored instant
 * was not compared with the bank.
 */
export async function confirmRestoration(
  deps: { readonly database: Database; readonly clock: Clock },
  bank: string | undefined,
  by: Actor,
): Promise<Restoration> {
  const { database, clock } = deps;
  const restoration = await selectOpenRestoration(database);
  if (!restoration) throw new BackupError('não há restauração a confirmar');
  const at = clock.now();
  const missing =
    bank === undefined ? [] : await daysNotCompared(database, restoration, { bank, now: at });
  if (missing.length > 0) {
    throw new BackupError(
      `compare primeiro com o banco (restoration check): falta ${missing.join(', ')}`,
    );
  }
  await database.transaction(async (tx) => {
    if (!(await updateConfirmed(tx, restoration.restoredAt, { at, by: by.name }))) return;
    const subject = restoration.backup;
    const change = { action: 'restoration.confirmed', merchantId: null, subject };
    recordChange(tx, by, change, at);
  });
  const { platform } = await readPlatformStops(database);
  if (platform?.reason === RESTORATION_STOP_REASON) await resumePayouts(deps, PLATFORM_STOP, by);
  return restoration;
}
