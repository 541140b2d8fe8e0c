import type { Mutation } from './tool/mutation.ts';

const ORDERS = 'gateway/src/bank/orders/order-statements.ts';
const LIVE_STORE = 'gateway/src/money-out/payouts/due-payout-store.ts';
const SEND_ORDERS = 'gateway/src/bank/orders/send-orders.ts';
const STORE = 'gateway/src/money-out/payouts/payout-store.ts';
const SEND = 'gateway/src/money-out/payouts/send-live-payouts.ts';
const SETTLE = 'gateway/src/money-out/payouts/settle-payouts.ts';
const RESERVE = 'gateway/src/money-out/payouts/reserve-payouts.ts';
const STOPS = 'gateway/src/money-out/payouts/stop/payout-stop-store.ts';
const CLAIMS_TEST = 'gateway/test/live/payout-claims.test.ts';
const REFUND_CLAIMS_TEST = 'gateway/test/live/refund-claims.test.ts';
const OUTCOMES_TEST = 'gateway/test/live/payout-outcomes.test.ts';
const PAYOUTS_TEST = 'gateway/test/api/payouts.test.ts';
const RULES_TEST = 'gateway/test/api/payout-rules.test.ts';

/** Payouts: what is reserved, which process sends, and what ends them. */
export const MUTATIONS: readonly Mutation[] = [
  {
    file: ORDERS,
    text: 'and o.due_at = ${$.claim} and o.held_at is null',
    replacement: 'and ${$.claim}::timestamptz is not null and o.held_at is null',
    tests: [CLAIMS_TEST, REFUND_CLAIMS_TEST],
    why: 'a slow worker sends a payout again that another process has sent',
  },
  {
    file: ORDERS,
    text: `and (o.released_at is not null or not exists (
            select from merchants m where m.merchant_id = o.merchant_id and m.status = 'suspended'
          ))`,
    replacement: '',
    tests: [CLAIMS_TEST, REFUND_CLAIMS_TEST],
    why: 'money leaves a merchant that was suspended a moment ago',
  },
  {
    file: LIVE_STORE,
    text: "where name = 'payouts' and busy_until <= ${$.at} returning name",
    replacement: "where name = 'payouts' and ${$.at}::timestamptz is not null returning name",
    tests: [CLAIMS_TEST],
    why: 'two processes send from one account at once',
  },
  {
    file: LIVE_STORE,
    text: "where name = 'payouts' and busy_until = ${$.until}`",
    replacement: "where name = 'payouts' and ${$.until}::timestamptz is not null`",
    tests: [CLAIMS_TEST],
    why: 'a slow process ends the lease of the next one, and a third sends at once',
  },
  {
    file: ORDERS,
    text: 'uncertain_at = case when due_at = ${$.claim} then ${$.uncertainAt} else uncertain_at end,',
    replacement: 'uncertain_at = ${$.uncertainAt},',
    tests: [CLAIMS_TEST, REFUND_CLAIMS_TEST],
    why: 'a slow worker forgets the attempt of another one: the payout is sent again',
  },
  {
    file: ORDERS,
    text: 'due_at = case when due_at = ${$.claim} then ${$.nextAt} else due_at end',
    replacement: 'due_at = ${$.nextAt}',
    tests: ['gateway/test/live/call-backs-during-a-check.test.ts'],
    why: 'a call-back that comes during a step is forgotten',
  },
  {
    file: SEND,
    text: '    lockForSend(tx);\n',
    replacement: '',
    tests: [CLAIMS_TEST],
    why: 'a payout leaves after its stop was confirmed',
  },
  {
    file: SEND,
    text: 'if (stops.length > 0) return false;',
    replacement: '',
    tests: [CLAIMS_TEST],
    why: 'a stopped payout leaves',
  },
  {
    file: STOPS,
    text: '  lockForStop(tx);\n',
    replacement: '',
    tests: [CLAIMS_TEST],
    why: 'a payout leaves after its stop was confirmed',
  },
  {
    file: STOPS,
    text: 'in (${$.merchantId}, ${PLATFORM})',
    replacement: 'in (${$.merchantId}, ${PLATFORM}) and s.merchant_id = ${$.merchantId}',
    tests: [CLAIMS_TEST],
    why: 'the stop of the whole platform stops nothing',
  },
  {
    file: STORE,
    text: 'and (key.claim is null or p.due_at = key.claim)',
    replacement: '',
    tests: [CLAIMS_TEST],
    why: 'a late refusal fails a payout that another process has sent: it is paid and given back',
  },
  {
    file: STORE,
    text: 'and p.status = key.from_status',
    replacement: '',
    tests: [OUTCOMES_TEST],
    why: 'the second worker that finds a paid payout fails with an error',
  },
  {
    file: SEND_ORDERS,
    text: 'if (found.amount === order.amount) return',
    replacement: 'if (found.amount > 0n) return',
    tests: [OUTCOMES_TEST, REFUND_CLAIMS_TEST],
    why: 'the ledger books another amount than the bank has paid or refunded',
  },
  {
    file: SEND_ORDERS,
    text: 'isWatched: uncertainAt !== null };',
    replacement: 'isWatched: false };',
    tests: [OUTCOMES_TEST, REFUND_CLAIMS_TEST],
    why: 'an order that the bank does after a refusal is never booked',
  },
  {
    file: SEND_ORDERS,
    text: 'return { ...failed, claim, isWatched',
    replacement: 'return { ...failed, isWatched',
    tests: [CLAIMS_TEST, REFUND_CLAIMS_TEST],
    why: 'a late refusal fails an order that another process has sent',
  },
  {
    file: SETTLE,
    text: ': payoutFailed(subject, centavos(amount + fee));',
    replacement: ': payoutFailed(subject, amount);',
    tests: [PAYOUTS_TEST],
    why: 'the fee of a failed payout stays reserved for ever',
  },
  {
    file: SETTLE,
    text: '.filter(({ merchantId }) => !stopped.has(merchantId))',
    replacement: '.filter(() => stopped.size >= 0)',
    tests: [RULES_TEST],
    why: 'a stopped test payout is paid: the merchant learns that a stop does not stop',
  },
  {
    file: RESERVE,
    text: 'payoutReserved({ merchantId, environment, referenceId: id }, centavos(amount + fee)),',
    replacement: 'payoutReserved({ merchantId, environment, referenceId: id }, amount),',
    tests: [PAYOUTS_TEST],
    why: 'a payout of the whole balance is accepted and its fee can’t be paid',
  },
  {
    file: RESERVE,
    text: 'if (!reserve(plan)) {',
    replacement: 'if (!reserve(plan) && plan.payout.amount < 0n) {',
    tests: [PAYOUTS_TEST],
    why: 'a payout without balance is accepted',
  },
  {
    file: RESERVE,
    text: 'const owner = externalId === null ? undefined : names.get(name);',
    replacement: 'const owner = undefined as string | undefined;',
    tests: [RULES_TEST],
    why: 'a used external_id gets an internal error, and the merchant tries again with another',
  },
  {
    file: RESERVE,
    text: 'if (externalId !== null) names.set(name, id);',
    replacement: '',
    tests: [RULES_TEST],
    why: 'one external_id twice at once fails all payouts that are decided with it',
  },
  {
    file: ORDERS,
    text: 'and (o.uncertain_at is not null or o.is_known_at_bank)',
    replacement: 'and o.is_known_at_bank',
    tests: [OUTCOMES_TEST],
    why: 'a payout that the bank may have paid is cancelled and its money is given back',
  },
  {
    file: STORE,
    text: `and (stopped_at is not null or waits_until > \${$.at})
    for update\``,
    replacement: 'and (stopped_at is not null or waits_until > ${$.at})`',
    tests: [OUTCOMES_TEST],
    why: 'a payout is cancelled while a worker sends it',
  },
  {
    file: 'gateway/src/money-out/payouts/automatic/run-automatic.ts',
    text: 'if (pausedUntil > now) return later(pausedUntil);',
    replacement: '',
    tests: ['gateway/test/panel/automatic-payouts.test.ts'],
    why: 'an automatic payout that failed is made again each minute',
  },
];
