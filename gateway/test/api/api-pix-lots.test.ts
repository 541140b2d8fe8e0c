import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { openStandardClient, type StandardClient, typeOf } from '../support/api-pix.ts';
import { createMerchantWithKeys } from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';
import {
  type Cobv,
  finishedLot,
  type LotAnswer,
  listCobvsOf,
  lotCharge,
  periodAround,
  putLot,
  readLot,
  refused,
  statesOf,
  txidsOf,
} from '../support/lots.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const TODAY = brazilianDayOf(gateway.clock.now());
const DUE = businessDayFrom(addDays(TODAY, 9));
const charge = (change: object = {}) => lotCharge(DUE, change);

async function openMerchant() {
  const merchant = await createMerchantWithKeys(gateway);
  return { ...merchant, client: await openStandardClient(gateway, merchant.keys) };
}

const period = (query = '') => periodAround(gateway.clock.now(), query);
const listCobvs = (client: StandardClient, query = '') => listCobvsOf(client, period(query));

test('a lot makes each charge once, and each is the same charge at the other doors', async () => {
  const { client, keys, merchant } = await openMerchant();
  const cobsv = Array.from({ length: 130 }, () => charge());
  await putLot(client, 'turma%20da%20tarde', cobsv);
  const lot = await finishedLot(client, 'turma%20da%20tarde');
  assert.equal(lot.descricao, 'Turno da tarde');
  assert.deepEqual(txidsOf(lot.cobsv), txidsOf(cobsv));
  assert.deepEqual(new Set(statesOf(lot)), new Set(['CRIADA']));
  assert.ok(lot.cobsv.every(({ criacao }) => Date.parse(String(criacao)) > 0));
  const rows = await gateway.sql('select from charges where merchant_id = $1', [
    merchant.merchantId,
  ]);
  assert.equal(rows.length, 130);
  const { txid } = cobsv[7] ?? charge();
  const single = await client.call<Cobv>('GET', `/cobv/${txid}`);
  assert.deepEqual([single.status, single.body.revisao], [200, 0], single.text);
  assert.equal(single.body.status, 'ATIVA');
  assert.ok((single.body.loc as { id: number }).id > 0);
  const path = `/v1/transactions?external_id=${txid}`;
  const { body } = await gateway.call<{ data: Record<string, unknown>[] }>('GET', path, { keys });
  assert.deepEqual([body.data[0]?.amount, body.data[0]?.client_id], [10_000, keys['client-id']]);
  const batches = await gateway.call<{ data: Record<string, unknown>[] }>(
    'GET',
    '/v1/charges/batches',
    { keys },
  );
  const [batch, ...others] = batches.body.data;
  assert.equal(others.length, 0);
  assert.deepEqual([batch?.external_id, batch?.count], ['turma da tarde', 130]);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a PUT of the same charges revises those that differ, and needs all of them', async () => {
  const { client } = await openMerchant();
  const cobsv = [charge(), charge(), charge()];
  await putLot(client, 'l', cobsv);
  const first = await finishedLot(client, 'l');
  const [one, two, three] = cobsv.map(({ txid }) => txid);
  const changed = [{ ...cobsv[2], valor: { original: '7.50' } }, cobsv[0] ?? {}, cobsv[1] ?? {}];
  await putLot(client, 'l', changed, 'Outro turno');
  const second = await finishedLot(client, 'l');
  assert.deepEqual([second.id, second.criacao], [first.id, first.criacao]);
  assert.equal(second.descricao, 'Outro turno');
  assert.deepEqual(txidsOf(second.cobsv), [one, two, three]);
  assert.deepEqual(statesOf(second), ['CRIADA', 'CRIADA', 'CRIADA']);
  const read = async (txid: unknown) => (await client.call<Cobv>('GET', `/cobv/${txid}`)).body;
  const [unchanged, revised] = [await read(one), await read(three)];
  assert.deepEqual([unchanged.revisao, unchanged.valor], [0, { original: '100.00' }]);
  assert.deepEqual([revised.revisao, revised.valor], [1, { original: '7.50' }]);
  const stranger = charge();
  const put = (list: readonly object[]) =>
    refused(client, ['PUT', '/lotecobv/l', { descricao: 'x', cobsv: list }]);
  assert.deepEqual(await put([...cobsv, stranger]), ['loteCobV.cobsV[3].txid']);
  assert.deepEqual(await put(cobsv.slice(1)), ['loteCobV.cobsV']);
  assert.equal((await client.call('GET', `/cobv/${stranger.txid}`)).status, 404);
});

test('a PATCH changes and removes some charges, and refuses others', async () => {
  const { client } = await openMerchant();
  const cobsv = [charge(), charge(), charge(), charge()];
  await putLot(client, 'p', cobsv);
  await finishedLot(client, 'p');
  const [one, two, three, four] = cobsv.map(({ txid }) => txid);
  const patch = (list: readonly object[]) => client.call('PATCH', '/lotecobv/p', { cobsv: list });
  const accepted = await patch([
    { txid: two, valor: { original: '9.00' } },
    { txid: three, status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
    { txid: four, valor: { original: 'nove' } },
  ]);
  assert.deepEqual([accepted.status, accepted.text], [202, '']);
  const lot = await finishedLot(client, 'p');
  assert.deepEqual(statesOf(lot), ['CRIADA', 'CRIADA', 'CRIADA', 'NEGADA']);
  const problem = lot.cobsv[3]?.problema?.violacoes?.map(({ propriedade }) => propriedade);
  assert.deepEqual(problem, ['cobv.valor.original']);
  const charges = [];
  for (const txid of [one, two, three, four]) {
    const { body } = await client.call<Cobv>('GET', `/cobv/${txid}`);
    charges.push([body.status, body.revisao, body.valor.original]);
  }
  assert.deepEqual(charges, [
    ['ATIVA', 0, '100.00'],
    ['ATIVA', 1, '9.00'],
    ['REMOVIDA_PELO_USUARIO_RECEBEDOR', 0, '100.00'],
    ['ATIVA', 0, '100.00'],
  ]);
  await patch([{ txid: three, valor: { original: '8.00' } }]);
  const ended = await finishedLot(client, 'p');
  assert.deepEqual(statesOf(ended), ['CRIADA', 'CRIADA', 'NEGADA', 'NEGADA']);
  const stranger = ['PATCH', '/lotecobv/p', { cobsv: [charge()] }] as const;
  assert.deepEqual(await refused(client, stranger), ['loteCobV.cobsV[0].txid']);
  const unknown = await client.call('PATCH', '/lotecobv/nenhum', { cobsv: [] });
  assert.deepEqual([unknown.status, typeOf(unknown)], [404, 'LoteCobVNaoEncontrado']);
  const description = await client.call('PATCH', '/lotecobv/p', { descricao: 'Só o nome' });
  assert.equal(description.status, 202, description.text);
  assert.equal((await readLot(client, 'p')).descricao, 'Só o nome');
});

test('a repeated PUT makes no second charge, also many at once', async () => {
  const { client, merchant } = await openMerchant();
  const body = { descricao: 'Repetido', cobsv: Array.from({ length: 20 }, () => charge()) };
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => client.call('PUT', '/lotecobv/r', body)),
  );
  const accepted = answers.filter(({ status }) => status === 202);
  assert.ok(accepted.length >= 1);
  assert.ok(answers.every(({ status }) => status === 202 || status === 503));
  await finishedLot(client, 'r');
  await putLot(client, 'r', body.cobsv, body.descricao);
  const lot = await finishedLot(client, 'r');
  assert.deepEqual(new Set(statesOf(lot)), new Set(['CRIADA']));
  const { cobs } = await listCobvs(client);
  assert.deepEqual(new Set(cobs.map(({ revisao }) => revisao)), new Set([0]));
  const rows = await gateway.sql('select from charges where merchant_id = $1', [
    merchant.merchantId,
  ]);
  assert.equal(rows.length, 20);
});

test('each charge of a lot is divided by the split of the key that sent it', async () => {
  const { client, keys } = await openMerchant();
  const partner = await openMerchant();
  const split = [{ username: partner.username, percentage: 25 }];
  await gateway.sql('update credentials set default_split = $2 where client_id = $1', [
    keys['client-id'],
    JSON.stringify(split),
  ]);
  const cobsv = [charge(), charge()];
  await putLot(client, 'dividido', cobsv);
  await finishedLot(client, 'dividido');
  for (const { txid } of cobsv) {
    const path = `/v1/transactions?external_id=${txid}`;
    const { body } = await gateway.call<{ data: { split: { amount: number }[] }[] }>('GET', path, {
      keys,
    });
    assert.deepEqual(
      body.data[0]?.split.map(({ amount }) => amount),
      [2_500],
    );
  }
});

test('two merchants use the same ids and txids, and see only their own', async () => {
  const [left, right] = [await openMerchant(), await openMerchant()];
  const cobsv = [charge()];
  await putLot(left.client, 'mesmo', cobsv, 'Da esquerda');
  const unseen = await right.client.call('GET', '/lotecobv/mesmo');
  assert.equal(unseen.status, 404);
  const patch = await right.client.call('PATCH', '/lotecobv/mesmo', { cobsv });
  assert.equal(patch.status, 404);
  await putLot(right.client, 'mesmo', cobsv, 'Da direita');
  const [ofLeft, ofRight] = [
    await finishedLot(left.client, 'mesmo'),
    await finishedLot(right.client, 'mesmo'),
  ];
  assert.deepEqual([ofLeft.descricao, ofRight.descricao], ['Da esquerda', 'Da direita']);
  assert.deepEqual([statesOf(ofLeft), statesOf(ofRight)], [['CRIADA'], ['CRIADA']]);
  const lots = await right.client.call<{ lotes: LotAnswer[] }>('GET', `/lotecobv${period()}`);
  assert.deepEqual(
    lots.body.lotes.map(({ descricao }) => descricao),
    ['Da direita'],
  );
  const ofNumber = async ({ id }: LotAnswer) =>
    (await listCobvs(right.client, `&loteCobVId=${id}`)).cobs.length;
  assert.deepEqual([await ofNumber(ofLeft), await ofNumber(ofRight)], [0, 1]);
});

test('the id of an answer is the number of the path, up to 2^53 - 1, or an int32 for a text', async () => {
  const { client } = await openMerchant();
  for (const id of [0, 42, 1_000_000_000, 1_234_567_890, 9_876_543_210, 2 ** 53 - 1]) {
    const cobsv = [charge()];
    await putLot(client, String(id), cobsv);
    assert.equal((await finishedLot(client, String(id))).id, id);
    const listed = await listCobvs(client, `&loteCobVId=${id}`);
    assert.deepEqual(txidsOf(listed.cobs), txidsOf(cobsv));
  }
  await putLot(client, 'turma-a', [charge()]);
  const { id } = await readLot(client, 'turma-a');
  assert.ok(id >= 1_000_000_000 && id < 2 ** 31, String(id));
  const body = { descricao: 'x', cobsv: [charge()] };
  for (const refused of ['042', '00', '9007199254740992', String(id)]) {
    const answer = await client.call('PUT', `/lotecobv/${refused}`, body);
    assert.deepEqual([answer.status, typeOf(answer)], [400, 'LoteCobVOperacaoInvalida']);
  }
});

test('charges are listed by their lot, by number or id, with the other filters', async () => {
  const { client } = await openMerchant();
  const { txid: single, ...cobv } = charge();
  await client.call('PUT', `/cobv/${single}`, cobv);
  const ana = { devedor: { cpf: '52998224725', nome: 'Ana' } };
  const cobsv = [charge(), charge(ana), charge({ valor: { original: '0.01' } }), charge()];
  await putLot(client, '7', cobsv);
  await putLot(client, 'outro', [charge()]);
  const lot = await finishedLot(client, '7');
  await finishedLot(client, 'outro');
  const made = txidsOf([cobsv[0] ?? charge(), cobsv[1] ?? charge(), cobsv[3] ?? charge()]);
  for (const query of ['&loteCobVId=7', '&lotecobvid=7']) {
    assert.deepEqual(txidsOf((await listCobvs(client, query)).cobs).toSorted(), made.toSorted());
  }
  assert.equal(lot.id, 7);
  assert.equal((await listCobvs(client, '&lotecobvid=outro')).cobs.length, 1);
  assert.equal((await listCobvs(client, '&loteCobVId=8')).cobs.length, 0);
  assert.equal((await listCobvs(client, '&loteCobVId=7&cpf=52998224725')).cobs.length, 1);
  assert.equal((await listCobvs(client, '&loteCobVId=7&status=CONCLUIDA')).cobs.length, 0);
  const page = await listCobvs(
    client,
    '&loteCobVId=7&paginacao.itensPorPagina=2&paginacao.paginaAtual=1',
  );
  assert.deepEqual([page.cobs.length, page.parametros.paginacao.quantidadeTotalDeItens], [1, 3]);
  assert.equal((await listCobvs(client)).cobs.length, 5);
});

test('lots are listed in pages, oldest first, with all their charges', async () => {
  const { client } = await openMerchant();
  const empty = await client.call<{ lotes: LotAnswer[] }>('GET', `/lotecobv${period()}`);
  assert.deepEqual(empty.body.lotes, [], empty.text);
  const names = ['c', 'a', 'b'];
  for (const name of names) {
    gateway.clock.advance(10);
    await putLot(client, name, [charge(), charge()], name);
  }
  const list = async (query: string) => {
    const { body, text } = await client.call<{ lotes: LotAnswer[] }>(
      'GET',
      `/lotecobv${period(query)}`,
    );
    assert.ok(body.lotes, text);
    return body.lotes;
  };
  const all = await list('');
  assert.deepEqual(
    all.map(({ descricao }) => descricao),
    names,
  );
  assert.deepEqual(
    all.map(({ cobsv }) => cobsv.length),
    [2, 2, 2],
  );
  const second = await list('&paginacao.itensPorPagina=2&paginacao.paginaAtual=1');
  assert.deepEqual(
    second.map(({ descricao }) => descricao),
    ['b'],
  );
  const bad = await client.call('GET', '/lotecobv?inicio=ontem');
  assert.deepEqual([bad.status, typeOf(bad)], [400, 'LoteCobVConsultaInvalida']);
});

test('a token needs the scopes of lots', async () => {
  const { keys, client } = await openMerchant();
  await putLot(client, 's', [charge()]);
  const reader = await openStandardClient(gateway, keys, 'lotecobv.read cobv.write');
  assert.equal((await reader.call('GET', '/lotecobv/s')).status, 200);
  const body = { descricao: 'x', cobsv: [charge()] };
  for (const method of ['PUT', 'PATCH']) {
    const answer = await reader.call(method, '/lotecobv/s', body);
    assert.deepEqual([answer.status, typeOf(answer)], [403, 'AcessoNegado'], answer.text);
  }
  const writer = await openStandardClient(gateway, keys, 'lotecobv.write');
  assert.equal((await writer.call('GET', '/lotecobv/s')).status, 403);
  assert.equal((await writer.call('GET', `/lotecobv${period()}`)).status, 403);
});
