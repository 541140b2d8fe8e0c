import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  bearer,
  COB,
  openStandardClient,
  type StandardClient,
  typeOf,
} from '../support/api-pix.ts';
import { type Loc, locationClient, type PlacedCob, placeOf } from '../support/api-pix-locations.ts';
import { countBlocked } from '../support/blocked-statements.ts';
import { CHARGE, until } from '../support/gateway.ts';
import { holdRow } from '../support/held-transaction.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const { openMerchant, createLoc, put, made, shownAt } = locationClient(gateway);
const DAY_MS = 86_400_000;

/** The ids of the locations of a period, with the total that each page says. */
async function listed(client: StandardClient, more = '', fromMs = 0): Promise<number[]> {
  const times = { inicio: fromMs, fim: gateway.clock.now() + DAY_MS };
  const query = new URLSearchParams(
    Object.entries(times).map(([name, at]) => [name, new Date(at).toISOString()]),
  );
  const ids: number[] = [];
  for (let page = 0; ; page += 1) {
    const path = `/loc?${query}&paginacao.itensPorPagina=2&paginacao.paginaAtual=${page}${more}`;
    const { body, text } = await client.call<{
      loc: Loc[];
      parametros: { paginacao: { quantidadeTotalDeItens: number } };
    }>('GET', path);
    assert.ok(body.loc, text);
    ids.push(...body.loc.map(({ id }) => id));
    if (body.loc.length === 0) {
      assert.equal(body.parametros.paginacao.quantidadeTotalDeItens, ids.length);
      return ids;
    }
  }
}

test('locations are listed by period, kind and whether they have a charge', async () => {
  const { client } = await openMerchant();
  const free = (await createLoc(client)).id;
  const due = (await createLoc(client, 'cobv')).id;
  gateway.clock.advance(2_000);
  const later = gateway.clock.now();
  const taken = (await createLoc(client)).id;
  await made(client, 'cob', { loc: { id: taken } });
  assert.deepEqual(await listed(client), [free, due, taken]);
  assert.deepEqual(await listed(client, '&tipoCob=cobv'), [due]);
  assert.deepEqual(await listed(client, '&txIdPresente=true'), [taken]);
  assert.deepEqual(await listed(client, '&txIdPresente=False&tipoCob=cob'), [free]);
  assert.deepEqual(await listed(client, '', later - 1_000), [taken]);
  for (const query of ['', '?inicio=hoje&fim=hoje', '&tipoCob=rec', '&txIdPresente=talvez']) {
    const path = query.startsWith('&')
      ? `/loc?inicio=2026-01-01T00:00:00Z&fim=2026-12-31T00:00:00Z${query}`
      : `/loc${query}`;
    const refused = await client.call('GET', path);
    assert.deepEqual([refused.status, typeOf(refused)], [400, 'PayloadLocationConsultaInvalida']);
  }
  for (const body of [{}, { tipoCob: 'rec' }, [], null]) {
    const refused = await client.call('POST', '/loc', body);
    assert.deepEqual([refused.status, typeOf(refused)], [400, 'PayloadLocationOperacaoInvalida']);
  }
});

test('locationPresente filters charges of both kinds', async () => {
  for (const kind of ['cob', 'cobv'] as const) {
    const { client } = await openMerchant();
    const from = new Date(gateway.clock.now() - 1_000).toISOString();
    const to = new Date(gateway.clock.now() + DAY_MS).toISOString();
    const found = async (more: string) => {
      const path = `/${kind}?inicio=${from}&fim=${to}${more}`;
      const { body } = await client.call<{ cobs: PlacedCob[] }>('GET', path);
      return body.cobs.map(({ txid }) => txid);
    };
    const [kept, freed] = [await made(client, kind), await made(client, kind)];
    assert.deepEqual(await found('&locationPresente=false'), []);
    assert.deepEqual(await found('&locationPresente=true'), [kept.txid, freed.txid]);
    await client.call('DELETE', `/loc/${placeOf(freed).id}/txid`);
    assert.deepEqual(await found('&locationPresente=false'), [freed.txid]);
    assert.deepEqual(await found('&locationPresente=true&status=ATIVA'), [kept.txid]);
    assert.deepEqual(await found(''), [kept.txid, freed.txid]);
  }
});

test('of many charges at once that name a location one gets it, and the others make nothing', async () => {
  const { client, keys } = await openMerchant();
  const { id, location } = await createLoc(client);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => put(client, 'cob', { loc: { id } })),
  );
  const won = answers.filter(({ status }) => status === 201);
  assert.equal(won.length, 1);
  for (const answer of answers) {
    if (answer.status !== 201) assert.equal(typeOf(answer), 'CobOperacaoInvalida', answer.text);
  }
  assert.equal(await shownAt(location), won[0]?.body.txid);
  const { body } = await gateway.call<{ data: unknown[] }>('GET', '/v1/transactions', { keys });
  assert.equal(body.data.length, 1);
  assert.equal(
    (
      await gateway.sql(
        'select from api_pix_charges t where charge_id not in (select id from charges)',
      )
    ).length,
    0,
  );
});

test('of charges that two processes make at one location, one gets it', async () => {
  const { client, keys } = await openMerchant();
  const other = await openStandardClient({ url: await gateway.openSecondApi() }, keys);
  const { id, location } = await createLoc(client);
  const release = await holdRow(gateway, 'api_pix_locations', id);
  const making = [client, other].map((one) => put(one, 'cob', { loc: { id } }));
  // Both have found the location free.
  const table = 'update api_pix_locations';
  await until('both wait', async () => (await countBlocked(gateway, table)) === 2);
  await release();
  const answers = await Promise.all(making);
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 400]);
  const winner = answers.find(({ status }) => status === 201)?.body;
  assert.equal(await shownAt(location), winner?.txid);
});

test('two charges that move at once to one location leave it with one of them', async () => {
  const { client } = await openMerchant();
  const charges = [await made(client, 'cob'), await made(client, 'cob')];
  const { id } = await createLoc(client);
  const moves = await Promise.all(
    charges.map(({ txid }) => client.call<PlacedCob>('PATCH', `/cob/${txid}`, { loc: { id } })),
  );
  assert.deepEqual(moves.map(({ status }) => status).toSorted(), [200, 400]);
  const winner = moves.find(({ status }) => status === 200)?.body;
  assert.equal((await client.call('GET', `/loc/${id}`)).body.txid, winner?.txid);
  const loser = charges.find(({ txid }) => txid !== winner?.txid);
  assert.deepEqual((await client.call<PlacedCob>('GET', `/cob/${loser?.txid}`)).body, loser);
});

test('the locations of many charges at once have different ids, and each is found', async () => {
  const { client } = await openMerchant();
  const charges = await Promise.all(
    Array.from(
      { length: 60 },
      async () => (await client.call<PlacedCob>('POST', '/cob', COB)).body,
    ),
  );
  const ids = charges.map((charge) => placeOf(charge).id);
  assert.equal(new Set(ids).size, ids.length);
  for (const charge of charges) {
    const found = await client.call('GET', `/loc/${placeOf(charge).id}`);
    assert.equal(found.body.txid, charge.txid);
  }
});

test('another merchant finds, frees and draws no location', async () => {
  const [mine, other] = [await openMerchant(), await openMerchant()];
  const ids = [(await createLoc(mine.client)).id, placeOf(await made(mine.client, 'cob')).id];
  for (const id of [...ids, 0, 'x', '99999999999999999999']) {
    for (const [method, path] of [
      ['GET', `/loc/${id}`],
      ['DELETE', `/loc/${id}/txid`],
    ] as const) {
      const answer = await other.client.call(method, path);
      assert.deepEqual([answer.status, typeOf(answer)], [404, 'PayloadLocationNaoEncontrado']);
    }
    const headers = bearer(other.client.token);
    const image = await gateway.call('GET', `/pix/v2/loc/${id}/qrcode`, { headers });
    assert.equal(image.status, 404);
  }
  assert.equal((await mine.client.call('GET', `/loc/${ids[1]}`)).status, 200);
  assert.deepEqual(await listed(other.client), []);
});

test('a charge of /v1 gets a location, and leaves its own one free', async () => {
  const { client, keys } = await openMerchant();
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  const txid = String(created.body.internal_id).replaceAll('-', '');
  const read = (await client.call<PlacedCob>('GET', `/cob/${txid}`)).body;
  assert.deepEqual([typeof read.location, read.loc], ['string', undefined]);
  const { id, location } = await createLoc(client);
  const moved = await client.call<PlacedCob>('PATCH', `/cob/${txid}`, { loc: { id } });
  assert.deepEqual([moved.status, moved.body.revisao, moved.body.location], [200, 0, location]);
  assert.deepEqual([await shownAt(String(read.location)), await shownAt(location)], [404, txid]);
  assert.equal((await listed(client)).length, 2);
});
