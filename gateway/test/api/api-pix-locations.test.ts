import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { typeOf } from '../support/api-pix.ts';
import { type Loc, locationClient, type PlacedCob, placeOf } from '../support/api-pix-locations.ts';
import type { Keys } from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';
import { clockClient } from '../support/test-clocks.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const { createClock } = clockClient(gateway);
const { openMerchant, createLoc, put, made, shownAt, drawn } = locationClient(gateway);

/** The id of a charge in /v1. */
async function idOf(keys: Keys, txid: string): Promise<string> {
  const path = `/v1/transactions?external_id=${txid}`;
  const { body } = await gateway.call<{ data: { internal_id: string }[] }>('GET', path, { keys });
  return body.data[0]?.internal_id ?? '';
}

async function reasonOf(answer: Promise<{ status: number; body: Record<string, unknown> }>) {
  const { status, body } = await answer;
  const [violation] = body.violacoes as { razao: string; propriedade: string }[];
  return [status, typeOf({ body }), violation?.propriedade, violation?.razao];
}

for (const kind of ['cob', 'cobv'] as const) {
  test(`a printed location shows the ${kind} that has it, then the next one`, async () => {
    const { client, keys } = await openMerchant();
    const answer = await client.call<Loc & Record<string, unknown>>('POST', '/loc', {
      tipoCob: kind,
    });
    const { id, location } = answer.body;
    assert.equal(answer.status, 201);
    assert.ok(answer.headers.get('location')?.endsWith(`/pix/v2/loc/${id}`));
    assert.deepEqual((await client.call('GET', `/loc/${id}`)).body, answer.body);
    const printed = await drawn(client, id);
    assert.ok(printed.qrcode.includes(location));
    assert.equal(await shownAt(location), 404);
    const first = await made(client, kind, { loc: { id } });
    assert.deepEqual(first.loc, { ...answer.body, txid: first.txid });
    assert.equal(first.location, location);
    assert.ok(first.pixCopiaECola?.includes(location));
    assert.equal(await shownAt(location), first.txid);
    // The charge has no other location: not the one that it would have made itself.
    const token = (await idOf(keys, first.txid)).replaceAll('-', '');
    const own = location.replace(/[0-9a-f]{32}$/, token);
    assert.equal(await shownAt(own), 404);
    assert.equal((await client.call('GET', `/loc/${id}`)).body.txid, first.txid);
    const freed = await client.call('DELETE', `/loc/${id}/txid`);
    assert.deepEqual([freed.status, freed.body], [200, answer.body]);
    assert.equal(await shownAt(location), 404);
    const alone = (await client.call<PlacedCob>('GET', `/${kind}/${first.txid}`)).body;
    assert.deepEqual(
      [alone.status, alone.revisao, alone.loc, alone.location, alone.pixCopiaECola],
      ['ATIVA', 0, undefined, undefined, undefined],
    );
    const second = await made(client, kind, { loc: { id } });
    assert.equal(await shownAt(location), second.txid);
    assert.deepEqual((await drawn(client, id)).qrcode, second.pixCopiaECola);
  });

  test(`a ${kind} moves to another location without a revision, and its own is free`, async () => {
    const { client, keys } = await openMerchant();
    const charge = await made(client, kind);
    const own = placeOf(charge);
    assert.equal(await shownAt(own.location), charge.txid);
    const { id, location } = await createLoc(client, kind);
    const moved = await client.call<PlacedCob>('PATCH', `/${kind}/${charge.txid}`, { loc: { id } });
    assert.deepEqual([moved.status, moved.body.revisao], [200, 0], moved.text);
    assert.deepEqual([moved.body.location, placeOf(moved.body).id], [location, id]);
    assert.deepEqual([await shownAt(own.location), await shownAt(location)], [404, charge.txid]);
    const path = `/v1/transactions?external_id=${charge.txid}`;
    const { body } = await gateway.call<{ data: { qrcode: string }[] }>('GET', path, { keys });
    assert.equal(body.data[0]?.qrcode, moved.body.pixCopiaECola);
    const { txid: _, ...free } = own;
    assert.deepEqual((await client.call('GET', `/loc/${own.id}`)).body, free);
    // A later change of the amount keeps the location.
    const valor = { original: '77.00' };
    const revised = await client.call<PlacedCob>('PATCH', `/${kind}/${charge.txid}`, { valor });
    assert.deepEqual([revised.body.revisao, revised.body.location], [1, location]);
    assert.ok(revised.body.pixCopiaECola?.includes(location));
    assert.deepEqual((await client.call<PlacedCob>('GET', `/${kind}/${charge.txid}`)).body.loc, {
      ...placeOf(moved.body),
    });
    const next = await made(client, kind, { loc: { id: own.id } });
    assert.equal(await shownAt(own.location), next.txid);
    // Both at once: the fields and the location.
    const { id: third } = await createLoc(client, kind);
    const both = await put(client, kind, { txid: charge.txid, loc: { id: third } });
    assert.deepEqual([both.status, both.body.revisao, placeOf(both.body).id], [201, 2, third]);
  });

  test(`the own location of a ${kind} has an id, is freed, and taken again`, async () => {
    const { client } = await openMerchant();
    const before = Math.floor(gateway.clock.now() / 1_000) * 1_000;
    const charge = await made(client, kind);
    const after = gateway.clock.now();
    const { id, location, tipoCob, criacao, txid } = placeOf(charge);
    assert.deepEqual([location, tipoCob, txid], [charge.location, kind, charge.txid]);
    assert.ok(before <= Date.parse(criacao) && Date.parse(criacao) <= after, criacao);
    assert.deepEqual((await client.call('GET', `/loc/${id}`)).body, placeOf(charge));
    const { qrcode, imagemQrcode, linkVisualizacao } = await drawn(client, id);
    assert.equal(qrcode, charge.pixCopiaECola);
    assert.match(imagemQrcode, /^data:image\/png;base64,iVBOR/);
    assert.match(linkVisualizacao, /\/pagar\/[0-9a-f-]{36}$/);
    assert.equal((await client.call('DELETE', `/loc/${id}/txid`)).status, 200);
    assert.equal((await client.call('DELETE', `/loc/${id}/txid`)).status, 200);
    assert.equal(await shownAt(location), 404);
    const back = await client.call<PlacedCob>('PATCH', `/${kind}/${charge.txid}`, { loc: { id } });
    assert.deepEqual([back.status, back.body], [200, charge]);
    assert.equal(await shownAt(location), charge.txid);
  });
}

test('a location that is unknown, of the other kind or taken is refused by name', async () => {
  const { client } = await openMerchant();
  const { id } = await createLoc(client);
  const taken = await made(client, 'cob', { loc: { id } });
  const other = await openMerchant();
  const inexiste = 'O location referenciado por cob.loc.id inexiste.';
  const refused = (razao: string) => [400, 'CobOperacaoInvalida', 'cob.loc.id', razao];
  const used = 'O location referenciado por cob.loc.id já está sendo utilizado por outra cobrança.';
  const own = placeOf(await made(client, 'cob')).id;
  for (const [loc, from, razao] of [
    [{ id: 999 }, client, inexiste],
    [{ id }, other.client, inexiste],
    [{ id: own }, other.client, inexiste],
    [{ id }, client, used],
    [{ id: own }, client, used],
    [{ id: 'x' }, client, 'Informe em loc.id o número de um location.'],
    [{}, client, 'Informe em loc.id o número de um location.'],
  ] as const) {
    assert.deepEqual(
      await reasonOf(put(from, 'cob', { loc })),
      refused(razao),
      JSON.stringify(loc),
    );
  }
  assert.deepEqual(await reasonOf(put(client, 'cobv', { loc: { id } })), [
    400,
    'CobVOperacaoInvalida',
    'cobv.loc.id',
    'O location referenciado por cobv.loc.id apresenta tipo "cob" (deveria ser "cobv").',
  ]);
  // A refused request has made nothing, and the charge keeps what it had.
  const path = `/cob/${taken.txid}`;
  const change = { loc: { id: own }, valor: { original: '1.00' } };
  assert.equal((await client.call('PATCH', path, change)).status, 400);
  assert.deepEqual((await client.call<PlacedCob>('GET', path)).body, taken);
});

test('a PUT with a location is repeated without another charge', async () => {
  const { client } = await openMerchant();
  const { id } = await createLoc(client);
  const first = await made(client, 'cob', { loc: { id } });
  const { txid } = first;
  assert.deepEqual(await made(client, 'cob', { txid, loc: { id } }), first);
  assert.deepEqual(await made(client, 'cob', { txid }), first);
});

test('a charge that has ended keeps its location until it is freed', async () => {
  const { client } = await openMerchant();
  const { id } = await createLoc(client);
  const removed = await made(client, 'cob', { loc: { id } });
  const path = `/cob/${removed.txid}`;
  const status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
  assert.equal((await client.call('PATCH', path, { status })).status, 200);
  assert.equal((await put(client, 'cob', { loc: { id } })).status, 400);
  const { id: other } = await createLoc(client);
  const refused = await client.call('PATCH', path, { loc: { id: other } });
  assert.deepEqual([refused.status, typeOf(refused)], [400, 'CobOperacaoInvalida']);
  assert.equal((await client.call('DELETE', `/loc/${id}/txid`)).status, 200);
  await made(client, 'cob', { loc: { id } });
});

test('a charge in the time of a test clock has a location with an id', async () => {
  const { client, keys, merchant } = await openMerchant();
  const clock = await createClock(keys, { now: '2027-05-05T12:00:00.000Z' });
  await gateway.sql('update credentials set test_clock_id = $1 where merchant_id = $2', [
    clock.id,
    merchant.merchantId,
  ]);
  const charge = await made(client, 'cob');
  const own = placeOf(charge);
  assert.deepEqual((await client.call('GET', `/loc/${own.id}`)).body, own);
  const { id } = await createLoc(client);
  const moved = await client.call<PlacedCob>('PATCH', `/cob/${charge.txid}`, { loc: { id } });
  assert.equal(placeOf(moved.body).id, id, moved.text);
  assert.equal((await client.call('GET', `/loc/${own.id}`)).body.txid, undefined);
  assert.deepEqual(await failedChecks(gateway), []);
});
