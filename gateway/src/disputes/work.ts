import type { LiveBank } from '#src/bank/live-bank.ts';
import { bankLeaseOf, quarantineOf } from '#src/bank/open-bank.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { pollersOf, whileChanging } from '#src/ground/work/pollers.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import { claimForDisputes } from './claim-for-disputes.ts';
import { DUE_DEFENSES } from './defense-store.ts';
import { disputeChecks } from './dispute-checks-store.ts';
import type { BankDisputeDeps } from './live/bank-dispute-deps.ts';
import { selectPoll } from './live/dispute-poll-store.ts';
import { pollBankDisputes } from './live/poll-bank-disputes.ts';
import { sendBankDefenses } from './live/send-bank-defenses.ts';

const CLAIM_INTERVAL_MS = 5_000;
const DISPUTES_INTERVAL_MS = 500;

/** The checks between disputes and the ledger. */
export const disputesChecks = disputeChecks;

/** The dependencies of reading a bank's disputes; undefined when the bank has no list of them. */
export function bankDisputesOf(
  context: GatewayContext,
  { name: bankName, disputes, receiving }: LiveBank,
  saveUnrequestedRefunds: BankDisputeDeps['saveUnrequestedRefunds'],
): BankDisputeDeps | undefined {
  return disputes && { ...context, bankName, disputes, receiving, saveUnrequestedRefunds };
}

/** The parts of higher rooms that the work of disputes uses. */
export interface DisputesWorkParts extends Pick<BankDisputeDeps, 'saveUnrequestedRefunds'> {
  readonly bank: LiveBank | undefined;
}

/** Starts to claim contested amounts, and to read disputes and send defences at the bank. */
export function startDisputes(
  context: GatewayContext,
  { bank, saveUnrequestedRefunds }: DisputesWorkParts,
): RunningWork[] {
  const { every, everyInBuckets, whenDue } = pollersOf(context);
  const claims = everyInBuckets(
    'disputes-to-claim',
    CLAIM_INTERVAL_MS,
    whileChanging((bucket) => claimForDisputes({ ...context, ...bucket })),
  );
  const { config, database, metrics } = context;
  const deps = bank && bankDisputesOf(context, bank, saveUnrequestedRefunds);
  if (!deps) return [claims];
  metrics.gauge(
    'pix_gateway_bank_disputes_failing',
    '1 while the bank does not answer with its list of disputes',
    async () => ((await selectPoll(database, { bank: deps.bankName }))?.failure ? 1 : 0),
  );
  const bankLeaseMs = bankLeaseOf(context);
  const pollDeps = { ...deps, everyMs: config.bank?.disputesEveryMs ?? 0, bankLeaseMs };
  const { secretBox } = context;
  const sendDeps = { ...deps, secretBox, bankLeaseMs, quarantineMs: quarantineOf(context) };
  return [
    claims,
    every('bank-disputes', DISPUTES_INTERVAL_MS, () => pollBankDisputes(pollDeps)),
    whenDue(DUE_DEFENSES, (bucket) => sendBankDefenses({ ...sendDeps, ...bucket })),
  ];
}
