import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { BankSimulatorOptions } from '../src/bank-simulator.ts';
import { startCallbackReceiver } from './support/callback-receiver.ts';
import { type OpenBank, openBank, until } from './support/open-bank.ts';

interface Opened extends OpenBank {
  send(id: string, valor: string, favorecido?: object): ReturnType<OpenBank['client']['call']>;
}

async function openWithMoney(
  context: TestContext,
  options: BankSimulatorOptions = {},
): Promise<Opened> {
  const opened = await openBank(context, { openingBalance: 100_000n, ...options });
  const { bank, client } = opened;
  return {
    ...opened,
    send: (id, valor, favorecido = { chave: 'maria@example.com' }) =>
      client.call('PUT', `/v3/gn/pix/${id}`, {
        valor,
        pagador: { chave: bank.pixKey, infoPagador: 'saque' },
        favorecido,
      }),
  };
}

test('a payout is EM_PROCESSAMENTO, then REALIZADO, and takes its money at once', async (context) => {
  const { bank, client, clock, send } = await openWithMoney(context);
  const sent = await send('saque1', '250.00', { chave: '12345678909', cpf: '12345678909' });
  assert.equal(sent.status, 201, sent.text);
  assert.equal(sent.body.status, 'EM_PROCESSAMENTO');
  assert.equal(sent.body.idEnvio, 'saque1');
  assert.match(sent.body.e2eId, /^E\d{8}\d{12}[a-z0-9]{11}$/);
  const saldo = await client.call('GET', '/v2/gn/saldo?bloqueios=true');
  assert.equal(saldo.body.saldo, '750.00');
  assert.equal(saldo.body.bloqueios.med, '0.00');
  clock.advance(1000);
  const { body } = await client.call('GET', '/v2/gn/pix/enviados/id-envio/saque1');
  assert.deepEqual(body, {
    endToEndId: sent.body.e2eId,
    idEnvio: 'saque1',
    valor: '250.00',
    chave: bank.pixKey,
    status: 'REALIZADO',
    infoPagador: 'saque',
    horario: {
      solicitacao: '2026-03-10T12:00:00.000Z',
      liquidacao: '2026-03-10T12:00:01.000Z',
    },
    favorecido: {
      chave: '12345678909',
      identificacao: { nome: 'FAVORECIDO DO SIMULADOR', cpf: '***.456.789-**' },
    },
  });
  const same = await client.call('GET', `/v2/gn/pix/enviados/${sent.body.e2eId}`);
  assert.deepEqual(same.body, body);
});

test('one idEnvio makes one payout', async (context) => {
  const { bank, send } = await openWithMoney(context);
  await send('saque1', '1.00');
  const again = await send('saque1', '1.00');
  assert.equal(again.status, 409);
  assert.equal(again.body.nome, 'id_envio_duplicado');
  assert.equal(bank.snapshot().payouts.length, 1);
  assert.equal(bank.snapshot().balance, 99_900n);
});

test('twenty concurrent calls with one idEnvio make one payout', async (context) => {
  const { bank, client, send } = await openWithMoney(context);
  await client.logIn();
  const answers = await Promise.all(Array.from({ length: 20 }, () => send('saque1', '1.00')));
  const created = answers.filter(({ status }) => status === 201);
  assert.equal(created.length, 1);
  assert.equal(bank.snapshot().balance, 99_900n);
});

test('a failed payout returns its money and gives the reason', async (context) => {
  const { bank, client, clock, send } = await openWithMoney(context);
  const receiver = await startCallbackReceiver();
  context.after(() => receiver.close());
  const webhook = { webhookUrl: receiver.url };
  await client.call('PUT', `/v2/webhook/${bank.pixKey}`, webhook);
  const sent = await send('saque1', '10.00', { chave: 'falha@simulador.example' });
  assert.equal(sent.status, 201);
  clock.advance(1000);
  await until('the call-back arrived', () => receiver.received.length === 1);
  const { endToEndId } = bank.payout('saque1') ?? {};
  assert.deepEqual(receiver.received[0]?.body.pix, [
    {
      endToEndId,
      chave: bank.pixKey,
      tipo: 'SOLICITACAO',
      status: 'NAO_REALIZADO',
      valor: '10.00',
      horario: null,
      infoPagador: 'saque',
      gnExtras: { idEnvio: 'saque1', erro: bank.payout('saque1')?.error },
    },
  ]);
  assert.equal(bank.payout('saque1')?.error?.codigo, 'AC03');
  assert.equal(bank.snapshot().balance, 100_000n);
});

test('a call-back reports a payout that is done', async (context) => {
  const { bank, client, clock, send } = await openWithMoney(context);
  const receiver = await startCallbackReceiver();
  context.after(() => receiver.close());
  await client.call('PUT', `/v2/webhook/${bank.pixKey}`, { webhookUrl: receiver.url });
  await send('saque1', '10.00');
  clock.advance(1000);
  await until('the call-back arrived', () => receiver.received.length === 1);
  const [pix] = receiver.received[0]?.body.pix ?? [];
  assert.equal(pix.status, 'REALIZADO');
  assert.equal(pix.horario, '2026-03-10T12:00:01.000Z');
  const e2eids = [bank.payout('saque1')?.endToEndId];
  const body = { tipo: 'PIX_ENVIADO', e2eids };
  assert.equal((await client.call('POST', '/v2/gn/webhook/reenviar', body)).status, 202);
  await until('the call-back was repeated', () => receiver.received.length === 2);
  assert.deepEqual(receiver.received[1]?.body, receiver.received[0]?.body);
});

const REFUSALS: readonly [key: string, status: number, name: string][] = [
  ['recusada@simulador.example', 400, 'documento_bloqueado'],
  ['outro-documento@simulador.example', 400, 'chave_nao_pertence_ao_documento'],
  ['inexistente@simulador.example', 404, 'chave_favorecido_nao_encontrada'],
  ['sem-saldo@simulador.example', 422, 'pagamento_negado'],
  ['sem-fichas@simulador.example', 429, 'balde_fichas_vazio'],
];

for (const [chave, status, name] of REFUSALS) {
  test(`a payout to ${chave} is refused at once and changes nothing`, async (context) => {
    const { bank, client, send } = await openWithMoney(context);
    const answer = await send('saque1', '1.00', { chave });
    assert.equal(answer.status, status);
    assert.equal(answer.body.nome, name);
    assert.equal(bank.snapshot().balance, 100_000n);
    const missing = await client.call('GET', '/v2/gn/pix/enviados/id-envio/saque1');
    assert.equal(missing.status, 404);
    assert.match(missing.body.type, /PixEnviadoNaoEncontrado$/);
  });
}

test('a payout with a malformed body, no balance, another’s key or another owner is refused', async (context) => {
  const { client, send } = await openWithMoney(context);
  const body = {
    valor: '1.00',
    pagador: { chave: 'outra@example.com' },
    favorecido: { chave: 'maria@example.com' },
  };
  const foreign = await client.call('PUT', '/v3/gn/pix/saque1', body);
  assert.equal(foreign.body.nome, 'chave_invalida');
  assert.equal((await send('saque1', '1000.01')).status, 422);
  const owner = { chave: '12345678909', cpf: '52998224725' };
  assert.equal((await send('s1', '1.00', owner)).body.nome, 'chave_nao_pertence_ao_documento');
  assert.equal((await send('s1', '0.00')).body.nome, 'valor_invalido');
  assert.equal((await send('s1', '1,00')).status, 400);
  assert.equal((await send('com-hifen', '1.00')).status, 400);
});

test('the receiver returns money once or twice, and the bank reports each return', async (context) => {
  const { bank, client, clock, send } = await openWithMoney(context);
  await send('saque1', '4.01', { chave: 'devolve-em-duas@simulador.example' });
  await send('saque2', '5.00');
  clock.advance(1000);
  await bank.runDue();
  assert.equal(bank.payout('saque1')?.status, 'REALIZADO');
  clock.advance(1000);
  await bank.runDue();
  const { body } = await client.call('GET', '/v2/gn/pix/enviados/id-envio/saque1');
  const amounts = body.devolucoes.map(({ valor }: { valor: string }) => valor);
  assert.deepEqual(amounts, ['2.00', '2.01']);
  bank.returnPayout('saque2', 300n);
  assert.throws(() => bank.returnPayout('saque2', 201n), /came back already/);
  assert.equal(bank.snapshot().balance, 100_000n - 500n + 300n);
});

test('a pending payout is settled through the control API', async (context) => {
  const { bank, client, clock, send } = await openWithMoney(context);
  await send('saque1', '1.00', { chave: 'pendente@simulador.example' });
  clock.advance(3_000_000);
  const path = '/v2/gn/pix/enviados/id-envio/saque1';
  assert.equal((await client.call('GET', path)).body.status, 'EM_PROCESSAMENTO');
  bank.settlePayout('saque1', true);
  assert.equal((await client.call('GET', path)).body.status, 'NAO_REALIZADO');
});

test('payouts are listed by period and status', async (context) => {
  const { client, clock, send } = await openWithMoney(context);
  await send('saque1', '1.00');
  clock.advance(60_000);
  await send('saque2', '1.00');
  const day = 'inicio=2026-03-10T00:00:00Z&fim=2026-03-10T23:59:59Z';
  const all = await client.call('GET', `/v2/gn/pix/enviados?${day}`);
  assert.equal(all.body.pix.length, 2);
  const done = await client.call('GET', `/v2/gn/pix/enviados?${day}&status=REALIZADO`);
  assert.equal(done.body.pix[0].idEnvio, 'saque1');
  assert.equal(done.body.parametros.paginacao.quantidadeTotalDeItens, 1);
});

test('a payout can go to an account, and needs a webhook at banks that demand one', async (context) => {
  const { bank, client, send } = await openWithMoney(context, { requiresWebhookToSend: true });
  const contaBanco = {
    nome: 'Maria',
    cpf: '12345678909',
    codigoBanco: '99999008',
    agencia: '1',
    conta: '12345678',
    tipoConta: 'cacc',
  };
  assert.equal((await send('saque1', '1.00', { contaBanco })).status, 400);
  const webhook = { webhookUrl: 'https://gateway.example/aviso' };
  await client.call('PUT', `/v2/webhook/${bank.pixKey}`, webhook);
  assert.equal((await send('saque1', '1.00', { contaBanco })).status, 201);
  const { body } = await client.call('GET', '/v2/gn/pix/enviados/id-envio/saque1');
  assert.equal(body.favorecido.contaBanco.cpf, '***.456.789-**');
});
