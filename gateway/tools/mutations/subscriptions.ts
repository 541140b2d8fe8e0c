import type { Mutation } from './tool/mutation.ts';

const ROOM = 'gateway/src/subscriptions';
const rules = ['gateway/test/api/subscription-rules.test.ts'];
const seconds = ['gateway/test/api/second-charges-of-cycles.test.ts'];
const workers = ['gateway/test/simulation/subscription-workers.test.ts'];
const figures = ['gateway/test/panel/subscription-figures.test.ts'];
const links = ['gateway/test/api/subscription-links.test.ts'];
const keys = ['gateway/test/api/subscription-keys.test.ts'];
const firsts = ['gateway/test/api/first-payments.test.ts'];
const plans = ['gateway/src/subscriptions/plan-cycles.test.ts'];
const standard = ['gateway/test/live/api-pix-cobrs.test.ts'];
const dates = ['gateway/src/subscriptions/cycle-rules.test.ts'];

/** Subscriptions: each cycle is charged once, on its day, and stopped only in time. */
export const MUTATIONS: readonly Mutation[] = [
  {
    file: `${ROOM}/load-stories.ts`,
    text: 'await lockSubscriptions(tx, [...unique.values()])',
    replacement: 'await lockSubscriptions(tx, keys)',
    tests: workers,
    why: 'two requests in one batch count the cycles of a subscription twice',
  },
  {
    file: `${ROOM}/run-steps.ts`,
    text: 'return step && step.at <= now ? step : undefined;',
    replacement: 'return step;',
    tests: workers,
    why: 'a second worker does the next step of a subscription before its time',
  },
  {
    file: `${ROOM}/run-steps.ts`,
    text: 'cycles.filter(({ cycle }) => now < createdBefore(cycle.dueOn));',
    replacement: 'cycles;',
    tests: workers,
    why: 'a payer is debited without the notice of two days',
  },
  {
    file: `${ROOM}/change-story.ts`,
    text: "return status === 'scheduled' && now < cancelableBefore(dueOn, by);",
    replacement: "return status === 'scheduled';",
    tests: rules,
    why: 'a cycle is canceled here that the payer’s bank pays',
  },
  {
    file: `${ROOM}/change-story.ts`,
    text: 'while (isOver(nextIndex)) nextIndex += 1;',
    replacement: '',
    tests: rules,
    why: 'a resumed subscription records the cycles of its pause as failed',
  },
  {
    file: `${ROOM}/plan-cycles.ts`,
    text: "if (minAmount !== null && amount < minAmount) throw new Refusal('cycle_amount_too_small');",
    replacement: '',
    tests: rules,
    why: 'a payer is debited less than was authorized, which the bank refuses',
  },
  {
    file: `${ROOM}/plan-cycles.ts`,
    text: "if (now >= createdBefore(dueOn)) throw new Refusal('cycle_too_late');",
    replacement: '',
    tests: rules,
    why: 'a payer is debited without the notice of two days',
  },
  {
    file: `${ROOM}/next-step.ts`,
    text: 'return used < RETRIES_MAX && !isFinal(cycle);',
    replacement: 'return !isFinal(cycle);',
    tests: rules,
    why: 'a payer is debited a fourth time',
  },
  {
    file: `${ROOM}/next-step.ts`,
    text: 'return used < RETRIES_MAX && !isFinal(cycle);',
    replacement: 'return used < RETRIES_MAX;',
    tests: rules,
    why: 'a cycle is tried again that the bank has ended',
  },
  {
    file: `${ROOM}/change-story.ts`,
    text: "if (attempt?.noBalanceIn === 'evening') return fail(story, cycle, { code: NO_BALANCE, now });",
    replacement: '',
    tests: rules,
    why: 'a cycle without balance in the evening is booked as paid',
  },
  {
    file: `${ROOM}/next-step.ts`,
    text: "attempt.noBalanceAt === undefined ? 'morning' : 'evening'",
    replacement: "'morning'",
    tests: rules,
    why: 'a cycle without balance in the morning ends before the bank tries again',
  },
  {
    file: `${ROOM}/ask-for-attempts.ts`,
    text: 'releaseRefused(tx, fresh, results);',
    replacement: '',
    tests: keys,
    why: 'a corrected request under the key of a refused one is never answered',
  },
  {
    file: `${ROOM}/subscription-act-routes.ts`,
    text: 'const content = { ...request.body, subscriptionId };',
    replacement: 'const content = { ...request.body };',
    tests: keys,
    why: 'a key used for two subscriptions charges only one of them, and answers 201 for both',
  },
  {
    file: `${ROOM}/cycle-windows.ts`,
    text: 'const until = earliest(addDays(dueOn, RETRY_DAYS), addDays(nextDueOn, -1));',
    replacement: 'const until = addDays(dueOn, RETRY_DAYS);',
    tests: dates,
    why: 'a retry debits the payer on the day of the next cycle',
  },
  {
    file: 'gateway/src/charges/confirm-payments.ts',
    text: '  refuseCycles(charges, payments);\n',
    replacement: '',
    tests: rules,
    why: 'a charge is paid and its cycle is debited again',
  },
  {
    file: 'gateway/src/charges/charge-store.ts',
    text: "(c.due ->> 'cycle' is not null) = key.of_cycle and case",
    replacement: 'case',
    tests: rules,
    why: 'a canceled charge is debited by the payer’s bank',
  },
  {
    file: `${ROOM}/write-stories.ts`,
    text: '  addStoryTotals(tx, stories, now);\n',
    replacement: '',
    tests: figures,
    why: 'the expected revenue leaves out every change',
  },
  {
    file: `${ROOM}/story-totals.ts`,
    text: 'return [...runningOf(from, -1n), ...runningOf(to, 1n)];',
    replacement: 'return runningOf(to, 1n);',
    tests: figures,
    why: 'paused and ended subscriptions stay in the expected revenue',
  },
  {
    file: `${ROOM}/story-totals.ts`,
    text: 'if (before) changes.push(...stateOf(before, -1n));',
    replacement: '',
    tests: figures,
    why: 'a charge that was paid by a retry stays a failed one',
  },
  {
    file: `${ROOM}/cancel-first-charges.ts`,
    text: 'test.map((key) => ({ ...key, isRemovedAtBank: false })),',
    replacement: '[],',
    tests: firsts,
    why: 'a payer pays with a code whose subscription has ended',
  },
  {
    file: `${ROOM}/cancel-first-charges.ts`,
    text: "if (journey !== 'code_and_first_payment' || !isOurs || id === null) return [];",
    replacement: 'if (!isOurs || id === null) return [];',
    tests: firsts,
    why: 'a charge that a payer owes is canceled with an offer that was refused',
  },
  {
    file: `${ROOM}/cancel-first-charges.ts`,
    text: "subscription.cyclesBy === 'gateway' && subscription.activationTxid === null;",
    replacement: 'true;',
    tests: ['gateway/test/api/api-pix-recs.test.ts'],
    why: 'a canceled recurrence cancels a charge that its merchant made by another request',
  },
  {
    file: `${ROOM}/read-figures.ts`,
    text: "const active = totals.filter(({ status }) => status === 'authorized');",
    replacement: 'const active = totals;',
    tests: figures,
    why: 'the expected revenue counts paused subscriptions',
  },
  {
    file: `${ROOM}/limit-links.ts`,
    text: 'if (ofNetwork >= WAITING_OF_NETWORK_MAX) {',
    replacement: 'if (false) {',
    tests: links,
    why: 'a stranger fills a merchant’s waiting subscriptions at a link',
  },
  {
    file: `${ROOM}/limit-links.ts`,
    text: 'const refusal = counted.refusal ?? refusalOf(counted, link);',
    replacement: 'const refusal = refusalOf(counted, link);',
    tests: links,
    why: 'a paused link still takes subscriptions',
  },
  {
    file: `${ROOM}/payer-page/read-shown.ts`,
    text: '.filter(isNotErased)',
    replacement: '',
    tests: ['gateway/test/api/subscription-page.test.ts'],
    why: 'the page of an erased payer stays open',
  },
  {
    file: `${ROOM}/plan-cycles.ts`,
    text: "if (!isAllowed) throw new Refusal('cycle_exists');",
    replacement: '',
    tests: seconds,
    why: 'a cycle is charged twice while its first charge can still be paid',
  },
  {
    file: `${ROOM}/plan-cycles.ts`,
    text: '  refuseDayOfNext(subscription, dueOn);\n',
    replacement: '',
    tests: plans,
    why: 'a payer is debited twice on the day of the next cycle',
  },
  {
    file: `${ROOM}/run-steps.ts`,
    text: 'firstFreeDay(dueOn, taken.get(key.id) ?? new Set())',
    replacement: 'dueOn',
    tests: seconds,
    why: 'a subscription stops for ever when another charge has the due date of a cycle',
  },
  {
    file: `${ROOM}/next-step.ts`,
    text: "return cycle.status === 'failed' && (cycle.chargeId === null || isFinal(cycle));",
    replacement: "return cycle.status === 'failed';",
    tests: seconds,
    why: 'a charge that can be tried again gets a second one beside it',
  },
  {
    file: `${ROOM}/plan-cycles.ts`,
    text: '(named === undefined || chargeId === named)',
    replacement: 'true',
    tests: standard,
    why: 'a retry of a replaced charge debits the payer for the charge in its place',
  },
  {
    file: `${ROOM}/change-story.ts`,
    text: 'one.chargeId === chargeId && isOpen(one)',
    replacement: 'isOpen(one)',
    tests: standard,
    why: 'a cancellation of a replaced charge cancels the charge in its place',
  },
  {
    file: 'gateway/src/api-pix/cobrs/write-cobr.ts',
    text: "act: { kind: 'retry', dueOn: cycle.dueOn, chargeId: named.charge.id, on: on ?? null },",
    replacement: "act: { kind: 'retry', dueOn: cycle.dueOn, on: on ?? null },",
    tests: standard,
    why: 'a retry of a charge that is replaced meanwhile debits the payer for the other one',
  },
  {
    file: `${ROOM}/story-totals.ts`,
    text: 'isReplaced || ',
    replacement: '',
    tests: figures,
    why: 'a replaced charge stays in the failed ones of the month',
  },
  {
    file: `${ROOM}/live/cycles/take-bank-cycle.ts`,
    text: "if (kind === 'resend' || !isSentAgain) return undefined;",
    replacement: 'if (!isSentAgain) return undefined;',
    tests: ['gateway/test/live/subscription-cycles.test.ts'],
    why: 'each look at the bank adds an attempt that was never made',
  },
];
