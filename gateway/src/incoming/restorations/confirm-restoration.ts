import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import { BackupError } from '#src/ground/backup/backup-error.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { PLATFORM_STOP } from '#src/money-out/payouts/stop/payout-stop.ts';
import { readPlatformStops } from '#src/money-out/payouts/stop/read-payout-stops.ts';
import { resumePayouts } from '#src/money-out/payouts/stop/stop-payouts.ts';
import type { ReconciliationReportDetail } from '../reconciliation/reconciliation-report.ts';
import { readOpenDays } from './compare-days.ts';
import { RESTORATION_STOP_REASON, type Restoration } from './restoration.ts';
import { selectOpenRestoration, updateConfirmed } from './restoration-store.ts';

/** The restoration that no operator has confirmed yet. */
export function readOpenRestoration(database: Queryable): Promise<Restoration | undefined> {
  return selectOpenRestoration(database);
}

/** The days of the restoration differ from the bank, and the operator has not accepted that. */
export class OpenDifferences extends BackupError {
  readonly days: readonly ReconciliationReportDetail[];

  constructor(days: readonly ReconciliationReportDetail[]) {
    super(`há diferenças em aberto com o banco: ${days.map(wordsOf).join('; ')}`);
    this.days = days;
  }
}

/** How a restoration is confirmed. */
export interface Confirmation {
  /** The bank's name; undefined without a bank. */
  readonly bank: string | undefined;
  /** Why the operator accepts open differences; undefined to refuse them. */
  readonly acceptedReason?: string | undefined;
  readonly by: Actor;
}

/**
 * Confirms the open restoration: webhooks are sent again, and also payouts, unless they were
 * stopped for another reason. Differences that the operator accepts are kept in the audit log with
 * the reason.
 * Throws a BackupError when none is open, or when a day since the restored instant was not compared
 * with the bank; OpenDifferences when a day differs and there is no reason to accept it.
 */
export async function confirmRestoration(
  deps: DatabaseAndClock,
  { bank, acceptedReason, by }: Confirmation,
): Promise<Restoration> {
  const { database, clock } = deps;
  const restoration = await selectOpenRestoration(database);
  if (!restoration) throw new BackupError('não há restauração a confirmar');
  const at = clock.now();
  const { missing, differing } =
    bank === undefined
      ? { missing: [], differing: [] }
      : await readOpenDays(database, restoration, { bank, now: at });
  if (missing.length > 0) {
    throw new BackupError(
      `compare primeiro com o banco (restoration check): falta ${missing.join(', ')}`,
    );
  }
  if (differing.length > 0 && acceptedReason === undefined) throw new OpenDifferences(differing);
  await database.transaction(async (tx) => {
    const { restoredAt } = restoration;
    if ((await updateConfirmed(tx, { restoredAt, at, by: by.name })) === 0) return;
    const subject = restoration.backup;
    const change = { action: 'restoration.confirmed' as const, merchantId: null, subject };
    const accepted = {
      reason: acceptedReason ?? '',
      differences: differing.map(wordsOf).join('; '),
    };
    recordChange(tx, by, { ...change, ...(differing.length > 0 && { details: accepted }) }, at);
  });
  const { platform } = await readPlatformStops(database);
  if (platform?.reason === RESTORATION_STOP_REASON) await resumePayouts(deps, PLATFORM_STOP, by);
  return restoration;
}

function wordsOf({ day, discrepancyCount }: ReconciliationReportDetail): string {
  return `${day}: ${discrepancyCount ?? 0}`;
}
