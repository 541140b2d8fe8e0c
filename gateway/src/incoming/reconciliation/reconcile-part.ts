import type { LiveBank, Period, ReceivedPage, ReceivedPayment } from '#src/bank/live-bank.ts';
import { readInWindows } from '#src/bank/read-in-windows.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import type { Logger } from '#src/ground/log.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import { checkReportedPayoutsNow } from '#src/money-out/payouts/send-live-payouts.ts';
import { readEndedRefunds } from '#src/money-out/refunds/read-refunds-at-bank.ts';
import {
  checkReportedRefundsNow,
  type ReportedRefund,
} from '#src/money-out/refunds/send-live-refunds.ts';
import { type BookedPayment, selectBookedOfPeriod } from '../payments/incoming-payment-store.ts';
import { readBooked } from '../payments/read-booked.ts';
import { askAbout, type Compared, compareEach, requireDone } from './bank-answers.ts';
import { compareRefund } from './compare-refunds.ts';
import { type ComparedPart, type Discrepancy, discrepancy } from './discrepancy.ts';
import { reconcilePayouts } from './reconcile-payouts.ts';
import { saveUnrequestedRefunds } from './unrequested-refunds.ts';

interface PartDeps extends DatabaseAndClock {
  readonly logger: Logger;
  readonly liveBank: LiveBank;
}

/**
 * Compares a part of a day with the bank, item by item; `to` is excluded. A part is short, so that
 * its items fit into memory. Throws BankUnavailableError when the bank does not answer.
 */
export async function reconcilePart(deps: PartDeps, part: Period): Promise<ComparedPart> {
  const received = await reconcileReceived(deps, part);
  const payouts = await reconcilePayouts(deps, part);
  const refunds = await reconcileRefunds(deps, part);
  await checkLatePayoutsNow(deps, payouts.discrepancies);
  return {
    receivedCount: received.count,
    payoutCount: payouts.count,
    refundCount: refunds.count,
    discrepancies: [...received.discrepancies, ...payouts.discrepancies, ...refunds.discrepancies],
  };
}

/**
 * Makes the check of payouts due that failed on one side and were paid on the other, so that the
 * workers book them now.
 */
export async function checkLatePayoutsNow(
  deps: Pick<PartDeps, 'database' | 'clock'>,
  discrepancies: readonly Discrepancy[],
): Promise<void> {
  const late = discrepancies.filter(
    ({ kind, wordsHere, wordsAtBank }) =>
      kind === 'payout_status' &&
      ((wordsHere === 'failed' && wordsAtBank === 'paid') ||
        (wordsHere === 'paid' && wordsAtBank === 'failed')),
  );
  const bankIds = late.flatMap(({ subject }) => (subject === null ? [] : txidFromId(subject)));
  await checkReportedPayoutsNow(deps, bankIds);
}

async function reconcileReceived(deps: PartDeps, part: Period): Promise<Compared> {
  const { database, liveBank } = deps;
  const discrepancies: Discrepancy[] = [];
  const listed = new Set<string>();
  const unreadable = new Set<string>();
  for await (const page of receivedPages(liveBank, part)) {
    const fresh = page.payments.filter(({ endToEndId }) => !listed.has(endToEndId));
    for (const { endToEndId } of fresh) listed.add(endToEndId);
    for (const { id, digest } of page.unreadable) unreadable.add(id ?? digest);
    const ids = fresh.map(({ endToEndId }) => endToEndId);
    const booked = await readBooked(database, ids);
    discrepancies.push(...compareReceived(fresh, booked));
    await saveUnrequestedRefunds({ ...deps, bankName: liveBank.name }, fresh);
  }
  const booked = await selectBookedOfPeriod(database, { bank: liveBank.name, ...part });
  const seen = new Set([...listed, ...unreadable]);
  discrepancies.push(...compareBooked(booked, seen));
  discrepancies.push(
    ...[...unreadable].map((id) => discrepancy('incoming_payment_unreadable', id, {})),
  );
  return { count: listed.size, discrepancies };
}

/**
 * Reads the payments that the bank received in a period, page by page; `to` is excluded. A payment
 * may be yielded more than once. An unreadable payment has no known instant, so it may have been
 * received up to a second outside of the period. Throws BankUnavailableError.
 */
export async function* receivedPages(
  { receiving }: Pick<LiveBank, 'receiving'>,
  period: Period,
): AsyncGenerator<Pick<ReceivedPage, 'payments' | 'unreadable'>> {
  if (period.to <= period.from) return;
  const pages = readInWindows(
    async (window, page) => requireDone(await receiving.listReceived(window, page)),
    period,
  );
  for await (const { payments, unreadable } of pages) {
    // Banks read whole seconds, so they also list some payments outside of the period.
    const isInside = ({ receivedAt }: ReceivedPayment): boolean =>
      receivedAt >= period.from && receivedAt < period.to;
    yield { payments: payments.filter(isInside), unreadable };
  }
}

async function reconcileRefunds(deps: PartDeps, part: Period): Promise<Compared> {
  const refunds = await readEndedRefunds(deps.database, part);
  const late: ReportedRefund[] = [];
  const compared = await compareEach(refunds, async (refund) => {
    const { endToEndId, bankId: refundId } = refund;
    const shown = await askAbout(() => deps.liveBank.receiving.findRefund(endToEndId, refundId));
    if (shown.kind === 'unread') {
      return [discrepancy('refund_unreadable', refund.id, { wordsAtBank: shown.reason })];
    }
    const sent = shown.value;
    if (sent && isOpposite(refund.status, sent.status)) late.push({ endToEndId, refundId });
    return compareRefund(refund, sent);
  });
  // Refunds that failed on one side and are done on the other.
  await checkReportedRefundsNow(deps, late);
  return compared;
}

/** True if a refund is done on one side and failed on the other. */
export function isOpposite(here: string, atBank: string): boolean {
  return (here === 'failed' && atBank === 'done') || (here === 'done' && atBank === 'failed');
}

/** Compares payments in the bank's list with those that are booked here. */
function compareReceived(
  payments: readonly ReceivedPayment[],
  booked: ReadonlyMap<string, BookedPayment>,
): Discrepancy[] {
  return payments.flatMap(({ endToEndId, amount: amountAtBank }) => {
    const amountHere = booked.get(endToEndId)?.amount;
    if (amountHere === undefined) {
      return [discrepancy('incoming_payment_missing_here', endToEndId, { amountAtBank })];
    }
    if (amountHere === amountAtBank) return [];
    return [discrepancy('incoming_payment_amount', endToEndId, { amountHere, amountAtBank })];
  });
}

/** Finds payments that are booked here and that the bank does not list. */
function compareBooked(
  booked: readonly BookedPayment[],
  listed: ReadonlySet<string>,
): Discrepancy[] {
  return booked
    .filter(({ endToEndId }) => !listed.has(endToEndId))
    .map(({ endToEndId, amount: amountHere }) =>
      discrepancy('incoming_payment_missing_at_bank', endToEndId, { amountHere }),
    );
}
