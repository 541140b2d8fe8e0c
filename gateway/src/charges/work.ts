import type { LiveBank } from '#src/bank/live-bank.ts';
import { bankLeaseOf } from '#src/bank/open-bank.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { pollersOf } from '#src/ground/work/pollers.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import type { LedgerCheck } from '#src/ledger/ledger-check.ts';
import { chargeChecks } from './charge-checks-store.ts';
import { settleDueCharges } from './charge-jobs.ts';
import { DUE_CHARGES } from './charge-store.ts';
import { linkChecks } from './link-checks-store.ts';
import { settleCancellations } from './live/cancel-live-charge.ts';
import { settleDrafts } from './live/finish-drafts.ts';

const DRAFTS_INTERVAL_MS = 1_000;

/** What must hold between charges, links and the ledger. */
export const chargesChecks: readonly LedgerCheck[] = [...chargeChecks, ...linkChecks];

/** Starts to pay and expire test charges, and to finish live ones at the bank. */
export function startCharges(context: GatewayContext, bank: LiveBank | undefined): RunningWork[] {
  const { everyInBuckets, whenDue } = pollersOf(context);
  const due = whenDue(DUE_CHARGES, (bucket) => settleDueCharges({ ...context, ...bucket }));
  if (!bank) return [due];
  const live = { ...context, bank: bank.receiving, bankLeaseMs: bankLeaseOf(context) };
  return [
    due,
    everyInBuckets('charge-drafts', DRAFTS_INTERVAL_MS, (bucket) =>
      settleDrafts({ ...live, ...bucket }),
    ),
    everyInBuckets('charge-cancellations', DRAFTS_INTERVAL_MS, (bucket) =>
      settleCancellations({ ...live, ...bucket }),
    ),
  ];
}
