import type { SandboxConfig } from '#src/config.ts';
import { deleteMailsTo } from '#src/mail/delete-mails.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database } from '#src/platform/database/database.ts';
import { DAY_MS } from '#src/platform/durations.ts';
import { firstIdAt, instantOfId } from '#src/platform/ids.ts';
import {
  deleteForgotten,
  findChargeBeyond,
  markCheckpoint,
  openLedgerAt,
} from './sandbox-retention-store.ts';

const ROWS_AT_ONCE = 1_000;

export interface BoundDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly sandbox: Pick<SandboxConfig, 'retentionDays' | 'chargesMax' | 'email'>;
  readonly sandboxMerchantId: string;
}

/**
 * Deletes what the public sandbox keeps no longer, a bounded number of rows at a time: what is
 * older than its retention, and of more charges than it may hold the oldest. Paid charges go with
 * their postings, up to the last hourly checkpoint. No other merchant has rows among these.
 * @returns whether there may be more.
 */
export async function boundSandbox(deps: BoundDeps): Promise<boolean> {
  const { database, clock, sandbox, sandboxMerchantId } = deps;
  const now = clock.now();
  await markCheckpoint(database, now);
  const beyond = await findChargeBeyond(database, sandboxMerchantId, sandbox.chargesMax);
  const oldest = now - sandbox.retentionDays * DAY_MS;
  const before = beyond === undefined ? oldest : Math.max(oldest, instantOfId(beyond) + 1);
  await openLedgerAt(database, before);
  const bounds = { beforeId: firstIdAt(before), limit: ROWS_AT_ONCE };
  const rows = await deleteForgotten(database, bounds);
  const mails = await deleteMailsTo(database, { ...bounds, recipient: sandbox.email });
  return rows + mails > 0;
}
