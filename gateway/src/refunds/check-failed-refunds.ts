import type { ReceivingBank } from '#src/banking/live-bank.ts';
import { txidFromId } from '#src/pix/txid.ts';
import { DAY_MS, DAY_SECONDS, SECOND_MS } from '#src/platform/durations.ts';
import { bookLateRefund, type LateRefundDeps } from './book-late-refund.ts';
import {
  type ClaimedCheckRow,
  claimChecks,
  endCheck,
  type NextCheck,
} from './failed-refund-store.ts';

const REFUNDS_AT_ONCE = 8;
/** When the bank is asked, in days after the refund's creation: its call-back may be lost. */
const ASKED_AFTER_DAYS = [1, 7, 30, 90];
const GIVEN_UP_AFTER_DAYS = 120;
/** The pauses after a look without an answer, or while the charge has no room for the refund. */
const PAUSES_SECONDS = [60, 300, 900, 3_600, 21_600];
const PAUSE_SECONDS_MAX = DAY_SECONDS;

export interface CheckDeps extends LateRefundDeps {
  readonly receiving: Pick<ReceivingBank, 'findRefund'>;
  /** For how long a refund is this worker's: longer than its question to the bank may take. */
  readonly bankLeaseMs: number;
}

/**
 * Asks the bank about refunds that failed here after a try without a clear answer, and books those
 * that it did after all. @returns whether there may be more.
 */
export async function checkFailedRefunds(deps: CheckDeps): Promise<boolean> {
  const now = deps.clock.now();
  const claim = new Date(now + deps.bankLeaseMs);
  const rows = await claimChecks(deps.database, {
    at: new Date(now),
    until: claim,
    limit: REFUNDS_AT_ONCE,
  });
  await Promise.all(
    rows.map(async (row) => {
      const next = await check(deps, row, now);
      const { merchant_id: merchantId, environment, id } = row;
      await endCheck(deps.database, { merchantId, environment, id }, { claim, next });
    }),
  );
  return rows.length === REFUNDS_AT_ONCE;
}

async function check(deps: CheckDeps, row: ClaimedCheckRow, now: number): Promise<NextCheck> {
  const outcome = await deps.receiving.findRefund(row.end_to_end_id, txidFromId(row.id));
  if (outcome.kind === 'unknown' || outcome.kind === 'unavailable') return again(row, now);
  const sent = outcome.kind === 'done' ? outcome.value : undefined;
  if (sent?.status === 'done') {
    const isBooked = await bookLateRefund(deps, row, sent);
    return isBooked ? { at: null, isRepeat: false } : again(row, now);
  }
  const days = ASKED_AFTER_DAYS.find((count) => row.created_at + count * DAY_MS > now);
  const at = days === undefined ? null : new Date(row.created_at + days * DAY_MS);
  return { at, isRepeat: false };
}

function again(row: ClaimedCheckRow, now: number): NextCheck {
  const seconds = PAUSES_SECONDS[Number(row.check_count) - 1] ?? PAUSE_SECONDS_MAX;
  const at = now + seconds * SECOND_MS;
  const isOver = at > row.created_at + GIVEN_UP_AFTER_DAYS * DAY_MS;
  return { at: isOver ? null : new Date(at), isRepeat: true };
}
