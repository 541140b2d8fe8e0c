import type { texts as pt } from '#texts/ledger.ts';

export const texts: typeof pt = {
  homeDescription: 'The platform right now.',
  description: 'Owed to merchants, fees received and balance at the bank.',
  environment: 'Environment',
  environments: { live: 'Production', test: 'Test' },
  owed: 'Owed to merchants',
  owedHint: (available: string, reserved: string) =>
    `${available} available and ${reserved} reserved in payouts and refunds`,
  kept: 'Kept from merchants',
  keptHint: (blocked: string, pending: string) => `${blocked} blocked and ${pending} to be settled`,
  debt: 'Merchants’ debts',
  debtHint: 'The next payments of each merchant repay its own',
  fees: 'Fees received',
  feesHint: 'Since the beginning, less reversals',
  bank: 'At the bank',
  bankHint: 'In less out',
  bankHintOperator: (amount: string) =>
    `In less out; of the operator (paid in, taken out, tariffs): ${amount}`,
  suspense: 'Unmatched',
  suspenseHint: 'Incoming payments without a charge',
  adjustments: (amount: string) => `Resets of the demo account: ${amount}.`,
  closes: 'The ledger is balanced: all accounts sum to zero.',
  differs: (amount: string) =>
    `The ledger is not balanced: all accounts sum to ${amount}. Suspend payouts and check.`,

  verifications: 'Verifications',
  verificationsHint:
    'Every day at 01:00 (Brasília) the new postings are verified and, completely, some of the ledger scopes. The complete verification is made on request.',
  verificationsCaption: 'Verifications, newest first',
  noVerifications: 'No verification yet',
  noVerificationsHint: 'The first one begins soon after the start of the gateway.',
  verifyNow: 'Verify now',
  verifyAll: 'Verify everything from the beginning',
  scope: 'Scope',
  scopeAll: 'Everything',
  scopeNew: 'New postings',
  verifyAsked: 'Verification requested.',
  askedAt: 'Requested on',
  finishedAt: 'Finished on',
  origin: 'Origin',
  scheduled: 'Daily',
  asked: 'On request',
  result: 'Result',
  lawsTitle: (at: string) => `Verification of ${at}`,
  lawsCaption: 'Rules of the ledger and the result of each one',
  law: 'Rule',
  checked: 'Checked',
  differences: 'No. of discrepancies',
  differencesOf: 'Discrepancies',

  queue: 'Registrations in review',
  queueHint: (count: number) =>
    count === 1 ? 'It waits for your decision' : 'They wait for your decision',
  queueEmpty: 'No pending registration',
  queueMore: (count: number) => `${count} or more`,
  lastVerification: 'Last verification of the ledger',
  attention: 'Needs attention',
  nothingToDo: 'Nothing to do right now.',
  // The other alerts are in the list with more details.
  alerts: {
    bank_balance_low: 'The balance at the bank is less than what is owed to merchants',
    ledger_rule_broken: 'A rule of the ledger is broken',
    payouts_stuck: 'There are payouts or refunds without a result for more than an hour',
    charge_batches_waiting: 'Batches of charges wait for the bank',
    dispute_deadline: 'The time to defend a dispute is ending',
    collector_behind: 'Reading the incoming payments of the bank is behind',
    webhook_backlog: 'The webhooks are late',
    backup_old: 'The last backup of the database is old',
    log_archive_failing: 'The log of the database is not being archived',
    restoration_open: 'The database was restored: payouts and webhooks wait for a confirmation',
  } as Readonly<Record<string, string>>,
  noWorkers: 'No process works on the queue',
  failingEndpoints: (count: number, shown: string) =>
    count === 1 ? '1 failing webhook of a merchant' : `${shown} failing webhooks of merchants`,
  suspended: (count: number, shown: string) =>
    count === 1 ? '1 unmatched incoming payment' : `${shown} unmatched incoming payments`,
  held: (count: number, shown: string) =>
    count === 1
      ? '1 held payout or refund of a suspended account'
      : `${shown} held payouts and refunds of suspended accounts`,
  late: (count: number, shown: string) =>
    count === 1
      ? '1 payment that the bank completed after the failure'
      : `${shown} payments that the bank completed after the failure`,
  proposals: (count: number, shown: string) =>
    count === 1
      ? '1 proposal waits for a second operator'
      : `${shown} proposals wait for a second operator`,
  seeProposals: 'See proposals',
  reversed: (count: number, shown: string) =>
    count === 1
      ? '1 order resolved as paid that the bank did not pay'
      : `${shown} orders resolved as paid that the bank did not pay`,
  allStopped: 'All payouts of the platform are stopped',
  stopped: (count: number, shown: string) =>
    count === 1 ? '1 stop of a merchant’s payouts' : `${shown} stops of merchants’ payouts`,
  setAside: (count: number, shown: string) =>
    count === 1
      ? '1 payment, payout or refund set aside after failures'
      : `${shown} payments, payouts and refunds set aside after failures`,
  seeDisputes: 'See disputes',
  seeHeld: 'See held',
  seeIncomingPayments: 'See incoming payments',
  uncleanDays: (count: number, days: string) =>
    count === 1
      ? `The reconciliation of ${days} has discrepancies`
      : `The reconciliations of ${days} have discrepancies`,
  silentBank: (day: string) => `The bank could not be asked to reconcile ${day}`,
  seeReconciliation: 'See reconciliation',
  seeHealth: 'See health',
  seeLedger: 'See ledger',
};
