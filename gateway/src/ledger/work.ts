import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { pollersOf } from '#src/ground/work/pollers.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import { holdChecks } from './hold-checks-store.ts';
import { latePaymentChecks } from './late-payment-checks-store.ts';
import { countUnseenLatePayments } from './late-payments.ts';
import type { LedgerCheck } from './ledger-check.ts';
import { ledgerChecks as postingChecks } from './ledger-checks-store.ts';
import { createVerifier } from './run-verifications.ts';
import { settleDuePayments } from './settlements/settle-due.ts';
import { settlementChecks } from './settlements/settlement-checks-store.ts';
import { DUE_SETTLEMENTS } from './settlements/settlement-store.ts';

const VERIFY_INTERVAL_MS = 2_000;

/** The checks of the ledger's own tables. */
export const ledgerChecks: readonly LedgerCheck[] = [
  ...postingChecks,
  ...holdChecks,
  ...settlementChecks,
  ...latePaymentChecks,
];

/** Starts to settle payments, and to verify the ledger with the checks of all rooms. */
export function startLedger(
  context: GatewayContext,
  { checks }: { readonly checks: readonly LedgerCheck[] },
): RunningWork[] {
  const { config, database, clock, metrics } = context;
  const { every, whenDue } = pollersOf(context);
  if (config.bank) {
    metrics.gauge(
      'pix_gateway_late_bank_payments',
      'Payouts and refunds that the bank did after they had failed here, and no operator has seen',
      () => countUnseenLatePayments(database),
    );
  }
  return [
    whenDue(DUE_SETTLEMENTS, (bucket) => settleDuePayments({ ...context, ...bucket })),
    every('ledger-verification', VERIFY_INTERVAL_MS, createVerifier({ database, clock, checks })),
  ];
}
