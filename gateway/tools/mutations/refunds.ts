import type { Mutation } from './tool/mutation.ts';

const ORDERS = 'gateway/src/bank/orders/order-statements.ts';
const STORE = 'gateway/src/money-out/refunds/refund-store.ts';
const DECIDE = 'gateway/src/money-out/refunds/decide-refund.ts';
const CREATE = 'gateway/src/money-out/refunds/create-refunds.ts';
const SETTLE = 'gateway/src/money-out/refunds/settle-refunds.ts';
const LATE = 'gateway/src/money-out/refunds/book-late-refund.ts';
const READ_CHARGES = 'gateway/src/money-out/refunds/read-refundable-charges.ts';
const CHARGES = 'gateway/src/charges/charge-refund-store.ts';
const WAITING = 'gateway/src/ledger/settlements/refund-waiting-parts.ts';
const ALLOCATE = 'gateway/src/money-out/refunds/refund-allocations.ts';
const CLAIMS_TEST = 'gateway/test/live/refund-claims.test.ts';
const AT_ONCE_TEST = 'gateway/test/api/refunds-at-once.test.ts';
const REFUNDS_TEST = 'gateway/test/api/refunds.test.ts';
const ALLOCATIONS_TEST = 'gateway/test/api/refund-allocations.test.ts';
const DISPUTES_TEST = 'gateway/test/api/disputes.test.ts';

/** Refunds: what may be refunded, who pays it, which process sends, and what ends them. */
export const MUTATIONS: readonly Mutation[] = [
  {
    file: ORDERS,
    text: 'limit ${$.limit} for update skip locked',
    replacement: 'limit ${$.limit}',
    tests: [CLAIMS_TEST],
    why: 'one locked refund stops all others',
  },
  {
    file: STORE,
    text: 'and (key.claim is null or r.due_at = key.claim)',
    replacement: '',
    tests: [CLAIMS_TEST],
    why: 'a late refusal fails a refund that another process has sent: it is made and given back',
  },
  {
    file: LATE,
    text: "if (booked + failed.amount > charge.amount) return 'exceeds payment';",
    replacement: '',
    tests: [CLAIMS_TEST],
    why: 'one late refund above its charge stops the booking of all others',
  },
  {
    file: LATE,
    text: 'if (amount !== failed.amount) {',
    replacement: 'if (amount < 0n) {',
    tests: [CLAIMS_TEST],
    why: 'the ledger books another amount than the bank has refunded',
  },
  {
    file: LATE,
    text: 'failed: -amount,',
    replacement: 'failed: 0n,',
    tests: [CLAIMS_TEST],
    why: 'a late refund takes the pending sum of its charge below zero',
  },
  {
    file: STORE,
    text: "and r.id = ${$.id} and r.status = 'failed'",
    replacement: 'and r.id = ${$.id}',
    tests: [CLAIMS_TEST],
    why: 'a late refund is booked twice',
  },
  {
    file: CHARGES,
    text: ') order by c.id for update`',
    replacement: ') order by c.id desc for update`',
    tests: [AT_ONCE_TEST],
    why: 'refunds and payments of two charges deadlock',
  },
  {
    file: CHARGES,
    text: ') order by c.id for update`',
    replacement: ') order by c.id`',
    tests: [AT_ONCE_TEST],
    why: 'refunds of one charge are decided by an old sum and fail with an internal error',
  },
  {
    file: SETTLE,
    text: `  const charges = await endRefundsOfCharges(tx, chargeRefundsOf(refunds));
  await post(tx, refunds, now);`,
    replacement: `  await post(tx, refunds, now);
  const charges = await endRefundsOfCharges(tx, chargeRefundsOf(refunds));`,
    tests: [AT_ONCE_TEST],
    why: 'the end of a refund and the creation of another one deadlock',
  },
  {
    file: SETTLE,
    text: 'const failed = sum(group) - sum(done);',
    replacement: 'const failed = 0n;',
    tests: ['gateway/test/live/refunds.test.ts'],
    why: 'what a failed refund wanted can never be refunded again',
  },
  {
    file: SETTLE,
    text: "kind: status === 'done' ? ('deposit.refunded' as const) : ('deposit.refund_failed' as const),",
    replacement: "kind: 'deposit.refunded' as const,",
    tests: ['gateway/test/live/refunds.test.ts'],
    why: 'a merchant is told that a failed refund was done',
  },
  {
    file: SETTLE,
    text: 'const allocations = done.flatMap((refund) => refund.allocations);',
    replacement: 'const allocations = group.flatMap((refund) => refund.allocations);',
    tests: ['gateway/test/live/refunds.test.ts'],
    why: 'a failed refund reduces the shares of the recipients',
  },
  {
    file: WAITING,
    text: 'const rows = seen.length === 0 ? [] : await selectWaitingParts(tx, { ofCharges: scopes });',
    replacement: 'const rows = seen;',
    tests: [AT_ONCE_TEST],
    why: 'a refund takes waiting money that was settled meanwhile, and fails',
  },
  {
    file: WAITING,
    text: 'const rows = seen.length === 0 ? [] : await selectTakenParts(tx, { ofRefunds: failed });',
    replacement: 'const rows = seen;',
    tests: [AT_ONCE_TEST],
    why: 'a failed refund returns to a settlement that is over: the money waits for ever',
  },
  {
    file: DECIDE,
    text: "if (now > charge.paidAt + REFUND_WINDOW_MS) return new Refusal('refund_too_late');",
    replacement: '',
    tests: [REFUNDS_TEST],
    why: 'a refund is accepted that the bank refuses',
  },
  {
    file: DECIDE,
    text: 'if (amount > left || left === 0n) return tooMuch(refundable, amount);',
    replacement: 'if (left === 0n) return tooMuch(refundable, amount);',
    tests: [REFUNDS_TEST],
    why: 'a refund above its charge gets an internal error',
  },
  {
    file: DECIDE,
    text: 'if (amount > left || left === 0n) return tooMuch(refundable, amount);',
    replacement: 'if (amount > left) return tooMuch(refundable, amount);',
    tests: [REFUNDS_TEST],
    why: 'a refund of nothing is accepted',
  },
  {
    file: DECIDE,
    text: 'refundable.refunding = centavos(refundable.refunding + amount);',
    replacement: '',
    tests: [AT_ONCE_TEST],
    why: 'refunds that are decided together exceed their charge',
  },
  {
    file: DECIDE,
    text: 'if (!merchantAbsorbs) refundable.divided = centavos(refundable.divided + amount);',
    replacement: '',
    tests: [AT_ONCE_TEST],
    why: 'refunds that are decided together take too little from the recipients',
  },
  {
    file: DECIDE,
    text: 'if (allocations.some(({ recipientId, amount }) => has(recipientId) < amount)) {',
    replacement: 'if (allocations.some(({ recipientId, amount }) => has(recipientId) < -amount)) {',
    tests: [ALLOCATIONS_TEST],
    why: 'a recipient without balance makes the refund fail with an internal error',
  },
  {
    file: DECIDE,
    text: 'if (!isSandbox && has(charge.merchantId) < originAmount) {',
    replacement: 'if (!isSandbox && has(charge.merchantId) < -originAmount) {',
    tests: [REFUNDS_TEST],
    why: 'a refund without balance gets an internal error',
  },
  {
    file: DECIDE,
    text: 'if (merchantAbsorbs) return [];',
    replacement: '',
    tests: [ALLOCATIONS_TEST],
    why: 'recipients pay for a refund that the merchant takes over',
  },
  {
    file: READ_CHARGES,
    text: 'return centavos(charge.amount - charge.refunded - refunding - disputed);',
    replacement: 'return centavos(charge.amount - charge.refunded - refunding);',
    tests: [DISPUTES_TEST],
    why: 'a contested payment is refunded too: the payer gets it twice',
  },
  {
    file: READ_CHARGES,
    text: 'return centavos(charge.amount - charge.refunded - refunding - disputed);',
    replacement: 'return centavos(charge.amount - charge.refunded - disputed);',
    tests: [REFUNDS_TEST],
    why: 'pending refunds don’t count: a second one gets an internal error',
  },
  {
    file: READ_CHARGES,
    text: "({ status, merchantAbsorbs }) => status !== 'failed' && !merchantAbsorbs,",
    replacement: '({ merchantAbsorbs }) => !merchantAbsorbs,',
    tests: [AT_ONCE_TEST],
    why: 'after a failed refund the recipients pay too much of the next one',
  },
  {
    file: READ_CHARGES,
    text: "({ status, merchantAbsorbs }) => status !== 'failed' && !merchantAbsorbs,",
    replacement: "({ status }) => status !== 'failed',",
    tests: [AT_ONCE_TEST],
    why: 'after a refund that the merchant took over the recipients pay too much',
  },
  {
    file: ALLOCATE,
    text: 'const due = (share * (refundedBefore + amount)) / payment - returned;',
    replacement: 'const due = (share * amount) / payment;',
    tests: ['gateway/src/money-out/refunds/refund-allocations.test.ts'],
    why: 'roundings add up over many refunds',
  },
  {
    file: CREATE,
    text: 'refundable?.charge.merchantId === caller.merchantId &&',
    replacement: 'refundable !== undefined &&',
    tests: [AT_ONCE_TEST],
    why: 'a merchant refunds the charge of another one that is decided with it',
  },
];
