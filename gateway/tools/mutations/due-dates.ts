import type { Mutation } from './tool/mutation.ts';

const AMOUNTS = ['gateway/src/charges/due/amount-due.test.ts'];
const RULES = ['gateway/src/charges/due/parse-due-rules.test.ts'];
const CALENDAR = ['gateway/src/ground/business-days.test.ts'];
const AMOUNT_DUE = 'gateway/src/charges/due/amount-due.ts';
const CHECK = 'gateway/src/charges/due/check-due-rules.ts';
const BUSINESS_DAYS = 'gateway/src/ground/business-days.ts';

const API = ['gateway/test/api/due-dates.test.ts'];
const LIVE = ['gateway/test/live/due-dates.test.ts'];
const FIX = 'gateway/src/charges/due/fix-paid-amounts.ts';
const CHANGE = 'gateway/src/charges/due/change-charge.ts';
const LIVE_CHANGE = 'gateway/src/charges/live/change-live-charge.ts';
const BANK_TEST = 'gateway/test/live/due-charges-at-the-bank.test.ts';
const MERGING_TEST = 'gateway/test/live/merging-banks.test.ts';
const UNCLEAR_TEST = 'gateway/test/live/unclear-revisions.test.ts';
const DUE_AT_BANK = 'gateway/src/bank/bcb-pix/due-charges.ts';
const DUE_AT_BANK_TEST = 'gateway/src/bank/bcb-pix/due-charges.test.ts';
const MATCH = 'gateway/src/incoming/payments/match-payments.ts';

/** Amounts of charges with a due date. */
export const MUTATIONS: readonly Mutation[] = [
  {
    file: 'gateway/src/charges/due/parse-due-rules.ts',
    text: 'return rule && rule.value > 0n ? rule : null;',
    replacement: 'return rule;',
    tests: RULES,
    why: 'a fine of zero is kept as a rule, which a bank may refuse',
  },
  {
    file: AMOUNT_DUE,
    text: 'if (day > lastPayableDay(rules, local)) return undefined;',
    replacement: '',
    tests: AMOUNTS,
    why: 'a charge is paid after its last payable day',
  },
  {
    file: AMOUNT_DUE,
    text: 'return businessDayFrom(addDays(businessDayFrom(dueDate, local), daysAfterDue), local);',
    replacement: 'return businessDayFrom(addDays(dueDate, daysAfterDue), local);',
    tests: AMOUNTS,
    why: 'a due date on a holiday takes days from the payer',
  },
  {
    file: AMOUNT_DUE,
    text: 'return businessDayFrom(addDays(businessDayFrom(dueDate, local), daysAfterDue), local);',
    replacement: 'return addDays(businessDayFrom(dueDate, local), daysAfterDue);',
    tests: AMOUNTS,
    why: 'a last day on a Sunday is not moved',
  },
  {
    file: AMOUNT_DUE,
    text: 'return count(businessDayFrom(dueDate, local), day, local);',
    replacement: 'return count(dueDate, day, local);',
    tests: AMOUNTS,
    why: 'interest and fine are charged for a weekend on which the payer could not pay',
  },
  {
    file: AMOUNT_DUE,
    text: 'const fine = late > 0 ?',
    replacement: 'const fine = late >= 0 ?',
    tests: AMOUNTS,
    why: 'a payment on the due date has a fine',
  },
  {
    file: AMOUNT_DUE,
    text: 'const base = centavos(rules.amount - rebate);',
    replacement: 'const base = rules.amount;',
    tests: AMOUNTS,
    why: 'the rebate is not given',
  },
  {
    file: AMOUNT_DUE,
    text: 'const base = centavos(rules.amount - rebateOf(rules));',
    replacement: 'const base = rules.amount;',
    tests: AMOUNTS,
    why: 'the discount is a part of the amount before the rebate',
  },
  {
    file: AMOUNT_DUE,
    text: 'fullDiscount < base ? fullDiscount : centavos(base - 1n)',
    replacement: 'fullDiscount',
    tests: AMOUNTS,
    why: 'a discount makes the amount negative',
  },
  {
    file: AMOUNT_DUE,
    text: 'day <= businessDayFrom(until, local)',
    replacement: 'day <= until',
    tests: AMOUNTS,
    why: 'a discount that ends on a Saturday is not given on Monday',
  },
  {
    file: AMOUNT_DUE,
    text: 'count(day, rules.dueDate, local)',
    replacement: 'count(day, businessDayFrom(rules.dueDate, local), local)',
    tests: AMOUNTS,
    why: 'discounts of days are counted up to the moved due date',
  },
  {
    file: AMOUNT_DUE,
    text: 'return centavos((base * factor) / FACTOR_UNIT);',
    replacement: 'return centavos((base * total) / (WHOLE * periodDays));',
    tests: AMOUNTS,
    why: 'the factor of the interest has more than six decimals',
  },
  {
    file: AMOUNT_DUE,
    text: '(base * part.value) / WHOLE',
    replacement: '(base * part.value + WHOLE - 1n) / WHOLE',
    tests: AMOUNTS,
    why: 'rebates, discounts and fines are rounded up',
  },
  {
    file: AMOUNT_DUE,
    text: 'return Math.max(days, 0);',
    replacement: 'return days;',
    tests: AMOUNTS,
    why: 'an early payment has negative interest, a late one a negative discount',
  },
  {
    file: 'gateway/src/charges/due/due-rules.ts',
    text: 'periodDays: 21n',
    replacement: 'periodDays: 30n',
    tests: AMOUNTS,
    why: 'a month of business days has 30 days',
  },
  {
    file: CHECK,
    text: 'if (dueDate < days.createdOn) {',
    replacement: 'if (dueDate < days.today) {',
    tests: RULES,
    why: 'the rules of an overdue charge can’t be changed',
  },
  {
    file: CHECK,
    text: 'smallestAmount(rules, days) < 1n',
    replacement: 'smallestAmount(rules, days) < 0n',
    tests: RULES,
    why: 'a discount leaves nothing to pay',
  },
  {
    file: CHECK,
    text: 'if (last === undefined || last.amount > AMOUNT_CENTAVOS_MAX)',
    replacement: 'if (last === undefined)',
    tests: RULES,
    why: 'interest passes the largest amount of a charge',
  },
  {
    file: CHECK,
    text: 'unsorted.discounts.toSorted(byDay)',
    replacement: 'unsorted.discounts',
    tests: RULES,
    why: 'the first discount of the list is given instead of the earliest',
  },
  {
    file: CHECK,
    text: "if (until > dueDate) return [fault('until', (texts) => texts.notAfterDueDate)];",
    replacement: '',
    tests: RULES,
    why: 'a late payment has a discount',
  },
  {
    file: BUSINESS_DAYS,
    text: 'const DAYS_AFTER_EASTER = [-48, -47, -2, 60];',
    replacement: 'const DAYS_AFTER_EASTER = [-48, -47, -2];',
    tests: CALENDAR,
    why: 'Corpus Christi is a business day',
  },
  {
    file: BUSINESS_DAYS,
    text: 'day > after && day <= until && isWorkday(day)',
    replacement: 'day > after && day <= until',
    tests: CALENDAR,
    why: 'a holiday on a Sunday takes a business day away',
  },
  {
    file: FIX,
    text: 'const division = divideDue(paid.amount, {',
    replacement: 'const division = divideDue(terms.rules.amount, {',
    tests: API,
    why: 'the fee and the shares are of another amount than the payment',
  },
  {
    file: 'gateway/src/charges/find-charges.ts',
    text: 'return due ? amountDueAt(termsFromJson(due), at).amount : amount;',
    replacement: 'return amount;',
    tests: LIVE,
    why: 'the right amount of the day is held, and the original one pays an overdue charge',
  },
  {
    file: MATCH,
    text: 'await requireNoOpenChange(tx, compared);',
    replacement: '',
    tests: LIVE,
    why: 'a payment by the new terms is held because an answer of the bank was lost',
  },
  {
    file: LIVE_CHANGE,
    text: 'if (await wasFinished(tx, charge, open)) return charge;',
    replacement: '',
    tests: LIVE,
    why: 'a change is made twice when the request and the worker finish it',
  },
  {
    file: 'gateway/src/charges/due/plan-due.ts',
    text: 'for (const amount of amountsOf(rules, today, local)) divideCharge(amount, division);',
    replacement: '',
    tests: API,
    why: 'a payment arrives that the fixed shares exceed',
  },
  {
    file: CHANGE,
    text: 'insertRevision(tx, key, { terms: due, standard: before, replacedAt: now });',
    replacement: '',
    tests: API,
    why: 'what was agreed before a change is lost',
  },
  {
    file: CHANGE,
    text: 'if (lastPayableDay(rules, local) < today) {',
    replacement: 'if (lastPayableDay(rules, local) < "") {',
    tests: API,
    why: 'a change ends a charge in the past, and its payments are refused by nobody',
  },
  {
    file: 'gateway/src/incoming/payments/pay-test-scenario.ts',
    text: 'return due ? amountDueAt(due, at).amount : amount;',
    replacement: 'return amount;',
    tests: ['gateway/test/api/due-scenarios.test.ts'],
    why: 'a scenario pays the original amount of a late charge, which is held',
  },
  {
    file: 'gateway/src/messages/payer-mails/payer-mail-plan.ts',
    text: 'const endDay = due ? businessDayFrom(day, due.local) : day;',
    replacement: 'const endDay = day;',
    tests: ['gateway/test/api/due-reminders.test.ts'],
    why: 'a payer is told that a charge is late on a day on which it is not',
  },
  {
    file: 'gateway/src/messages/payer-mails/payer-mail-plan.ts',
    text: 'due?.rules.dueDate ?? brazilianDayOf(expiresAt)',
    replacement: 'brazilianDayOf(expiresAt)',
    tests: ['gateway/test/api/due-reminders.test.ts'],
    why: 'reminders follow the last payable day, when fine and interest are due',
  },
  {
    file: 'gateway/src/charges/due/change-charge.ts',
    text: 'await moveReminders(tx, changed, now);',
    replacement: '',
    tests: ['gateway/test/api/due-reminders.test.ts'],
    why: 'payers are reminded of a due date that was changed',
  },
  {
    file: 'gateway/src/messages/payer-mails/send-payer-mails.ts',
    text: 'return writtenAt !== null && brazilianDayOf(writtenAt) === brazilianDayOf(now);',
    replacement: 'return true;',
    tests: ['gateway/test/api/due-reminders.test.ts'],
    why: 'a payer reads on Tuesday what the charge cost on Monday',
  },
  {
    file: 'gateway/src/charges/payment-page/payable.ts',
    text: 'linkId === null && due === null && !isErased;',
    replacement: 'linkId === null && !isErased;',
    tests: ['gateway/test/api/due-payment-page.test.ts'],
    why: 'a payer renews an overdue charge without its fine, its interest and its due date',
  },
  {
    file: 'gateway/src/charges/payment-page/payable.ts',
    text: 'return clockNow ?? realNow;',
    replacement: 'return realNow;',
    tests: ['gateway/test/api/due-payment-page.test.ts'],
    why: 'the page of a test clock shows the amount of another day',
  },
  {
    file: 'gateway/src/reports/transactions/search-by-due-day.ts',
    text: 'while (!isBusinessDay(day)) day = addDays(day, -1);',
    replacement: '',
    tests: ['gateway/src/reports/transactions/search-by-due-day.test.ts'],
    why: 'a charge that is due on a Saturday is called overdue on Monday',
  },
  {
    file: 'gateway/src/reports/statements/movements/due-totals.ts',
    text: 'interest: left.interest + right.interest,',
    replacement: 'interest: right.interest,',
    tests: ['gateway/test/panel/due-closings.test.ts'],
    why: 'the closing of a month leaves out interest that was paid',
  },
  {
    file: LIVE_CHANGE,
    text: 'const charge = await lockCharge(tx, open.key, 0);',
    replacement: 'const charge = await lockCharge(tx, open.key, now);',
    tests: [BANK_TEST],
    why: 'a change that the bank has made is never booked, and the payment by it waits for ever',
  },
  {
    file: 'gateway/src/charges/charge-store.ts',
    text: '(canceled.merchant_id, canceled.environment, canceled.charge_id)',
    replacement: '(canceled.merchant_id, canceled.environment, canceled.merchant_id)',
    tests: [BANK_TEST],
    why: 'a charge expires here, and its removal at the bank is forgotten',
  },
  {
    file: 'gateway/src/bank/bcb-pix/due-rules.ts',
    text: 'return [endAll((name) => partField(ZERO_MODES[name], 0n)), {}, endAll(() => null)];',
    replacement: 'return [{}];',
    tests: [MERGING_TEST],
    why: 'a payer pays a fine that the merchant has removed',
  },
  {
    file: DUE_AT_BANK,
    text: "if (!made.includes(true) && outcome.kind === 'refused') return outcome;",
    replacement: 'if (outcome.kind === "refused") return outcome;',
    tests: [DUE_AT_BANK_TEST],
    why: 'a change that the bank has made in part is withdrawn, and the old amount is told',
  },
  {
    file: DUE_AT_BANK,
    text: "return isUndone ? refuseAs('refused', outcome) : differs();",
    replacement: 'return differs();',
    tests: [DUE_AT_BANK_TEST],
    why: 'a change that a bank makes only in part stays open for ever',
  },
  {
    file: DUE_AT_BANK,
    text: "return isUndone ? refuseAs('refused', outcome) : differs();",
    replacement: "return refuseAs('refused', outcome);",
    tests: [DUE_AT_BANK_TEST],
    why: 'a change is withdrawn while the bank has a part of it',
  },
  {
    file: DUE_AT_BANK,
    text: 'documentOf(before) === payer ? made : [...made, document === payer]',
    replacement: 'documentOf(before) === payer ? made : made',
    tests: [DUE_AT_BANK_TEST],
    why: 'a change of the payer that the bank has made is withdrawn',
  },
  {
    file: 'gateway/src/charges/live/intent.ts',
    text: 'else refuseDifferent(outcome);',
    replacement: '',
    tests: [MERGING_TEST],
    why: 'no operator sees a charge of which the bank keeps a part of a change',
  },
  {
    file: 'gateway/src/charges/cancellation-store.ts',
    text: 'charge_id, requested_at) in (\n      select merchant_id, environment, id, requested_at',
    replacement: 'charge_id) in (\n      select merchant_id, environment, id',
    tests: ['gateway/test/live/cancel-charges.test.ts'],
    why: 'a late refusal ends a newer cancellation that the bank may have made',
  },
  {
    file: 'gateway/src/charges/live/intent.ts',
    text: 'if (!(await intent.withdraw())) throw unavailable();',
    replacement: 'await intent.withdraw();',
    tests: [UNCLEAR_TEST],
    why: 'a change that another process is making is called refused',
  },
  {
    file: 'gateway/src/charges/due/change-store.ts',
    text: 'and charge_id = $3 and requested_at = $4',
    replacement: 'and charge_id = $3 and requested_at >= $4',
    tests: [UNCLEAR_TEST],
    why: 'a late refusal withdraws a newer change that the bank may have made',
  },
  {
    file: 'gateway/src/ground/work/set-aside.ts',
    text: "if (workKinds[kind].isKept) throw new Refusal('work_not_droppable');",
    replacement: '',
    tests: ['gateway/test/live/set-aside-orders.test.ts'],
    why: 'a change that the bank may have made stays open for ever after an operator drops it',
  },
];
