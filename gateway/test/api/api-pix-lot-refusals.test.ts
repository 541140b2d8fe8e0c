import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import {
  COB,
  newTxid,
  openStandardClient,
  type StandardClient,
  typeOf,
} from '../support/api-pix.ts';
import { CHARGE, createMerchantWithKeys } from '../support/gateway.ts';
import {
  type Cobv,
  finishedLot,
  listCobvsOf,
  lotCharge,
  periodAround,
  putLot,
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

test('charges with faults are NEGADA with their problem, and the others are made', async () => {
  const { client } = await openMerchant();
  const cobsv = [
    charge(),
    charge({ devedor: { cpf: '123', nome: 'Ana' } }),
    charge({ calendario: { dataDeVencimento: addDays(TODAY, -1) } }),
    charge({ chave: 'outra@loja.example' }),
    charge({ valor: { original: '0.01' } }),
    charge({ loc: { id: 7 } }),
  ];
  await putLot(client, 'faltas', cobsv);
  const lot = await finishedLot(client, 'faltas');
  assert.deepEqual(statesOf(lot), ['CRIADA', ...Array(5).fill('NEGADA')]);
  assert.deepEqual(
    lot.cobsv.map(({ problema }) => problema?.violacoes?.map(({ propriedade }) => propriedade)),
    [
      undefined,
      ['cobv.devedor.cpf'],
      ['cobv.calendario.dataDeVencimento'],
      ['cobv.chave'],
      undefined,
      ['cobv.loc.id'],
    ],
  );
  for (const { problema, criacao } of lot.cobsv.slice(1)) {
    assert.ok(problema?.type.endsWith('/CobVOperacaoInvalida') && problema.detail);
    assert.equal(criacao, undefined);
  }
  assert.ok(!JSON.stringify(lot).includes('"123"'), 'a problem repeats no value of the payer');
  assert.deepEqual(txidsOf((await listCobvs(client)).cobs), txidsOf(cobsv.slice(0, 1)));
});

test('a charge that is NEGADA does not exist, and only its lot can make it', async () => {
  const { client } = await openMerchant();
  const bad = charge({ valor: { original: '0.01' } });
  await putLot(client, 'um', [bad]);
  await finishedLot(client, 'um');
  const { txid, ...cobv } = { ...bad, valor: { original: '50.00' } };
  assert.equal((await client.call('GET', `/cobv/${txid}`)).status, 404);
  const family = 'CobVOperacaoInvalida';
  assert.deepEqual(await refused(client, ['PUT', `/cobv/${txid}`, cobv], family), ['cobv.txid']);
  const patch = ['PATCH', `/cobv/${txid}`, { solicitacaoPagador: 'x' }] as const;
  assert.deepEqual(await refused(client, patch, family), ['cobv.txid']);
  const cob = ['PUT', `/cob/${txid}`, COB] as const;
  assert.deepEqual(await refused(client, cob, 'CobOperacaoInvalida'), ['cob.txid']);
  const second = ['PUT', '/lotecobv/dois', { descricao: 'x', cobsv: [{ txid, ...cobv }] }] as const;
  assert.deepEqual(await refused(client, second), ['loteCobV.cobsV[0].txid']);
  await putLot(client, 'um', [{ txid, ...cobv }]);
  assert.deepEqual(statesOf(await finishedLot(client, 'um')), ['CRIADA']);
  const made = await client.call<Cobv>('GET', `/cobv/${txid}`);
  assert.equal(made.body.valor.original, '50.00', made.text);
});

test('bodies with faults are refused as a whole, and each line is named', async () => {
  const { client } = await openMerchant();
  const put = (body: unknown, id = 'ruim') => refused(client, ['PUT', `/lotecobv/${id}`, body]);
  const twice = charge();
  const cobsv = [charge(), { ...charge(), txid: 'curto' }, twice, twice, 'x'];
  assert.deepEqual(await put({ cobsv }), [
    'loteCobV.descricao',
    'loteCobV.cobsV[1].txid',
    'loteCobV.cobsV[3].txid',
    'loteCobV.cobsV[4]',
  ]);
  assert.deepEqual(await put({ descricao: 'Sem cobranças', cobsv: [] }), ['loteCobV.cobsV']);
  assert.deepEqual(await put({ descricao: 'Sem lista' }), ['loteCobV.cobsV']);
  const many = Array.from({ length: 10_001 }, () => ({ txid: newTxid() }));
  assert.deepEqual(await put({ descricao: 'Demais', cobsv: many }), ['loteCobV.cobsV']);
  const good = { descricao: 'Bom', cobsv: [charge()] };
  assert.deepEqual(await put(good, 'x'.repeat(101)), ['loteCobV.id']);
  for (const body of [[], 5]) assert.deepEqual(await put(body), ['loteCobV']);
  const unknown = await client.call('GET', '/lotecobv/ruim');
  assert.deepEqual([unknown.status, typeOf(unknown)], [404, 'LoteCobVNaoEncontrado']);
});

test('a txid that a charge of any door has is refused in a lot, by its line', async () => {
  const { client, keys } = await openMerchant();
  const [cob, cobv] = [newTxid(), newTxid()];
  assert.equal((await client.call('PUT', `/cob/${cob}`, COB)).status, 201);
  const { txid: _, ...single } = charge();
  assert.equal((await client.call('PUT', `/cobv/${cobv}`, single)).status, 201);
  const { body } = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  const other = String(body.internal_id).replaceAll('-', '');
  const cobsv = [charge({ txid: cob }), charge(), charge({ txid: cobv }), charge({ txid: other })];
  const put = ['PUT', '/lotecobv/t', { descricao: 'x', cobsv }] as const;
  assert.deepEqual(await refused(client, put), [
    'loteCobV.cobsV[0].txid',
    'loteCobV.cobsV[2].txid',
    'loteCobV.cobsV[3].txid',
  ]);
});
