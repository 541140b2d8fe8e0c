import type { Mutation } from './tool/mutation.ts';

const COUNT = 'gateway/src/money-out/payouts/limits/count-payouts.ts';
const LIMITS = 'gateway/src/money-out/payouts/payout-limits.ts';
const CHANGE = 'gateway/src/money-out/payouts/limits/change-payout-limits.ts';
const PERIODS = 'gateway/src/money-out/payouts/limits/payout-periods.ts';
const OWNER = 'gateway/src/money-out/payouts/limits/limit-owner.ts';
const SETTLE = 'gateway/src/money-out/payouts/settle-payouts.ts';
const LIMITS_TEST = 'gateway/test/api/payout-limits.test.ts';
const RULES_TEST = 'gateway/test/api/payout-rules.test.ts';
const OF_BENEFICIARIES = 'gateway/src/money-out/payouts/beneficiaries/count-beneficiaries.ts';
const OF_SAVED = 'gateway/src/money-out/payouts/beneficiaries/beneficiary-owner.ts';
const BENEFICIARIES_TEST = 'gateway/test/panel/beneficiaries.test.ts';

/** Limits of payouts: for one payout, a day, a night and a beneficiary. */
export const MUTATIONS: readonly Mutation[] = [
  {
    file: COUNT,
    text: 'if (limits.perPayout !== null && payout.amount > limits.perPayout) {',
    replacement: 'if (limits.perPayout !== null && payout.amount < 0n) {',
    tests: [RULES_TEST],
    why: 'a payout above the limit gets an internal error and not its refusal',
  },
  {
    file: COUNT,
    text: 'if (before + payout.amount <= limit) continue;',
    replacement: 'if (before <= limit) continue;',
    tests: [RULES_TEST],
    why: 'a payout above the rest of its day gets an internal error and not its refusal',
  },
  {
    file: COUNT,
    text: 'requested.set(name, (requested.get(name) ?? 0n) + payout.amount);',
    replacement: '',
    tests: [RULES_TEST],
    why: 'payouts that are decided together pass the limit together',
  },
  {
    file: COUNT,
    text: "return period === 'day' ? limits.perDay : limits.perNight;",
    replacement: 'return limits.perDay;',
    tests: [LIMITS_TEST],
    why: 'the limit of the night is not held',
  },
  {
    file: PERIODS,
    text: "periods.push({ period: 'night', startsOn: addDays(day, -1) });",
    replacement: "periods.push({ period: 'night', startsOn: day });",
    tests: [LIMITS_TEST],
    why: 'after midnight the night begins again with its whole limit',
  },
  {
    file: LIMITS,
    text: 'return pending && pending.effectiveAt <= now ? pending.limits : merchant;',
    replacement: 'return pending ? pending.limits : merchant;',
    tests: [LIMITS_TEST],
    why: 'a stolen session raises the limits without the day of waiting',
  },
  {
    file: LIMITS,
    text: 'return stricter(settings.operator, merchantLimits(settings, now));',
    replacement: 'return merchantLimits(settings, now);',
    tests: [LIMITS_TEST],
    why: 'the limits of the operator are not held',
  },
  {
    file: LIMITS,
    text: 'return right === null || left < right ? left : right;',
    replacement: 'return right === null || left > right ? left : right;',
    tests: [LIMITS_TEST],
    why: 'of two limits the higher one is in force',
  },
  {
    file: LIMITS,
    text: 'wanted.newDestinationWaitMinutes < current.newDestinationWaitMinutes ||',
    replacement: '',
    tests: [RULES_TEST],
    why: 'a shorter waiting time of new destinations is never in force',
  },
  {
    file: LIMITS,
    text: '(current.isOnlyToSaved && !wanted.isOnlyToSaved) ||',
    replacement: '',
    tests: [RULES_TEST],
    why: 'the rule of saved keys can’t be lifted any more',
  },
  {
    file: CHANGE,
    text: "if (isTooHigh) throw new Refusal('payout_limit_above_maximum');",
    replacement: '',
    tests: [LIMITS_TEST],
    why: 'a merchant sees limits that are above the maximum of the operator',
  },
  {
    file: CHANGE,
    text: "saveLimits(tx, scope, { setBy: 'merchant', limits: stricter(current, wanted) });",
    replacement: "saveLimits(tx, scope, { setBy: 'merchant', limits: wanted });",
    tests: [RULES_TEST],
    why: 'a raise has effect at once',
  },
  {
    file: OF_SAVED,
    text: "if (plan.limits.isOnlyToSaved && !saved) return new Refusal('beneficiary_not_saved');",
    replacement: '',
    tests: [BENEFICIARIES_TEST],
    why: 'payouts go to keys that are not saved',
  },
  {
    file: OWNER,
    text: 'const waitsUntil = waitMs > 0 ? now + waitMs : null;',
    replacement: 'const waitsUntil = null;',
    tests: [LIMITS_TEST],
    why: 'a payout to a new key leaves before anybody can cancel it',
  },
  {
    file: OWNER,
    text: '  giveBack,\n  expire',
    replacement: '  expire',
    tests: [LIMITS_TEST],
    why: 'failed payouts use up the limit of the day',
  },
  {
    file: SETTLE,
    text: "settled.filter(({ payout }) => payout.status === 'failed')",
    replacement: "settled.filter(({ payout }) => payout.status !== 'awaiting_approval')",
    tests: [RULES_TEST],
    why: 'each paid payout gives its part of the limit back: the limit holds nothing',
  },
  {
    file: OF_SAVED,
    text: '  giveBack: giveBackOfBeneficiaries,',
    replacement: '',
    tests: [BENEFICIARIES_TEST],
    why: 'failed payouts use up the limit of their beneficiary',
  },
  {
    file: OF_BENEFICIARIES,
    text: 'if (perPayout !== null && payout.amount > perPayout) {',
    replacement: 'if (perPayout !== null && payout.amount < 0n) {',
    tests: [BENEFICIARIES_TEST],
    why: 'a payout above the limit of its beneficiary gets an internal error',
  },
  {
    file: OF_BENEFICIARIES,
    text: 'if (before + payout.amount <= perDay) return undefined;',
    replacement: 'if (before <= perDay) return undefined;',
    tests: [BENEFICIARIES_TEST],
    why: 'a payout above the rest of its beneficiary’s day gets an internal error',
  },
];
