import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFaultList } from '../src/bank/faults.ts';
import type { FaultKind } from '../src/bank-simulator.ts';
import { startCallbackReceiver } from './support/callback-receiver.ts';
import { chargeBody, createTxid, openBank, until } from './support/open-bank.ts';

test('slow: the answer arrives late', async (context) => {
  const { bank, client } = await openBank(context);
  await client.logIn();
  bank.faults.add({ kind: 'slow', operation: 'readBalance', times: 1, delayMs: 300 });
  const hasty = client.call('GET', '/v2/gn/saldo', undefined, { timeoutMs: 50 });
  await assert.rejects(hasty, { name: 'AbortError' });
  const { status } = await client.call('GET', '/v2/gn/saldo', undefined, { timeoutMs: 5000 });
  assert.equal(status, 200);
});

/** The answer, and whether the order was done. */
const BROKEN: readonly [kind: FaultKind, isDone: boolean][] = [
  ['silent_before', false],
  ['silent_after', true],
  ['dropped_before', false],
  ['dropped_after', true],
];

for (const [kind, isDone] of BROKEN) {
  test(`${kind}: no answer, and the order is ${isDone ? 'done' : 'not done'}`, async (context) => {
    const { bank, client } = await openBank(context, { openingBalance: 1000n });
    await client.logIn();
    bank.faults.add({ kind, operation: 'createCharge', times: 1 });
    bank.faults.add({ kind, operation: 'sendPayout', times: 1 });
    const txid = createTxid();
    const body = chargeBody(bank, '10.00');
    const payout = {
      valor: '1.00',
      pagador: { chave: bank.pixKey },
      favorecido: { chave: 'maria@example.com' },
    };
    await assert.rejects(client.call('PUT', `/v2/cob/${txid}`, body));
    await assert.rejects(client.call('PUT', '/v3/gn/pix/saque1', payout));
    assert.equal(bank.charge(txid) !== undefined, isDone);
    assert.equal(bank.payout('saque1') !== undefined, isDone);
    assert.deepEqual(bank.requestLog.entries().at(-1)?.faults, [kind]);
    const { status } = await client.call('PUT', `/v2/cob/${txid}`, body);
    assert.equal(status, 201, 'the fault is over after its one time');
  });
}

test('error and error_after: a 500 or another status, before or after the work', async (context) => {
  const { bank, client } = await openBank(context);
  const put = (txid: string) => client.call('PUT', `/v2/cob/${txid}`, chargeBody(bank, '1.00'));
  const [first, second] = [createTxid(), createTxid()];
  bank.faults.add({ kind: 'error', operation: 'createCharge', times: 1 });
  const before = await put(first);
  assert.equal(before.status, 500);
  assert.match(before.body.type, /ErroInternoDoServidor$/);
  assert.equal(bank.charge(first), undefined);
  bank.faults.add({ kind: 'error_after', operation: 'createCharge', times: 1, status: 503 });
  assert.equal((await put(second)).status, 503);
  assert.equal(bank.charge(second)?.status, 'ATIVA');
});

/** A time of the published format. */
const ALTERED = '2001-01-01T00:00:00.000Z';

test('an altered record has other fields in answers and lists until it is restored', async (context) => {
  const { bank, client } = await openBank(context);
  const { endToEndId } = bank.receiveWithoutCharge(500n);
  const { endToEndId: other } = bank.receiveWithoutCharge(700n);
  bank.alter(endToEndId, { horario: ALTERED });
  const shown = await client.call('GET', `/v2/pix/${endToEndId}`);
  assert.deepEqual([shown.body.valor, shown.body.horario], ['5.00', ALTERED]);
  assert.notEqual((await client.call('GET', `/v2/pix/${other}`)).body.horario, ALTERED);
  bank.alter(endToEndId, undefined);
  assert.notEqual((await client.call('GET', `/v2/pix/${endToEndId}`)).body.horario, ALTERED);
});

test('malformed: the order is done and the JSON of the answer is cut', async (context) => {
  const { bank, client } = await openBank(context);
  const txid = createTxid();
  bank.faults.add({ kind: 'malformed', operation: 'createCharge', times: 1 });
  const answer = await client.call('PUT', `/v2/cob/${txid}`, chargeBody(bank, '1.00'));
  assert.equal(answer.status, 201);
  assert.equal(answer.body, undefined);
  assert.match(answer.text, /^\{/);
  assert.ok(bank.charge(txid));
});

test('token_revoked: a 401, and the token fails in every call', async (context) => {
  const { bank, client } = await openBank(context);
  await client.logIn();
  bank.faults.add({ kind: 'token_revoked', operation: '*', times: 1 });
  assert.equal((await client.call('GET', '/v2/gn/saldo')).status, 401);
  assert.equal((await client.call('GET', '/v2/gn/saldo')).status, 401);
  await client.logIn();
  assert.equal((await client.call('GET', '/v2/gn/saldo')).status, 200);
});

test('queued: no answer, the order can’t be found, a repeat is refused, and the order is done later', async (context) => {
  const { bank, client } = await openBank(context, { openingBalance: 1000n });
  await client.logIn();
  const { endToEndId } = bank.receiveWithoutCharge(500n);
  const payout = {
    valor: '1.00',
    pagador: { chave: bank.pixKey },
    favorecido: { chave: 'a@b.com' },
  };
  const orders = [
    ['sendPayout', '/v3/gn/pix/s1', '/v2/gn/pix/enviados/id-envio/s1', payout],
    ['sendRefund', `/v2/pix/${endToEndId}/devolucao/d1`, undefined, { valor: '2.00' }],
  ] as const;
  for (const [operation, path, find = path, body] of orders) {
    bank.faults.add({ kind: 'queued', operation, times: 1 });
    await assert.rejects(client.call('PUT', path, body));
    assert.ok([400, 404].includes((await client.call('GET', find)).status));
    assert.ok([400, 422].includes((await client.call('PUT', path, body)).status));
  }
  assert.equal(bank.snapshot().balance, 1500n);
  assert.equal(bank.workOffQueue(), 2);
  assert.equal(bank.snapshot().balance, 1200n);
  for (const [, path, find = path] of orders) {
    assert.equal((await client.call('GET', find)).status, 200);
  }
  assert.equal(bank.workOffQueue(), 0);
});

test('wrong_amount: the payer pays another amount', async (context) => {
  const { bank, createCharge } = await openBank(context);
  const { txid } = await createCharge('10.00');
  bank.faults.add({ kind: 'wrong_amount', operation: 'pay', times: 1 });
  assert.equal(bank.pay(txid).amount, 999n);
  const other = await createCharge('10.00');
  bank.faults.add({ kind: 'wrong_amount', operation: 'pay', times: 1, amount: 5000n });
  assert.equal(bank.pay(other.txid).amount, 5000n);
});

test('not_realized: the next payout fails at the other bank', async (context) => {
  const { bank, client, clock } = await openBank(context, { openingBalance: 1000n });
  bank.faults.add({ kind: 'not_realized', operation: 'settlePayout', times: 1 });
  const body = { valor: '1.00', pagador: { chave: bank.pixKey }, favorecido: { chave: 'a@b.com' } };
  await client.call('PUT', '/v3/gn/pix/s1', body);
  clock.advance(1000);
  await bank.runDue();
  assert.equal(bank.payout('s1')?.status, 'NAO_REALIZADO');
  assert.equal(bank.snapshot().balance, 1000n);
});

test('call-backs are lost, doubled, late and out of order', async (context) => {
  const { bank, client, clock } = await openBank(context);
  const receiver = await startCallbackReceiver();
  context.after(() => receiver.close());
  await client.call('PUT', `/v2/webhook/${bank.pixKey}`, { webhookUrl: receiver.url });
  const txids = () => receiver.received.map(({ body }) => body.pix[0].txid);
  const receive = (kind: FaultKind | undefined, txid: string): void => {
    if (kind !== undefined)
      bank.faults.add({ kind, operation: 'callback', times: 1, delayMs: 1000 });
    bank.receiveWithoutCharge(100n, txid);
  };

  receive('callback_lost', 'perdido');
  receive('callback_doubled', 'dobrado');
  await until('both came', () => receiver.received.length === 2);
  assert.deepEqual(txids(), ['dobrado', 'dobrado']);
  assert.equal(bank.snapshot().callbacks[0]?.status, 'lost');

  receive('callback_late', 'atrasado');
  await bank.runDue();
  assert.equal(receiver.received.length, 2);
  clock.advance(1000);
  await until('it came late', () => receiver.received.length === 3);

  receive('callback_overtaken', 'primeiro');
  receive(undefined, 'segundo');
  await until('both came', () => receiver.received.length === 5);
  assert.deepEqual(txids().slice(3), ['segundo', 'primeiro']);
});

test('a fault applies as often as requested, or until it is removed', () => {
  const list = createFaultList(1);
  const take = () => list.take('findCharge', ['slow', 'error']).map(({ kind }) => kind);
  list.add({ kind: 'slow', operation: 'findCharge', times: 2 });
  const endless = list.add({ kind: 'error', operation: '*' });
  assert.deepEqual(take(), ['slow', 'error']);
  assert.deepEqual(take(), ['slow', 'error']);
  assert.deepEqual(take(), ['error']);
  assert.deepEqual(list.take('pay', ['slow', 'error']).length, 1);
  assert.deepEqual(list.take('findCharge', ['malformed']), []);
  list.remove(endless);
  assert.deepEqual(take(), []);
});

test('the same seed gives the same random faults, at about the requested rate', () => {
  const throwAll = (seed: number): boolean[] => {
    const list = createFaultList(seed);
    list.add({ kind: 'error', operation: '*', probability: 0.25 });
    return Array.from({ length: 2000 }, () => list.take('findCharge', ['error']).length === 1);
  };
  assert.deepEqual(throwAll(7), throwAll(7));
  assert.notDeepEqual(throwAll(7), throwAll(8));
  const hits = throwAll(7).filter(Boolean).length;
  assert.ok(hits > 400 && hits < 600, `${hits} of 2000`);
});
