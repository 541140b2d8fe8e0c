import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays } from '#src/ground/brazilian-days.ts';
import { COB, newTxid, openStandardClient, TEST_KEY, typeOf } from '../support/api-pix.ts';
import {
  DEBTOR,
  fieldRequests,
  type Problem,
  patched,
  RULES,
  refused,
  type Shown,
} from '../support/api-pix-fields.ts';
import { createMerchantWithKeys, until } from '../support/gateway.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const { openClient, put, due: DUE, cobv: COBV } = fieldRequests(gateway);

test('zero and empty fields of the document are taken as not sent', async () => {
  const client = await openClient();
  const zero = (modalidade: number) => ({ modalidade, valorPerc: '0.00' });
  const zeros = { multa: zero(2), juros: zero(3), abatimento: zero(1), desconto: zero(5) };
  const { path, shown } = await put(client, 'cobv', { valor: { original: '10.00', ...zeros } });
  assert.deepEqual(shown.valor, { original: '10.00' });
  const days = { modalidade: 1, descontoDataFixa: [{ data: DUE, valorPerc: '0.00' }] };
  await patched(client, path, { valor: { multa: RULES.multa, desconto: days } });
  const bare = await patched(client, path, { valor: zeros });
  assert.deepEqual([bare.revisao, bare.valor], [2, { original: '10.00' }]);
  const address = { logradouro: '', cidade: '', uf: '', cep: '', email: '', cnpj: '' };
  const none = await put(client, 'cobv', { devedor: { ...DEBTOR, ...address } });
  assert.deepEqual(none.shown.devedor, DEBTOR);
  const place = { cidade: 'São Paulo', uf: 'sp' };
  const part = await put(client, 'cobv', { devedor: { ...DEBTOR, ...place } });
  assert.deepEqual(part.shown.devedor, { ...DEBTOR, cidade: 'São Paulo', uf: 'SP' });
  const extras = [{ nome: 'Obs', valor: '' }];
  const { shown: cob } = await put(client, 'cob', { infoAdicionais: extras });
  assert.deepEqual(cob.infoAdicionais, extras);
});

test('limits count characters, so an emoji is one', async () => {
  const client = await openClient();
  const pizzas = (count: number) => '🍕'.repeat(count);
  const extras = [{ nome: pizzas(50), valor: pizzas(200) }];
  const devedor = { ...DEBTOR, nome: pizzas(200) };
  const texts = { devedor, solicitacaoPagador: pizzas(140), infoAdicionais: extras };
  const { path, shown } = await put(client, 'cobv', texts);
  assert.deepEqual(
    [shown.devedor, shown.solicitacaoPagador, shown.infoAdicionais],
    [devedor, texts.solicitacaoPagador, extras],
  );
  for (const [name, change] of [
    ['cobv.solicitacaoPagador', { solicitacaoPagador: pizzas(141) }],
    ['cobv.devedor.nome', { devedor: { ...DEBTOR, nome: pizzas(201) } }],
    ['cobv.infoAdicionais[0].nome', { infoAdicionais: [{ nome: pizzas(51), valor: 'x' }] }],
  ] as const) {
    assert.deepEqual(await refused(client, ['PATCH', path], change), [name]);
  }
  const txid = newTxid();
  const lot = { descricao: pizzas(255), cobsv: [{ txid, ...COBV }] };
  assert.equal((await client.call('PUT', '/lotecobv/78', lot)).status, 202);
});

test('a reason of a refund comes back whole or cut between characters', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const client = await openStandardClient(gateway, keys);
  const { path } = await put(client, 'cob');
  const txid = path.split('/').at(-1);
  const found = await gateway.call<{ data: { internal_id: string }[] }>(
    'GET',
    `/v1/transactions?external_id=${txid}`,
    { keys },
  );
  const id = found.body.data[0]?.internal_id;
  await gateway.call('POST', `/v1/test/charges/${id}/pay`, { keys });
  for (const reason of [`${'a'.repeat(139)}😀`, '😀'.repeat(140)]) {
    const body = { amount: 100, reason };
    const made = await gateway.call('POST', `/v1/transactions/${id}/refund`, { keys, body });
    assert.equal(made.status, 201, made.text);
  }
  const read = await client.call<{ pix: { endToEndId: string; devolucoes: object[] }[] }>(
    'GET',
    path,
  );
  const [pix] = read.body.pix;
  assert.deepEqual(
    pix?.devolucoes.map((one) => (one as { descricao: string }).descricao),
    [`${'a'.repeat(139)}😀`, '😀'.repeat(140)],
  );
  const lines = { valor: '1.00', descricao: 'Troca\nPedido 42' };
  const put1 = await client.call('PUT', `/pix/${pix?.endToEndId}/devolucao/1`, lines);
  assert.deepEqual([put1.status, put1.body.descricao], [201, lines.descricao], put1.text);
  const half = { valor: '1.00', descricao: `${'b'.repeat(5)}\ud83d` };
  const wrong = await client.call('PUT', `/pix/${pix?.endToEndId}/devolucao/2`, half);
  assert.ok(wrong.status === 400 && wrong.text.isWellFormed() && !wrong.text.includes('\\ud83d'));
});

test('a Pix key is the same in capitals, and is answered in the form of the DICT', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const client = await openStandardClient(gateway, keys);
  const chave = TEST_KEY.toUpperCase();
  for (const kind of ['cob', 'cobv'] as const) {
    const { path, shown } = await put(client, kind, { chave });
    assert.equal(shown.chave, TEST_KEY);
    assert.equal((await patched(client, path, { chave })).revisao, 0);
    const body = { ...(kind === 'cob' ? COB : COBV), chave };
    assert.equal((await client.call<Shown>('PUT', path, body)).body.revisao, 0);
  }
  const txid = newTxid();
  const lot = { descricao: 'Mensalidades', cobsv: [{ txid, ...COBV, chave }] };
  assert.equal((await client.call('PUT', '/lotecobv/79', lot)).status, 202);
  const ofLot = await until('the charge of the lot is made', async () => {
    await gateway.settle();
    const read = await client.call('GET', `/cobv/${txid}`);
    return read.status === 200 && read;
  });
  assert.equal(ofLot.body.chave, TEST_KEY);
  const webhook = { webhookUrl: 'https://loja.example/pix' };
  assert.equal((await client.call('PUT', `/webhook/${chave}`, webhook)).status, 200);
  assert.equal((await client.call('GET', `/webhook/${chave}`)).body.chave, TEST_KEY);
  assert.equal((await client.call('DELETE', `/webhook/${chave}`)).status, 204);
  const foreign = { ...COB, chave: '7d9f0335-8dcc-4054-9bf9-0dbd61d36907' };
  assert.deepEqual(await refused(client, ['PUT', `/cob/${newTxid()}`], foreign), ['cob.chave']);
});

test('instants, txids of lists and token bodies are read as their documents write them', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const client = await openStandardClient(gateway, keys);
  const times = 'inicio=2026-11-20t00:00:00z&fim=2099-11-21T00:00:00Z';
  assert.equal((await client.call('GET', `/cob?${times}`)).status, 200);
  assert.equal((await client.call('GET', `/pix?${times}&txid=PEDIDO42`)).status, 200);
  const long = await client.call('GET', `/pix?${times}&txid=${'a'.repeat(36)}`);
  assert.equal(typeOf(long), 'PixConsultaInvalida');
  const body = {
    grant_type: 'client_credentials',
    client_id: keys['client-id'],
    client_secret: keys['client-secret'],
  };
  const token = await fetch(`${gateway.url}/pix/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(`\u{FEFF}${JSON.stringify(body)}`),
  });
  assert.equal(token.status, 200, await token.text());
});

test('faults of rules are told in the words and at the fields of the document', async () => {
  const client = await openClient();
  const wrong = (valor: object, calendario: object = {}) =>
    client.call<Problem>('PUT', `/cobv/${newTxid()}`, {
      ...COBV,
      valor: { original: '100.00', ...valor },
      calendario: { ...COBV.calendario, ...calendario },
    });
  const late = { modalidade: 1, descontoDataFixa: [{ data: addDays(DUE, 1), valorPerc: '1.00' }] };
  const answers = [
    await wrong({}, { dataDeVencimento: '2027-6-15' }),
    await wrong({}, { validadeAposVencimento: -1 }),
    await wrong({}, { dataDeVencimento: '2020-01-01' }),
    await wrong({ desconto: late }),
    await wrong({
      desconto: { modalidade: 2, descontoDataFixa: [{ data: DUE, valorPerc: '100.00' }] },
    }),
    await wrong({ abatimento: { modalidade: 2, valorPerc: '100.00' } }),
  ];
  assert.deepEqual(
    answers.map(({ body }) => body.violacoes?.map(({ propriedade }) => propriedade)),
    [
      ['cobv.calendario.dataDeVencimento'],
      ['cobv.calendario.validadeAposVencimento'],
      ['cobv.calendario.dataDeVencimento'],
      ['cobv.valor.desconto.descontoDataFixa[0].data'],
      ['cobv.valor.desconto'],
      ['cobv.valor.abatimento'],
    ],
  );
  for (const { text } of answers) assert.doesNotMatch(text, /details|due_date|discounts/);
});

test('an expiry that would be over already is named, and changes nothing', async () => {
  const client = await openClient();
  const { path } = await put(client, 'cob', { calendario: { expiracao: 3_600 } });
  gateway.clock.advance(300_000);
  const change = { calendario: { expiracao: 200 }, valor: { original: '1.00' } };
  const expiry = ['cob.calendario.expiracao'];
  assert.deepEqual(await refused(client, ['PATCH', path], change), expiry);
  const read = await client.call<Shown>('GET', path);
  assert.deepEqual([read.body.revisao, read.body.valor.original], [0, '100.00']);
});
