import type { LiveBank } from '#src/bank/live-bank.ts';
import type { BankDisputeDeps } from '#src/disputes/live/bank-dispute-deps.ts';
import { pollBankDisputes } from '#src/disputes/live/poll-bank-disputes.ts';
import { type MissedDisputes, readBankDisputes } from '#src/disputes/live/read-bank-disputes.ts';
import { readPoll } from '#src/disputes/live/read-poll.ts';
import { sendBankDefenses } from '#src/disputes/live/send-bank-defenses.ts';
import { type Poller, startPoller } from '#src/ground/work/poller.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import { bookDisputeReturns } from '#src/incoming/reconciliation/book-dispute-returns.ts';
import { retryBankRefunds } from '#src/incoming/reconciliation/retry-bank-refunds.ts';
import { saveUnrequestedRefunds } from '#src/incoming/reconciliation/unrequested-refunds.ts';
import { bucketPoller } from './bucket-poller.ts';
import { disputeDepsOf } from './compose-disputes.ts';
import type { AppContext } from './context.ts';

const RETURNS_INTERVAL_MS = 500;
const DISPUTES_INTERVAL_MS = 500;
const DEFENSES_INTERVAL_MS = 250;
const RETRY_INTERVAL_MS = 1_000;

function bankDisputesOf(
  appContext: AppContext,
  { name: bankName, disputes, receiving }: LiveBank,
): BankDisputeDeps | undefined {
  if (!disputes) return undefined;
  const { logger } = appContext;
  const deps = { ...disputeDepsOf(appContext), logger, bankName };
  const save = (payments: Parameters<typeof saveUnrequestedRefunds>[1]) =>
    saveUnrequestedRefunds(deps, payments);
  return { ...deps, disputes, receiving, saveUnrequestedRefunds: save };
}

/** Makes the function that stores the bank's disputes; it does nothing without a list. */
export function disputeReader(
  appContext: AppContext,
  bank: LiveBank,
): () => Promise<MissedDisputes> {
  const deps = bankDisputesOf(appContext, bank);
  return async () => (deps ? readBankDisputes(deps) : { unknown: [], unread: [] });
}

/** Starts the work on disputes at the bank: its list, its returns, and the merchants' defences. */
export function startDisputeWork(
  appContext: AppContext,
  bank: LiveBank,
  bankLeaseMs: number,
): RunningWork[] {
  const { config, database, logger, metrics } = appContext;
  const poll = (name: string, intervalMs: number, work: () => Promise<boolean>): Poller =>
    startPoller({ name, intervalMs, work, logger });
  const returns = { ...disputeDepsOf(appContext), logger, bankName: bank.name };
  const pollers: RunningWork[] = [
    poll('dispute-returns', RETURNS_INTERVAL_MS, () => bookDisputeReturns(returns)),
    poll('bank-refunds-again', RETRY_INTERVAL_MS, () =>
      retryBankRefunds({ ...returns, receiving: bank.receiving }),
    ),
  ];
  const deps = bankDisputesOf(appContext, bank);
  if (!deps) return pollers;
  metrics.gauge(
    'pix_gateway_bank_disputes_failing',
    '1 while the bank does not answer with its list of disputes',
    async () => ((await readPoll(database, bank.name))?.failure ? 1 : 0),
  );
  const quarantineMs = config.bank?.quarantineMs ?? 0;
  const everyMs = config.bank?.disputesEveryMs ?? 0;
  const pollDeps = { ...deps, everyMs, bankLeaseMs };
  const sendDeps = { ...deps, bankLeaseMs, quarantineMs };
  pollers.push(
    poll('bank-disputes', DISPUTES_INTERVAL_MS, () => pollBankDisputes(pollDeps)),
    bucketPoller(appContext)('dispute-defenses', DEFENSES_INTERVAL_MS, (bucket) =>
      sendBankDefenses({ ...sendDeps, ...bucket }),
    ),
  );
  return pollers;
}
