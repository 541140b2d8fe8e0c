import type { Mutation } from './tool/mutation.ts';

const SEND = 'gateway/src/money-out/transfers/send-transfer.ts';
const TRANSFERS_TEST = 'gateway/test/panel/transfers.test.ts';

/** Transfers between merchants. */
export const MUTATIONS: readonly Mutation[] = [
  {
    file: SEND,
    text: "if (verdict?.kind === 'replay') return replayed(verdict);",
    replacement: '',
    tests: [TRANSFERS_TEST],
    why: 'a repeated transfer moves the money again',
  },
  {
    file: SEND,
    text: "if (verdict?.kind === 'refuse') throw verdict.refusal;",
    replacement: '',
    tests: [TRANSFERS_TEST],
    why: 'a key that was used for another transfer moves money',
  },
  {
    file: SEND,
    text: 'await refuseStopped(tx, planned);',
    replacement: '',
    tests: ['gateway/test/live/stopped-payouts.test.ts'],
    why: 'money leaves a merchant whose payouts were stopped',
  },
  {
    file: SEND,
    text: 'locked.add(transferReceived(subjectOf(transfer.recipient), amount));',
    replacement: '',
    tests: [TRANSFERS_TEST],
    why: 'the money leaves the sender and never arrives',
  },
  {
    file: SEND,
    text: 'if (!locked.add(transferSent(subjectOf(transfer.sender), amount))) return false;',
    replacement: 'locked.add(transferSent(subjectOf(transfer.sender), amount));',
    tests: [TRANSFERS_TEST],
    why: 'a transfer without balance creates money',
  },
  {
    file: SEND,
    text: "if (username === sender.username) throw new Refusal('self_transfer');",
    replacement: '',
    tests: [TRANSFERS_TEST],
    why: 'a transfer to oneself books both sides in one account',
  },
  {
    file: SEND,
    text: "if (recipient?.status !== 'active' || recipient.isSandbox) {",
    replacement: 'if (!recipient || recipient.isSandbox) {',
    tests: [TRANSFERS_TEST],
    why: 'money goes to a suspended merchant, which can’t return it',
  },
];
