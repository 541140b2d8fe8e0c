import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import {
  COB,
  newTxid,
  openStandardClient,
  type StandardClient,
  TEST_KEY,
  typeOf,
} from '../support/api-pix.ts';
import { CHARGE, createMerchantWithKeys } from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const TODAY = brazilianDayOf(gateway.clock.now());
const DUE = businessDayFrom(addDays(TODAY, 9));
const DEBTOR = {
  cpf: '12345678909',
  nome: 'Francisco da Silva',
  email: 'francisco@casa.example',
  logradouro: 'Rua 1, 2',
  cidade: 'Recife',
  uf: 'PE',
  cep: '50030230',
};
const VALUE = {
  original: '123.45',
  multa: { modalidade: 2, valorPerc: '2.00' },
  juros: { modalidade: 3, valorPerc: '1.00' },
  abatimento: { modalidade: 1, valorPerc: '5.00' },
  desconto: {
    modalidade: 1,
    descontoDataFixa: [{ data: addDays(DUE, -2), valorPerc: '3.00' }],
  },
};
const COBV = {
  calendario: { dataDeVencimento: DUE, validadeAposVencimento: 10 },
  devedor: DEBTOR,
  valor: VALUE,
  chave: TEST_KEY,
  solicitacaoPagador: 'Mensalidade',
};

interface Cobv extends Record<string, unknown> {
  readonly txid: string;
  readonly revisao: number;
  readonly status: string;
  readonly calendario: Readonly<Record<string, unknown>>;
}

async function openMerchant() {
  const merchant = await createMerchantWithKeys(gateway);
  return { ...merchant, client: await openStandardClient(gateway, merchant.keys) };
}

async function put(client: StandardClient, txid: string, change: object = {}) {
  const made = await client.call<Cobv>('PUT', `/cobv/${txid}`, { ...COBV, ...change });
  assert.equal(made.status, 201, made.text);
  return made.body;
}

const listOf = (name: string, query = '') => {
  const day = (ms: number) => encodeURIComponent(new Date(ms).toISOString());
  const now = gateway.clock.now();
  return `/${name}?inicio=${day(now - 3_600_000)}&fim=${day(now + 3_600_000)}${query}`;
};

test('a charge with a due date of the standard is the same charge in /v1, and is paid there', async () => {
  const { client, keys } = await openMerchant();
  const txid = newTxid();
  const made = await put(client, txid);
  const { pixCopiaECola, location, loc: _, recebedor, calendario, ...shown } = made;
  assert.deepEqual(shown, {
    txid,
    revisao: 0,
    status: 'ATIVA',
    devedor: DEBTOR,
    valor: VALUE,
    chave: TEST_KEY,
    solicitacaoPagador: 'Mensalidade',
  });
  assert.deepEqual({ ...calendario, criacao: '' }, { criacao: '', ...COBV.calendario });
  assert.match(String(location), /\/cobv\//);
  assert.ok(String(pixCopiaECola).includes(String(location)));
  assert.ok((recebedor as { cep: string }).cep);
  const path = `/v1/transactions?external_id=${txid}`;
  const { body } = await gateway.call<{ data: Record<string, unknown>[] }>('GET', path, { keys });
  const [charge] = body.data;
  const due = charge?.due as Record<string, unknown>;
  // 123.45 less a rebate of 5.00 and, until two days before, a discount of 3.00.
  assert.deepEqual([charge?.amount, due.due_date, due.payable_today], [12_345, DUE, 11_545]);
  const paid = await gateway.call('POST', `/v1/test/charges/${charge?.internal_id}/pay`, { keys });
  assert.equal(paid.body.paid_amount, 11_545, paid.text);
  const read = await client.call<Cobv & { pix: Record<string, unknown>[] }>('GET', `/cobv/${txid}`);
  assert.equal(read.body.status, 'CONCLUIDA');
  const [pix] = read.body.pix;
  assert.equal(pix?.valor, '115.45');
  assert.deepEqual(pix?.componentesValor, {
    original: { valor: '123.45' },
    abatimento: { valor: '5.00' },
    desconto: { valor: '3.00' },
  });
  assert.deepEqual(await failedChecks(gateway), []);
});

test('the e-mail of a debtor is one address', async () => {
  const { client } = await openMerchant();
  for (const email of [
    'ana@casa.example,rui@casa.example',
    'ana@casa.example;rui@casa.example',
    'Ana <ana@casa.example>',
    'ana@casa.example rui@casa.example',
    'ana@casa',
  ]) {
    const body = { ...COBV, devedor: { ...DEBTOR, email } };
    const refused = await client.call('PUT', `/cobv/${newTxid()}`, body);
    assert.equal(refused.status, 400, email);
    assert.match(refused.text, /"cobv\.devedor\.email"/, email);
  }
});

test('the same PUT changes nothing, another one revises, and revisions are kept', async () => {
  const { client, keys } = await openMerchant();
  const txid = newTxid();
  await put(client, txid);
  assert.equal((await put(client, txid)).revisao, 0);
  const { email: _, ...withoutMail } = DEBTOR;
  const valor = { original: '200.00' };
  const second = await put(client, txid, { valor, devedor: withoutMail });
  assert.deepEqual([second.revisao, second.valor, second.devedor], [1, valor, withoutMail]);
  const calendario = { dataDeVencimento: addDays(DUE, 30) };
  const third = await client.call<Cobv>('PATCH', `/cobv/${txid}`, { calendario });
  assert.equal(third.status, 200, third.text);
  assert.deepEqual([third.body.revisao, third.body.valor], [2, valor]);
  assert.equal(third.body.calendario.validadeAposVencimento, 10);
  const texts = { solicitacaoPagador: 'Outra', infoAdicionais: [{ nome: 'Mesa', valor: '7' }] };
  const fourth = await client.call<Cobv>('PATCH', `/cobv/${txid}`, texts);
  assert.deepEqual([fourth.body.revisao, fourth.body.solicitacaoPagador], [3, 'Outra']);
  const revisions = [];
  for (const revision of [0, 1, 2, 3]) {
    const { body } = await client.call<Cobv>('GET', `/cobv/${txid}?revisao=${revision}`);
    const { devedor, calendario: days } = body;
    const day = days.dataDeVencimento;
    revisions.push([
      body.revisao,
      body.solicitacaoPagador,
      (devedor as { email?: string }).email,
      day,
    ]);
  }
  assert.deepEqual(revisions, [
    [0, 'Mensalidade', DEBTOR.email, DUE],
    [1, 'Mensalidade', undefined, DUE],
    [2, 'Mensalidade', undefined, addDays(DUE, 30)],
    [3, 'Outra', undefined, addDays(DUE, 30)],
  ]);
  const unknown = await client.call('GET', `/cobv/${txid}?revisao=4`);
  assert.deepEqual([unknown.status, typeOf(unknown)], [400, 'CobVConsultaInvalida']);
  const path = `/v1/transactions?external_id=${txid}`;
  const { body } = await gateway.call<{ data: { payer: object }[] }>('GET', path, { keys });
  assert.deepEqual(
    body.data.map(({ payer }) => (payer as { email?: string | null }).email),
    [null],
  );
});

test('a removed charge is removed once, and keeps its txid', async () => {
  const { client } = await openMerchant();
  const txid = newTxid();
  await put(client, txid);
  const body = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
  const removed = await client.call<Cobv>('PATCH', `/cobv/${txid}`, body);
  assert.deepEqual([removed.status, removed.body.status], [200, body.status], removed.text);
  const again = await client.call('PATCH', `/cobv/${txid}`, body);
  assert.deepEqual([again.status, typeOf(again)], [400, 'CobVOperacaoInvalida']);
  const changed = await client.call('PUT', `/cobv/${txid}`, { ...COBV, solicitacaoPagador: 'x' });
  assert.deepEqual([changed.status, typeOf(changed)], [400, 'CobVOperacaoInvalida']);
});

test('a txid is of one charge, immediate or with a due date, and of one merchant', async () => {
  const { client } = await openMerchant();
  const other = await openMerchant();
  const txid = newTxid();
  await put(client, txid);
  const cob = await client.call('PUT', `/cob/${txid}`, COB);
  assert.deepEqual([cob.status, typeOf(cob)], [400, 'CobOperacaoInvalida'], cob.text);
  assert.equal((await client.call('GET', `/cob/${txid}`)).status, 404);
  assert.equal((await other.client.call('GET', `/cobv/${txid}`)).status, 404);
  const second = newTxid();
  assert.equal((await client.call('PUT', `/cob/${second}`, COB)).status, 201);
  const cobv = await client.call('PUT', `/cobv/${second}`, COBV);
  assert.deepEqual([cobv.status, typeOf(cobv)], [400, 'CobVOperacaoInvalida'], cobv.text);
  assert.equal((await put(other.client, txid)).txid, txid);
});

test('the txid of a charge of /v1 can’t be taken by a charge with a due date', async () => {
  const { client, keys } = await openMerchant();
  const { body } = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  const txid = String(body.internal_id).replaceAll('-', '');
  const taken = await client.call('PUT', `/cobv/${txid}`, COBV);
  assert.deepEqual([taken.status, typeOf(taken)], [400, 'CobVOperacaoInvalida'], taken.text);
});

test('two PUTs of one txid at once make one charge', async () => {
  const { client, keys } = await openMerchant();
  const txid = newTxid();
  const made = await Promise.all([put(client, txid), put(client, txid), put(client, txid)]);
  assert.deepEqual(new Set(made.map(({ revisao }) => revisao)), new Set([0]));
  const path = `/v1/transactions?external_id=${txid}`;
  const { body } = await gateway.call<{ data: unknown[] }>('GET', path, { keys });
  assert.equal(body.data.length, 1);
});

test('lists are filtered, in pages, and have only charges with a due date', async () => {
  const { client, keys } = await openMerchant();
  await client.call('PUT', `/cob/${newTxid()}`, COB);
  await gateway.call('POST', '/v1/pix/qrcode', { keys, body: { ...CHARGE, due_date: DUE } });
  const txids = [newTxid(), newTxid()];
  for (const txid of txids) {
    gateway.clock.advance(10);
    await put(client, txid);
  }
  const list = async (query: string) => {
    const { body, text } = await client.call<{ cobs: Cobv[]; parametros: object }>(
      'GET',
      listOf('cobv', query),
    );
    assert.ok(body.cobs, text);
    return body;
  };
  const all = await list('');
  assert.deepEqual(
    all.cobs.slice(1).map(({ txid }) => txid),
    txids,
  );
  assert.equal(all.cobs.length, 3);
  const page = await list('&paginacao.itensPorPagina=2&paginacao.paginaAtual=1');
  assert.deepEqual(
    page.cobs.map(({ txid }) => txid),
    txids.slice(1),
  );
  assert.equal((await list(`&cpf=${DEBTOR.cpf}`)).cobs.length, 3);
  assert.equal((await list('&status=CONCLUIDA')).cobs.length, 0);
  assert.equal((await list('&status=ATIVA')).cobs.length, 3);
});

test('bad bodies are refused with each fault, and rules that can’t be kept', async () => {
  const { client } = await openMerchant();
  const refuse = async (change: object) => {
    const answer = await client.call<{ violacoes?: { propriedade: string }[] }>(
      'PUT',
      `/cobv/${newTxid()}`,
      { ...COBV, ...change },
    );
    assert.deepEqual([answer.status, typeOf(answer)], [400, 'CobVOperacaoInvalida'], answer.text);
    return (answer.body.violacoes ?? []).map(({ propriedade }) => propriedade);
  };
  assert.deepEqual(await refuse({ calendario: undefined, valor: { original: '1' }, chave: null }), [
    'cobv.valor.original',
    'cobv.calendario',
    'cobv.chave',
  ]);
  assert.deepEqual(await refuse({ devedor: { nome: 'Sem documento' } }), ['cobv.devedor']);
  assert.deepEqual(await refuse({ valor: { ...VALUE, juros: { modalidade: 9 } } }), [
    'cobv.valor.juros.modalidade',
    'cobv.valor.juros.valorPerc',
  ]);
  assert.deepEqual(await refuse({ calendario: { dataDeVencimento: addDays(TODAY, -1) } }), [
    'cobv.calendario.dataDeVencimento',
  ]);
  const late = { modalidade: 1, descontoDataFixa: [{ data: addDays(DUE, 1), valorPerc: '1.00' }] };
  assert.deepEqual(await refuse({ valor: { ...VALUE, desconto: late } }), [
    'cobv.valor.desconto.descontoDataFixa[0].data',
  ]);
  const { desconto: _, ...value } = VALUE;
  assert.deepEqual(
    await refuse({ valor: { ...value, abatimento: { modalidade: 2, valorPerc: '100.00' } } }),
    ['cobv.valor.abatimento'],
  );
  assert.deepEqual(await refuse({ chave: 'outra@loja.example' }), ['cobv.chave']);
  for (const body of [[], 'x', 5, null])
    assert.equal((await client.call('PUT', `/cobv/${newTxid()}`, body)).status, 400);
});
