import type { Mutation } from './tool/mutation.ts';

/** Contested payments (MED) and what banks return of them. */
export const MUTATIONS: readonly Mutation[] = [
  {
    file: 'gateway/src/disputes/divide-amount.ts',
    text: 'const part = until - given;',
    replacement: 'const part = total === 0n ? 0n : (amount * own) / total;',
    tests: ['gateway/src/disputes/divide-amount.test.ts'],
    why: 'centavos are lost between the merchants of a dispute',
  },
  {
    file: 'gateway/src/disputes/open-disputes.ts',
    text: 'const dispute = known ?? open(book, charge, request);',
    replacement: 'const dispute = open(book, charge, request);',
    tests: ['gateway/test/live/dispute-operations.test.ts'],
    why: 'a dispute that the bank lists again blocks twice',
  },
  {
    file: 'gateway/src/disputes/open-disputes.ts',
    text: `  claimContested(book, charge, dispute);
`,
    replacement: '',
    tests: ['gateway/test/live/dispute-operations.test.ts'],
    why: 'contested money can be withdrawn',
  },
  {
    file: 'gateway/src/disputes/open-disputes.ts',
    text: 'amount: amount < payment ? amount : centavos(payment),',
    replacement: 'amount,',
    tests: ['gateway/test/live/disputes-of-one-payment.test.ts'],
    why: 'a dispute contests more than its payment',
  },
  {
    file: 'gateway/src/disputes/dispute-book.ts',
    text: 'const amount = smaller(wanted, leftOf(charge.refundable));',
    replacement: 'const amount = wanted;',
    tests: ['gateway/test/live/disputes-of-one-payment.test.ts'],
    why: 'disputes and refunds exceed their payment',
  },
  {
    file: 'gateway/src/disputes/dispute-book.ts',
    text: 'const wanted = row.amount_centavos - row.claimed_centavos - row.returned_centavos;',
    replacement: 'const wanted = row.amount_centavos - row.claimed_centavos;',
    tests: ['gateway/test/live/disputes-of-one-payment.test.ts'],
    why: 'what was returned is blocked again',
  },
  {
    file: 'gateway/src/disputes/dispute-book.ts',
    text: 'book.locked.release(scope, share.id, part);',
    replacement: '',
    tests: ['gateway/test/live/dispute-operations.test.ts'],
    why: 'a rejected dispute keeps the money blocked',
  },
  {
    file: 'gateway/src/disputes/dispute-book.ts',
    text: 'changeCharge(charge, share.bearer_id, centavos(-part));',
    replacement: '',
    tests: ['gateway/test/live/dispute-operations.test.ts'],
    why: 'a rejected dispute keeps the payment from being refunded',
  },
  {
    file: 'gateway/src/disputes/dispute-book.ts',
    text: `  releaseBeyond(book, charge, closing);
`,
    replacement: '',
    tests: ['gateway/test/live/dispute-operations.test.ts'],
    why: 'a rejected dispute releases nothing',
  },
  {
    file: 'gateway/src/disputes/dispute-book.ts',
    text: 'const owed = decided > row.returned_centavos ? decided - row.returned_centavos : 0n;',
    replacement: 'const owed = decided;',
    tests: ['gateway/test/live/dispute-operations.test.ts'],
    why: 'an accepted dispute blocks again what the bank has returned',
  },
  {
    file: 'gateway/src/disputes/dispute-book.ts',
    text: 'const fromClaim = centavos(smaller(amount, row.claimed_centavos));',
    replacement: 'const fromClaim = centavos(0n);',
    tests: ['gateway/test/live/dispute-operations.test.ts'],
    why: 'a return is taken from the balance, and its hold stays',
  },
  {
    file: 'gateway/src/disputes/dispute-book.ts',
    text: 'if (isReturned && isOpen(row.status)) {',
    replacement: 'if (isOpen(row.status)) {',
    tests: ['gateway/test/live/dispute-operations.test.ts'],
    why: 'a part of the money that comes back closes the dispute',
  },
  {
    file: 'gateway/src/disputes/record-returns.ts',
    text: 'if (before) return before;',
    replacement: '',
    tests: ['gateway/test/live/dispute-operations.test.ts'],
    why: 'a return that the bank lists again is booked twice',
  },
  {
    file: 'gateway/src/disputes/record-returns.ts',
    text: 'const lacking = facts.amount - (known?.row.claimed_centavos ?? 0n) - leftOf(charge.refundable);',
    replacement: 'const lacking = 0n;',
    tests: ['gateway/test/live/dispute-operations.test.ts'],
    why: 'returns exceed their payment',
  },
  {
    file: 'gateway/src/disputes/match-return.ts',
    text: 'row.is_unmatched && row.amount_centavos === reported.amount',
    replacement: 'row.is_unmatched',
    tests: ['gateway/test/live/returns-booked-by-hand.test.ts'],
    why: 'a return of another amount counts as the one booked by hand',
  },
  {
    file: 'gateway/src/disputes/update-disputes.ts',
    text: 'if (!isOpen(row.status)) return lowerDecided(book, charge, { dispute, update });',
    replacement: '',
    tests: ['gateway/test/live/dispute-operations.test.ts'],
    why: 'a closed dispute is opened or closed again',
  },
];
