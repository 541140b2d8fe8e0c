import type { LiveBank, Period, ReceivedPage } from '#src/banking/live-bank.ts';
import { readBooked, readBookedUntil } from '#src/incoming-payments/read-booked.ts';
import { readPlatformTotals } from '#src/ledger/read-totals.ts';
import { type Centavos, centavos, sumCentavos, ZERO_CENTAVOS } from '#src/money/centavos.ts';
import { readOutboundPayouts } from '#src/payouts/read-ended-payouts.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database } from '#src/platform/database/database.ts';
import { HOUR_MS, MINUTE_MS } from '#src/platform/durations.ts';
import { sumOutboundRefunds } from '#src/refunds/read-refunds-at-bank.ts';
import type { BalanceComparison } from './discrepancy.ts';

/** How long a transaction may take from the reading of its clock to its end, with a margin. */
const COMMIT_MS_MAX = 30_000;
/** How far back it is looked for payments that are not booked, where nobody has looked before. */
const LOOK_BACK_MS = HOUR_MS;
const OVERLAP_MS = 10 * MINUTE_MS;

export interface BalanceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly liveBank: Pick<LiveBank, 'name'>;
  readonly readAtBank: () => Promise<Centavos>;
  readonly readReceived: (period: Period) => AsyncIterable<Pick<ReceivedPage, 'payments'>>;
}

/**
 * Reads what is at the bank by the ledger and by the bank, and what moved between the two readings:
 * first the ledger, then the bank, then what the ledger could not have had yet.
 */
export async function readBalances(deps: BalanceDeps): Promise<BalanceComparison> {
  const { database, clock } = deps;
  const startedAt = clock.now();
  const { bank: inLedger } = await readPlatformTotals(database, 'live');
  const atBank = await deps.readAtBank();
  const since = startedAt - COMMIT_MS_MAX;
  const payouts = await readOutboundPayouts(database, since);
  const outboundInTransit = sumCentavos([
    ...payouts.map(({ amount }) => amount),
    await sumOutboundRefunds(database, since),
  ]);
  // Settled is settled: when both agree, nobody needs to know what might have been on its way.
  if (atBank === inLedger)
    return { atBank, inLedger, outboundInTransit, inboundInTransit: ZERO_CENTAVOS };
  return {
    atBank,
    inLedger,
    outboundInTransit,
    inboundInTransit: await sumInboundInTransit(deps, since),
  };
}

/** Payments that the bank has, and that the ledger had not at an instant. */
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
