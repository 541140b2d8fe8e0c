import type { NoticeHandlers } from '#src/bank/callback-notices.ts';
import type { LiveBank } from '#src/bank/live-bank.ts';
import { bankLeaseOf } from '#src/bank/open-bank.ts';
import type { BankDisputeDeps } from '#src/disputes/live/bank-dispute-deps.ts';
import { type MissedDisputes, readBankDisputes } from '#src/disputes/live/read-bank-disputes.ts';
import { bankDisputesOf } from '#src/disputes/work.ts';
import type { Expiry } from '#src/ground/database/partitions.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { pollWhenDue } from '#src/ground/work/due-queues.ts';
import { pollersOf } from '#src/ground/work/pollers.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import { takeOverWork } from '#src/ground/work/take-over-work.ts';
import { DUE_CALLBACKS, endClaimsOf } from './payments/callback-store.ts';
import { createCollector } from './payments/collect-incoming-payments.ts';
import { handleCallbacks } from './payments/handle-callbacks.ts';
import { incomingPaymentChecks } from './payments/incoming-payment-checks-store.ts';
import { onNewCallback } from './payments/new-callbacks.ts';
import { retryIncomingPayments } from './payments/retry-incoming-payments.ts';
import { bookDisputeReturns } from './reconciliation/book-dispute-returns.ts';
import { retryBankRefunds } from './reconciliation/retry-bank-refunds.ts';
import { runReconciliationIfDue } from './reconciliation/schedule-reconciliations.ts';
import { saveUnrequestedRefunds } from './reconciliation/unrequested-refunds.ts';

const COLLECT_INTERVAL_MS = 1_000;
const RETRY_INTERVAL_MS = 1_000;
const RETURNS_INTERVAL_MS = 500;
const RECONCILE_INTERVAL_MS = 2_000;

/** The checks between incoming payments and the ledger. */
export const incomingChecks = incomingPaymentChecks;

/** From when the rows of this room's partitions are not needed any more. */
export function incomingExpiries(
  now: number,
  { bankCallbackDays }: GatewayContext['config']['retention'],
): Expiry[] {
  return [{ table: 'bank_callbacks', before: now - bankCallbackDays * DAY_MS }];
}

/** Makes the function that saves the refunds of payments that this gateway did not request. */
export function unrequestedRefundSaver(
  { database, clock, logger }: GatewayContext,
  bankName: string,
): BankDisputeDeps['saveUnrequestedRefunds'] {
  return (payments) => saveUnrequestedRefunds({ database, clock, logger, bankName }, payments);
}

/** Makes the function that stores the bank's disputes; it does nothing without a list. */
export function disputeReader(
  context: GatewayContext,
  bank: LiveBank,
): () => Promise<MissedDisputes> {
  const deps = bankDisputesOf(context, bank, unrequestedRefundSaver(context, bank.name));
  return async () => (deps ? readBankDisputes(deps) : { unknown: [], unread: [] });
}

/**
 * Starts to handle call-backs of the bank, in each process that shares the work. Those of a process
 * that ends are due again.
 */
export function startCallbacks(
  context: GatewayContext,
  liveBank: LiveBank,
  handlers: NoticeHandlers,
): RunningWork {
  const { config, database, clock, logger, sharing } = context;
  const deps = {
    ...incomingDeps(context, liveBank),
    liveBank,
    processId: sharing.processId,
    isConfirmed: config.bank?.isPaymentConfirmed ?? true,
    handlers,
  };
  const poller = pollWhenDue(context, DUE_CALLBACKS, { work: () => handleCallbacks(deps) });
  const stopListening = onNewCallback(poller.wake);
  const takingOver = takeOverWork({ sharing, logger, wake: poller.wake }, (processId) =>
    endClaimsOf(database, { by: processId, at: clock.now() }),
  );
  return {
    async stop() {
      stopListening();
      await takingOver.stop();
      await poller.stop();
    },
  };
}

function incomingDeps(context: GatewayContext, { name, receiving }: LiveBank) {
  return {
    ...context,
    receiving,
    bank: { name, pixKey: context.config.bank?.pixKey ?? '' },
    bankLeaseMs: bankLeaseOf(context),
  };
}

/** Starts to take over what the bank received and returned, and to reconcile with it. */
export function startIncoming(
  context: GatewayContext,
  { bank: liveBank }: { readonly bank: LiveBank | undefined },
): RunningWork[] {
  if (!liveBank) return [];
  const { receiving } = liveBank;
  const deps = incomingDeps(context, liveBank);
  const returns = { ...context, bankName: liveBank.name, receiving };
  const readDisputes = disputeReader(context, liveBank);
  const { every } = pollersOf(context);
  return [
    every('collect-incoming-payments', COLLECT_INTERVAL_MS, createCollector(deps)),
    every('retry-incoming-payments', RETRY_INTERVAL_MS, () => retryIncomingPayments(deps)),
    every('dispute-returns', RETURNS_INTERVAL_MS, () => bookDisputeReturns(returns)),
    every('bank-refunds-again', RETRY_INTERVAL_MS, () => retryBankRefunds(returns)),
    every('reconciliation', RECONCILE_INTERVAL_MS, () =>
      runReconciliationIfDue({ ...context, liveBank, readDisputes }),
    ),
  ];
}
