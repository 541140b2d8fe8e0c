import type { Mutation } from './tool/mutation.ts';

const STEP = 'gateway/src/bank/orders/take-order-step.ts';
const STEP_TEST = 'gateway/src/bank/orders/take-order-step.test.ts';
const EFI = 'gateway/src/bank/efi/sending.ts';
const CLASSIFY = 'gateway/src/bank/bank-http/classify-result.ts';
const HTTP = 'gateway/src/bank/bank-http/bank-http.ts';
const HTTP_TEST = 'gateway/src/bank/bank-http/bank-http.test.ts';
const ANSWERS = 'gateway/src/bank/bcb-pix/outcome-of-answer.ts';
const REFUNDS = 'gateway/src/bank/bcb-pix/refunds.ts';
const BCB_TEST = 'gateway/src/bank/bcb-pix/bcb-pix.test.ts';
const CHARGES = 'gateway/src/bank/bcb-pix/charge-calls.ts';
const DUE_CHARGES = 'gateway/src/bank/bcb-pix/due-charges.ts';
const DUE_RULES = 'gateway/src/bank/bcb-pix/due-rules.ts';
const DUE_TEST = 'gateway/src/bank/bcb-pix/due-charges.test.ts';
const DUE_CONTRACT_TEST = 'gateway/test/banking/due-charges-contract.test.ts';
const READ = 'gateway/src/bank/efi/read-payout.ts';
const EFI_UNIT_TEST = 'gateway/src/bank/efi/efi.test.ts';
const EFI_TEST = 'gateway/test/banking/efi-payouts.test.ts';

const PROFILE = 'gateway/src/bank/bank-http/apply-profile.ts';
const PROFILE_TEST = 'gateway/src/bank/exam/profile.test.ts';

/** Orders at the bank: sending, searching, and deciding what an answer means. */
export const MUTATIONS: readonly Mutation[] = [
  {
    file: STEP,
    text: 'if (isKnownAtBank || !isOver) return waiting(uncertainAt);',
    replacement: 'if (isKnownAtBank) return waiting(uncertainAt);',
    tests: [STEP_TEST],
    why: 'an order in a queue of the bank is sent a second time',
  },
  {
    file: STEP,
    text: 'if (isKnownAtBank || !isOver) return waiting(uncertainAt);',
    replacement: 'if (isKnownAtBank || isOver) return waiting(uncertainAt);',
    tests: [STEP_TEST],
    why: 'an order that the bank never received is never sent again',
  },
  {
    file: STEP,
    text: "if (outcome.kind === 'unknown') return waiting(clock.now());",
    replacement: "if (outcome.kind === 'unknown') return waiting(uncertainAt);",
    tests: [STEP_TEST],
    why: 'after an attempt without an answer the order is sent again at once',
  },
  {
    file: STEP,
    text: "if (outcome.kind === 'refused') return { ...waiting(uncertainAt), refusal: outcome.refusal };",
    replacement: "if (outcome.kind === 'refused') return waiting(clock.now());",
    tests: [STEP_TEST],
    why: 'a refused payout stays open for ever',
  },
  {
    file: STEP,
    text: 'if (!(await operations.begin(startedAt))) return waiting(uncertainAt);',
    replacement: 'await operations.begin(startedAt);',
    tests: [STEP_TEST],
    why: 'a stopped or cancelled payout is sent',
  },
  {
    file: STEP,
    text: "if (outcome.kind !== 'done') return waiting(uncertainAt);",
    replacement: '',
    tests: [STEP_TEST],
    why: 'a refused search counts as "not found": the order is sent a second time',
  },
  {
    file: STEP,
    text: "if (outcome.kind === 'unavailable') return waiting(uncertainAt, outcome.retryAfterSeconds);",
    occurrence: 2,
    replacement: "if (outcome.kind === 'unavailable') return waiting(clock.now());",
    tests: [STEP_TEST],
    why: 'an order that was not sent waits a quarantine',
  },
  {
    file: STEP,
    text: 'return { ...waiting(startedAt), found: outcome.value, isKnownAtBank: true };',
    replacement: 'return { ...waiting(startedAt), found: outcome.value, isKnownAtBank };',
    tests: [STEP_TEST],
    why: 'an order that the bank has taken is sent again after a quarantine',
  },
  {
    file: EFI,
    text: "if (answer.kind !== 'refused') return outcome;",
    replacement: 'if (answer) return outcome;',
    tests: [EFI_TEST],
    why: 'a refused repeat fails a payout that the bank has paid',
  },
  {
    file: EFI,
    text: "if (found.kind !== 'done') return afterFailedSearch(found);",
    replacement: "if (found.kind !== 'done') return outcome;",
    tests: [EFI_TEST],
    why: 'a failed search counts as a refusal: the payout is paid twice',
  },
  {
    file: EFI,
    text: 'if (answer.status !== CONFLICT) return outcome;',
    replacement: 'return outcome;',
    tests: [EFI_UNIT_TEST],
    why: 'a payout fails although the bank says that it exists',
  },
  {
    file: EFI,
    text: 'return payout.amount === order.amount',
    replacement: 'return payout.amount > 0n',
    tests: [EFI_UNIT_TEST],
    why: 'another payout of the bank under the same id counts as ours',
  },
  {
    file: READ,
    text: "if (requireText(body, 'idEnvio') !== id) throw new UnreadableAnswer('idEnvio');",
    replacement: '',
    tests: [EFI_UNIT_TEST],
    why: 'the answer about another payout settles ours',
  },
  {
    file: READ,
    text: '.filter(isSettled)',
    replacement: '',
    tests: [EFI_UNIT_TEST],
    why: 'a return that the bank has not made is given to the merchant',
  },
  {
    file: REFUNDS,
    text: "if (found.kind !== 'done') return afterFailedSearch(found);",
    replacement: "if (found.kind !== 'done') return outcome;",
    tests: [BCB_TEST],
    why: 'a failed search counts as a refusal: the refund is made and given back',
  },
  {
    file: REFUNDS,
    text: 'if (answer.status !== CONFLICT) return outcome;',
    replacement: 'return outcome;',
    tests: [BCB_TEST],
    why: 'a refund fails although the bank says that it exists',
  },
  {
    file: ANSWERS,
    text: 'if (answer.status !== NOT_FOUND) return outcomeOf(answer, read);',
    replacement: 'if (answer.status === NOT_FOUND) return done(undefined);',
    tests: [BCB_TEST],
    why: 'the 404 of a proxy counts as "not found": the order is sent again',
  },
  {
    file: CLASSIFY,
    text: 'if (status === SERVICE_UNAVAILABLE && seconds !== undefined && rules.isRead) {',
    replacement: 'if (status === SERVICE_UNAVAILABLE && seconds !== undefined) {',
    tests: [HTTP_TEST],
    why: 'a payout, or a debit of a cycle, that a proxy lost after the bank did it counts as not sent',
  },
  {
    file: CLASSIFY,
    text: 'if (status < 400 || status >= 500 || status === REQUEST_TIMEOUT) return unclear(status);',
    replacement: 'if (status < 400 || status >= 500) return unclear(status);',
    tests: [HTTP_TEST],
    why: 'a timeout of the bank counts as a refusal',
  },
  {
    file: CLASSIFY,
    text: "return body === undefined ? unclear(status) : { kind: 'refused', status, body };",
    replacement: "return { kind: 'refused', status, body: body ?? {} };",
    tests: [HTTP_TEST],
    why: 'the error page of a proxy counts as a refusal of the bank',
  },
  {
    file: CLASSIFY,
    text: 'return result.wasSent ? unknown(result.reason) : unavailable(RETRY_AFTER_SECONDS);',
    replacement: 'return unavailable(RETRY_AFTER_SECONDS);',
    tests: [HTTP_TEST],
    why: 'an order whose connection broke after it was sent is sent again at once',
  },
  {
    file: HTTP,
    text: "const isLast = request.method !== 'GET' || attempts >= READ_ATTEMPTS_MAX;",
    replacement: 'const isLast = attempts >= READ_ATTEMPTS_MAX;',
    tests: [HTTP_TEST],
    why: 'an order without an answer is sent three times',
  },
  {
    file: HTTP,
    text: 'rejectUnauthorized: true,',
    replacement: '',
    tests: [HTTP_TEST],
    why: 'an environment variable lets anybody answer as the bank',
  },
  {
    file: 'gateway/src/bank/orders/send-orders.ts',
    text: '    uncertainAt,\n    isKnownAtBank,\n  });',
    replacement: '    uncertainAt: null,\n    isKnownAtBank,\n  });',
    tests: ['gateway/test/live/payout-claims.test.ts'],
    why: 'an attempt without an answer is forgotten: the payout is sent again',
  },
  {
    file: CHARGES,
    text: 'const isSame = order.isOrdered(outcome.value);',
    replacement: 'const isSame = true;',
    tests: [DUE_TEST],
    why: 'a charge is given out although the bank registered another amount',
  },
  {
    file: CHARGES,
    text: 'const isSame = order.isOrdered(found.value);',
    replacement: 'const isSame = true;',
    tests: [DUE_CONTRACT_TEST],
    why: 'the txid of another charge counts as ours',
  },
  {
    file: CHARGES,
    text: "if (found.kind !== 'done') return afterFailedSearch(found);",
    replacement: "if (found.kind !== 'done') return outcome;",
    tests: [BCB_TEST],
    why: 'a charge that the bank may have is abandoned, and its payment matches nothing',
  },
  {
    file: DUE_CHARGES,
    text: "if (found.kind !== 'done') return afterFailedSearch(found);",
    replacement: "if (found.kind !== 'done') return outcome;",
    tests: [DUE_TEST],
    why: 'a change that the bank may have made is dropped here: payers pay another amount',
  },
  {
    file: DUE_CHARGES,
    text: "if (charge.status === 'completed') return refuseAs('charge_paid', outcome);",
    replacement: '',
    tests: [DUE_CONTRACT_TEST],
    why: 'a merchant is not told that the charge was paid before the change',
  },
  {
    file: DUE_CHARGES,
    text: "if (isMade && (outcome.kind === 'refused' || isWhole(found.value))) return done(charge);",
    replacement: '',
    tests: [DUE_TEST],
    why: 'a change that the bank made before is dropped here: payers pay another amount',
  },
  {
    file: DUE_CHARGES,
    text: 'isDeepStrictEqual(charge.dueRules, onlyRules(order))',
    replacement: 'charge.amount === order.rules.amount',
    tests: [DUE_TEST],
    why: 'the bank takes another fine than the gateway books',
  },
  {
    file: DUE_RULES,
    text: "daysAfterDue: integerAt(calendar, 'validadeAposVencimento') ?? DAYS_AFTER_DUE,",
    replacement: 'daysAfterDue: DAYS_AFTER_DUE,',
    tests: [DUE_CONTRACT_TEST],
    why: 'the bank takes payments on days on which the charge has expired here',
  },
  {
    file: 'gateway/src/bank/bcb-pix/read-list-page.ts',
    text: 'const items = body[field] ?? (isEmpty ? [] : undefined);',
    replacement: 'const items = body[field] ?? [];',
    tests: ['gateway/src/bank/bcb-pix/read-answers.test.ts'],
    why: 'payments that the bank lists under another name are never found',
  },
  {
    file: PROFILE,
    text: 'if (isSearch && status === NOT_FOUND && !isNotFound) return answer;',
    replacement: '',
    tests: [PROFILE_TEST],
    why: 'a 404 of a wrong address counts as a charge that does not exist',
  },
  {
    file: PROFILE,
    text: 'if (profile.missing.includes(resource)) {',
    replacement: 'if (profile.missing.length > 0) {',
    tests: [PROFILE_TEST],
    why: 'a bank without one group of operations refuses all of them',
  },
  {
    file: PROFILE,
    text: "request.method === 'GET' && rest.length === 0",
    replacement: 'rest.length >= 0',
    tests: [PROFILE_TEST],
    why: 'a charge of a subscription fails finally, though nobody asked the bank',
  },
];
