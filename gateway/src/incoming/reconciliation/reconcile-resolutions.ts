import type { LiveBank, Period } from '#src/bank/live-bank.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import { readUnconfirmedPayouts } from '#src/money-out/payouts/resolve-payouts.ts';
import { readUnconfirmedRefunds } from '#src/money-out/refunds/resolve-refunds.ts';
import {
  checkReportedRefundsNow,
  type ReportedRefund,
} from '#src/money-out/refunds/send-live-refunds.ts';
import { askAbout, compareEach } from './bank-answers.ts';
import { comparePayout } from './compare-payouts.ts';
import { compareRefund } from './compare-refunds.ts';
import { type Discrepancy, discrepancy } from './discrepancy.ts';
import { checkLatePayoutsNow, isOpposite } from './reconcile-part.ts';

/** For how long a resolution that the bank doesn't confirm is compared. */
const COMPARED_FOR_MS = 90 * DAY_MS;
const COUNT_MAX = 500;

/**
 * Compares the payouts and refunds that operators resolved before a day and that the bank has not
 * confirmed, at most 500 of each, and makes the check due of those that the bank did otherwise. The
 * resolutions of the day itself are compared with its orders. Throws BankUnavailableError when the
 * bank does not answer.
 */
export async function reconcileResolutions(
  deps: { readonly database: Database; readonly clock: Clock; readonly liveBank: LiveBank },
  { from }: Pick<Period, 'from'>,
): Promise<Discrepancy[]> {
  const { database, liveBank } = deps;
  const { sending, receiving } = liveBank;
  const before = { from: from - COMPARED_FOR_MS, to: from, limit: COUNT_MAX };
  const payouts = sending ? await readUnconfirmedPayouts(database, before) : [];
  const comparedPayouts = await compareEach(payouts, async (payout) => {
    if (!sending) return [];
    const shown = await askAbout(() => sending.findPayout(txidFromId(payout.id)));
    if (shown.kind === 'shown') return comparePayout(payout, shown.value);
    return [discrepancy('payout_unreadable', payout.id, { wordsAtBank: shown.reason })];
  });
  await checkLatePayoutsNow(deps, comparedPayouts.discrepancies);
  const opposite: ReportedRefund[] = [];
  const refunds = await readUnconfirmedRefunds(database, before);
  const comparedRefunds = await compareEach(refunds, async (refund) => {
    const { endToEndId, bankId: refundId } = refund;
    const shown = await askAbout(() => receiving.findRefund(endToEndId, refundId));
    if (shown.kind === 'unread') {
      return [discrepancy('refund_unreadable', refund.id, { wordsAtBank: shown.reason })];
    }
    const sent = shown.value;
    if (sent && isOpposite(refund.status, sent.status)) opposite.push({ endToEndId, refundId });
    return compareRefund(refund, sent);
  });
  await checkReportedRefundsNow(deps, opposite);
  return [...comparedPayouts.discrepancies, ...comparedRefunds.discrepancies];
}
