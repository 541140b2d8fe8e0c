import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasError, isDynamicPix, parsePix } from 'pix-utils';
import { chargeBody, createTxid, openBank } from './support/open-bank.ts';

test('answers match the published API', async (context) => {
  const { client, createCharge } = await openBank(context);
  const { findFaults } = await import('./support/published-api.ts');
  const { txid } = await createCharge('10.00');
  const { body } = await client.call('GET', `/v2/cob/${txid}`);
  const wrong = { ...body, status: 'PAGA', calendario: { expiracao: 'muito' } };
  const faults = findFaults({ method: 'GET', path: `/cob/${txid}`, status: 200, body: wrong });
  for (const place of ['/calendario', '/calendario/expiracao', '/status']) {
    assert.ok(
      faults.some((fault) => fault.includes(` ${place} `)),
      faults.join('\n'),
    );
  }
});

test('a charge is created and paid, and shows its payment', async (context) => {
  const { bank, client, createCharge } = await openBank(context);
  const created = await createCharge('123.45');
  assert.equal(created.status, 'ATIVA');
  assert.equal(created.revisao, 0);
  assert.equal(created.valor.original, '123.45');
  assert.equal(created.devedor.cpf, '12345678909');
  const payment = bank.pay(created.pixCopiaECola);
  assert.equal(payment.amount, 12_345n);
  assert.match(payment.endToEndId, /^E99999008202603101200[a-z0-9]{11}$/);
  const { body } = await client.call('GET', `/v2/cob/${created.txid}`);
  assert.equal(body.status, 'CONCLUIDA');
  assert.equal(body.pix[0].endToEndId, payment.endToEndId);
  assert.equal(body.pix[0].chave, bank.pixKey);
  assert.equal(bank.snapshot().balance, 12_345n);
  assert.throws(() => bank.pay(created.txid), /CONCLUIDA/);
  assert.equal(bank.pay(created.txid, { isForced: true, amount: 1n }).amount, 1n);
  const twice = await client.call('GET', `/v2/cob/${created.txid}`);
  assert.equal(twice.body.pix.length, 2);
});

test('other readers accept the code as a dynamic BR Code', async (context) => {
  const { createCharge } = await openBank(context, {
    accountName: 'Padaria São João & Filhos Ltda',
  });
  const { pixCopiaECola, location } = await createCharge('5.00');
  const parsed = parsePix(pixCopiaECola);
  assert.ok(!hasError(parsed) && isDynamicPix(parsed));
  assert.equal(parsed.url, location);
  assert.equal(parsed.merchantName, 'Padaria Sao Joao & Filhos');
});

test('POST chooses a txid, and revisions are kept', async (context) => {
  const { bank, client } = await openBank(context);
  const { body } = await client.call('POST', '/v2/cob', chargeBody(bank, '10.00'));
  assert.match(body.txid, /^[a-zA-Z0-9]{26,35}$/);
  const path = `/v2/cob/${body.txid}`;
  const revised = await client.call('PATCH', path, { valor: { original: '20.00' } });
  assert.equal(revised.status, 200);
  assert.equal(revised.body.revisao, 1);
  assert.equal(revised.body.valor.original, '20.00');
  assert.equal(revised.body.devedor.nome, 'Francisco da Silva');
  const first = await client.call('GET', `${path}?revisao=0`);
  assert.equal(first.body.valor.original, '10.00');
  const unknown = await client.call('GET', `${path}?revisao=9`);
  assert.equal(unknown.status, 400);
  assert.match(unknown.body.type, /CobConsultaInvalida$/);
});

test('a removed charge can be neither changed nor paid', async (context) => {
  const { bank, client, createCharge } = await openBank(context);
  const { txid } = await createCharge('10.00');
  const status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
  const mixed = await client.call('PATCH', `/v2/cob/${txid}`, {
    status,
    valor: { original: '1.00' },
  });
  assert.equal(mixed.status, 400);
  assert.match(mixed.body.type, /CobOperacaoInvalida$/);
  const removed = await client.call('PATCH', `/v2/cob/${txid}`, { status });
  assert.equal(removed.body.status, status);
  const again = await client.call('PATCH', `/v2/cob/${txid}`, { status });
  assert.equal(again.status, 400);
  const altered = await client.call('PUT', `/v2/cob/${txid}`, chargeBody(bank, '11.00'));
  assert.equal(altered.status, 400);
  assert.throws(() => bank.pay(txid), /REMOVIDA/);
});

test('PUT with a used txid changes the charge in the standard and is a 409 at Efí', async (context) => {
  const standard = await openBank(context);
  const { txid } = await standard.createCharge('10.00');
  const same = await standard.client.call(
    'PUT',
    `/v2/cob/${txid}`,
    chargeBody(standard.bank, '10.00'),
  );
  assert.equal(same.status, 201);
  assert.equal(same.body.revisao, 0);
  const altered = await standard.client.call(
    'PUT',
    `/v2/cob/${txid}`,
    chargeBody(standard.bank, '12.00'),
  );
  assert.equal(altered.body.revisao, 1);
  assert.equal(altered.body.valor.original, '12.00');
  const efi = await openBank(context, { dialect: 'efi' });
  const charge = await efi.createCharge('10.00');
  const body = chargeBody(efi.bank, '10.00');
  const repeated = await efi.client.call('PUT', `/v2/cob/${charge.txid}`, body);
  assert.equal(repeated.status, 409);
  assert.equal(repeated.body.nome, 'txid_duplicado');
  const unknown = await efi.client.call('GET', `/v2/cob/${createTxid()}`);
  assert.equal(unknown.status, 400);
  assert.equal(unknown.body.nome, 'cobranca_nao_encontrada');
});

test('an expired charge stays ATIVA and can be paid only with force', async (context) => {
  const tokenLifetimeSeconds = 86_400;
  const { bank, client, clock, createCharge } = await openBank(context, { tokenLifetimeSeconds });
  const { txid } = await createCharge('10.00');
  clock.advance(3_600_001);
  const { body } = await client.call('GET', `/v2/cob/${txid}`);
  assert.equal(body.status, 'ATIVA');
  assert.throws(() => bank.pay(txid), /vencida/);
  bank.pay(txid, { isForced: true });
  assert.equal(bank.charge(txid)?.status, 'CONCLUIDA');
});

const WRONG_BODIES: readonly [what: string, changes: object][] = [
  ['an amount of zero', { valor: { original: '0.00' } }],
  ['an amount without cents', { valor: { original: '10' } }],
  ['an amount as a number', { valor: { original: 10 } }],
  ['an expiry of zero', { calendario: { expiracao: 0 } }],
  ['a key of somebody else', { chave: 'outra@example.com' }],
  ['a wrong CPF', { devedor: { cpf: '12345678900', nome: 'Francisco' } }],
  ['two documents', { devedor: { cpf: '12345678909', cnpj: '11222333000181', nome: 'F' } }],
  ['a text that is too long', { solicitacaoPagador: 'x'.repeat(141) }],
  ['a location that does not exist', { loc: { id: 999 } }],
  ['a field that nobody knows', { notification_url: 'https://example.com' }],
];

for (const [what, changes] of WRONG_BODIES) {
  test(`a charge with ${what} is a CobOperacaoInvalida`, async (context) => {
    const { bank, client } = await openBank(context);
    const body = { ...chargeBody(bank, '10.00'), ...changes };
    const answer = await client.call('PUT', `/v2/cob/${createTxid()}`, body);
    assert.equal(answer.status, 400, answer.text);
    assert.equal(answer.body.type, 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida');
    assert.match(String(answer.headers['content-type']), /^application\/problem\+json/);
    assert.equal(bank.snapshot().charges.length, 0);
  });
}

test('a txid of the wrong length and a body that isn’t JSON are refused', async (context) => {
  const { bank, client } = await openBank(context);
  const short = await client.call('PUT', '/v2/cob/curto', chargeBody(bank, '10.00'));
  assert.equal(short.status, 400);
  assert.match(short.body.type, /CobOperacaoInvalida$/);
  const path = `/v2/cob/${createTxid()}`;
  const text = await client.call('PUT', path, undefined, {
    headers: { 'content-type': 'application/json' },
  });
  assert.equal(text.status, 400);
  const missing = await client.call('GET', path);
  assert.equal(missing.status, 404);
  assert.match(missing.body.type, /CobNaoEncontrado$/);
});

test('charges are listed by period, status and debtor, in pages', async (context) => {
  const { bank, client, clock, createCharge } = await openBank(context);
  for (let number = 1; number <= 5; number += 1) {
    await createCharge(`${number}.00`);
    clock.advance(1000);
  }
  const cnpj = '12ABC34501DE35';
  await createCharge('6.00', { devedor: { cnpj, nome: 'Empresa' } });
  bank.pay(bank.snapshot().charges[0]?.txid ?? '');
  const day = 'inicio=2026-03-10T00:00:00Z&fim=2026-03-10T23:59:59Z';
  const paging = 'paginacao.itensPorPagina=4&paginacao.paginaAtual=1';
  const { body } = await client.call('GET', `/v2/cob?${day}&${paging}`);
  assert.equal(body.cobs.length, 2);
  assert.deepEqual(body.parametros.paginacao, {
    paginaAtual: 1,
    itensPorPagina: 4,
    quantidadeDePaginas: 2,
    quantidadeTotalDeItens: 6,
  });
  const paid = await client.call('GET', `/v2/cob?${day}&status=CONCLUIDA`);
  assert.equal(paid.body.cobs.length, 1);
  const ofCompany = await client.call('GET', `/v2/cob?${day}&cnpj=${cnpj}`);
  assert.equal(ofCompany.body.cobs.length, 1);
  const later = 'inicio=2026-03-11T00:00:00Z&fim=2026-03-12T00:00:00Z';
  const none = await client.call('GET', `/v2/cob?${later}`);
  assert.equal(none.body.parametros.paginacao.quantidadeDePaginas, 1);
  for (const wrong of ['inicio=2026-03-10T00:00:00Z', `${day}&paginacao.itensPorPagina=1001`]) {
    const answer = await client.call('GET', `/v2/cob?${wrong}`);
    assert.equal(answer.status, 400);
    assert.match(answer.body.type, /CobConsultaInvalida$/);
  }
});
