import { boundSessions } from '#src/accounts/auth/bound-sessions.ts';
import type { SandboxConfig } from '#src/ground/config/config.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { firstIdAt, instantOfId } from '#src/ground/ids.ts';
import { deleteMailsTo } from '#src/ground/mail/delete-mails.ts';
import {
  deleteExpired,
  markCheckpoint,
  openLedgerAt,
  selectIdAboveCount,
} from './sandbox-store.ts';

const ROWS_AT_ONCE = 1_000;

export interface PurgeDeps extends DatabaseAndClock {
  readonly sandbox: Pick<SandboxConfig, 'isOpen' | 'retentionDays' | 'chargesMax' | 'email'>;
  readonly sandboxMerchantId: string;
}

/**
 * Deletes a bounded number of old rows of the public sandbox: rows older than its retention, and
 * the oldest rows above the maximum number of charges, payouts, refunds, disputes or events. While
 * the sandbox is closed all its rows are too old, and all its sessions end. Booked
 * rows are deleted with their postings, up to the last hourly checkpoint. Also deletes expired
 * sessions of all users, and the oldest sessions of the sandbox's user. Other merchants' rows stay.
 * @returns whether more rows may be left to delete.
 */
export async function purgeSandbox(deps: PurgeDeps): Promise<boolean> {
  const { database, clock, sandbox, sandboxMerchantId } = deps;
  const now = clock.now();
  await markCheckpoint(database, { at: now });
  const firstAbove = await selectIdAboveCount(database, sandboxMerchantId, sandbox.chargesMax);
  const oldest = sandbox.isOpen ? now - sandbox.retentionDays * DAY_MS : now;
  const before = firstAbove === undefined ? oldest : Math.max(oldest, instantOfId(firstAbove) + 1);
  await openLedgerAt(database, { before });
  const bounds = { beforeId: firstIdAt(before), limit: ROWS_AT_ONCE };
  const rows = await deleteExpired(database, bounds);
  const mails = await deleteMailsTo(database, { ...bounds, recipient: sandbox.email });
  const sessions = await boundSessions(database, {
    sandboxEmail: sandbox.email,
    isOpen: sandbox.isOpen,
    limit: ROWS_AT_ONCE,
  });
  return rows + mails + sessions > 0;
}
