import type { LiveBank } from '#src/bank/live-bank.ts';
import { bankLeaseOf, quarantineOf } from '#src/bank/open-bank.ts';
import { HOUR_MS } from '#src/ground/durations.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { pollersOf } from '#src/ground/work/pollers.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import { subscriptionsChecks } from './cycle-checks-store.ts';
import { runDueSubscriptions } from './due-subscriptions.ts';
import { DUE_BANK_CYCLES, selectWithoutPix } from './live/cycles/bank-cycle-store.ts';
import { listOverdueCycles } from './live/cycles/overdue-cycles.ts';
import { syncDueCycles } from './live/cycles/sync-cycles.ts';
import { bankOfRecurrences, makingLeaseOf } from './live/recurrences/live-creator.ts';
import { countOpenDrafts, DUE_RECURRENCES } from './live/recurrences/recurrence-store.ts';
import { syncDueRecurrences } from './live/recurrences/sync-recurrences.ts';
import { DUE_SUBSCRIPTIONS } from './subscription-store.ts';
import type { TellPayers } from './tell-payers.ts';

const COUNT_MAX = 500;
/** A recurrence has at most two calls with their searches: a change, and the reading after it. */
const CALLS = 2;

export { subscriptionsChecks };

/** Starts to create and settle the cycles of subscriptions, and to end subscriptions. */
export function startSubscriptions(
  context: GatewayContext,
  {
    bank: liveBank,
    tellPayers,
  }: { readonly bank: LiveBank | undefined; readonly tellPayers: TellPayers },
): RunningWork[] {
  const { whenDue } = pollersOf(context);
  const subscriptions = whenDue(DUE_SUBSCRIPTIONS, (bucket) =>
    runDueSubscriptions({ ...context, ...bucket, tellPayers }),
  );
  const makingLeaseMs = makingLeaseOf(context);
  if (liveBank) countAtBank(context, makingLeaseMs);
  const bank = liveBank?.recurring;
  const recurrences = bankOfRecurrences(liveBank);
  if (!bank || !recurrences) return [subscriptions];
  const times = { bankLeaseMs: CALLS * bankLeaseOf(context), quarantineMs: quarantineOf(context) };
  return [
    subscriptions,
    whenDue(DUE_RECURRENCES, (bucket) =>
      syncDueRecurrences({
        ...context,
        ...bucket,
        makingLeaseMs,
        tellPayers,
        bank: recurrences,
      }),
    ),
    whenDue(DUE_BANK_CYCLES, (bucket) =>
      syncDueCycles({ ...context, ...bucket, ...times, bank, tellPayers }),
    ),
  ];
}

/** Registers the metrics of subscriptions and cycles that wait for the bank for too long. */
function countAtBank({ database, clock, metrics }: GatewayContext, makingLeaseMs: number): void {
  metrics.gauge(
    'pix_gateway_open_recurrence_creations',
    'Live subscriptions that the bank has neither made nor refused for an hour (up to 500)',
    () => {
      const now = clock.now();
      return countOpenDrafts(database, {
        before: now - HOUR_MS,
        leasedUntil: now + makingLeaseMs,
      });
    },
  );
  metrics.gauge(
    'pix_gateway_cycles_without_pix',
    'Cycles that the bank has called paid for an hour and whose Pix has not arrived (up to 500)',
    async () => {
      const before = clock.now() - HOUR_MS;
      const found = await selectWithoutPix(database, { before, limit: COUNT_MAX });
      return found.length;
    },
  );
  metrics.gauge(
    'pix_gateway_cycles_open_at_bank',
    'Open cycles that the bank has not ended ten days after their due date (up to 500)',
    async () => (await listOverdueCycles({ database, clock }, COUNT_MAX)).length,
  );
}
