import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStaticPix, hasError } from 'pix-utils';
import { openBank } from './support/open-bank.ts';

const DAY_MS = 86_400_000;
const LONG = { tokenLifetimeSeconds: 365 * 86_400 };
const MARCH = 'inicio=2026-03-01T00:00:00Z&fim=2026-03-31T23:59:59Z';
const UNKNOWN = 'E99999999202601010000abcdefghijk';

test('a payment is found by its end-to-end id, and an unknown one is not', async (context) => {
  const { bank, client, createCharge } = await openBank(context);
  const { txid } = await createCharge('10.00');
  const { endToEndId } = bank.pay(txid, { payerInformation: 'obrigado' });
  const { body } = await client.call('GET', `/v2/pix/${endToEndId}`);
  assert.deepEqual(body, {
    endToEndId,
    txid,
    valor: '10.00',
    chave: bank.pixKey,
    horario: '2026-03-10T12:00:00.000Z',
    infoPagador: 'obrigado',
  });
  const missing = await client.call('GET', `/v2/pix/${UNKNOWN}`);
  assert.equal(missing.status, 404);
  assert.match(missing.body.type, /PixNaoEncontrado$/);
});

test('pages list each payment exactly once', async (context) => {
  const { bank, client, clock } = await openBank(context);
  const expected = new Set<string>();
  for (let number = 0; number < 25; number += 1) {
    expected.add(bank.receiveWithoutCharge(100n).endToEndId);
    clock.advance(10);
  }
  const seen: string[] = [];
  for (let page = 0; page < 3; page += 1) {
    const paging = `paginacao.itensPorPagina=10&paginacao.paginaAtual=${page}`;
    const { body } = await client.call('GET', `/v2/pix?${MARCH}&${paging}`);
    assert.equal(body.parametros.paginacao.quantidadeDePaginas, 3);
    for (const { endToEndId } of body.pix) seen.push(endToEndId);
  }
  assert.equal(seen.length, 25);
  assert.deepEqual(new Set(seen), expected);
});

test('payments are filtered by txid, by having one, by having a refund, and by the MED', async (context) => {
  const { bank, client, createCharge } = await openBank(context);
  const { txid } = await createCharge('10.00');
  const charged = bank.pay(txid);
  const plain = bank.receiveWithoutCharge(500n);
  await client.call('PUT', `/v2/pix/${charged.endToEndId}/devolucao/1`, { valor: '1.00' });
  const list = async (filter: string): Promise<string[]> => {
    const { body } = await client.call('GET', `/v2/pix?${MARCH}&${filter}`);
    return body.pix.map(({ endToEndId }: { endToEndId: string }) => endToEndId);
  };
  assert.deepEqual(await list(`txid=${txid}`), [charged.endToEndId]);
  assert.deepEqual(await list('txIdPresente=false'), [plain.endToEndId]);
  assert.deepEqual(await list('txIdPresente=true'), [charged.endToEndId]);
  assert.deepEqual(await list('devolucaoPresente=true'), [charged.endToEndId]);
  const recovered = bank.receiveByMed(700n);
  assert.deepEqual(await list('finalidadeMED=true'), [recovered.endToEndId]);
  const others = [charged.endToEndId, plain.endToEndId];
  assert.deepEqual(await list('finalidadeMED=false'), others);
  assert.deepEqual(await list(''), [...others, recovered.endToEndId]);
  const backwards = 'inicio=2026-03-31T00:00:00Z&fim=2026-03-01T00:00:00Z';
  const wrong = await client.call('GET', `/v2/pix?${backwards}`);
  assert.equal(wrong.status, 400);
  assert.match(wrong.body.type, /PixConsultaInvalida$/);
});

test('a static code of our key is paid with its amount and txid', async (context) => {
  const { bank } = await openBank(context);
  const pix = createStaticPix({
    merchantName: 'Padaria',
    merchantCity: 'Recife',
    pixKey: bank.pixKey,
    transactionAmount: 12.5,
    txid: 'balcao1',
  });
  assert.ok(!hasError(pix));
  const payment = bank.pay(pix.toBRCode());
  assert.equal(payment.amount, 1250n);
  assert.equal(payment.txid, 'balcao1');
  assert.throws(() => bank.pay('não é um código'), /inválido/);
});

test('a refund is EM_PROCESSAMENTO, then DEVOLVIDO, and takes its money at once', async (context) => {
  const { bank, client, clock, createCharge } = await openBank(context, { refundDelayMs: 5000 });
  const { txid } = await createCharge('10.00');
  const { endToEndId } = bank.pay(txid);
  const path = `/v2/pix/${endToEndId}/devolucao/abc`;
  const asked = await client.call('PUT', path, { valor: '4.00', descricao: 'troca' });
  assert.equal(asked.status, 201);
  assert.equal(asked.body.status, 'EM_PROCESSAMENTO');
  assert.match(asked.body.rtrId, /^D\d{8}\d{12}[a-z0-9]{11}$/);
  assert.equal(bank.snapshot().balance, 600n);
  clock.advance(5000);
  const { body } = await client.call('GET', path);
  assert.equal(body.status, 'DEVOLVIDO');
  assert.equal(body.horario.liquidacao, '2026-03-10T12:00:05.000Z');
  const whole = await client.call('GET', `/v2/pix/${endToEndId}`);
  assert.equal(whole.body.devolucoes.length, 1);
  const missing = await client.call('GET', `/v2/pix/${endToEndId}/devolucao/outra`);
  assert.equal(missing.status, 404);
  assert.match(missing.body.type, /PixDevolucaoNaoEncontrada$/);
});

test('refunds never exceed the payment, and each refund id is used once', async (context) => {
  const { bank, client } = await openBank(context);
  const { endToEndId } = bank.receiveWithoutCharge(1000n, 'balcao');
  const refund = (id: string, valor: string) =>
    client.call('PUT', `/v2/pix/${endToEndId}/devolucao/${id}`, { valor });
  assert.equal((await refund('1', '6.00')).status, 201);
  const repeated = await refund('1', '1.00');
  assert.equal(repeated.status, 400);
  assert.match(repeated.body.type, /PixDevolucaoInvalida$/);
  assert.equal((await refund('2', '4.01')).status, 400);
  assert.equal((await refund('3', '0.00')).status, 400);
  assert.equal((await refund('4', '4.00')).status, 201);
  assert.equal((await refund('5', '0.01')).status, 400);
  assert.equal(bank.snapshot().balance, 0n);
});

test('a failed refund returns its money and can be requested again', async (context) => {
  const { bank, client, clock } = await openBank(context);
  const { endToEndId } = bank.receiveWithoutCharge(1000n);
  const path = `/v2/pix/${endToEndId}/devolucao`;
  bank.faults.add({ kind: 'not_realized', operation: 'settleRefund', times: 1 });
  await client.call('PUT', `${path}/1`, { valor: '10.00' });
  clock.advance(1000);
  const failed = await client.call('GET', `${path}/1`);
  assert.equal(failed.body.status, 'NAO_REALIZADO');
  assert.ok(failed.body.motivo);
  assert.equal(bank.snapshot().balance, 1000n);
  assert.equal((await client.call('PUT', `${path}/2`, { valor: '10.00' })).status, 201);
});

test('a refund without balance ends NAO_REALIZADO', async (context) => {
  const { bank, client, clock } = await openBank(context);
  const { endToEndId } = bank.receiveWithoutCharge(1000n);
  const other = bank.receiveWithoutCharge(500n);
  bank.takeBack(other.endToEndId, 500n);
  await client.call('PUT', '/v2/gn/pix/saque1', {
    valor: '9.00',
    pagador: { chave: bank.pixKey },
    favorecido: { chave: 'maria@example.com' },
  });
  const path = `/v2/pix/${endToEndId}/devolucao/1`;
  assert.equal((await client.call('PUT', path, { valor: '1.01' })).status, 201);
  clock.advance(1000);
  const { body } = await client.call('GET', path);
  assert.equal(body.status, 'NAO_REALIZADO');
  assert.match(body.motivo, /Saldo insuficiente/);
  assert.equal(bank.snapshot().balance, 100n);
});

test('a refund is accepted for 90 days after the payment and refused after that', async (context) => {
  const { bank, client, clock } = await openBank(context, LONG);
  const { endToEndId } = bank.receiveWithoutCharge(1000n);
  clock.advance(90 * DAY_MS);
  const path = `/v2/pix/${endToEndId}/devolucao`;
  assert.equal((await client.call('PUT', `${path}/1`, { valor: '1.00' })).status, 201);
  clock.advance(1);
  const late = await client.call('PUT', `${path}/2`, { valor: '1.00' });
  assert.equal(late.status, 400);
  assert.match(late.body.detail, /90 dias/);
});

test('Efí answers 400 and 409 where the standard has 404 and 400', async (context) => {
  const { bank, client } = await openBank(context, { dialect: 'efi' });
  const missing = await client.call('GET', `/v2/pix/${UNKNOWN}`);
  assert.equal(missing.status, 400);
  assert.equal(missing.body.nome, 'pix_nao_encontrado');
  const { endToEndId } = bank.receiveWithoutCharge(1000n);
  const path = `/v2/pix/${endToEndId}/devolucao/1`;
  await client.call('PUT', path, { valor: '1.00' });
  const repeated = await client.call('PUT', path, { valor: '1.00' });
  assert.equal(repeated.status, 409);
  assert.equal(repeated.body.nome, 'devolucao_id_duplicado');
});
