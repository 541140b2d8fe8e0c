import type { LiveBank, Period } from '#src/bank/live-bank.ts';
import {
  DisputesUnreadError,
  type MissedDisputes,
  readClaims,
} from '#src/disputes/live/read-bank-disputes.ts';
import { addDays, startOfBrazilianDay, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/ground/durations.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { Logger } from '#src/ground/log.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import { readUnconfirmedPayouts } from '#src/money-out/payouts/read-ended-payouts.ts';
import { readUnconfirmedRefunds } from '#src/money-out/refunds/read-refunds-at-bank.ts';
import {
  checkReportedRefundsNow,
  type ReportedRefund,
} from '#src/money-out/refunds/send-live-refunds.ts';
import { askAbout, compareEach, requireDone } from './bank-answers.ts';
import { readCleanPart, saveCleanPart } from './clean-parts.ts';
import { compareBalance } from './compare-balance.ts';
import { comparePayout } from './compare-payouts.ts';
import { compareRefund } from './compare-refunds.ts';
import {
  type BalanceComparison,
  type ComparedPart,
  type Discrepancy,
  discrepancy,
  type Reconciliation,
} from './discrepancy.ts';
import { readBalances } from './read-balances.ts';
import { reconcileCycles } from './reconcile-cycles.ts';
import { checkLatePayoutsNow, isOpposite, receivedPages, reconcilePart } from './reconcile-part.ts';
import { reconcileRecurrences } from './reconcile-recurrences.ts';
import { readUnrequestedOfDay } from './unrequested-refunds.ts';

/** The time for which an unconfirmed resolution is compared. */
const COMPARED_FOR_MS = 90 * DAY_MS;
const COUNT_MAX = 500;

/** A dispute may be opened or decided between the two readings, so they are repeated once. */
const READINGS_MAX = 2;

/** The newest part of a day is not compared, because it may not be booked yet. */
export const NOT_COMPARED_MS = 10 * MINUTE_MS;
const PART_MS = HOUR_MS;

export interface ReconcileDeps extends DatabaseAndClock {
  readonly logger: Logger;
  readonly liveBank: LiveBank;
  /** Reads the bank's disputes and takes over the changes. */
  readonly readDisputes: () => Promise<MissedDisputes>;
}

/**
 * Compares a day at Brasília with the bank, hour by hour: payments received, payouts and refunds;
 * then the current disputes and balance. The last ten minutes of a day that has not ended are left
 * out. Hours that an earlier attempt found equal are not compared again. Refuses
 * `day_invalid` for a future day. Throws BankUnavailableError when the bank does not answer.
 */
export async function reconcileDay(deps: ReconcileDeps, day: string): Promise<Reconciliation> {
  const parts: ComparedPart[] = [];
  const period = periodOf(day, deps.clock.now());
  for (const part of partsOf(period)) parts.push(await comparedPart(deps, day, part));
  const resolved = await reconcileResolutions(deps, period);
  const disputes = await reconcileDisputes(deps);
  const recurrences = await recurrencesOf(deps, period);
  const cycles = await cyclesOf(deps, period);
  const balance = await balanceOf(deps);
  const sum = (count: (part: ComparedPart) => number): number =>
    parts.reduce((total, part) => total + count(part), 0);
  return {
    bank: deps.liveBank.name,
    day,
    comparedUntil: period.to,
    receivedCount: sum((part) => part.receivedCount),
    payoutCount: sum((part) => part.payoutCount),
    refundCount: sum((part) => part.refundCount),
    balance,
    discrepancies: [
      ...parts.flatMap(({ discrepancies }) => discrepancies),
      ...resolved,
      ...(await readUnrequestedOfDay(deps.database, deps.liveBank.name, day)),
      ...disputes,
      ...recurrences,
      ...cycles,
      ...(balance ? compareBalance(balance) : []),
    ],
  };
}

/** The part of a day that can be compared by now; `to` is excluded. Refuses `day_invalid`. */
export function periodOf(day: string, now: number): Period {
  const from = startOfBrazilianDay(day);
  const end = from === undefined ? undefined : startOfBrazilianDay(addDays(day, 1));
  if (from === undefined || end === undefined || from > now) throw new Refusal('day_invalid');
  return { from, to: endOfCompared({ from, to: end }, now) };
}

/** Until when a day can be compared by now. */
function endOfCompared({ from, to }: Period, now: number): number {
  return Math.max(from, Math.min(to, now - NOT_COMPARED_MS));
}

/** Until when a report that was made at an instant compares its day. Throws for no day. */
export function comparedUntil(day: string, madeAt: number): number {
  const period = { from: startOfKnownDay(day), to: startOfKnownDay(addDays(day, 1)) };
  return endOfCompared(period, madeAt);
}

function partsOf({ from, to }: Period): Period[] {
  return Array.from({ length: Math.ceil((to - from) / PART_MS) }, (_, index) => ({
    from: from + index * PART_MS,
    to: Math.min(from + (index + 1) * PART_MS, to),
  }));
}

async function comparedPart(deps: ReconcileDeps, day: string, part: Period): Promise<ComparedPart> {
  const { database, clock, liveBank } = deps;
  const key = { bank: liveBank.name, day, part };
  const earlier = await readCleanPart(database, key, clock.now());
  if (earlier) return earlier;
  const madeAt = clock.now();
  const compared = await reconcilePart(deps, part);
  await saveCleanPart(database, key, { compared, madeAt });
  return compared;
}

async function balanceOf(deps: ReconcileDeps): Promise<BalanceComparison | undefined> {
  const { sending } = deps.liveBank;
  if (!sending) return undefined;
  return readBalances({
    ...deps,
    readAtBank: async () => requireDone(await sending.readBalance()),
    readReceived: (period) => receivedPages(deps.liveBank, period),
  });
}

async function recurrencesOf({ database, liveBank }: ReconcileDeps, period: Period) {
  const { recurring } = liveBank;
  return recurring ? reconcileRecurrences({ database, recurring }, period) : [];
}

async function cyclesOf({ database, liveBank }: ReconcileDeps, period: Period) {
  const { recurring } = liveBank;
  return recurring ? reconcileCycles({ database, recurring }, period) : [];
}

interface ReconcileDisputesDeps {
  readonly database: Database;
  readonly liveBank: LiveBank;
  /** Reads the bank's disputes and takes over the changes. */
  readonly readDisputes: () => Promise<MissedDisputes>;
}

/**
 * Compares the current disputes with the bank: the disputes that could not be taken over, and the
 * amount that is blocked. A bank that doesn't list its disputes is a discrepancy, so that the rest
 * of the day is still compared. Throws BankUnavailableError.
 */
async function reconcileDisputes(deps: ReconcileDisputesDeps): Promise<Discrepancy[]> {
  if (!deps.liveBank.disputes) return [];
  try {
    for (let reading = 1; ; reading += 1) {
      const missed = discrepanciesOf(await deps.readDisputes());
      const blocked = await compareBlocked(deps);
      if (blocked.length === 0 || reading === READINGS_MAX) return [...missed, ...blocked];
    }
  } catch (error) {
    if (!(error instanceof DisputesUnreadError)) throw error;
    return [discrepancy('disputes_unread', null, { wordsAtBank: error.message })];
  }
}

function discrepanciesOf({ unknown, unread }: MissedDisputes): Discrepancy[] {
  return [
    ...unknown.map(({ endToEndId, amount, id }) =>
      discrepancy('dispute_missing_here', endToEndId, { amountAtBank: amount, wordsAtBank: id }),
    ),
    ...unread.map(({ id, reason }) =>
      discrepancy('dispute_unreadable', id, { wordsAtBank: reason }),
    ),
  ];
}

/** Compares the blocked amount with the range that the disputes here allow (`readClaims`). */
async function compareBlocked({ database, liveBank }: ReconcileDisputesDeps) {
  const { sending, name } = liveBank;
  const balance = sending && requireDone(await sending.readBalance());
  if (!balance?.blocked) return [];
  const { byDisputes: amountAtBank } = balance.blocked;
  const { open: amountHere, atMost } = await readClaims(database, name);
  if (amountAtBank >= amountHere && amountAtBank <= atMost) return [];
  return [discrepancy('blocked_balance', null, { amountHere, amountAtBank })];
}

/**
 * Compares the payouts and refunds that operators resolved before a day and that the bank has not
 * confirmed, at most 500 of each. Where the bank did the opposite, it makes the check due. The
 * resolutions of the day itself are compared with its orders. Throws BankUnavailableError when the
 * bank does not answer.
 */
async function reconcileResolutions(
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
