import type { LiveBank, Period } from '#src/bank/live-bank.ts';
import type { LeftAtBank } from '#src/disputes/live/read-bank-disputes.ts';
import { addDays, startOfBrazilianDay } from '#src/ground/brazilian-days.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { HOUR_MS, MINUTE_MS } from '#src/ground/durations.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { Logger } from '#src/ground/log.ts';
import { requireDone } from './bank-answers.ts';
import { readCleanPart, saveCleanPart } from './clean-parts.ts';
import { compareBalance } from './compare-balance.ts';
import type { BalanceComparison, ComparedPart, Reconciliation } from './discrepancy.ts';
import { readBalances } from './read-balances.ts';
import { reconcileDisputes } from './reconcile-disputes.ts';
import { receivedPages, reconcilePart } from './reconcile-part.ts';
import { reconcileResolutions } from './reconcile-resolutions.ts';
import { readUnrequestedOfDay } from './unrequested-refunds.ts';

/** What happened more recently than this is not compared: it may not be booked yet. */
export const SETTLING_MS = 10 * MINUTE_MS;
const PART_MS = HOUR_MS;

export interface ReconcileDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly liveBank: LiveBank;
  /** Reads the bank's disputes and takes over what has changed. */
  readonly readDisputes: () => Promise<LeftAtBank>;
}

/**
 * Compares a day at Brasília with the bank, hour by hour: payments received, payouts, refunds; and
 * the disputes and the balance of now. The last ten minutes of a day that has not ended are left
 * out. Hours without a discrepancy that an earlier attempt compared are not compared again. Refuses
 * `day_invalid` for a future day. Throws BankUnavailableError when the bank does not answer.
 */
export async function reconcileDay(deps: ReconcileDeps, day: string): Promise<Reconciliation> {
  const parts: ComparedPart[] = [];
  const period = periodOf(day, deps.clock.now());
  for (const part of partsOf(period)) parts.push(await comparedPart(deps, day, part));
  const resolved = await reconcileResolutions(deps, period);
  const disputes = await reconcileDisputes(deps);
  const balance = await balanceOf(deps);
  const sum = (count: (part: ComparedPart) => number): number =>
    parts.reduce((total, part) => total + count(part), 0);
  return {
    bank: deps.liveBank.name,
    day,
    receivedCount: sum((part) => part.receivedCount),
    payoutCount: sum((part) => part.payoutCount),
    refundCount: sum((part) => part.refundCount),
    balance,
    discrepancies: [
      ...parts.flatMap(({ discrepancies }) => discrepancies),
      ...resolved,
      ...(await readUnrequestedOfDay(deps.database, deps.liveBank.name, day)),
      ...disputes,
      ...(balance ? compareBalance(balance) : []),
    ],
  };
}

/** The part of a day that can be compared by now; `to` is excluded. Refuses `day_invalid`. */
export function periodOf(day: string, now: number): Period {
  const from = startOfBrazilianDay(day);
  const end = from === undefined ? undefined : startOfBrazilianDay(addDays(day, 1));
  if (from === undefined || end === undefined || from > now) throw new Refusal('day_invalid');
  return { from, to: Math.max(from, Math.min(end, now - SETTLING_MS)) };
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
