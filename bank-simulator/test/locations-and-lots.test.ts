import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chargeBody, createTxid, dueChargeBody, openBank } from './support/open-bank.ts';

const YEAR_2026 = 'inicio=2026-01-01T00:00:00Z&fim=2026-12-31T00:00:00Z';

test('a location is made, taken by one charge of its kind, and freed', async (context) => {
  const { bank, client } = await openBank(context);
  const made = await client.call('POST', '/v2/loc', { tipoCob: 'cob' });
  assert.equal(made.status, 201);
  const { id, location } = made.body;
  assert.equal(made.headers.location, `/v2/loc/${id}`);
  const txid = createTxid();
  const loc = { loc: { id } };
  const taken = await client.call('PUT', `/v2/cob/${txid}`, {
    ...chargeBody(bank, '1.00'),
    ...loc,
  });
  assert.equal(taken.body.location, location);
  assert.equal((await client.call('GET', `/v2/loc/${id}`)).body.txid, txid);
  const other = { ...chargeBody(bank, '1.00'), ...loc };
  assert.equal((await client.call('PUT', `/v2/cob/${createTxid()}`, other)).status, 400);
  const wrongKind = await client.call('PUT', `/v2/cobv/${createTxid()}`, dueChargeBody(bank, loc));
  assert.match(wrongKind.body.violacoes[0].razao, /apresenta tipo "cob"/);
  const freed = await client.call('DELETE', `/v2/loc/${id}/txid`);
  assert.deepEqual([freed.status, freed.body.txid], [200, undefined]);
  assert.throws(() => bank.pay(taken.body.pixCopiaECola), /não mostra nenhuma cobrança/);
  const found = await client.call('GET', `/v2/cob/${txid}`);
  assert.deepEqual([found.body.status, found.body.location], ['ATIVA', undefined]);
  assert.equal(bank.pay(txid).amount, 100n);
  const missing = await client.call('GET', '/v2/loc/999');
  assert.match(missing.body.type, /PayloadLocationNaoEncontrado$/);
});

test('a charge moves to another location without a new revision', async (context) => {
  const { bank, client } = await openBank(context);
  for (const [kind, body] of [
    ['cob', chargeBody(bank, '1.00')],
    ['cobv', dueChargeBody(bank)],
  ] as const) {
    const path = `/v2/${kind}/${createTxid()}`;
    const first = await client.call('PUT', path, body);
    const { body: free } = await client.call('POST', '/v2/loc', { tipoCob: kind });
    const moved = await client.call('PATCH', path, { loc: { id: free.id } });
    assert.deepEqual([moved.body.location, moved.body.revisao], [free.location, 0]);
    assert.throws(() => bank.pay(first.body.pixCopiaECola), /não mostra/);
    assert.ok(bank.pay(moved.body.pixCopiaECola));
  }
});

test('locations are listed by period, kind and whether they have a charge', async (context) => {
  const { bank, client } = await openBank(context);
  await client.call('POST', '/v2/loc', { tipoCob: 'cobv' });
  await client.call('PUT', `/v2/cob/${createTxid()}`, chargeBody(bank, '1.00'));
  const list = async (more: string) => {
    const { body } = await client.call('GET', `/v2/loc?${YEAR_2026}${more}`);
    return body.loc.map(({ id }: { id: number }) => id);
  };
  assert.deepEqual(await list(''), [1, 2]);
  assert.deepEqual(await list('&tipoCob=cobv'), [1]);
  assert.deepEqual(await list('&txIdPresente=true'), [2]);
});

test('Efí draws the code of a location', async (context) => {
  const { bank, client } = await openBank(context, { dialect: 'efi' });
  const created = await client.call('PUT', `/v2/cob/${createTxid()}`, chargeBody(bank, '1.00'));
  const { body } = await client.call('GET', `/v2/loc/${created.body.loc.id}/qrcode`);
  assert.equal(body.qrcode, created.body.pixCopiaECola);
  assert.match(body.imagemQrcode, /^data:image\/svg\+xml;base64,/);
});

function itemOf(body: object, txid = createTxid()) {
  return { txid, ...body };
}

test('a lot is accepted, and each of its charges is CRIADA or NEGADA', async (context) => {
  const { bank, client, clock } = await openBank(context, { lotDelayMs: 1000 });
  const [good, wrong, denied] = [
    itemOf(dueChargeBody(bank)),
    itemOf(dueChargeBody(bank, { devedor: { nome: 'Sem documento' } })),
    itemOf(dueChargeBody(bank, { calendario: { dataDeVencimento: '2020-01-01' } })),
  ];
  const order = { descricao: 'Turma A', cobsv: [good, wrong, denied] };
  const answer = await client.call('PUT', '/v2/lotecobv/2026', order);
  assert.deepEqual([answer.status, answer.text], [202, '']);
  const waiting = await client.call('GET', '/v2/lotecobv/2026');
  const statuses = ({ body }: typeof waiting) =>
    body.cobsv.map((one: { status: string }) => one.status);
  assert.deepEqual(statuses(waiting), ['EM_PROCESSAMENTO', 'NEGADA', 'EM_PROCESSAMENTO']);
  assert.equal((await client.call('GET', `/v2/cobv/${good.txid}`)).status, 404);
  const early = await client.call('PUT', `/v2/cobv/${good.txid}`, dueChargeBody(bank));
  assert.match(early.body.violacoes[0].razao, /EM_PROCESSAMENTO/);
  clock.advance(1000);
  const done = await client.call('GET', '/v2/lotecobv/2026');
  assert.deepEqual(statuses(done), ['CRIADA', 'NEGADA', 'NEGADA']);
  assert.equal(done.body.id, 2026);
  assert.match(done.body.cobsv[1].problema.violacoes[0].propriedade, /^cobv\.devedor/);
  assert.match(done.body.cobsv[2].problema.type, /CobVOperacaoInvalida$/);
  assert.equal(
    (await client.call('PUT', `/v2/cobv/${wrong.txid}`, dueChargeBody(bank))).status,
    400,
  );
  const list = await client.call('GET', `/v2/cobv?${YEAR_2026}&loteCobVId=2026`);
  assert.deepEqual(
    list.body.cobs.map(({ txid }: { txid: string }) => txid),
    [good.txid],
  );
});

test('a lot keeps its charges: all of them by PUT, some of them by PATCH', async (context) => {
  const { bank, client } = await openBank(context);
  const items = [itemOf(dueChargeBody(bank)), itemOf(dueChargeBody(bank))];
  const [first, second] = items;
  const put = (id: string, cobsv: readonly object[]) =>
    client.call('PUT', `/v2/lotecobv/${id}`, { descricao: 'Turma', cobsv });
  assert.equal((await put('turma-b', items)).status, 202);
  assert.equal((await put('turma-b', [first ?? {}])).status, 400);
  assert.equal((await put('turma-c', items)).status, 400);
  const valor = { original: '200.00' };
  const change = { cobsv: [{ txid: second?.txid, valor }] };
  assert.equal((await client.call('PATCH', '/v2/lotecobv/turma-b', change)).status, 202);
  await bank.runDue();
  assert.equal(bank.dueCharge(second?.txid ?? '')?.amount, 20_000n);
  assert.equal(bank.dueCharge(first?.txid ?? '')?.amount, 12_345n);
  const strange = { cobsv: [itemOf({ valor })] };
  assert.equal((await client.call('PATCH', '/v2/lotecobv/turma-b', strange)).status, 400);
  const missing = await client.call('GET', '/v2/lotecobv/nada');
  assert.match(missing.body.type, /LoteCobVNaoEncontrado$/);
  const { body } = await client.call('GET', `/v2/lotecobv?${YEAR_2026}`);
  assert.deepEqual(
    body.lotes.map(({ descricao }: { descricao: string }) => descricao),
    ['Turma'],
  );
});

test('denied: an item of an accepted lot is refused', async (context) => {
  const { bank, client } = await openBank(context);
  bank.faults.add({ kind: 'denied', operation: 'settleLotItem', times: 1 });
  const cobsv = [itemOf(dueChargeBody(bank)), itemOf(dueChargeBody(bank))];
  await client.call('PUT', '/v2/lotecobv/1', { descricao: 'Turma', cobsv });
  const { body } = await client.call('GET', '/v2/lotecobv/1');
  assert.deepEqual(
    body.cobsv.map(({ status }: { status: string }) => status),
    ['NEGADA', 'CRIADA'],
  );
});
