import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays } from '#src/ground/brazilian-days.ts';
import { newTxid, typeOf } from '../support/api-pix.ts';
import {
  DEBTOR,
  fieldRequests,
  patched,
  RULES,
  refused,
  type Shown,
} from '../support/api-pix-fields.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const { openClient, put, due: DUE, cobv: COBV } = fieldRequests(gateway);

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

test('null in a revision removes payer and texts of an immediate charge', async () => {
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
