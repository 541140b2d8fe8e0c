import type { LiveBank, Outcome, Period, ReceivedPayment } from '#src/banking/live-bank.ts';
import { readEndedPayouts } from '#src/payouts/read-ended-payouts.ts';
import { txidFromId } from '#src/pix/txid.ts';
import { addDays, startOfBrazilianDay } from '#src/platform/brazilian-days.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database } from '#src/platform/database.ts';
import { Refusal } from '#src/platform/problems.ts';
import { readBooked, readBookedOfPeriod } from '#src/receipts/read-booked.ts';
import { readEndedRefunds, readRefundIdsOf } from '#src/refunds/read-refunds-at-bank.ts';
import { compareBalance } from './compare-balance.ts';
import { comparePayout } from './compare-payouts.ts';
import { compareBooked, compareReceived } from './compare-receipts.ts';
import { compareRefund, compareRefundsOf } from './compare-refunds.ts';
import type { BalanceComparison, Difference, Reconciliation } from './difference.ts';
import { readBalances } from './read-balances.ts';

/** What has happened within so much is still on its way from the bank to us. */
export const SETTLING_MS = 10 * 60_000;
const HOUR_MS = 60 * 60_000;
const PAGES_MAX = 10_000;
const QUESTIONS_AT_ONCE = 8;

export interface ReconcileNeeds {
  readonly database: Database;
  readonly clock: Clock;
  readonly liveBank: LiveBank;
}

/** The bank could not be asked: there is nothing to compare with, and it is tried again. */
export class BankSilent extends Error {
  override readonly name = 'BankSilent';
}

/**
 * Compares a day at Brasília with the bank, line by line: what was received, what was paid out, and
 * what there is now. Of a day that is not over, what is some minutes old. Refuses `day_invalid` for
 * a day to come; throws BankSilent when the bank does not answer a question.
 */
export async function reconcileDay(needs: ReconcileNeeds, day: string): Promise<Reconciliation> {
  const period = periodOf(day, needs.clock.now());
  const received = await compareReceipts(needs, period);
  const payouts = await comparePayouts(needs, period);
  const refunds = await compareRefunds(needs, period);
  const balance = await balanceOf(needs);
  return {
    bank: needs.liveBank.name,
    day,
    receivedCount: received.count,
    payoutCount: payouts.count,
    refundCount: refunds.count,
    balance,
    differences: [
      ...received.differences,
      ...payouts.differences,
      ...refunds.differences,
      ...(balance ? compareBalance(balance) : []),
    ],
  };
}

/** What of a day can be compared by now: `to` is excluded. Refuses `day_invalid`. */
export function periodOf(day: string, now: number): Period {
  const from = startOfBrazilianDay(day);
  const end = from === undefined ? undefined : startOfBrazilianDay(addDays(day, 1));
  if (from === undefined || end === undefined || from > now) throw new Refusal('day_invalid');
  return { from, to: Math.max(from, Math.min(end, now - SETTLING_MS)) };
}

interface Compared {
  readonly count: number;
  readonly differences: readonly Difference[];
}

async function compareReceipts(
  { database, liveBank }: ReconcileNeeds,
  period: Period,
): Promise<Compared> {
  const differences: Difference[] = [];
  const listed = new Set<string>();
  for await (const page of receivedPages(liveBank, period)) {
    for (const { endToEndId } of page) listed.add(endToEndId);
    const ids = page.map(({ endToEndId }) => endToEndId);
    const booked = await readBooked(database, ids);
    differences.push(...compareReceived(page, booked));
    const hasRefunds = page.some(({ refunds }) => refunds.length > 0);
    if (!hasRefunds) continue;
    const known = await readRefundIdsOf(database, ids);
    differences.push(...compareRefundsOf(page, booked, known));
  }
  // An hour at a time: a busy day does not fit into memory.
  for (let from = period.from; from < period.to; from += HOUR_MS) {
    const to = Math.min(from + HOUR_MS, period.to);
    const booked = await readBookedOfPeriod(database, { bank: liveBank.name, from, to });
    differences.push(...compareBooked(booked, listed));
  }
  return { count: listed.size, differences };
}

/** What the bank received from an instant to another, the second excluded, page by page. */
export async function* receivedPages(
  { receiving }: LiveBank,
  period: Period,
): AsyncGenerator<ReceivedPayment[]> {
  if (period.to <= period.from) return;
  for (let number = 0; number < PAGES_MAX; number += 1) {
    const page = answered(await receiving.listReceived(period, number));
    // Banks read whole seconds, and list some payments around the period.
    yield page.payments.filter(
      ({ receivedAt }) => receivedAt >= period.from && receivedAt < period.to,
    );
    if (!page.hasMore) return;
  }
  throw new Error('a bank lists more pages than there can be');
}

async function comparePayouts(
  { database, liveBank: { sending } }: ReconcileNeeds,
  period: Period,
): Promise<Compared> {
  if (!sending) return { count: 0, differences: [] };
  const payouts = await readEndedPayouts(database, period);
  return compareEach(payouts, async (payout) =>
    comparePayout(payout, answered(await sending.findPayout(txidFromId(payout.id)))),
  );
}

async function compareRefunds(
  { database, liveBank: { receiving } }: ReconcileNeeds,
  period: Period,
): Promise<Compared> {
  const refunds = await readEndedRefunds(database, period);
  return compareEach(refunds, async (refund) => {
    const { endToEndId, bankId } = refund;
    return compareRefund(refund, answered(await receiving.findRefund(endToEndId, bankId)));
  });
}

/** Asks the bank about each, some at once. */
async function compareEach<Item>(
  items: readonly Item[],
  compare: (item: Item) => Promise<Difference[]>,
): Promise<Compared> {
  const differences: Difference[] = [];
  for (let start = 0; start < items.length; start += QUESTIONS_AT_ONCE) {
    const some = items.slice(start, start + QUESTIONS_AT_ONCE);
    differences.push(...(await Promise.all(some.map(compare))).flat());
  }
  return { count: items.length, differences };
}

async function balanceOf(needs: ReconcileNeeds): Promise<BalanceComparison | undefined> {
  const { sending } = needs.liveBank;
  if (!sending) return undefined;
  return readBalances({
    ...needs,
    readAtBank: async () => answered(await sending.readBalance()),
    readReceived: (period) => receivedPages(needs.liveBank, period),
  });
}

/** What the bank answered. Throws BankSilent when it is no answer. */
function answered<Value>(outcome: Outcome<Value>): Value {
  if (outcome.kind === 'done') return outcome.value;
  if (outcome.kind === 'refused') throw new BankSilent(outcome.refusal.message);
  if (outcome.kind === 'unknown') throw new BankSilent(outcome.reason);
  throw new BankSilent('O banco não está disponível no momento.');
}
