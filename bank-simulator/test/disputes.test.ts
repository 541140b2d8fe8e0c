import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openBank } from './support/open-bank.ts';

const DAY_MS = 86_400_000;
const LONG = { tokenLifetimeSeconds: 365 * 86_400 };
const MARCH = 'inicio=2026-03-01T00:00:00Z&fim=2026-03-31T23:59:59Z';

async function openEfi(context: TestContext) {
  const opened = await openBank(context, { dialect: 'efi', ...LONG });
  const list = async (query = MARCH) => {
    const { status, body } = await opened.client.call('GET', `/v2/gn/infracoes?${query}`);
    return status === 200 ? body.infracoes : body;
  };
  const balance = async () => (await opened.client.call('GET', '/v2/gn/saldo?bloqueios=true')).body;
  const defend = (id: string, justificativa: string) =>
    opened.client.call('POST', `/v2/gn/infracoes/${id}/defesa`, {
      analise: 'rejeitado',
      justificativa,
    });
  return { ...opened, list, balance, defend };
}

test('an open dispute is listed and blocks its amount; a rejection frees it', async (context) => {
  const { bank, list, balance } = await openEfi(context);
  const { endToEndId } = bank.receiveWithoutCharge(1_000n);
  const { id } = bank.openDispute(endToEndId, { amount: 400n });
  const [listed] = await list();
  assert.equal(listed.idInfracao, id);
  assert.equal(listed.endToEndId, endToEndId);
  assert.equal(listed.status, 'ABERTA');
  assert.equal(listed.valor, 4);
  assert.equal(listed.dadosAnalise.prazoFinalizacao, '2026-03-17T12:00:00.000Z');
  assert.deepEqual(await balance(), {
    saldo: '6.00',
    bloqueios: { judicial: '0.00', med: '4.00', total: '4.00' },
  });
  bank.decideDispute(id, 'REJEITADA');
  assert.equal((await balance()).saldo, '10.00');
  assert.equal((await list())[0].status, 'REJEITADA');
  assert.throws(() => bank.decideDispute(id, 'ACEITA'), /REJEITADA/);
  const other = 'inicio=2026-04-01T00:00:00Z&fim=2026-04-30T23:59:59Z';
  assert.deepEqual(await list(other), []);
  assert.match((await list('inicio=x')).type, /InfracoesConsultaInvalida$/);
});

test('an accepted dispute takes a part of the payment by a refund of its nature', async (context) => {
  const { bank, client, balance } = await openEfi(context);
  const { endToEndId } = bank.receiveWithoutCharge(1_000n);
  const { id } = bank.openDispute(endToEndId, { nature: 'MED_OPERACIONAL' });
  bank.decideDispute(id, 'ACEITA', 300n);
  assert.equal((await balance()).saldo, '7.00');
  const { body } = await client.call('GET', `/v2/pix/${endToEndId}`);
  assert.equal(body.devolucoes[0].natureza, 'MED_OPERACIONAL');
  assert.equal(body.devolucoes[0].valor, '3.00');
  const again = bank.openDispute(endToEndId);
  assert.equal(again.amount, 700n);
  assert.throws(() => bank.openDispute(endToEndId, { amount: 701n }));
});

test('blocked money pays neither a payout nor a refund', async (context) => {
  const { bank, client } = await openEfi(context);
  const disputed = bank.receiveWithoutCharge(1_000n);
  const other = bank.receiveWithoutCharge(500n);
  bank.openDispute(disputed.endToEndId);
  const payout = await client.call('PUT', '/v3/gn/pix/saque1', {
    valor: '5.01',
    pagador: { chave: bank.pixKey },
    favorecido: { chave: 'maria@example.com' },
  });
  assert.equal(payout.status, 422);
  const path = `/v2/pix/${other.endToEndId}/devolucao/1`;
  assert.equal((await client.call('PUT', path, { valor: '5.00' })).status, 201);
  assert.equal(bank.snapshot().blocked, 1_000n);
  assert.equal(bank.snapshot().balance, 1_000n);
});

test('a defense is accepted once, until its deadline', async (context) => {
  const { bank, defend, list, clock } = await openEfi(context);
  const { endToEndId } = bank.receiveWithoutCharge(1_000n);
  const first = bank.openDispute(endToEndId, { amount: 100n });
  const second = bank.openDispute(endToEndId, { amount: 100n });
  const sent = await defend(first.id, 'Entregue em 3/3.');
  assert.equal(sent.status, 201);
  assert.equal(sent.text, 'Defesa de infração MED criada');
  const repeated = await defend(first.id, 'Outra');
  assert.equal(repeated.status, 409);
  assert.match(repeated.body.type, /InfracaoOperacaoInvalida$/);
  assert.equal((await defend('nenhuma', 'x')).status, 404);
  assert.equal((await defend(second.id, 'x'.repeat(1_001))).status, 400);
  clock.advance(7 * DAY_MS + 1);
  assert.equal((await defend(second.id, 'Tarde')).status, 422);
  const [, listed] = await list();
  assert.equal(listed.status, 'EM_DEFESA');
  assert.equal(listed.defesa, 'Entregue em 3/3.');
});

test('a queued defense is not listed until the queue is processed', async (context) => {
  const { bank, client, defend, list } = await openEfi(context);
  const { id } = bank.openDispute(bank.receiveWithoutCharge(1_000n).endToEndId);
  bank.faults.add({ kind: 'queued', operation: 'sendDefense', times: 1 });
  const body = { analise: 'rejeitado', justificativa: 'Entregue.' };
  await assert.rejects(client.call('POST', `/v2/gn/infracoes/${id}/defesa`, body));
  assert.equal((await list())[0].defesa, undefined);
  assert.equal((await defend(id, 'Outra')).status, 409);
  assert.equal(bank.workOffQueue(), 1);
  assert.equal((await list())[0].defesa, 'Entregue.');
});

test('disputes are opened and decided through the control API', async (context) => {
  const { bank } = await openEfi(context);
  const post = async (path: string, body: object) => {
    const response = await fetch(bank.controlUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests read JSON of any shape.
    return { status: response.status, body: (await response.json()) as any };
  };
  const { endToEndId } = bank.receiveWithoutCharge(1_000n);
  const opened = await post(`/control/payments/${endToEndId}/dispute`, { amount: '4.00' });
  const { id } = opened.body;
  assert.equal(bank.dispute(id)?.amount, 400n);
  assert.equal((await post('/control/payments/E1/dispute', {})).status, 422);
  const state = await (await fetch(`${bank.controlUrl}/control/state`)).json();
  assert.equal(Object(state).disputes[0].status, 'ABERTA');
  assert.equal(Object(state).blocked, '4.00');
  const decided = await post(`/control/disputes/${id}/decide`, { outcome: 'ACEITA' });
  assert.equal(decided.body.status, 'ACEITA');
  assert.equal(bank.snapshot().balance, 600n);
  assert.equal((await post(`/control/disputes/${id}/decide`, { outcome: 'ACEITA' })).status, 422);
  const nature = 'MED_PIX_AUTOMATICO';
  await post(`/control/payments/${endToEndId}/take-back`, { amount: '1.00', nature });
  assert.equal(bank.payment(endToEndId)?.refunds.at(-1)?.nature, nature);
});
