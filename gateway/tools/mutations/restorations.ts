import type { Mutation } from './tool/mutation.ts';

const BEGIN = 'gateway/src/incoming/restorations/begin-restoration.ts';
const CONFIRM = 'gateway/src/incoming/restorations/confirm-restoration.ts';
const PAYOUTS = 'gateway/src/money-out/payouts/payout-store.ts';
const RESTORED_TEST = 'gateway/test/live/restored-orders.test.ts';
const BACKUP_TEST = 'gateway/test/live/restored-backup.test.ts';

/** A restored database, which the bank is ahead of. */
export const MUTATIONS: readonly Mutation[] = [
  {
    file: BEGIN,
    text: '    await askBeforeSendingPayouts(tx, at);\n',
    replacement: '',
    tests: [RESTORED_TEST],
    why: 'payouts that the bank has paid are sent again',
  },
  {
    file: BEGIN,
    text: '    await askBeforeSendingRefunds(tx, at);\n',
    replacement: '',
    tests: [RESTORED_TEST],
    why: 'refunds that the bank has made are sent again',
  },
  {
    file: BEGIN,
    text: '  await stopPayouts(deps, PLATFORM_STOP, RESTORATION_STOP_REASON, systemActor);\n',
    replacement: '',
    tests: [RESTORED_TEST],
    why: 'payouts leave before an operator has compared the days',
  },
  {
    file: PAYOUTS,
    text: "where status in ('pending', 'awaiting_approval') and environment = 'live'",
    replacement: "where status = 'pending' and environment = 'live'",
    tests: [RESTORED_TEST],
    why: 'a payout that was approved and paid after the restored instant is sent again',
  },
  {
    file: CONFIRM,
    text: 'if (missing.length > 0) {',
    replacement: 'if (missing.length < 0) {',
    tests: [BACKUP_TEST],
    why: 'payouts leave before the days were compared with the bank',
  },
];
