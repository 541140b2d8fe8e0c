import type { Mutation } from './tool/mutation.ts';

/** Payments that the bank received, and suspense. */
export const MUTATIONS: readonly Mutation[] = [
  {
    file: 'gateway/src/incoming/payments/match-payments.ts',
    text: 'if (payment.pixKey !== null && payment.pixKey !== pixKey) {',
    replacement: 'if (payment.pixKey !== null && payment.pixKey === pixKey && false) {',
    tests: ['gateway/test/live/suspense.test.ts'],
    why: 'a payment to another key pays the charge',
  },
  {
    file: 'gateway/src/incoming/payments/match-payments.ts',
    text: 'if (amountAt(charge, payment.receivedAt) !== payment.amount) {',
    replacement: 'if (charge.amount > payment.amount) {',
    tests: ['gateway/test/api/test-scenarios.test.ts'],
    why: 'a payment of more pays the charge, and the rest is lost',
  },
  {
    file: 'gateway/src/incoming/payments/match-payments.ts',
    text: '  refuseOtherAmounts(paid, payments);',
    replacement: '',
    tests: ['gateway/test/live/suspense.test.ts'],
    why: 'a charge that is revised meanwhile is booked with an amount that was not paid',
  },
  {
    file: 'gateway/src/incoming/payments/match-payments.ts',
    text: 'if (charge?.environment !== environment) {',
    replacement: 'if (charge === undefined) {',
    tests: ['gateway/test/live/suspense.test.ts'],
    why: 'a live payment pays a test charge',
  },
  {
    file: 'gateway/src/incoming/payments/match-payments.ts',
    text: 'if (match.reason === undefined && !first.has(match.charge.id)) {',
    replacement: 'if (match.reason === undefined) {',
    tests: ['gateway/test/live/suspense.test.ts'],
    why: 'of two payments at once the first is not the one that pays',
  },
  {
    file: 'gateway/src/incoming/payments/match-payments.ts',
    text: 'acceptsExpired: true',
    replacement: 'acceptsExpired: false',
    tests: ['gateway/test/live/suspense.test.ts'],
    why: 'money that comes late pays nothing',
  },
  {
    file: 'gateway/src/incoming/payments/match-payments.ts',
    text: 'if (status === undefined || PAYABLE.includes(status)) {',
    replacement: 'if (status === undefined) {',
    tests: ['gateway/test/buckets/payments-during-a-move.test.ts'],
    why: 'a payment during a move goes to suspense',
  },
  {
    file: 'gateway/src/incoming/payments/record-incoming-payments.ts',
    text: 'const own = incomingPayments.filter(({ payment }) => fresh.has(payment.endToEndId));',
    replacement: 'const own = incomingPayments;',
    tests: ['gateway/test/live/suspense.test.ts'],
    why: 'a payment that the bank lists again is booked twice',
  },
  {
    file: 'gateway/src/incoming/payments/record-incoming-payments.ts',
    text: 'if (!held.has(payment.endToEndId)) continue;',
    replacement: '',
    tests: ['gateway/test/live/suspense.test.ts'],
    why: 'a payment of a charge is booked to suspense too',
  },
  {
    file: 'gateway/src/incoming/payments/resolve-incoming-payment.ts',
    text: "if (payment?.state !== 'suspense') throw new Refusal('incoming_payment_not_found');",
    replacement: "if (!payment) throw new Refusal('incoming_payment_not_found');",
    tests: ['gateway/test/live/suspense.test.ts'],
    why: 'suspended money is assigned twice',
  },
  {
    file: 'gateway/src/incoming/payments/resolve-incoming-payment.ts',
    text: "if (isSandbox) throw new Refusal('sandbox_forbidden');",
    replacement: '',
    tests: ['gateway/test/live/suspense.test.ts'],
    why: 'real money is given to the public sandbox',
  },
  {
    file: 'gateway/src/incoming/reconciliation/reconciliation-store.ts',
    text: "where coalesce(reconciliation_reports.made_at, '-infinity') <= excluded.made_at",
    replacement: '',
    tests: ['gateway/test/live/reconciliation.test.ts'],
    why: 'an older comparison hides a difference that a newer one found',
  },
];
