import assert from 'node:assert/strict';
import { test } from 'node:test';
import { centavos } from '#src/ground/money/centavos.ts';
import { openBank } from '../../test/banking/open-for-test.ts';
import { openSmallBank, type SmallAnswer } from '../../test/banking/small-bank.ts';
import type { DueChargeOrder } from './due-charge.ts';
import type { LiveBank } from './live-bank.ts';
import type { RecurrenceOrder } from './recurring-bank.ts';

const TXID = '7978c0c97ea847e78e8849634473c1f1';
const E2E = 'E12345678202611201221abcdef12345';
const RECURRENCE = 'RR1234567820260310abcdefghijk';
const DISPUTE = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70';
const ADDRESS = 'https://gateway.example.com/callbacks';
const AMOUNT = { amount: centavos(3_500n) };
const PAYER = { payer: { name: 'Maria da Silva', document: '52998224725' } };
const MERCHANT = { merchantName: 'Padaria', merchantCity: 'Recife' };
const CHARGE = { txid: TXID, ...AMOUNT, ...PAYER, expiresInSeconds: 3_600 };
const DUE: DueChargeOrder = {
  txid: TXID,
  ...PAYER,
  ...MERCHANT,
  rules: {
    ...AMOUNT,
    dueDate: '2026-12-10',
    daysAfterDue: 30,
    fine: null,
    interest: null,
    rebate: null,
    discounts: [],
  },
};
const RECURRENCE_ORDER: RecurrenceOrder = {
  contract: 'c1',
  description: 'Música',
  ...PAYER,
  interval: 'monthly',
  hasCode: false,
  firstDay: '2026-03-20',
  lastDay: null,
  retries: true,
  firstChargeTxid: null,
  price: { kind: 'fixed', ...AMOUNT },
};
const CYCLE = {
  txid: TXID,
  recurrenceId: RECURRENCE,
  ...AMOUNT,
  dueDate: '2026-03-20',
  note: null,
  movesToBusinessDay: true,
};
const PAYOUT = {
  id: '019aa2f47c1e7b3a9d523f1c8e6a4b70',
  ...AMOUNT,
  pixKey: 'maria@example.com',
  pixKeyType: 'email' as const,
  beneficiaryDocument: '52998224725',
  description: undefined,
};

/** Each operation of the port that changes something at the bank. */
function writesOf({ receiving, sending, disputes, recurring }: LiveBank) {
  assert.ok(receiving.reviseCharge && sending && disputes?.sendFile && recurring);
  const { reviseCharge } = receiving;
  const { sendFile } = disputes;
  const file = { id: 'f1', name: 'nota.pdf', contentType: 'application/pdf' };
  const payer = { ...PAYER.payer, ispb: '12345678', branch: '1', account: '2' };
  return {
    registerCharge: () => receiving.registerCharge({ ...CHARGE, ...MERCHANT }),
    reviseCharge: () => reviseCharge(CHARGE, CHARGE),
    cancelCharge: () => receiving.cancelCharge(TXID),
    createDueCharge: () => receiving.createDueCharge(DUE),
    changeDueCharge: () => receiving.changeDueCharge(DUE, DUE),
    createLocation: () => receiving.createLocation('due'),
    releaseLocation: () => receiving.releaseLocation(7),
    moveCharge: () =>
      receiving.moveCharge({ txid: TXID, kind: 'immediate', locationId: 7, ...MERCHANT }),
    sendRefund: () =>
      receiving.sendRefund({ endToEndId: E2E, refundId: 'd1', ...AMOUNT, reason: undefined }),
    registerCallback: () => receiving.registerCallback(ADDRESS),
    removeCallback: () => receiving.removeCallback(),
    sendPayout: () => sending.sendPayout(PAYOUT),
    sendDefense: () => disputes.sendDefense({ disputeId: DISPUTE, text: 'Entregue.' }),
    sendFile: () => sendFile({ ...file, disputeId: DISPUTE, content: Buffer.from('%PDF') }),
    createRecurrence: () => recurring.createRecurrence(RECURRENCE_ORDER),
    reviseRecurrence: () => recurring.reviseRecurrence(RECURRENCE, { payerName: 'Maria' }),
    cancelRecurrence: () => recurring.cancelRecurrence(RECURRENCE),
    createRecurrenceLocation: () => recurring.createRecurrenceLocation(),
    releaseRecurrenceLocation: () => recurring.releaseRecurrenceLocation(7),
    requestAuthorization: () =>
      recurring.requestAuthorization({ recurrenceId: RECURRENCE, expiresAt: 1e12, payer }),
    cancelAuthorization: () => recurring.cancelAuthorization('SC1234567820260310abcdefghijk'),
    createCycle: () => recurring.createCycle(CYCLE),
    cancelCycle: () => recurring.cancelCycle(TXID),
    retryCycle: () => recurring.retryCycle(TXID, '2026-03-24'),
    registerCallbacks: () => recurring.registerCallbacks(ADDRESS),
    removeCallbacks: () => recurring.removeCallbacks(),
  };
}

const RECEIVING_ACCOUNT = { branch: undefined, number: '1', type: 'checking' } as const;
const READS = /^(find|list|read|offers)/;

test('each change at the bank is unknown after a 503 with Retry-After, and unsent after a 429', async (context) => {
  const small = await openSmallBank(context);
  const settings = { takesDisputeFiles: true, receivingAccount: RECEIVING_ACCOUNT };
  const bank = openBank(context, small, settings);
  const writes = writesOf(bank);
  const operations = [bank.receiving, bank.sending, bank.disputes, bank.recurring]
    .flatMap((part) => Object.keys(part ?? {}))
    .filter((name) => !READS.test(name));
  assert.deepEqual(Object.keys(writes).toSorted(), operations.toSorted());
  const answer = (status: number): SmallAnswer => ({
    status,
    body: {},
    headers: { 'retry-after': '7' },
  });
  for (const [name, write] of Object.entries(writes)) {
    small.onRequest = () => answer(503);
    assert.equal((await write()).kind, 'unknown', name);
    small.onRequest = () => answer(429);
    const busy = { kind: 'unavailable', retryAfterSeconds: 7 };
    assert.deepEqual(await write(), busy, name);
  }
});

test('no change is sent to a bank with an unknown certificate: each is unsent', async (context) => {
  const small = await openSmallBank(context);
  const settings = { takesDisputeFiles: true, receivingAccount: RECEIVING_ACCOUNT };
  const bank = openBank(context, small, { ...settings, certificateAuthority: undefined });
  for (const [name, write] of Object.entries(writesOf(bank))) {
    assert.equal((await write()).kind, 'unavailable', name);
  }
  assert.equal(small.requests.length + small.tokenRequests.length, 0);
});
