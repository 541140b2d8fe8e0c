import type { LiveBank, ReceivedPayment } from './banking/live-bank.ts';
import { openLiveBank } from './banking/open-live-bank.ts';
import type { ChargeDraft } from './charges/charge-draft.ts';
import type { CreatedResource } from './charges/create-charges.ts';
import { createLiveCharge, type Drafted, draftCharges } from './charges/create-live-charge.ts';
import {
  abandonDrafts,
  finishDrafts,
  type RegisteredDraft,
  settleDrafts,
} from './charges/finish-drafts.ts';
import type { ChargeRequest } from './charges/plan-charges.ts';
import type { batcherOf, Foundation } from './composition.ts';
import { countUnseenLatePayments } from './ledger/late-payments.ts';
import { bookReturns } from './payouts/book-returns.ts';
import { holdPayouts } from './payouts/held-payouts.ts';
import { hurryToldPayouts, sendLivePayouts } from './payouts/send-live-payouts.ts';
import { type Poller, startPoller } from './platform/poller.ts';
import type { CallbackSettings } from './receipts/callback-routes.ts';
import { createCollector } from './receipts/collect-receipts.ts';
import { handleCallbacks } from './receipts/handle-callbacks.ts';
import { retryReceipts } from './receipts/retry-receipts.ts';
import { runReconciliationIfDue } from './reconciliation/keep-reconciliations.ts';
import { noteUnaskedRefunds } from './reconciliation/unasked-refunds.ts';
import { holdRefunds } from './refunds/held-refunds.ts';
import { lookAtFailedRefunds } from './refunds/look-at-failed-refunds.ts';
import { hurryToldRefunds, sendLiveRefunds } from './refunds/send-live-refunds.ts';

/** As many charges as wait for a slow bank at once: 512 at 300 ms are 1700 a second. */
const CONNECTIONS = 512;
/** A step with the bank is up to four calls: a token, the call, a second look, a second token. */
const CALLS_PER_STEP = 4;
const SOON_MS = 250;
const HOLD_INTERVAL_MS = 500;
const DRAFTS_INTERVAL_MS = 1_000;
const RETRY_RECEIPTS_INTERVAL_MS = 1_000;
const COLLECT_INTERVAL_MS = 1_000;
const RECONCILE_INTERVAL_MS = 2_000;

/** The bank behind live keys; undefined without a provider. */
export function openBank({ config, clock, logger }: Foundation): LiveBank | undefined {
  if (!config.bank) return undefined;
  const { nameServers } = config;
  const limits = { connections: CONNECTIONS, nameServers };
  return openLiveBank(config.bank, { logger, now: clock.now }, limits);
}

function patienceOf({ config }: Foundation): number {
  return CALLS_PER_STEP * (config.bank?.timeoutMs ?? 0);
}

/** The door of the bank's call-backs. */
export function callbacksOf({ config }: Foundation): CallbackSettings | undefined {
  return (
    config.bank && {
      bank: config.bank.provider,
      secret: config.bank.callbackSecret,
      verifiedClientHeader: config.bank.callbackAuthHeader,
    }
  );
}

/** Creates live charges: what the database does is batched, what the bank does is not. */
export function liveCharges(
  foundation: Foundation,
  bank: LiveBank | undefined,
  batcher: ReturnType<typeof batcherOf>,
): (request: ChargeRequest) => Promise<CreatedResource> {
  const { database, clock } = foundation;
  const needs = { database, clock, bank: bank?.receiving, bankPatienceMs: patienceOf(foundation) };
  const drafts = batcher<ChargeRequest, Drafted>(
    'draft-charges',
    (items, limited) => draftCharges({ ...needs, database: limited }, items),
    { atOnce: 2, laneOf: ({ caller }) => caller.merchantId },
  );
  const registered = batcher<RegisteredDraft, string | undefined>(
    'finish-drafts',
    (items, limited) => finishDrafts(limited, items),
    { atOnce: 2, laneOf: ({ draft }) => draft.key.merchantId },
  );
  const abandoned = batcher<ChargeDraft, void>(
    'abandon-drafts',
    (items, limited) => abandonDrafts(limited, items),
    { atOnce: 1, laneOf: ({ key }) => key.merchantId },
  );
  const steps = { draft: drafts.add, finish: registered.add, abandon: abandoned.add };
  return (request) => createLiveCharge({ ...needs, ...steps }, request);
}

/** Notes refunds at the bank that this gateway did not ask for. */
export function refundsNotedBy(foundation: Foundation, bankName: string) {
  const { database, clock, logger } = foundation;
  return (payments: readonly ReceivedPayment[]) =>
    noteUnaskedRefunds({ database, clock, logger, bankName }, payments);
}

function countLatePayments({ figures, database }: Foundation): void {
  figures.gauge(
    'pix_gateway_late_bank_payments',
    'Payouts and refunds that the bank did after they had failed here, and no operator has seen',
    () => countUnseenLatePayments(database),
  );
}

/** The work behind a bank: what it told, what it did not tell, and what it is to send. */
export function startBankWork(foundation: Foundation, liveBank: LiveBank): Poller[] {
  const { config, database, clock, logger, sandboxMerchantId } = foundation;
  const bank = { name: liveBank.name, pixKey: config.bank?.pixKey ?? '' };
  const bankPatienceMs = patienceOf(foundation);
  const needs = { database, clock, logger, bank, bankPatienceMs };
  countLatePayments(foundation);
  const poll = (name: string, intervalMs: number, work: () => Promise<boolean>): Poller =>
    startPoller({ name, intervalMs, work, logger });
  const { receiving, sending } = liveBank;
  const noteRefunds = refundsNotedBy(foundation, liveBank.name);
  const pollers = [
    poll('charge-drafts', DRAFTS_INTERVAL_MS, () =>
      settleDrafts({ database, clock, bank: receiving, bankPatienceMs }),
    ),
    poll('bank-callbacks', SOON_MS, () =>
      handleCallbacks({
        ...needs,
        liveBank,
        isConfirmed: config.bank?.isPaymentConfirmed ?? true,
        hurryPayouts: (ids) => hurryToldPayouts({ database, clock }, ids),
        hurryRefunds: (told) => hurryToldRefunds({ database, clock }, told),
        noteRefunds,
      }),
    ),
    poll(
      'collect-receipts',
      COLLECT_INTERVAL_MS,
      createCollector({ ...needs, receiving, noteRefunds }),
    ),
    poll('retry-receipts', RETRY_RECEIPTS_INTERVAL_MS, () =>
      retryReceipts({ ...needs, receiving }),
    ),
    poll('reconciliation', RECONCILE_INTERVAL_MS, () =>
      runReconciliationIfDue({ database, clock, logger, liveBank }),
    ),
  ];
  const quarantineMs = config.bank?.quarantineMs ?? 0;
  const orderNeeds = { database, clock, logger, bankPatienceMs, quarantineMs };
  const refundNeeds = { ...orderNeeds, receiving };
  pollers.push(
    poll('live-refunds', SOON_MS, () => sendLiveRefunds(refundNeeds)),
    poll('held-refunds', HOLD_INTERVAL_MS, () => holdRefunds({ database, clock })),
    poll('failed-refunds', SOON_MS, () => lookAtFailedRefunds(refundNeeds)),
  );
  if (sending) {
    const sendNeeds = { ...orderNeeds, sandboxMerchantId, sending };
    pollers.push(
      poll('held-payouts', HOLD_INTERVAL_MS, () => holdPayouts({ database, clock })),
      poll('live-payouts', SOON_MS, () => sendLivePayouts(sendNeeds)),
      poll('payout-returns', SOON_MS, () => bookReturns(sendNeeds)),
    );
  }
  return pollers;
}
