import type { LiveBank, Period } from '#src/banking/live-bank.ts';
import { addDays, startOfBrazilianDay } from '#src/platform/brazilian-days.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database } from '#src/platform/database/database.ts';
import { HOUR_MS, MINUTE_MS } from '#src/platform/durations.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import type { Logger } from '#src/platform/log.ts';
import { requireDone } from './bank-answers.ts';
import { readCleanPart, saveCleanPart } from './clean-parts.ts';
import { compareBalance } from './compare-balance.ts';
import type { BalanceComparison, ComparedPart, Reconciliation } from './discrepancy.ts';
import { readBalances } from './read-balances.ts';
import { receivedPages, reconcilePart } from './reconcile-part.ts';
import { readUnrequestedOfDay } from './unrequested-refunds.ts';

/** What has happened within so much is still on its way from the bank to us. */
export const SETTLING_MS = 10 * MINUTE_MS;
const PART_MS = HOUR_MS;

export interface ReconcileDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly liveBank: LiveBank;
}

/**
 * Compares a day at Brasília with the bank, hour by hour: what was received, what was paid out, and
 * what there is now. Of a day that is not over, what is some minutes old. Hours without a
 * difference that an earlier try compared are not compared again. Refuses `day_invalid` for a day
 * to come; throws BankUnavailableError when the bank does not answer a question.
 */
export async function reconcileDay(deps: ReconcileDeps, day: string): Promise<Reconciliation> {
  const parts: ComparedPart[] = [];
  for (const part of partsOf(periodOf(day, deps.clock.now()))) {
    parts.push(await comparedPart(deps, day, part));
  }
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
      ...(await readUnrequestedOfDay(deps.database, deps.liveBank.name, day)),
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

function partsOf({ from, to }: Period): Period[] {
  return Array.from({ length: Math.ceil((to - from) / PART_MS) }, (_, index) => ({
    from: from + index * PART_MS,
    to: Math.min(from + (index + 1) * PART_MS, to),
  }));
}

async function comparedPart(deps: ReconcileDeps, day: string, part: Period): Promise<ComparedPart> {
  const { database, clock, liveBank } = deps;
  const key = { bank: liveBank.name, day, part };
  const kept = await readCleanPart(database, key, clock.now());
  if (kept) return kept;
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
