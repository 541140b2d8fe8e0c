import type { Mutation } from './tool/mutation.ts';

const DECIDE = 'gateway/src/money-out/payouts/approval/decide-approval.ts';
const STORE = 'gateway/src/money-out/payouts/approval/payout-approval-store.ts';
const ASK = 'gateway/src/money-out/payouts/approval/ask-server.ts';
const LIMITS = 'gateway/src/money-out/payouts/limits/limit-owner.ts';
const BATCH = 'gateway/src/money-out/payouts/batches/decide-batch.ts';
const CONFIRM = 'gateway/src/money-out/payouts/batches/confirm-batch.ts';
const APPROVALS_TEST = 'gateway/test/api/payout-approvals.test.ts';
const SERVER_TEST = 'gateway/test/api/payout-approval-server.test.ts';
const LATE_TEST = 'gateway/test/api/late-approvals.test.ts';
const BATCHES_TEST = 'gateway/test/panel/payout-batches.test.ts';

/** Approvals of payouts and of batches, by members and by the merchant's server. */
export const MUTATIONS: readonly Mutation[] = [
  {
    file: DECIDE,
    text: 'if (!isForMember(waiting) || waiting.expiresAt <= now) {',
    replacement: 'if (!isForMember(waiting)) {',
    tests: [LATE_TEST],
    why: 'a payout is sent although the time to approve it is over',
  },
  {
    file: DECIDE,
    text: 'if (waiting.createdBy !== null && waiting.createdBy === by.id) {',
    replacement: "if (waiting.createdBy === '') {",
    tests: [APPROVALS_TEST],
    why: 'a member approves its own payout',
  },
  {
    file: DECIDE,
    text: 'return waiting !== undefined && waiting.batchId === null;',
    replacement: 'return waiting !== undefined;',
    tests: [BATCHES_TEST],
    why: 'one payout of a batch is decided alone, and the batch can’t be decided any more',
  },
  {
    file: DECIDE,
    text: 'if (!waiting || waiting.expiresAt <= now) return;',
    replacement: 'if (!waiting) return;',
    tests: [LATE_TEST],
    why: 'the late yes of a server sends an expired payout',
  },
  {
    file: 'gateway/src/money-out/payouts/payout-store.ts',
    text: "fromStatus: outcome.isUnapproved ? 'awaiting_approval' : 'pending',",
    replacement: "fromStatus: 'pending',",
    tests: [APPROVALS_TEST],
    why: 'the money of a rejected payout stays reserved for ever',
  },
  {
    file: STORE,
    text: `where \${OF_PAYOUT} and status = 'waiting'
    for update\``,
    replacement: `where \${OF_PAYOUT} and status = 'waiting'\``,
    tests: [LATE_TEST],
    why: 'the second of two decisions at once fails with an internal error',
  },
  {
    file: STORE,
    text: "where status = 'waiting' and expires_at <= ${$.at}",
    replacement: "where status = 'waiting'",
    tests: [LATE_TEST],
    why: 'a payout expires before a member can approve it',
  },
  {
    file: ASK,
    text: 'else await decideByServer(deps, tx, payout, isApproved);',
    replacement: 'else await decideByServer(deps, tx, payout, true);',
    tests: [SERVER_TEST],
    why: 'the no of the merchant’s server is a yes',
  },
  {
    file: ASK,
    text: 'if (isReplaced) await callAgain(tx, { ...scope, id: payout.id, afterMs: 0 });',
    replacement:
      'if (isReplaced && !isApproved) await callAgain(tx, { ...scope, id: payout.id, afterMs: 0 });',
    tests: [SERVER_TEST],
    why: 'the yes of a server that was removed sends the payout',
  },
  {
    file: ASK,
    text: "if (outcome.kind !== 'answered' || outcome.answer.status !== 200) return false;",
    replacement: "if (outcome.kind !== 'answered') return false;",
    tests: [SERVER_TEST],
    why: 'the body of an error page counts as a yes',
  },
  {
    file: ASK,
    text: 'return names.length === 1 && Object(body).approve === true;',
    replacement: 'return names.length === 1 && Object(body).approve !== false;',
    tests: [SERVER_TEST],
    why: 'any other answer of the server counts as a yes',
  },
  {
    file: LIMITS,
    text: "if (isAbove(amount, approvalAbove)) return 'amount';",
    replacement: '',
    tests: [APPROVALS_TEST],
    why: 'large payouts are sent without an approval',
  },
  {
    file: LIMITS,
    text: "return isNew && isAbove(amount, newDestinationApprovalAbove) ? 'new_destination' : null;",
    replacement: 'return null;',
    tests: [APPROVALS_TEST],
    why: 'payouts to new keys are sent without an approval',
  },
  {
    file: BATCH,
    text: 'if (batch.confirmedBy !== null && batch.confirmedBy === by.id)',
    replacement: "if (batch.confirmedBy === '')",
    tests: [BATCHES_TEST],
    why: 'a member approves its own batch',
  },
  {
    file: BATCH,
    text: "if (batch?.status !== 'awaiting_approval' || (batch.expiresAt ?? 0) <= now) {",
    replacement: "if (batch?.status !== 'awaiting_approval') {",
    tests: [LATE_TEST],
    why: 'an expired batch is approved',
  },
  {
    file: CONFIRM,
    text: "if (batch.status !== 'checked') return false;",
    replacement: '',
    tests: [BATCHES_TEST],
    why: 'a second click pays the whole batch again',
  },
  {
    file: CONFIRM,
    text: "if (batch.errorCount > 0) throw new Refusal('batch_has_errors');",
    replacement: '',
    tests: [BATCHES_TEST],
    why: 'a batch with errors is paid in part',
  },
  {
    file: CONFIRM,
    text: 'if (countRepeats(isRepeated, lines) !== seenRepeats) {',
    replacement: 'if (countRepeats(isRepeated, lines) < 0) {',
    tests: [BATCHES_TEST],
    why: 'a file that was checked twice is paid twice',
  },
  {
    file: CONFIRM,
    text: 'planned.some(({ cause }) => cause !== null) || isSumAbove(planned, batch);',
    replacement: 'planned.some(({ cause }) => cause !== null);',
    tests: [BATCHES_TEST],
    why: 'a large amount leaves in small lines without an approval',
  },
];
