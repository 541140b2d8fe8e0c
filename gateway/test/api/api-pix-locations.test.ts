import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import {
  bearer,
  COB,
  newTxid,
  openStandardClient,
  type StandardClient,
  typeOf,
} from '../support/api-pix.ts';
import { CHARGE, createMerchantWithKeys } from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';
import { clockClient } from '../support/test-clocks.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const { createClock } = clockClient(gateway);
const DAY_MS = 86_400_000;
const DEBTOR = { cpf: '12345678909', nome: 'Francisco da Silva' };
const COBV = {
  calendario: { dataDeVencimento: addDays(brazilianDayOf(gateway.clock.now()), 20) },
  devedor: DEBTOR,
  valor: { original: '123.45' },
  chave: COB.chave,
};
const BODIES = { cob: COB, cobv: COBV };
type Kind = keyof typeof BODIES;

interface Loc {
  readonly id: number;
  readonly location: string;
  readonly tipoCob: Kind;
  readonly criacao: string;
  readonly txid?: string;
}

interface Cob extends Record<string, unknown> {
  readonly txid: string;
  readonly revisao: number;
  readonly location?: string;
  readonly loc?: Loc;
  readonly pixCopiaECola?: string;
}

async function openMerchant() {
  const merchant = await createMerchantWithKeys(gateway);
  return { ...merchant, client: await openStandardClient(gateway, merchant.keys) };
}

async function createLoc(client: StandardClient, kind: Kind = 'cob'): Promise<Loc> {
  const made = await client.call<Loc & Record<string, unknown>>('POST', '/loc', { tipoCob: kind });
  assert.equal(made.status, 201, made.text);
  return made.body;
}

function put(client: StandardClient, kind: Kind, { txid = newTxid(), ...change }: Change = {}) {
  return client.call<Cob>('PUT', `/${kind}/${txid}`, { ...BODIES[kind], ...change });
}

type Change = { readonly txid?: string } & Record<string, unknown>;

async function made(client: StandardClient, kind: Kind, change: Change = {}): Promise<Cob> {
  const answer = await put(client, kind, change);
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

function named(charge: Cob): Loc {
  assert.ok(charge.loc, JSON.stringify(charge));
  return charge.loc;
}

/** What the location in a code shows to a payer's program: the txid, or the status of an error. */
async function shownAt(location: string): Promise<unknown> {
  const path = location.slice(location.indexOf('/'));
  const response = await fetch(gateway.url + path);
  const text = await response.text();
  if (response.status !== 200) return response.status;
  return JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString()).txid;
}

async function drawn({ token }: StandardClient, id: number) {
  const answer = await gateway.call('GET', `/pix/v2/loc/${id}/qrcode`, { headers: bearer(token) });
  assert.equal(answer.status, 200, answer.text);
  return answer.body as { qrcode: string; imagemQrcode: string; linkVisualizacao: string };
}

async function reasonOf(answer: Promise<{ status: number; body: Record<string, unknown> }>) {
  const { status, body } = await answer;
  const [violation] = body.violacoes as { razao: string; propriedade: string }[];
  return [status, typeOf({ body }), violation?.propriedade, violation?.razao];
}

for (const kind of ['cob', 'cobv'] as const) {
  test(`a printed location shows the ${kind} that has it, then the next one`, async () => {
    const { client } = await openMerchant();
    const answer = await client.call<Loc & Record<string, unknown>>(
      ...(['POST', '/loc', { tipoCob: kind }] as const),
    );
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
    assert.equal((await client.call('GET', `/loc/${id}`)).body.txid, first.txid);
    const freed = await client.call('DELETE', `/loc/${id}/txid`);
    assert.deepEqual([freed.status, freed.body], [200, answer.body]);
    assert.equal(await shownAt(location), 404);
    const alone = (await client.call<Cob>('GET', `/${kind}/${first.txid}`)).body;
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
    const own = named(charge);
    assert.equal(await shownAt(own.location), charge.txid);
    const { id, location } = await createLoc(client, kind);
    const moved = await client.call<Cob>('PATCH', `/${kind}/${charge.txid}`, { loc: { id } });
    assert.deepEqual([moved.status, moved.body.revisao], [200, 0], moved.text);
    assert.deepEqual([moved.body.location, named(moved.body).id], [location, id]);
    assert.deepEqual([await shownAt(own.location), await shownAt(location)], [404, charge.txid]);
    const path = `/v1/transactions?external_id=${charge.txid}`;
    const { body } = await gateway.call<{ data: { qrcode: string }[] }>('GET', path, { keys });
    assert.equal(body.data[0]?.qrcode, moved.body.pixCopiaECola);
    const { txid: _, ...free } = own;
    assert.deepEqual((await client.call('GET', `/loc/${own.id}`)).body, free);
    // A later change of the amount keeps the location.
    const valor = { original: '77.00' };
    const revised = await client.call<Cob>('PATCH', `/${kind}/${charge.txid}`, { valor });
    assert.deepEqual([revised.body.revisao, revised.body.location], [1, location]);
    assert.ok(revised.body.pixCopiaECola?.includes(location));
    assert.deepEqual((await client.call<Cob>('GET', `/${kind}/${charge.txid}`)).body.loc, {
      ...named(moved.body),
    });
    const next = await made(client, kind, { loc: { id: own.id } });
    assert.equal(await shownAt(own.location), next.txid);
    // Both at once: the fields and the location.
    const { id: third } = await createLoc(client, kind);
    const both = await put(client, kind, { txid: charge.txid, loc: { id: third } });
    assert.deepEqual([both.status, both.body.revisao, named(both.body).id], [201, 2, third]);
  });

  test(`the own location of a ${kind} has an id, is freed, and taken again`, async () => {
    const { client } = await openMerchant();
    const charge = await made(client, kind);
    const { id, location, tipoCob, criacao, txid } = named(charge);
    assert.deepEqual([location, tipoCob, txid], [charge.location, kind, charge.txid]);
    assert.ok(Math.abs(Date.parse(criacao) - gateway.clock.now()) <= 1_000);
    assert.deepEqual((await client.call('GET', `/loc/${id}`)).body, named(charge));
    const { qrcode, imagemQrcode, linkVisualizacao } = await drawn(client, id);
    assert.equal(qrcode, charge.pixCopiaECola);
    assert.match(imagemQrcode, /^data:image\/png;base64,iVBOR/);
    assert.match(linkVisualizacao, /\/pagar\/[0-9a-f-]{36}$/);
    assert.equal((await client.call('DELETE', `/loc/${id}/txid`)).status, 200);
    assert.equal((await client.call('DELETE', `/loc/${id}/txid`)).status, 200);
    assert.equal(await shownAt(location), 404);
    const back = await client.call<Cob>('PATCH', `/${kind}/${charge.txid}`, { loc: { id } });
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
  const own = named(await made(client, 'cob')).id;
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
    ...[400, 'CobVOperacaoInvalida', 'cobv.loc.id'],
    'O location referenciado por cobv.loc.id apresenta tipo "cob" (deveria ser "cobv").',
  ]);
  // A refused request has made nothing, and the charge keeps what it had.
  const path = `/cob/${taken.txid}`;
  const change = { loc: { id: own }, valor: { original: '1.00' } };
  assert.equal((await client.call('PATCH', path, change)).status, 400);
  assert.deepEqual((await client.call<Cob>('GET', path)).body, taken);
});

test('another merchant finds, frees and draws no location', async () => {
  const [mine, other] = [await openMerchant(), await openMerchant()];
  const ids = [(await createLoc(mine.client)).id, named(await made(mine.client, 'cob')).id];
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
      const { body } = await client.call<{ cobs: Cob[] }>('GET', path);
      return body.cobs.map(({ txid }) => txid);
    };
    const [kept, freed] = [await made(client, kind), await made(client, kind)];
    assert.deepEqual(await found('&locationPresente=false'), []);
    assert.deepEqual(await found('&locationPresente=true'), [kept.txid, freed.txid]);
    await client.call('DELETE', `/loc/${named(freed).id}/txid`);
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

test('two charges that move at once to one location leave it with one of them', async () => {
  const { client } = await openMerchant();
  const charges = [await made(client, 'cob'), await made(client, 'cob')];
  const { id } = await createLoc(client);
  const moves = await Promise.all(
    charges.map(({ txid }) => client.call<Cob>('PATCH', `/cob/${txid}`, { loc: { id } })),
  );
  assert.deepEqual(moves.map(({ status }) => status).toSorted(), [200, 400]);
  const winner = moves.find(({ status }) => status === 200)?.body;
  assert.equal((await client.call('GET', `/loc/${id}`)).body.txid, winner?.txid);
  const loser = charges.find(({ txid }) => txid !== winner?.txid);
  assert.deepEqual((await client.call<Cob>('GET', `/cob/${loser?.txid}`)).body, loser);
});

test('a PUT with a location is repeated without another charge', async () => {
  const { client } = await openMerchant();
  const { id } = await createLoc(client);
  const first = await made(client, 'cob', { loc: { id } });
  const { txid } = first;
  assert.deepEqual(await made(client, 'cob', { txid, loc: { id } }), first);
  assert.deepEqual(await made(client, 'cob', { txid }), first);
});

test('the locations of many charges at once have different ids, and each is found', async () => {
  const { client } = await openMerchant();
  const charges = await Promise.all(
    Array.from({ length: 60 }, async () => (await client.call<Cob>('POST', '/cob', COB)).body),
  );
  const ids = charges.map((charge) => named(charge).id);
  assert.equal(new Set(ids).size, ids.length);
  for (const charge of charges) {
    const found = await client.call('GET', `/loc/${named(charge).id}`);
    assert.equal(found.body.txid, charge.txid);
  }
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

test('a charge of /v1 gets a location, and leaves its own one free', async () => {
  const { client, keys } = await openMerchant();
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  const txid = String(created.body.internal_id).replaceAll('-', '');
  const read = (await client.call<Cob>('GET', `/cob/${txid}`)).body;
  assert.deepEqual([typeof read.location, read.loc], ['string', undefined]);
  const { id, location } = await createLoc(client);
  const moved = await client.call<Cob>('PATCH', `/cob/${txid}`, { loc: { id } });
  assert.deepEqual([moved.status, moved.body.revisao, moved.body.location], [200, 0, location]);
  assert.deepEqual([await shownAt(String(read.location)), await shownAt(location)], [404, txid]);
  assert.equal((await listed(client)).length, 2);
});

test('a charge in the time of a test clock has a location with an id', async () => {
  const { client, keys, merchant } = await openMerchant();
  const clock = await createClock(keys, { now: '2027-05-05T12:00:00.000Z' });
  await gateway.sql('update credentials set test_clock_id = $1 where merchant_id = $2', [
    ...[clock.id, merchant.merchantId],
  ]);
  const charge = await made(client, 'cob');
  const own = named(charge);
  assert.deepEqual((await client.call('GET', `/loc/${own.id}`)).body, own);
  const { id } = await createLoc(client);
  const moved = await client.call<Cob>('PATCH', `/cob/${charge.txid}`, { loc: { id } });
  assert.equal(named(moved.body).id, id, moved.text);
  assert.equal((await client.call('GET', `/loc/${own.id}`)).body.txid, undefined);
  assert.deepEqual(await failedChecks(gateway), []);
});
