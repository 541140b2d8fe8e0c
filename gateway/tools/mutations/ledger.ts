import type { Mutation } from './tool/mutation.ts';

/** Postings, holds, debts and late payments. */
export const MUTATIONS: readonly Mutation[] = [
  {
    file: 'gateway/src/ledger/journal.ts',
    text: 'return amount < 0n && !row.may_be_negative && row.balance_centavos + amount < 0n;',
    replacement:
      'return amount < 0n && !row.may_be_negative && row.balance_centavos + amount < -1n;',
    tests: ['gateway/test/api/payouts.test.ts'],
    why: 'a payout takes one centavo more than there is',
  },
  {
    file: 'gateway/src/ledger/journal.ts',
    text: 'return amount < 0n ? balance < -BALANCE_CENTAVOS_MAX : balance > BALANCE_CENTAVOS_MAX;',
    replacement: 'return amount < 0n && balance < -BALANCE_CENTAVOS_MAX;',
    tests: ['gateway/test/live/balance-limit.test.ts'],
    why: 'a balance passes what the columns and JSON hold',
  },
  {
    file: 'gateway/src/ledger/journal.ts',
    text: 'if (row.account === accounts.fees) fees.set(row, (fees.get(row) ?? 0n) + amount);',
    replacement: 'if (row.account === accounts.fees) fees.set(row, amount);',
    tests: ['gateway/test/simulation/ledger.test.ts'],
    why: 'revenue reports lose fees of payments in one batch',
  },
  {
    file: 'gateway/src/ledger/posting.ts',
    text: 'return centavos(amount - sumCentavos(shares) - fee);',
    replacement: 'return centavos(amount - sumCentavos(shares));',
    tests: ['gateway/test/api/split-example.test.ts'],
    why: 'the fee is given to the merchant',
  },
  {
    file: 'gateway/src/ledger/posting.ts',
    text: '[accounts.available, centavos(origin - waiting)],',
    replacement: '[accounts.available, centavos(origin)],',
    tests: ['gateway/test/api/settlements.test.ts'],
    why: 'money that must wait can be withdrawn',
  },
  {
    file: 'gateway/src/ledger/posting.ts',
    text: '[accounts.available, centavos(waiting - part)],',
    replacement: '[accounts.available, centavos(-part)],',
    tests: ['gateway/test/api/settlements.test.ts'],
    why: 'a refund takes the money that waits and the balance too',
  },
  {
    file: 'gateway/src/ledger/post.ts',
    text: 'if (isCredit) useCredit(state, posting, posted);',
    replacement: '',
    tests: ['gateway/test/panel/balance-adjustments.test.ts'],
    why: 'a credit does not repay debt, and can be withdrawn',
  },
  {
    file: 'gateway/src/ledger/holds.ts',
    text: 'const repaid = smaller(debt, row.balance_centavos);',
    replacement: 'const repaid = smaller(debt, row.balance_centavos / 2n);',
    tests: ['gateway/test/database/holds.test.ts'],
    why: 'debt is repaid by half of the balance',
  },
  {
    file: 'gateway/src/ledger/holds.ts',
    text: 'if (isIn(hold, scope)) block(state, hold, row.balance_centavos);',
    replacement: '',
    tests: ['gateway/test/database/holds.test.ts'],
    why: 'later credits do not cover what a dispute must block',
  },
  {
    file: 'gateway/src/ledger/holds.ts',
    text: 'const amount = smaller(hold.wanted_centavos - hold.blocked_centavos, most);',
    replacement: 'const amount = smaller(hold.wanted_centavos, most);',
    tests: ['gateway/test/database/holds.test.ts'],
    why: 'a hold blocks more than it wants',
  },
  {
    file: 'gateway/src/ledger/holds.ts',
    text: 'const released = surplus > 0n ? surplus : 0n;',
    replacement: 'const released = hold.blocked_centavos;',
    tests: ['gateway/test/database/holds.test.ts'],
    why: 'a part of a hold releases all of it',
  },
  {
    file: 'gateway/src/ledger/holds.ts',
    text: 'const unwanted = smaller(amount ?? hold.wanted_centavos, hold.wanted_centavos);',
    replacement: 'const unwanted = amount ?? hold.wanted_centavos;',
    tests: ['gateway/test/database/holds.test.ts'],
    why: 'a release of more than the hold wants makes it negative',
  },
  {
    file: 'gateway/src/ledger/holds.ts',
    text: `  useCredit(state, scope, posting);
  return centavos(released);`,
    replacement: '  return centavos(released);',
    tests: ['gateway/test/database/holds.test.ts'],
    why: 'released money does not repay debt',
  },
  {
    file: 'gateway/src/ledger/holds.ts',
    text: 'const blocked = smaller(isBlocked, amount);',
    replacement: 'const blocked = 0n;',
    tests: ['gateway/test/database/holds.test.ts'],
    why: 'a dispute is taken from the balance although its hold has the money',
  },
  {
    file: 'gateway/src/ledger/holds.ts',
    text: 'const available = row.may_be_negative ? rest : smaller(rest, has);',
    replacement: 'const available = row.may_be_negative ? rest : 0n;',
    tests: ['gateway/test/database/holds.test.ts'],
    why: 'a debit becomes debt although there is a balance',
  },
  {
    file: 'gateway/src/ledger/holds.ts',
    text: 'row.uncovered_centavos += debt;',
    replacement: '',
    tests: ['gateway/test/database/holds.test.ts'],
    why: 'later credits do not repay this debt',
  },
  {
    file: 'gateway/src/ledger/holds.ts',
    text: 'change(state, hold, { wanted: -smaller(hold.wanted_centavos, amount), blocked: -blocked });',
    replacement: 'change(state, hold, { wanted: 0n, blocked: -blocked });',
    tests: ['gateway/test/database/holds.test.ts'],
    why: 'what was paid of a hold is blocked again',
  },
  {
    file: 'gateway/src/ledger/late-payments.ts',
    text: 'return locked.debit(scope, debit).debt;',
    replacement:
      'return locked.debit(scope, { ...debit, amount: centavos(bearer.amount / 2n) }).debt;',
    tests: ['gateway/test/live/unknown-outcomes.test.ts'],
    why: 'a late payment is booked by half',
  },
];
