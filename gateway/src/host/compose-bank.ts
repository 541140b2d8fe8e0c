import type { LiveBank, ReceivedPayment } from '#src/bank/live-bank.ts';
import type { CancelRequest } from '#src/charges/cancel-charges.ts';
import type { Charge } from '#src/charges/charge.ts';
import {
  cancelLiveCharge,
  type LiveCancelDeps,
  settleCancellations,
} from '#src/charges/live/cancel-live-charge.ts';
import type { ChargeDraft } from '#src/charges/live/charge-draft.ts';
import {
  createLiveCharge,
  type Drafted,
  draftCharges,
} from '#src/charges/live/create-live-charge.ts';
import {
  abandonDrafts,
  finishDrafts,
  type RegisteredDraft,
  settleDrafts,
} from '#src/charges/live/finish-drafts.ts';
import type { ChargeRequest } from '#src/charges/plan-charges.ts';
import type { CreatedResource } from '#src/ground/idempotency/create-under-keys.ts';
import { type Poller, startPoller } from '#src/ground/work/poller.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import type { CallbackSettings } from '#src/incoming/payments/callback-routes.ts';
import { createCollector } from '#src/incoming/payments/collect-incoming-payments.ts';
import { handleCallbacks } from '#src/incoming/payments/handle-callbacks.ts';
import { retryIncomingPayments } from '#src/incoming/payments/retry-incoming-payments.ts';
import { runReconciliationIfDue } from '#src/incoming/reconciliation/schedule-reconciliations.ts';
import { saveUnrequestedRefunds } from '#src/incoming/reconciliation/unrequested-refunds.ts';
import { countUnseenLatePayments } from '#src/ledger/late-payments.ts';
import { checkEndedPayouts } from '#src/money-out/payouts/check-ended-payouts.ts';
import { heldPayouts } from '#src/money-out/payouts/held-payouts.ts';
import {
  checkReportedPayoutsNow,
  sendLivePayouts,
} from '#src/money-out/payouts/send-live-payouts.ts';
import { checkFailedRefunds } from '#src/money-out/refunds/check-failed-refunds.ts';
import { heldRefunds } from '#src/money-out/refunds/held-refunds.ts';
import {
  checkReportedRefundsNow,
  sendLiveRefunds,
} from '#src/money-out/refunds/send-live-refunds.ts';
import { bucketPoller } from './bucket-poller.ts';
import { disputeReader, startDisputeWork } from './compose-bank-disputes.ts';
import type { AppContext, batcherOf } from './context.ts';

/** One for each charge that waits for the bank: 512 at 300 ms are 1700 a second. */
const CONNECTIONS = 512;
/** A step with the bank is up to four calls: a token, the call, a search, a second token. */
const CALLS_PER_STEP = 4;
const SOON_MS = 250;
const HOLD_INTERVAL_MS = 500;
const DRAFTS_INTERVAL_MS = 1_000;
const RETRY_INCOMING_PAYMENTS_INTERVAL_MS = 1_000;
const COLLECT_INTERVAL_MS = 1_000;
const RECONCILE_INTERVAL_MS = 2_000;

/** The bank behind live keys; undefined without a provider. */
export async function openBank({
  config,
  clock,
  logger,
}: AppContext): Promise<LiveBank | undefined> {
  if (!config.bank) return undefined;
  const { openLiveBank } = await import('#src/bank/open-live-bank.ts');
  const { nameServers } = config;
  const limits = { connections: CONNECTIONS, nameServers };
  return openLiveBank(config.bank, { logger, now: clock.now }, limits);
}

function bankLeaseOf({ config }: AppContext): number {
  return CALLS_PER_STEP * (config.bank?.timeoutMs ?? 0);
}

/** The settings of the route for the bank's call-backs; undefined without a provider. */
export function callbacksOf({ config }: AppContext): CallbackSettings | undefined {
  return (
    config.bank && {
      bank: config.bank.provider,
      secret: config.bank.callbackSecret,
      verifiedClientHeader: config.bank.callbackAuthHeader,
    }
  );
}

function byMerchant<Item>(merchantOf: (item: Item) => string) {
  return { queueOf: merchantOf, merchantOf };
}

/** Makes the function that creates live charges. Only its database work is batched. */
export function liveCharges(
  appContext: AppContext,
  bank: LiveBank | undefined,
  batcher: ReturnType<typeof batcherOf>,
): (request: ChargeRequest) => Promise<CreatedResource> {
  const { database, clock } = appContext;
  const deps = { database, clock, bank: bank?.receiving, bankLeaseMs: bankLeaseOf(appContext) };
  const drafts = batcher<ChargeRequest, Drafted>(
    'draft-charges',
    (items, limited) => draftCharges({ ...deps, database: limited }, items),
    { atOnce: 2, ...byMerchant(({ caller }) => caller.merchantId) },
  );
  const registered = batcher<RegisteredDraft, string | undefined>(
    'finish-drafts',
    (items, limited) => finishDrafts(limited, items),
    { atOnce: 2, ...byMerchant(({ draft }) => draft.key.merchantId) },
  );
  const abandoned = batcher<ChargeDraft, void>(
    'abandon-drafts',
    (items, limited) => abandonDrafts(limited, items),
    { atOnce: 1, ...byMerchant(({ key }) => key.merchantId) },
  );
  const steps = { draft: drafts.add, finish: registered.add, abandon: abandoned.add };
  return (request) => createLiveCharge({ ...deps, ...steps }, request);
}

/** Makes the function that cancels live charges. `cancel` does it here, after the bank. */
export function liveCancellations(
  appContext: AppContext,
  bank: LiveBank | undefined,
  cancel: LiveCancelDeps['cancel'],
): (request: CancelRequest) => Promise<Charge> {
  const { database, clock } = appContext;
  const bankLeaseMs = bankLeaseOf(appContext);
  const deps = { database, clock, bank: bank?.receiving, bankLeaseMs, cancel };
  return (request) => cancelLiveCharge(deps, request);
}

/** Makes the function that saves the refunds of payments that this gateway did not request. */
export function unrequestedRefundSaver(appContext: AppContext, bankName: string) {
  const { database, clock, logger } = appContext;
  return (payments: readonly ReceivedPayment[]) =>
    saveUnrequestedRefunds({ database, clock, logger, bankName }, payments);
}

function countLatePayments({ metrics, database }: AppContext): void {
  metrics.gauge(
    'pix_gateway_late_bank_payments',
    'Payouts and refunds that the bank did after they had failed here, and no operator has seen',
    () => countUnseenLatePayments(database),
  );
}

/** Starts the work for a bank: call-backs, collection, reconciliation, payouts and refunds. */
export function startBankWork(appContext: AppContext, liveBank: LiveBank): RunningWork[] {
  const { config, database, clock, logger } = appContext;
  const bank = { name: liveBank.name, pixKey: config.bank?.pixKey ?? '' };
  const bankLeaseMs = bankLeaseOf(appContext);
  const deps = { database, clock, logger, bank, bankLeaseMs };
  countLatePayments(appContext);
  const poll = (name: string, intervalMs: number, work: () => Promise<boolean>): Poller =>
    startPoller({ name, intervalMs, work, logger });
  const { receiving } = liveBank;
  const refundSaver = unrequestedRefundSaver(appContext, liveBank.name);
  const readDisputes = disputeReader(appContext, liveBank);
  const pollers: RunningWork[] = [
    bucketPoller(appContext)('charge-drafts', DRAFTS_INTERVAL_MS, (bucket) =>
      settleDrafts({ ...bucket, clock, logger, bank: receiving, bankLeaseMs }),
    ),
    bucketPoller(appContext)('charge-cancellations', DRAFTS_INTERVAL_MS, (bucket) =>
      settleCancellations({ ...bucket, clock, logger, bank: receiving, bankLeaseMs }),
    ),
    poll('bank-callbacks', SOON_MS, () =>
      handleCallbacks({
        ...deps,
        liveBank,
        isConfirmed: config.bank?.isPaymentConfirmed ?? true,
        checkPayoutsNow: (ids) => checkReportedPayoutsNow({ database, clock }, ids),
        checkRefundsNow: (reported) => checkReportedRefundsNow({ database, clock }, reported),
        saveUnrequestedRefunds: refundSaver,
      }),
    ),
    poll(
      'collect-incoming-payments',
      COLLECT_INTERVAL_MS,
      createCollector({ ...deps, receiving, saveUnrequestedRefunds: refundSaver }),
    ),
    poll('retry-incoming-payments', RETRY_INCOMING_PAYMENTS_INTERVAL_MS, () =>
      retryIncomingPayments({ ...deps, receiving }),
    ),
    poll('reconciliation', RECONCILE_INTERVAL_MS, () =>
      runReconciliationIfDue({ database, clock, logger, liveBank, readDisputes }),
    ),
  ];
  return [
    ...pollers,
    ...startDisputeWork(appContext, liveBank, bankLeaseMs),
    ...startOrderWork(appContext, liveBank),
  ];
}

/** Starts the work on payouts and refunds at the bank. */
function startOrderWork(appContext: AppContext, { receiving, sending }: LiveBank): RunningWork[] {
  const { config, database, clock, logger, sandboxMerchantId } = appContext;
  const poll = bucketPoller(appContext);
  const quarantineMs = config.bank?.quarantineMs ?? 0;
  const bankLeaseMs = bankLeaseOf(appContext);
  const orderDeps = { database, clock, logger, bankLeaseMs, quarantineMs };
  const refundDeps = { ...orderDeps, receiving };
  const pollers: RunningWork[] = [
    poll('live-refunds', SOON_MS, (bucket) => sendLiveRefunds({ ...refundDeps, ...bucket })),
    poll('held-refunds', HOLD_INTERVAL_MS, (bucket) => heldRefunds.hold({ ...bucket, clock })),
    poll('failed-refunds', SOON_MS, (bucket) => checkFailedRefunds({ ...refundDeps, ...bucket })),
  ];
  if (!sending) return pollers;
  const sendDeps = { ...orderDeps, sandboxMerchantId, sending };
  return [
    ...pollers,
    poll('held-payouts', HOLD_INTERVAL_MS, (bucket) => heldPayouts.hold({ ...bucket, clock })),
    poll('live-payouts', SOON_MS, (bucket) => sendLivePayouts({ ...sendDeps, ...bucket })),
    poll('payout-returns', SOON_MS, (bucket) => checkEndedPayouts({ ...sendDeps, ...bucket })),
  ];
}
