import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BankCharge, Outcome, ReceivedPayment } from '#src/bank/live-bank.ts';
import type { DueTerms } from '#src/charges/due/due-terms.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/ground/durations.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { askForAmount, partsOf } from './amounts-at-bank.ts';

const TXID = '7978c0c97ea847e78e8849634473c1f1';
/** Half a second after the last moment of the due date at Brasília. */
const RECEIVED_AT = Date.parse('2026-12-11T03:00:00.500Z');
const TERMS = {
  rules: {
    amount: centavos(10_000n),
    dueDate: '2026-12-10',
    daysAfterDue: 30,
    fine: { type: 'percent', value: 200n },
    interest: null,
    rebate: null,
    discounts: [],
  },
  local: new Set(),
  address: null,
  clockId: null,
  revision: 0,
  paid: null,
} as unknown as DueTerms;
const PAYMENT: ReceivedPayment = {
  endToEndId: 'E1',
  txid: TXID,
  pixKey: 'k',
  amount: centavos(10_000n),
  receivedAt: RECEIVED_AT,
  refunds: [],
};
const NONE = { fine: 0n, interest: 0n, rebate: 0n, discount: 0n };

function chargeWith(
  status: BankCharge['status'],
  payments: readonly ReceivedPayment[],
): Outcome<BankCharge> {
  const value: BankCharge = {
    txid: TXID,
    status,
    amount: centavos(10_000n),
    dueRules: null,
    code: '',
    locationId: null,
    createdAt: 0,
    payments,
  };
  return { kind: 'done', value };
}

/** The decision about the payment after an answer of the bank, `laterMs` after its arrival. */
function decided(outcome: Outcome<BankCharge | undefined>, laterMs = MINUTE_MS, since?: number) {
  const bank = { findCharge: async () => outcome };
  const asked = { payment: PAYMENT, txid: TXID, terms: TERMS };
  return askForAmount(bank, asked, { now: RECEIVED_AT + laterMs, since });
}

test('only a charge that the bank calls completed by this payment takes its amount', async () => {
  const parts = { ...NONE, original: 10_000n, amount: 10_000n };
  assert.deepEqual(await decided(chargeWith('completed', [PAYMENT])), parts);
  const other = { ...PAYMENT, endToEndId: 'E2' };
  assert.equal(await decided(chargeWith('completed', [other])), 'amount_differs');
  const more = { ...PAYMENT, amount: centavos(10_001n) };
  assert.equal(await decided(chargeWith('completed', [more])), 'amount_differs');
  assert.equal(await decided(chargeWith('removed', [PAYMENT])), 'amount_differs');
  assert.equal(await decided(chargeWith('active', [PAYMENT]), HOUR_MS), 'amount_differs');
  assert.equal(await decided({ kind: 'done', value: undefined }), 'amount_differs');
});

test('without a clear answer of the bank the payment waits', async () => {
  const refusal = { code: 'refused', message: 'Não', bankWords: '' };
  for (const outcome of [
    { kind: 'unknown', reason: 'sem resposta' },
    { kind: 'unavailable', retryAfterSeconds: 5 },
    { kind: 'refused', refusal },
    chargeWith('active', [PAYMENT]),
    chargeWith('completed', []),
  ] as const) {
    await assert.rejects(decided(outcome), outcome.kind);
    await assert.rejects(decided(outcome, MINUTE_MS, RECEIVED_AT - HOUR_MS), outcome.kind);
  }
});

test('a payment that the bank has not explained for a day is held as unconfirmed', async () => {
  const unreadable = { kind: 'unknown', reason: 'valor', isUnreadable: true } as const;
  const since = RECEIVED_AT + HOUR_MS;
  await assert.rejects(decided(unreadable, DAY_MS, since));
  assert.equal(await decided(unreadable, DAY_MS + HOUR_MS, since), 'amount_unconfirmed');
  // The age of the payment doesn't matter, because a backfill reads old ones.
  await assert.rejects(decided(unreadable, 30 * DAY_MS));
  assert.equal(await decided(chargeWith('completed', []), HOUR_MS), 'amount_unconfirmed');
});

test('the parts of an amount are those of the bank, of the day before, or the difference', () => {
  const components = { ...NONE, original: 9_000n, interest: 1_000n } as never;
  const said = partsOf({ payment: { ...PAYMENT, components }, terms: TERMS });
  assert.deepEqual(said, { ...NONE, original: 9_000n, interest: 1_000n, amount: 10_000n });
  const before = partsOf({ payment: PAYMENT, terms: TERMS });
  assert.deepEqual(before, { ...NONE, original: 10_000n, amount: 10_000n });
  const more = partsOf({ payment: { ...PAYMENT, amount: centavos(10_201n) }, terms: TERMS });
  assert.deepEqual(more, { ...NONE, original: 10_000n, interest: 201n, amount: 10_201n });
  const less = partsOf({ payment: { ...PAYMENT, amount: centavos(9_999n) }, terms: TERMS });
  assert.deepEqual(less, { ...NONE, original: 10_000n, discount: 1n, amount: 9_999n });
});
