import type { Mutation } from './tool/mutation.ts';

const ORDERS = 'gateway/src/bank/orders/order-statements.ts';
const RESOLVE = 'gateway/src/money-out/order-resolutions/resolve-orders.ts';
const STORE = 'gateway/src/money-out/payouts/payout-store.ts';
const REVERSE = 'gateway/src/money-out/payouts/reverse-resolved-payout.ts';
const LATE = 'gateway/src/money-out/payouts/book-late-payout.ts';
const DECIDE = 'gateway/src/accounts/proposals/decide-proposal.ts';
const PROPOSALS = 'gateway/src/accounts/proposals/proposal-store.ts';
const RESOLVED_TEST = 'gateway/test/live/resolved-payouts.test.ts';
const OUTCOMES_TEST = 'gateway/test/live/payout-outcomes.test.ts';
const PROPOSALS_TEST = 'gateway/test/panel/operator-proposals.test.ts';

/** What operators decide about orders, and what the bank says of orders that have ended. */
export const MUTATIONS: readonly Mutation[] = [
  {
    file: ORDERS,
    text: 'and o.uncertain_at <= ${$.sentUntil}`;',
    replacement: 'and ${$.sentUntil}::timestamptz is not null`;',
    tests: [RESOLVED_TEST],
    why: 'a payout is failed while the bank may still pay it',
  },
  {
    file: ORDERS,
    text: 'and o.id = ${$.id} for update of o`',
    replacement: 'and o.id = ${$.id}`',
    tests: [RESOLVED_TEST],
    why: 'a payout is failed while a worker sends it again',
  },
  {
    file: RESOLVE,
    text: "if (isoTime(order.uncertainAt) !== parameters.sent_at) throw new Refusal('order_not_stuck');",
    replacement: '',
    tests: [RESOLVED_TEST],
    why: 'a payout is failed that was sent again after the operators asked the bank',
  },
  {
    file: RESOLVE,
    text: "!isSpiId(bankId, kind === 'payout' ? 'E' : 'D')",
    replacement: "!(isSpiId(bankId, 'E') || isSpiId(bankId, 'D'))",
    tests: [RESOLVED_TEST],
    why: 'a payout is resolved with the id of a refund',
  },
  {
    file: STORE,
    text: "and p.resolution = 'paid' and p.returned_centavos = 0",
    replacement: "and p.resolution = 'paid'",
    tests: [RESOLVED_TEST],
    why: 'a payout that was sent back in part is given back whole',
  },
  {
    file: REVERSE,
    text: 'payoutResolutionReversed(subject, { amount, fee })',
    replacement: 'payoutResolutionReversed(subject, { amount, fee: 0n as typeof fee })',
    tests: [RESOLVED_TEST],
    why: 'the platform keeps the fee of a payout that was not made',
  },
  {
    file: REVERSE,
    text: 'if (isCounted) giveBack(tx, [payout]);',
    replacement: 'if (!isCounted) giveBack(tx, [payout]);',
    tests: [RESOLVED_TEST],
    why: 'a payout that was not made uses up the limit of the day',
  },
  {
    file: STORE,
    text: 'on conflict do nothing returning return_id`,',
    replacement: 'returning return_id`,',
    tests: [RESOLVED_TEST],
    why: 'a known return stops the booking of the next one',
  },
  {
    file: STORE,
    text: "and p.id = ${$.id} and p.status = 'failed'",
    replacement: 'and p.id = ${$.id}',
    tests: [OUTCOMES_TEST],
    why: 'a late payment that two workers find is booked twice',
  },
  {
    file: LATE,
    text: 'if (amount !== failed.amount) {',
    replacement: 'if (amount < 0n) {',
    tests: [OUTCOMES_TEST],
    why: 'the ledger books another amount than the bank has paid',
  },
  {
    file: DECIDE,
    text: "if (proposal?.proposedBy === by.id) throw new Refusal('second_operator_required');",
    replacement: '',
    tests: [RESOLVED_TEST],
    why: 'one operator moves money alone, or gets an internal error',
  },
  {
    file: PROPOSALS,
    text: "where p.id = ${$.id} and p.state = 'waiting' and p.expires_at > ${$.at}",
    replacement:
      "where p.id = ${$.id} and p.state = 'waiting' and ${$.at}::timestamptz is not null",
    tests: [PROPOSALS_TEST],
    why: 'a proposal of weeks ago moves money',
  },
  {
    file: PROPOSALS,
    text: "where p.id = ${$.id} and p.state = 'waiting' and p.expires_at > ${$.at}",
    replacement: 'where p.id = ${$.id} and p.expires_at > ${$.at}',
    tests: [PROPOSALS_TEST],
    why: 'a proposal is executed twice, or fails with an internal error',
  },
];
