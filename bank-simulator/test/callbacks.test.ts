import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { BankSimulator } from '../src/bank-simulator.ts';
import { type CallbackReceiver, startCallbackReceiver } from './support/callback-receiver.ts';
import { type OpenBank, openBank, until } from './support/open-bank.ts';

interface Opened extends OpenBank {
  readonly receiver: CallbackReceiver;
}

async function openWithReceiver(
  context: TestContext,
  options: Parameters<typeof openBank>[1] = {},
): Promise<Opened> {
  const opened = await openBank(context, options);
  const receiver = await startCallbackReceiver();
  context.after(() => receiver.close());
  await register(opened, receiver.url);
  return { ...opened, receiver };
}

async function register({ bank, client }: OpenBank, webhookUrl: string): Promise<void> {
  const answer = await client.call('PUT', `/v2/webhook/${bank.pixKey}`, { webhookUrl });
  assert.equal(answer.status, 200, answer.text);
}

const statuses = (bank: BankSimulator) => bank.snapshot().callbacks.map(({ status }) => status);

test('a webhook is registered, found, listed and removed', async (context) => {
  const { bank, client, clock } = await openBank(context);
  const path = `/v2/webhook/${bank.pixKey}`;
  const missing = await client.call('GET', path);
  assert.equal(missing.status, 404);
  assert.match(missing.body.type, /WebhookNaoEncontrado$/);
  const webhookUrl = 'https://gateway.example/aviso?hmac=segredo&ignorar=';
  await client.call('PUT', path, { webhookUrl });
  const expected = { webhookUrl, chave: bank.pixKey, criacao: '2026-03-10T12:00:00.000Z' };
  assert.deepEqual((await client.call('GET', path)).body, expected);
  clock.advance(1000);
  const list = await client.call('GET', '/v2/webhook');
  assert.deepEqual(list.body.webhooks, [expected]);
  assert.equal((await client.call('DELETE', path)).status, 204);
  assert.equal((await client.call('DELETE', path)).status, 404);
});

test('a webhook for another key or with an invalid address is refused', async (context) => {
  const { bank, client } = await openBank(context);
  const body = { webhookUrl: 'https://gateway.example/aviso' };
  const other = await client.call('PUT', '/v2/webhook/outra@example.com', body);
  assert.equal(other.status, 400);
  assert.match(other.body.type, /WebhookOperacaoInvalida$/);
  const nowhere = { webhookUrl: 'gateway' };
  assert.equal((await client.call('PUT', `/v2/webhook/${bank.pixKey}`, nowhere)).status, 400);
});

test('a payment with a txid causes a call-back to the registered address with /pix added', async (context) => {
  const { bank, createCharge, receiver } = await openWithReceiver(context);
  const { txid } = await createCharge('10.00');
  const { endToEndId } = bank.pay(txid);
  bank.receiveWithoutCharge(100n);
  await until('the call-back came', () => statuses(bank).includes('delivered'));
  assert.equal(receiver.received.length, 1);
  const [callback] = receiver.received;
  assert.equal(callback?.path, '/aviso/pix');
  assert.equal(callback?.body.pix[0].endToEndId, endToEndId);
  assert.equal(callback?.body.pix[0].chave, bank.pixKey);
  assert.equal(callback?.body.pix[0].valor, '10.00');
});

test('the call-back keeps the query of the registered address', async (context) => {
  const opened = await openWithReceiver(context);
  const { bank, receiver } = opened;
  await register(opened, `${receiver.url}?hmac=segredo&ignorar=`);
  bank.receiveWithoutCharge(100n, 'balcao');
  await until('the call-back came', () => receiver.received.length === 1);
  assert.equal(receiver.received[0]?.path, '/aviso?hmac=segredo&ignorar=/pix');
});

test('a call-back reports a refund of a payment with a txid when the refund has ended', async (context) => {
  const { bank, client, clock, receiver } = await openWithReceiver(context);
  const { endToEndId } = bank.receiveWithoutCharge(1000n, 'balcao');
  await until('the payment was reported', () => receiver.received.length === 1);
  await client.call('PUT', `/v2/pix/${endToEndId}/devolucao/d1`, { valor: '3.00' });
  clock.advance(1000);
  await until('the refund was reported', () => receiver.received.length === 2);
  const [pix] = receiver.received[1]?.body.pix ?? [];
  assert.equal(pix.devolucoes[0].status, 'DEVOLVIDO');
  bank.takeBack(endToEndId, 200n);
  await until('the return was reported', () => receiver.received.length === 3);
  const [taken] = receiver.received[2]?.body.pix ?? [];
  assert.equal(taken.devolucoes[1].natureza, 'MED_FRAUDE');
});

test('a call-back without a 2xx answer is retried after growing pauses', async (context) => {
  const pauses = { callbackPausesMs: [100, 1000, 10_000] };
  const { bank, clock, receiver } = await openWithReceiver(context, pauses);
  receiver.answerNext(500, 429, 301);
  bank.receiveWithoutCharge(100n, 'balcao');
  for (const [index, pause] of pauses.callbackPausesMs.entries()) {
    await until('it was attempted', () => bank.snapshot().callbacks[0]?.attempts === index + 1);
    clock.advance(pause - 1);
    await bank.runDue();
    assert.equal(receiver.received.length, index + 1);
    clock.advance(1);
  }
  await until('it was delivered', () => statuses(bank)[0] === 'delivered');
  assert.equal(receiver.received.length, 4);
});

test('after the last retry a call-back is exhausted', async (context) => {
  const { bank, clock, receiver } = await openWithReceiver(context, { callbackPausesMs: [10] });
  await receiver.close();
  bank.receiveWithoutCharge(100n, 'balcao');
  await until('it was attempted', () => bank.snapshot().callbacks[0]?.attempts === 1);
  assert.equal(bank.snapshot().callbacks[0]?.lastAnswer, 'ECONNREFUSED');
  clock.advance(10);
  await until('it is exhausted', () => statuses(bank)[0] === 'exhausted');
});

test('a call to a receiver that never answers ends at the time-out', async (context) => {
  const opened = await openBank(context, { callbackTimeoutMs: 50 });
  const { createServer } = await import('node:net');
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  context.after(() => silent.close());
  const { port } = silent.address() as { port: number };
  await register(opened, `http://127.0.0.1:${port}/aviso`);
  opened.bank.receiveWithoutCharge(100n, 'balcao');
  const last = () => opened.bank.snapshot().callbacks[0]?.lastAnswer;
  await until('the time was over', () => last() === 'TimeoutError');
});

test('over https the bank shows its own certificate', async (context) => {
  const opened = await openBank(context);
  const { bank } = opened;
  const receiver = await startCallbackReceiver({
    ...(await bank.issueCertificate('Gateway')),
    ca: bank.authority,
    requestCert: true,
    rejectUnauthorized: true,
  });
  context.after(() => receiver.close());
  await register(opened, receiver.url);
  bank.receiveWithoutCharge(100n, 'balcao');
  await until('the call-back came', () => receiver.received.length === 1);
  assert.equal(receiver.received[0]?.isAuthorized, true);
});

test('at banks that test addresses, a webhook is registered only after a test call', async (context) => {
  const checking = { checksCallbackAddress: true, dialect: 'efi' } as const;
  const { bank, client } = await openBank(context, checking);
  const path = `/v2/webhook/${bank.pixKey}`;
  const pair = await bank.issueCertificate('Gateway');
  const guard = { ca: bank.authority, requestCert: true, rejectUnauthorized: true };
  const guarded = await startCallbackReceiver({ ...pair, ...guard });
  const open = await startCallbackReceiver(pair);
  context.after(() => Promise.all([guarded.close(), open.close()]));
  const good = await client.call('PUT', path, { webhookUrl: guarded.url });
  assert.equal(good.status, 201, good.text);
  assert.equal(guarded.received[0]?.path, '/aviso');
  const bad = await client.call('PUT', path, { webhookUrl: open.url });
  assert.equal(bad.status, 400);
  assert.equal(bad.body.nome, 'webhook_invalido');
  assert.match(bad.body.mensagem, /TLS mútuo/);
  const headers = { 'x-skip-mtls-checking': 'true' };
  const skipped = await client.call('PUT', path, { webhookUrl: open.url }, { headers });
  assert.equal(skipped.status, 201, skipped.text);
  open.answerNext(500);
  const failing = await client.call('PUT', path, { webhookUrl: open.url }, { headers });
  assert.match(failing.body.mensagem, /código HTTP 500/);
});

test('a call-back that the stop of the bank interrupts does not count as an attempt', async (context) => {
  const opened = await openBank(context);
  const { createServer } = await import('node:http');
  let calls = 0;
  const silent = createServer(() => {
    calls += 1;
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  context.after(() => void silent.close(() => silent.closeAllConnections()));
  const { port } = silent.address() as { port: number };
  await register(opened, `http://127.0.0.1:${port}/aviso`);
  opened.bank.receiveWithoutCharge(100n, 'balcao');
  await until('it was sent', () => calls === 1);
  await opened.bank.stop();
  assert.equal(opened.bank.snapshot().callbacks[0]?.attempts, 0);
});
