import type { SandboxConfig } from '#src/config.ts';
import { deleteMailsTo } from '#src/mail/delete-mails.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database } from '#src/platform/database/database.ts';
import { DAY_MS } from '#src/platform/durations.ts';
import { firstIdAt, instantOfId } from '#src/platform/ids.ts';
import {
  deleteExpired,
  markCheckpoint,
  openLedgerAt,
  selectChargeAboveCount,
} from './sandbox-retention-store.ts';

const ROWS_AT_ONCE = 1_000;

export interface PurgeDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly sandbox: Pick<SandboxConfig, 'retentionDays' | 'chargesMax' | 'email'>;
  readonly sandboxMerchantId: string;
}

/**
 * Deletes a bounded number of old rows of the public sandbox: rows older than its retention, and
 * the oldest charges above its maximum. Paid charges are deleted with their postings, up to the
 * last hourly checkpoint. Rows of other merchants are never deleted.
 * @returns whether more rows may be left to delete.
 */
export async function purgeSandbox(deps: PurgeDeps): Promise<boolean> {
  const { database, clock, sandbox, sandboxMerchantId } = deps;
  const now = clock.now();
  await markCheckpoint(database, now);
  const firstAbove = await selectChargeAboveCount(database, sandboxMerchantId, sandbox.chargesMax);
  const oldest = now - sandbox.retentionDays * DAY_MS;
  const before = firstAbove === undefined ? oldest : Math.max(oldest, instantOfId(firstAbove) + 1);
  await openLedgerAt(database, before);
  const bounds = { beforeId: firstIdAt(before), limit: ROWS_AT_ONCE };
  const rows = await deleteExpired(database, bounds);
  const mails = await deleteMailsTo(database, { ...bounds, recipient: sandbox.email });
  return rows + mails > 0;
}
