import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { compactVerify, importJWK, type JWK } from 'jose';
import { addDays } from '#src/ground/brazilian-days.ts';
import { newTxid, openStandardClient, type StandardClient, typeOf } from '../support/api-pix.ts';
import { locationClient } from '../support/api-pix-locations.ts';
import { type Rec, type RecLoc, recClient } from '../support/api-pix-recs.ts';
import { createMerchantWithKeys } from '../support/gateway.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const { today, body, openMerchant, createRec, read, revise, createLoc, ask, subscriptionOf } =
  recClient(gateway);
const { made } = locationClient(gateway);
const DAY_MS = 86_400_000;

/** What a list shows in pages of two; each page says the total. */
async function listed<Item>(
  client: StandardClient,
  [path, name]: readonly ['/rec' | '/locrec', 'recs' | 'loc'],
  more: Readonly<Record<string, string>> = {},
): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 0; ; page += 1) {
    const query = new URLSearchParams({
      inicio: '2020-01-01T00:00:00Z',
      ...more,
      fim: new Date(gateway.clock.now() + 2 * DAY_MS).toISOString(),
      'paginacao.itensPorPagina': '2',
      'paginacao.paginaAtual': `${page}`,
    });
    const { body: shown, text } = await client.call<{
      [key: string]: unknown;
      parametros: { paginacao: { quantidadeTotalDeItens: number } };
    }>('GET', `${path}?${query}`);
    const some = shown[name] as Item[] | undefined;
    assert.ok(some, text);
    items.push(...some);
    if (some.length === 0) {
      assert.equal(shown.parametros.paginacao.quantidadeTotalDeItens, items.length);
      return items;
    }
  }
}

const REC = ['/rec', 'recs'] as const;
const LOCREC = ['/locrec', 'loc'] as const;

/** What a location shows to a payer's program, verified by the key set; or status and error. */
async function shownAt(location: string): Promise<Record<string, unknown> | [number, string]> {
  const response = await fetch(gateway.url + location.slice(location.indexOf('/')));
  const text = await response.text();
  if (response.status !== 200) return [response.status, typeOf({ body: JSON.parse(text) })];
  assert.equal(response.headers.get('content-type'), 'application/jose');
  const keys = await fetch(`${gateway.url}/qr/chaves`);
  const [key] = ((await keys.json()) as { keys: JWK[] }).keys;
  assert.ok(key);
  const { payload, protectedHeader } = await compactVerify(text, await importJWK(key));
  assert.equal(protectedHeader.kid, key.kid);
  return JSON.parse(Buffer.from(payload).toString());
}

test('recurrences are listed oldest first, by period, payer, state, location and agreement', async () => {
  const merchant = await openMerchant();
  const { client, subscriptions } = merchant;
  const devedor = { cnpj: '11222333000181', nome: 'Loja do Beto' };
  const { id: loc } = await createLoc(client);
  const first = await createRec(client, { loc });
  const second = await createRec(client, {
    vinculo: { contrato: 'outro', devedor },
    recebedor: { convenio: 'Master' },
  });
  const third = await createRec(client, { vinculo: { contrato: 'fim', devedor } });
  await revise(client, third.idRec, { status: 'CANCELADA' });
  const { internal_id: id } = await subscriptionOf(merchant);
  await subscriptions.authorize(id);
  await subscriptions.pause(id);
  const ids = async (more?: Readonly<Record<string, string>>) =>
    (await listed<Rec>(client, REC, more)).map(({ idRec }) => idRec);
  assert.deepEqual(await ids(), [first.idRec, second.idRec, third.idRec]);
  assert.deepEqual(await ids({ cpf: '12345678909' }), [first.idRec]);
  assert.deepEqual(await ids({ cnpj: devedor.cnpj }), [second.idRec, third.idRec]);
  assert.deepEqual(await ids({ locationPresente: 'true' }), [first.idRec]);
  assert.deepEqual(await ids({ locationPresente: 'false', status: 'CRIADA' }), [second.idRec]);
  assert.deepEqual(await ids({ status: 'APROVADA' }), [first.idRec]);
  assert.deepEqual(await ids({ status: 'CANCELADA' }), [third.idRec]);
  assert.deepEqual(await ids({ convenio: 'Master' }), [second.idRec]);
  const later = new Date(gateway.clock.now() + 1_000).toISOString();
  assert.deepEqual(await ids({ inicio: later }), []);
  const [shown] = await listed<Rec>(client, REC);
  const { dadosQR: _, ...alone } = await read(client, first.idRec);
  assert.deepEqual(shown, alone);
});

test('a list of recurrences or locations tells every fault of its query', async () => {
  const { client } = await openMerchant();
  for (const [path, type, wrong] of [
    ['/rec', 'RecConsultaInvalida', ['cpf=1&cnpj=2', 'status=ATIVA', 'locationPresente=talvez']],
    ['/locrec', 'PayloadLocationRecConsultaInvalida', ['idRecPresente=talvez']],
  ] as const) {
    const times = 'inicio=2026-01-01T00:00:00Z&fim=2026-12-31T00:00:00Z';
    const cases = ['', 'inicio=hoje&fim=hoje', `${times}&convenio=${'x'.repeat(61)}`];
    for (const query of [...cases, ...wrong.map((one) => `${times}&${one}`)]) {
      const answer = await client.call('GET', `${path}?${query}`);
      assert.deepEqual([answer.status, typeOf(answer)], [400, type], query);
    }
  }
});

test('locations are listed with the recurrence that each shows', async () => {
  const { client } = await openMerchant();
  const [free, taken] = [await createLoc(client), await createLoc(client)];
  const { idRec } = await createRec(client, { loc: taken.id, recebedor: { convenio: 'Master' } });
  const whole = { ...taken, idRec };
  assert.deepEqual(await listed<RecLoc>(client, LOCREC), [free, whole]);
  assert.deepEqual(await listed<RecLoc>(client, LOCREC, { idRecPresente: 'true' }), [whole]);
  assert.deepEqual(await listed<RecLoc>(client, LOCREC, { idRecPresente: 'false' }), [free]);
  assert.deepEqual(await listed<RecLoc>(client, LOCREC, { convenio: 'Master' }), [whole]);
  assert.deepEqual(await listed<RecLoc>(client, LOCREC, { convenio: 'Outro' }), []);
  assert.deepEqual((await client.call('GET', `/locrec/${taken.id}`)).body, whole);
  for (const id of ['0', 'x', '99999999999999999999', '1']) {
    const unknown = await client.call('GET', `/locrec/${id}`);
    assert.deepEqual([unknown.status, typeOf(unknown)], [404, 'PayloadLocationRecNaoEncontrado']);
  }
});

test('a printed location shows the recurrence that has it, then the next one', async () => {
  const { client } = await openMerchant();
  const loc = await createLoc(client);
  assert.deepEqual(await shownAt(loc.location), [404, 'RecPayloadNaoEncontrado']);
  const rec = await createRec(client, { loc: loc.id, valor: { valorRec: '35.00' } });
  const { status: _, loc: _loc, ativacao: _ativacao, recebedor, ...terms } = rec;
  const payload = await shownAt(loc.location);
  const receiver = { ...(recebedor as object), ispbParticipante: '99999999' };
  assert.deepEqual(payload, { ...terms, recebedor: receiver });
  const freed = await client.call('DELETE', `/locrec/${loc.id}/idRec`);
  assert.deepEqual([freed.status, freed.body], [200, loc]);
  // A repeat answers the same.
  assert.deepEqual((await client.call('DELETE', `/locrec/${loc.id}/idRec`)).body, loc);
  assert.deepEqual(await shownAt(loc.location), [404, 'RecPayloadNaoEncontrado']);
  const alone = await read(client, rec.idRec);
  assert.deepEqual([alone.status, alone.loc, alone.dadosQR], ['CRIADA', undefined, undefined]);
  const next = await createRec(client, { loc: loc.id });
  const shown = await shownAt(loc.location);
  assert.equal('idRec' in shown && shown.idRec, next.idRec);
  await revise(client, next.idRec, { status: 'CANCELADA' });
  assert.deepEqual(await shownAt(loc.location), [400, 'RecPayloadOperacaoInvalida']);
});

test('a recurrence that moves to another location leaves its code', async () => {
  const { client, subscriptions } = await openMerchant();
  const subscription = await subscriptions.create({ first_due_on: addDays(today(), 30) });
  const [, own = ''] = /80\d{2}0014br.gov.bcb.pix25\d{2}(.+?)6304/.exec(
    subscription.authorization.code ?? '',
  ) ?? [''];
  const [rec] = await listed<Rec>(client, REC);
  assert.ok(rec);
  const before = await shownAt(own);
  assert.equal('idRec' in before && before.idRec, rec.idRec);
  const loc = await createLoc(client);
  const moved = await revise(client, rec.idRec, { loc: loc.id });
  assert.equal(moved.loc?.id, loc.id);
  assert.deepEqual(await shownAt(own), [404, 'RecPayloadNaoEncontrado']);
  const now = await shownAt(loc.location);
  assert.equal('idRec' in now && now.idRec, rec.idRec);
  const { authorization } = await subscriptions.read(subscription.internal_id);
  assert.ok(authorization.code?.includes(loc.location));
});

test('a subscription of /v1 that begins with a payment keeps it when its code moves', async () => {
  const { client, subscriptions } = await openMerchant();
  for (const journey of ['code_and_first_payment', 'offer'] as const) {
    const first_due_on = addDays(today(), 30);
    const { internal_id: id } = await subscriptions.create({ journey, first_due_on });
    const rec = (await listed<Rec>(client, REC)).at(-1);
    assert.ok(rec);
    await revise(client, rec.idRec, { loc: (await createLoc(client)).id });
    const moved = await subscriptions.read(id);
    assert.equal(moved.journey, journey);
    await subscriptions.authorize(id);
    const path = `/v1/transactions/${moved.first_transaction_id}`;
    const { body: charge } = await subscriptions.call('GET', path);
    assert.equal(charge.status, 'paid');
  }
});

test('of two requests for one location only one gets it', async () => {
  const { client } = await openMerchant();
  const { id: loc } = await createLoc(client);
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => client.call('POST', '/rec', body({ loc }))),
  );
  const statuses = answers.map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 201).length, 1, String(statuses));
  assert.ok(statuses.every((status) => [201, 400, 503].includes(status)));
  assert.equal((await listed<Rec>(client, REC, { locationPresente: 'true' })).length, 1);
});

test('a request ends at its expiry, and a recurrence after its last day', async () => {
  const { client, subscriptions } = await openMerchant();
  const clock = await subscriptions.createClock(addDays(today(), 1));
  const subscription = await subscriptions.create({
    clock_id: clock.id,
    first_due_on: addDays(today(), 30),
    journey: 'bank_push',
    payer: {
      name: 'Maria Silva',
      document: '12345678909',
      account: { ispb: '60746948', number: '123456' },
    },
  });
  const [rec] = await listed<Rec>(client, REC);
  assert.ok(rec);
  const [first] = rec.solicitacao ?? [];
  assert.equal(first?.status, 'RECEBIDA');
  const withdrawn = await client.call('PATCH', `/solicrec/${first.idSolicRec}`, {
    status: 'CANCELADA',
  });
  assert.equal(withdrawn.body.status, 'CANCELADA');
  const end = `${addDays(today(), 5)}T12:00:00Z`;
  const calendario = { dataExpiracaoSolicitacao: end };
  const second = await ask(client, rec.idRec, { calendario });
  await subscriptions.advanceTo(clock, end);
  const expired = await client.call('GET', `/solicrec/${second.idSolicRec}`);
  assert.equal(expired.body.status, 'EXPIRADA');
  assert.equal((await subscriptions.read(subscription.internal_id)).journey, null);
  const third = await ask(client, rec.idRec, {
    calendario: { dataExpiracaoSolicitacao: `${addDays(today(), 90)}T12:00:00Z` },
  });
  await subscriptions.advanceTo(clock, `${addDays(today(), 40)}T12:00:00Z`);
  const ended = await read(client, rec.idRec);
  assert.deepEqual(
    [ended.status, ended.atualizacao.map(({ status }) => status), ended.encerramento],
    ['EXPIRADA', ['CRIADA', 'EXPIRADA'], undefined],
  );
  assert.equal(
    (await client.call('GET', `/solicrec/${third.idSolicRec}`)).body.status,
    'CANCELADA',
  );
});

test('a plain read keeps the offer that the payer was shown', async () => {
  const merchant = await openMerchant();
  const { client } = merchant;
  const { id: loc } = await createLoc(client);
  const { idRec } = await createRec(client, { loc });
  const cobv = await made(client, 'cobv');
  await read(client, idRec, `?txid=${cobv.txid}`);
  assert.equal((await read(client, idRec)).dadosQR?.jornada, 'JORNADA_2');
  assert.equal((await subscriptionOf(merchant)).journey, 'offer');
  // A charge of the first payment takes its place.
  const dadosJornada = { txid: newTxid() };
  const changed = await revise(client, idRec, { ativacao: { dadosJornada } });
  assert.deepEqual(changed.ativacao, { tipoJornada: 'AGUARDANDO_DEFINICAO', dadosJornada });
  assert.equal((await subscriptionOf(merchant)).journey, 'code_and_first_payment');
});

test('live keys change no recurrence until a bank has them, and read none', async () => {
  const { keys } = await createMerchantWithKeys(gateway, 'live');
  const live = await openStandardClient(gateway, keys);
  const unknown = 'RN9999999920261124abcdefghijk';
  const { request } = recClient(gateway);
  const requests: [string, string, object?][] = [
    ['POST', '/rec', body()],
    ['PATCH', `/rec/${unknown}`, { status: 'CANCELADA' }],
    ['POST', '/solicrec', request(unknown)],
    ['PATCH', `/solicrec/${unknown}`, { status: 'CANCELADA' }],
    ['POST', '/locrec'],
    ['DELETE', '/locrec/1/idRec'],
  ];
  for (const [method, path, sent] of requests) {
    const answer = await live.call(method, path, sent);
    assert.deepEqual([answer.status, typeOf(answer)], [503, 'ServicoIndisponivel'], path);
  }
  const times = 'inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z';
  assert.deepEqual((await live.call('GET', `/rec?${times}`)).body.recs, []);
  assert.equal((await live.call('GET', `/rec/${unknown}`)).status, 404);
});

test('a subscription of /v1 waits for its payer until its first charge, a recurrence for a year', async () => {
  const merchant = await openMerchant();
  const { client, subscriptions } = merchant;
  const first = addDays(today(), 30);
  const variable = await subscriptions.create({
    amount: null,
    min_amount: 100,
    first_due_on: first,
  });
  // A due date may be a holiday or weekend, so the end is some days around it.
  const isNear = (at: string, day: string) => at > addDays(day, -4) && at < addDays(day, 6);
  assert.ok(isNear(variable.authorization.expires_at, first));
  const [rec] = await listed<Rec>(client, REC);
  assert.ok(rec);
  const dataInicial = addDays(first, 10);
  await revise(client, rec.idRec, { calendario: { dataInicial } });
  const later = (await subscriptions.read(variable.internal_id)).authorization.expires_at;
  assert.ok(isNear(later, dataInicial), later);
  await createRec(client);
  const { internal_id: id } = await subscriptionOf(merchant);
  const { authorization } = await subscriptions.read(id);
  assert.ok(authorization.expires_at.slice(0, 10) > addDays(first, 365));
});
