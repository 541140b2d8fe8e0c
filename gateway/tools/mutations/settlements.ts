import type { Mutation } from './tool/mutation.ts';

/** Money that waits for its day. */
export const MUTATIONS: readonly Mutation[] = [
  {
    file: 'gateway/src/ledger/settlements/settle-due.ts',
    text: 'if (amount === 0n) continue;',
    replacement: 'if (amount !== 0n) continue;',
    tests: ['gateway/test/api/settlements.test.ts'],
    why: 'waiting money never becomes available',
  },
  {
    file: 'gateway/src/ledger/settlements/settlement-terms.ts',
    text: 'return parts.filter((part) => part.amount > 0n && part.dueOn > today);',
    replacement: 'return parts.filter((part) => part.amount > 0n);',
    tests: ['gateway/src/ledger/settlements/settlement-terms.test.ts'],
    why: 'money of a day that has begun waits for ever',
  },
  {
    file: 'gateway/src/ledger/settlements/settlement-terms.ts',
    text: 'dueOn: reserved > delayed ? reserved : delayed',
    replacement: 'dueOn: reserved',
    tests: ['gateway/src/ledger/settlements/settlement-terms.test.ts'],
    why: 'the reserve ends before the delay',
  },
  {
    file: 'gateway/src/ledger/settlements/settlement-terms.ts',
    text: "{ kind: 'payment', dueOn: delayed, amount: centavos(amount - reserve) },",
    replacement: "{ kind: 'payment', dueOn: delayed, amount },",
    tests: ['gateway/test/api/settlements.test.ts'],
    why: 'the reserve is credited twice',
  },
  {
    file: 'gateway/src/ledger/settlements/settlement-terms.ts',
    text: 'inBusinessDays ? addBusinessDays(paidOn, delayDays) : addDays(paidOn, delayDays)',
    replacement: 'addDays(paidOn, delayDays)',
    tests: ['gateway/src/ledger/settlements/settlement-terms.test.ts'],
    why: 'business days are counted as days',
  },
  {
    file: 'gateway/src/ledger/settlements/waiting-part-store.ts',
    text: 'changeParts(tx, parts, -1n);',
    replacement: 'changeParts(tx, parts, 1n);',
    tests: ['gateway/test/api/settlements.test.ts'],
    why: 'a failed refund takes more waiting money',
  },
  {
    file: 'gateway/src/ledger/settlements/add-settlements.ts',
    text: 'const amount = group.reduce((sum, part) => sum + part.amount, 0n);',
    replacement: 'const amount = first.amount;',
    tests: ['gateway/test/api/settlements.test.ts'],
    why: 'a settlement pays only the first payment of its day',
  },
  {
    file: 'gateway/src/charges/charge-store.ts',
    text: 'merchants.merchant_id = key.merchant_id offset 0',
    replacement: 'merchants.merchant_id = key.merchant_id',
    tests: ['gateway/test/database/backlog-plans.test.ts'],
    why: 'a kept plan reads all charges of a merchant for each payment',
  },
];
