import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import {
  COB,
  newTxid,
  openStandardClient,
  type StandardClient,
  TEST_KEY,
  typeOf,
} from '../support/api-pix.ts';
import { createMerchantWithKeys, until } from '../support/gateway.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const DUE = addDays(brazilianDayOf(gateway.clock.now()), 30);
const DEBTOR = { cpf: '52998224725', nome: 'Ana Teste' };
const COBV = {
  calendario: { dataDeVencimento: DUE },
  ...{ devedor: DEBTOR, valor: { original: '100.00' }, chave: TEST_KEY },
};
const RULES = {
  multa: { modalidade: 2, valorPerc: '2.00' },
  juros: { modalidade: 2, valorPerc: '1.00' },
  abatimento: { modalidade: 1, valorPerc: '1.00' },
  desconto: { modalidade: 3, valorPerc: '0.10' },
};

interface Shown extends Record<string, unknown> {
  readonly revisao: number;
  readonly valor: Readonly<Record<string, unknown>>;
  readonly calendario: Readonly<Record<string, unknown>>;
  readonly devedor?: Readonly<Record<string, unknown>>;
  readonly loc?: { readonly id: number };
  readonly location: string;
}

interface Problem extends Record<string, unknown> {
  readonly detail: string;
  readonly violacoes?: readonly { readonly razao: string; readonly propriedade: string }[];
}

async function openClient(): Promise<StandardClient> {
  const { keys } = await createMerchantWithKeys(gateway);
  return openStandardClient(gateway, keys);
}

async function put(client: StandardClient, kind: 'cob' | 'cobv', change: object = {}) {
  const path = `/${kind}/${newTxid()}`;
  const body = { ...(kind === 'cob' ? COB : COBV), ...change };
  const made = await client.call<Shown>('PUT', path, body);
  assert.equal(made.status, 201, made.text);
  return { path, shown: made.body };
}

async function patched(client: StandardClient, path: string, change: object): Promise<Shown> {
  const answer = await client.call<Shown>('PATCH', path, change);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

/** Sends a body that must be refused, and returns the fields that it names. */
async function refused(
  client: StandardClient,
  [method, path]: readonly [string, string],
  body: unknown,
): Promise<readonly string[]> {
  const answer = await client.call<Problem>(method, path, body);
  assert.equal(answer.status, 400, `${JSON.stringify(body)} ${answer.text}`);
  return (answer.body.violacoes ?? []).map(({ propriedade }) => propriedade);
}

test('null in a revision removes fine, interest, rebate and discount', async () => {
  const client = await openClient();
  const { path, shown } = await put(client, 'cobv', { valor: { original: '100.00', ...RULES } });
  const late = async () => {
    const token = shown.location.split('/').at(-1);
    const query = `?DPP=${addDays(DUE, 5)}`;
    const answer = await fetch(`${gateway.url}/qr/v2/cobv/${token}${query}`);
    const [, payload = ''] = (await answer.text()).split('.');
    return JSON.parse(Buffer.from(payload, 'base64url').toString()).valor.final;
  };
  assert.notEqual(await late(), '100.00');
  const valor = { multa: null, juros: null, abatimento: null, desconto: null };
  const revised = await patched(client, path, { valor });
  assert.deepEqual([revised.revisao, revised.valor], [1, { original: '100.00' }]);
  assert.equal(await late(), '100.00');
});

test('null in a revision removes payer and texts of an immediate charge, and its location', async () => {
  const client = await openClient();
  const texts = { solicitacaoPagador: 'Pedido 1', infoAdicionais: [{ nome: 'Mesa', valor: '7' }] };
  const { path } = await put(client, 'cob', { devedor: DEBTOR, ...texts });
  const nulls = { devedor: null, solicitacaoPagador: null, infoAdicionais: null };
  const bare = await patched(client, path, nulls);
  assert.deepEqual(
    [bare.revisao, bare.devedor, bare.solicitacaoPagador, bare.infoAdicionais],
    [1, undefined, undefined, undefined],
  );
});

for (const kind of ['cob', 'cobv'] as const) {
  test(`null takes the location away from a ${kind}, which can then get another one`, async () => {
    const client = await openClient();
    const { path, shown } = await put(client, kind);
    const moved = await patched(client, path, { loc: null });
    assert.deepEqual(
      [moved.revisao, moved.loc, moved.location, moved.pixCopiaECola],
      [0, undefined, undefined, undefined],
    );
    const freed = await client.call<{ txid?: string }>('GET', `/loc/${shown.loc?.id}`);
    assert.deepEqual([freed.status, freed.body.txid], [200, undefined]);
    assert.equal((await patched(client, path, { loc: null })).location, undefined);
    const other = await client.call<{ id: number }>('POST', '/loc', { tipoCob: kind });
    const placed = await patched(client, path, { loc: { id: other.body.id } });
    assert.deepEqual([placed.revisao, placed.loc?.id], [0, other.body.id]);
  });
}

test('null for a field that a charge must have is refused by name, and changes nothing', async () => {
  const client = await openClient();
  const { path: cob } = await put(client, 'cob', { solicitacaoPagador: 'Pedido' });
  const { path: cobv } = await put(client, 'cobv');
  const shared = ['calendario', 'valor', 'chave', 'status'];
  for (const [path, names] of [
    [cob, shared],
    [cobv, [...shared, 'devedor']],
  ] as const) {
    const kind = path.split('/')[1];
    for (const name of names) {
      const wrong = { [name]: null, solicitacaoPagador: 'Outro' };
      assert.deepEqual(await refused(client, ['PATCH', path], wrong), [`${kind}.${name}`]);
    }
    const inner = { valor: { original: null } };
    assert.deepEqual(await refused(client, ['PATCH', path], inner), [`${kind}.valor.original`]);
    const read = await client.call<Shown>('GET', path);
    assert.equal(read.body.revisao, 0);
  }
  for (const [path, field] of [
    [cob, 'expiracao'],
    [cobv, 'dataDeVencimento'],
    [cobv, 'validadeAposVencimento'],
  ] as const) {
    const [name] = await refused(client, ['PATCH', path], { calendario: { [field]: null } });
    assert.equal(name, `${path.split('/')[1]}.calendario.${field}`);
  }
});

test('a revision of the same payer keeps e-mail and address that it does not name', async () => {
  const client = await openClient();
  const address = { logradouro: 'Rua 1, 2', cidade: 'Recife', uf: 'PE', cep: '50030230' };
  const devedor = { ...DEBTOR, email: 'ana@casa.example', ...address };
  const { path } = await put(client, 'cobv', { devedor });
  const renamed = await patched(client, path, { devedor: { ...DEBTOR, nome: 'Ana Lima' } });
  assert.deepEqual(renamed.devedor, { ...devedor, nome: 'Ana Lima' });
  const change = { ...DEBTOR, email: null, logradouro: null, cep: '50030-231' };
  const revised = await patched(client, path, { devedor: change });
  assert.deepEqual(revised.devedor, { ...DEBTOR, cidade: 'Recife', uf: 'PE', cep: '50030231' });
  const other = { cpf: '12345678909', nome: 'Outra Pessoa' };
  assert.deepEqual((await patched(client, path, { devedor: other })).devedor, other);
});

test('a number of days that cannot be read is refused, and the charge keeps its own', async () => {
  const client = await openClient();
  const calendario = { dataDeVencimento: DUE, validadeAposVencimento: 5 };
  const { path } = await put(client, 'cobv', { calendario });
  const name = 'cobv.calendario.validadeAposVencimento';
  for (const wrong of ['30 dias', '-1', -1, '', true, [], {}, 1.5, 36_501]) {
    const change = { calendario: { validadeAposVencimento: wrong } };
    assert.deepEqual(await refused(client, ['PATCH', path], change), [name]);
    const whole = { ...COBV, calendario: { ...calendario, validadeAposVencimento: wrong } };
    assert.deepEqual(await refused(client, ['PUT', `/cobv/${newTxid()}`], whole), [name]);
  }
  const read = await client.call<Shown>('GET', path);
  assert.deepEqual([read.body.revisao, read.body.calendario.validadeAposVencimento], [0, 5]);
  const text = await patched(client, path, { calendario: { validadeAposVencimento: '7' } });
  assert.equal(text.calendario.validadeAposVencimento, 7);
});

test('fields of a wrong type are refused by name, never taken as missing', async () => {
  const client = await openClient();
  const wrongs = [5, true, [], {}, 'x'.repeat(300)];
  const fields: readonly (readonly [string, (value: unknown) => object, readonly unknown[]])[] = [
    ['cobv.calendario.dataDeVencimento', (v) => ({ calendario: { dataDeVencimento: v } }), wrongs],
    ['cobv.chave', (chave) => ({ chave }), wrongs],
    ['cobv.solicitacaoPagador', (v) => ({ solicitacaoPagador: v }), wrongs],
    ['cobv.infoAdicionais', (v) => ({ infoAdicionais: v }), [5, true, {}, 'x']],
    ['cobv.loc', (loc) => ({ loc }), [5, true, [], 'x']],
    ['cobv.loc.id', (id) => ({ loc: { id } }), [1.5, true, [], {}, 'x', -1]],
    ['cobv.valor', (valor) => ({ valor }), [5, true, [], 'x']],
    ['cobv.valor.multa', (multa) => ({ valor: { multa } }), [5, true, [], 'x']],
    ['cobv.valor.desconto', (desconto) => ({ valor: { desconto } }), [5, true, [], 'x']],
    ['cobv.devedor.cpf', (cpf) => ({ devedor: { ...DEBTOR, cpf } }), wrongs],
    ['cobv.devedor.nome', (nome) => ({ devedor: { ...DEBTOR, nome } }), wrongs],
    [
      'cobv.devedor.email',
      (email) => ({ devedor: { ...DEBTOR, email } }),
      [5, 'a@b.example, c@d.example'],
    ],
    ['cobv.devedor.uf', (uf) => ({ devedor: { ...DEBTOR, uf } }), [...wrongs, 'Pernambuco']],
    ['cobv.devedor.cep', (cep) => ({ devedor: { ...DEBTOR, cep } }), [...wrongs, '123']],
  ];
  const { path } = await put(client, 'cobv');
  for (const [name, change, values] of fields) {
    for (const value of values) {
      const found = await refused(client, ['PATCH', path], change(value));
      assert.ok(found.includes(name), `${name} ${JSON.stringify(value)}: ${found.join()}`);
    }
  }
  assert.equal((await client.call<Shown>('GET', path)).body.revisao, 0);
});

test('of two fields that exclude each other none is dropped', async () => {
  const client = await openClient();
  const days = [{ data: DUE, valorPerc: '10.00' }];
  const both = { valorPerc: '5.00', descontoDataFixa: days };
  for (const [modalidade, name] of [
    [1, 'valorPerc'],
    [5, 'descontoDataFixa'],
  ] as const) {
    const valor = { original: '100.00', desconto: { modalidade, ...both } };
    const names = await refused(client, ['PUT', `/cobv/${newTxid()}`], { ...COBV, valor });
    assert.deepEqual(names, [`cobv.valor.desconto.${name}`]);
  }
  const nulls = { modalidade: 1, valorPerc: null, descontoDataFixa: days };
  const { shown } = await put(client, 'cobv', { valor: { original: '100.00', desconto: nulls } });
  assert.deepEqual(shown.valor.desconto, { modalidade: 1, descontoDataFixa: days });
  const two = { devedor: { ...DEBTOR, cnpj: '11222333000181' } };
  assert.deepEqual(await refused(client, ['PUT', `/cobv/${newTxid()}`], { ...COBV, ...two }), [
    'cobv.devedor',
  ]);
});

test('null in a revision of a recurrence, of a lot or of a removal is refused', async () => {
  const client = await openClient();
  const rec = await client.call<{ idRec: string }>('POST', '/rec', {
    vinculo: { contrato: '63100862', devedor: DEBTOR, objeto: 'Assinatura' },
    calendario: { dataInicial: DUE, periodicidade: 'MENSAL' },
    valor: { valorRec: '35.00' },
    politicaRetentativa: 'NAO_PERMITE',
  });
  assert.equal(rec.status, 201, rec.text);
  const path = `/rec/${rec.body.idRec}`;
  for (const [name, change] of [
    ['rec.loc', { loc: null }],
    ['rec.calendario', { calendario: null }],
    ['rec.calendario.dataInicial', { calendario: { dataInicial: null } }],
    ['rec.vinculo', { vinculo: null }],
    ['rec.vinculo.devedor', { vinculo: { devedor: null } }],
    ['rec.ativacao', { ativacao: null }],
    ['rec.status', { status: null }],
  ] as const) {
    assert.deepEqual(await refused(client, ['PATCH', path], change), [name]);
  }
  const txid = newTxid();
  const lot = { descricao: 'Mensalidades', cobsv: [{ txid, ...COBV }] };
  assert.equal((await client.call('PUT', '/lotecobv/77', lot)).status, 202);
  await gateway.settle();
  for (const [name, change] of [
    ['loteCobV.descricao', { descricao: null }],
    ['loteCobV.cobsV', { cobsv: null }],
  ] as const) {
    assert.deepEqual(await refused(client, ['PATCH', '/lotecobv/77'], change), [name]);
  }
  const removal = await client.call('PATCH', `/cobv/${txid}`, { status: 'REMOVIDA_PELO_PSP' });
  assert.equal(typeOf(removal), 'CobVOperacaoInvalida');
});

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
    ...{ grant_type: 'client_credentials', client_id: keys['client-id'] },
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
