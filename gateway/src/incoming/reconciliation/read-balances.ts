import type { BankBalance, LiveBank, Period, ReceivedPage } from '#src/bank/live-bank.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { HOUR_MS, MINUTE_MS } from '#src/ground/durations.ts';
import { type Centavos, centavos, sumCentavos, ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';
import { readPlatformTotals } from '#src/ledger/read-totals.ts';
import { readOutboundPayouts } from '#src/money-out/payouts/read-ended-payouts.ts';
import { sumOutboundRefunds } from '#src/money-out/refunds/read-refunds-at-bank.ts';
import { readBooked, readBookedUntil } from '../payments/read-booked.ts';
import { compareBalance } from './compare-balance.ts';
import type { BalanceComparison } from './discrepancy.ts';
import { sumReturnsInTransit } from './dispute-return-store.ts';

/** The longest time from reading the clock to the commit of a transaction, with a margin. */
const COMMIT_MS_MAX = 30_000;
/** The look-back for payments that are not booked, while the list has never been read. */
const LOOK_BACK_MS = HOUR_MS;
const OVERLAP_MS = 10 * MINUTE_MS;
/** A return that stays unbooked for longer is no longer in transit: operators see it. */
const RETURN_MS_MAX = HOUR_MS;

export interface BalanceDeps extends DatabaseAndClock {
  readonly liveBank: Pick<LiveBank, 'name'>;
  readonly readAtBank: () => Promise<BankBalance>;
  readonly readReceived: (period: Period) => AsyncIterable<Pick<ReceivedPage, 'payments'>>;
}

/**
 * Reads the balance of the ledger, then the balance at the bank, then the money that was in transit
 * between both readings. Throws the errors of `readAtBank` and `readReceived`.
 */
export async function readBalances(deps: BalanceDeps): Promise<BalanceComparison> {
  const { database, clock, liveBank } = deps;
  const startedAt = clock.now();
  const { bank: inLedger } = await readPlatformTotals(database, 'live');
  const { amount, blocked } = await deps.readAtBank();
  const since = startedAt - COMMIT_MS_MAX;
  const payouts = await readOutboundPayouts(database, since);
  const returns = await sumReturnsInTransit(database, {
    bank: liveBank.name,
    since,
    foundSince: startedAt - RETURN_MS_MAX,
  });
  const outboundInTransit = sumCentavos([
    ...payouts.map(({ amount }) => amount),
    await sumOutboundRefunds(database, since),
    returns.amount,
  ]);
  // It isn't documented whether a bank's balance includes the blocked amount.
  const readings = [amount, sumCentavos([amount, blocked?.total ?? ZERO_CENTAVOS])];
  const transit = { inLedger, outboundInTransit };
  // Equal balances need no explanation, so the bank's list is not read.
  if (readings.includes(inLedger)) {
    return { ...transit, atBank: inLedger, inboundInTransit: ZERO_CENTAVOS };
  }
  const inboundInTransit = await sumInboundInTransit(deps, since);
  const comparisons = readings.map((atBank) => ({ ...transit, atBank, inboundInTransit }));
  const explained = comparisons.find((comparison) => compareBalance(comparison).length === 0);
  return explained ?? { ...transit, atBank: amount, inboundInTransit };
}

/** The sum of payments that the bank has received and the ledger had not booked at `since`. */
async function sumInboundInTransit(deps: BalanceDeps, since: number): Promise<Centavos> {
  const { database, clock, liveBank } = deps;
  const to = clock.now();
  const bookedUntil = await readBookedUntil(database, liveBank.name);
  const from = Math.min(bookedUntil ?? to - LOOK_BACK_MS, since) - OVERLAP_MS;
  const seen = new Set<string>();
  let sum = 0n;
  for await (const { payments } of deps.readReceived({ from, to: to + 1 })) {
    const fresh = payments.filter(({ endToEndId }) => !seen.has(endToEndId));
    const ids = fresh.map(({ endToEndId }) => endToEndId);
    const booked = await readBooked(database, ids);
    for (const { endToEndId, amount } of fresh) {
      seen.add(endToEndId);
      if ((booked.get(endToEndId)?.bookedAt ?? to) >= since) sum += amount;
    }
  }
  return centavos(sum);
}
