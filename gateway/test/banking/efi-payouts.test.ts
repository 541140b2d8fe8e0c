import assert from 'node:assert/strict';
import { test } from 'node:test';
import { centavos } from '#src/ground/money/centavos.ts';
import { doneValue, newId, newPayout, stageBank, wordOf } from './bank-under-test.ts';

/** How often the gateway searches at most before a search has failed. */
const SEARCHES_MAX = 3;

async function stageSending(context: Parameters<typeof stageBank>[0]) {
  const staged = await stageBank(context, 'efi');
  assert.ok(staged.bank.sending);
  return { ...staged, sending: staged.bank.sending };
}

test('a payout is sent and settled, and is found by its id', async (context) => {
  const { bank, sending, simulator } = await stageSending(context);
  doneValue(await bank.receiving.registerCallback('https://127.0.0.1:9/aviso'));
  const order = newPayout();
  const before = doneValue(await sending.readBalance()).amount;
  const sent = doneValue(await sending.sendPayout(order));
  assert.equal(sent.status, 'pending');
  await simulator.runDue();
  const found = doneValue(await sending.findPayout(order.id));
  assert.equal(found?.status, 'paid');
  assert.equal(found?.endToEndId, sent.endToEndId);
  assert.equal(doneValue(await sending.readBalance()).amount, before - order.amount);
  const notices = simulator
    .snapshot()
    .callbacks.flatMap(({ body }) => bank.readCallback(JSON.parse(body)));
  assert.deepEqual(notices, [{ kind: 'payout', id: order.id }]);
});

test('a payout is sent once, even if its answer is lost', async (context) => {
  const { sending, simulator } = await stageSending(context);
  const before = doneValue(await sending.readBalance()).amount;
  const kinds = ['error', 'error_after', 'dropped_before', 'dropped_after'] as const;
  const silent = ['silent_before', 'silent_after', 'malformed'] as const;
  for (const kind of [...kinds, ...silent]) {
    const order = newPayout();
    simulator.faults.add({ kind, operation: 'sendPayout', times: 1 });
    assert.equal(wordOf(await sending.sendPayout(order)), 'unknown', kind);
    const again = doneValue(await sending.sendPayout(order));
    assert.equal(again.amount, order.amount, kind);
  }
  await simulator.runDue();
  const amounts = centavos(BigInt(kinds.length + silent.length) * 500n);
  assert.equal(doneValue(await sending.readBalance()).amount, before - amounts);
});

test('a repeat without balance does not refuse a payout that was already sent', async (context) => {
  const { sending, simulator } = await stageSending(context);
  const order = newPayout({ amount: centavos(60_000n) });
  simulator.faults.add({ kind: 'dropped_after', operation: 'sendPayout', times: 1 });
  assert.equal(wordOf(await sending.sendPayout(order)), 'unknown');
  assert.equal(wordOf(await sending.sendPayout(order)), 'done');
  const other = newPayout({ amount: centavos(60_000n) });
  assert.equal(wordOf(await sending.sendPayout(other)), 'insufficient_funds');
  assert.equal(doneValue(await sending.findPayout(other.id)), undefined);
});

test('each refusal of the bank has its own code', async (context) => {
  const { sending } = await stageSending(context);
  const refusals = {
    'sem-saldo@simulador.example': 'insufficient_funds',
    'recusada@simulador.example': 'beneficiary_blocked',
    'outro-documento@simulador.example': 'beneficiary_mismatch',
  };
  for (const [pixKey, code] of Object.entries(refusals)) {
    assert.equal(wordOf(await sending.sendPayout(newPayout({ pixKey }))), code);
  }
});

test('a payout that fails later is failed, and a returned payout is returned', async (context) => {
  const { sending, simulator } = await stageSending(context);
  const failing = newPayout({ pixKey: 'falha@simulador.example' });
  const coming = newPayout({ pixKey: 'devolve-em-duas@simulador.example' });
  for (const order of [failing, coming]) doneValue(await sending.sendPayout(order));
  await simulator.runDue();
  assert.equal(doneValue(await sending.findPayout(failing.id))?.status, 'failed');
  const returned = doneValue(await sending.findPayout(coming.id));
  assert.equal(returned?.status, 'paid');
  assert.deepEqual(
    returned?.returned.map((one) => one.amount),
    [250n, 250n],
  );
});

test('a payout that the bank does not know is undefined', async (context) => {
  const { sending } = await stageSending(context);
  assert.equal(doneValue(await sending.findPayout(newId())), undefined);
});

test('a refusal is unknown while the bank does not say whether it has the payout', async (context) => {
  const { sending, simulator } = await stageSending(context);
  const order = newPayout({ pixKey: 'sem-saldo@simulador.example' });
  // An error, a refused search, and a bank that takes no requests.
  for (const status of [500, 403, 429]) {
    const fault = { kind: 'error', operation: 'findPayout', status } as const;
    simulator.faults.add({ ...fault, times: status === 500 ? SEARCHES_MAX : 1 });
    assert.equal(wordOf(await sending.sendPayout(order)), 'unknown', `${status}`);
  }
  assert.equal(wordOf(await sending.sendPayout(order)), 'insufficient_funds');
});
