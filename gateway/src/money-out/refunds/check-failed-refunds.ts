import type { BankRefund, ReceivingBank } from '#src/bank/live-bank.ts';
import {
  type NextCheck,
  nextRepeatedCheck,
  nextScheduledCheck,
} from '#src/bank/orders/check-schedule.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import { runClaimed } from '#src/ground/work/due-work.ts';
import { bookLateRefund, type LateRefundDeps } from './book-late-refund.ts';
import { type ClaimedCheckRow, claimChecks, endCheck } from './failed-refund-store.ts';
import { confirmRefundResolution } from './resolve-refunds.ts';
import { reverseResolvedRefund } from './reverse-resolved-refund.ts';

const REFUNDS_AT_ONCE = 8;

export interface RefundCheckDeps extends LateRefundDeps {
  readonly receiving: Pick<ReceivingBank, 'findRefund'>;
  /** The lease of a refund: longer than a question to the bank may take. */
  readonly bankLeaseMs: number;
}

/**
 * Asks the bank about refunds that failed here after an attempt without a clear answer, and about
 * those that operators resolved. Books refunds that the bank made after all, and reverses those
 * that it did not make. A refund whose answer can't be booked is set aside, where operators see it,
 * and the others go on.
 * @returns whether there may be more.
 */
export async function checkFailedRefunds(deps: RefundCheckDeps): Promise<boolean> {
  const now = deps.clock.now();
  const claim = new Date(now + deps.bankLeaseMs);
  const rows = await claimChecks(deps.database, {
    at: new Date(now),
    until: claim,
    limit: REFUNDS_AT_ONCE,
  });
  await Promise.all(
    rows.map((row) =>
      runClaimed(deps, { kind: 'refund_check', id: row.id }, async () => {
        const next = await check(deps, row, now);
        const { merchant_id: merchantId, environment, id } = row;
        await endCheck(deps.database, { merchantId, environment, id }, { claim, next });
      }),
    ),
  );
  return rows.length === REFUNDS_AT_ONCE;
}

async function check(deps: RefundCheckDeps, row: ClaimedCheckRow, now: number): Promise<NextCheck> {
  const endedAt = row.created_at;
  const repeated = () => nextRepeatedCheck({ endedAt, checkCount: Number(row.check_count) }, now);
  const outcome = await deps.receiving.findRefund(row.end_to_end_id, txidFromId(row.id));
  if (outcome.kind === 'unknown' || outcome.kind === 'unavailable') return repeated();
  const sent = outcome.kind === 'done' ? outcome.value : undefined;
  if (sent && row.resolution !== null) await confirmOrReverse(deps, row, sent);
  if (row.status === 'done') return nextScheduledCheck(endedAt, now);
  if (sent?.status !== 'done') return nextScheduledCheck(endedAt, now);
  const isBooked = await bookLateRefund(deps, row, sent);
  return isBooked ? { at: null, isRepeat: false } : repeated();
}

/**
 * Compares the bank's status with the operators' resolution: an equal status confirms it, and a
 * failure at the bank reverses a refund that was resolved as done.
 */
async function confirmOrReverse(
  deps: RefundCheckDeps,
  row: ClaimedCheckRow,
  sent: BankRefund,
): Promise<void> {
  if (row.resolution === 'paid' && sent.status === 'failed') {
    await reverseResolvedRefund(deps, row, sent);
  } else if (sent.status === row.status) {
    const { merchant_id: merchantId, environment, id } = row;
    const returnId = sent.status === 'done' ? sent.returnId : null;
    const answer = { at: deps.clock.now(), returnId };
    await confirmRefundResolution(deps.database, { merchantId, environment, id }, answer);
  }
}
