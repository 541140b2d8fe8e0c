import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays } from '#src/ground/brazilian-days.ts';
import { until } from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';
import { startLiveRecs } from '../support/live-recs.ts';

const { gateway, bank, live, recs, client, subscriptions, makeCharge, refusal, ...more } =
  await startLiveRecs({ after });
const { recBecomes, openOther, events } = more;
const { body, today, createRec, read, revise, createLoc, ask, subscriptionOf } = recs;
const DUE = {
  calendario: { dataDeVencimento: addDays(today(), 20) },
  devedor: { cpf: '52998224725', nome: 'Francisco da Silva' },
};

await gateway.sql(
  `insert into merchant_addresses (merchant_id, street, street_number, district, city, state,
      postal_code, changed_at)
    values ($1, 'Rua A', '1', 'Centro', 'Recife', 'PE', '50030230', now())`,
  [live.shop.merchant.merchantId],
);

/** A recurrence of its own contract, and the subscription that it is. */
async function made(contrato: string, change: object = {}) {
  const rec = await createRec(client, { vinculo: { ...body().vinculo, contrato }, ...change });
  const subscription = await subscriptionOf({ subscriptions }, contrato);
  return { rec, idRec: rec.idRec, subscription, id: subscription.internal_id };
}

test('a recurrence without a location is made at the bank and is a live subscription', async () => {
  const { rec, idRec, id, subscription } = await made('sem-location');
  const { atualizacao, recebedor: _, ...shown } = rec;
  assert.deepEqual(
    atualizacao.map(({ status }) => status),
    ['CRIADA'],
  );
  assert.deepEqual(shown, {
    ...body({ vinculo: { ...body().vinculo, contrato: 'sem-location' } }),
    idRec,
    status: 'CRIADA',
    ativacao: { tipoJornada: 'AGUARDANDO_DEFINICAO' },
  });
  const atBank = bank.recurrence(idRec);
  assert.deepEqual(
    [atBank?.contract, atBank?.debtor.nome, atBank?.locationId, atBank?.object],
    [id.replaceAll('-', ''), 'Maria Silva', undefined, undefined],
  );
  assert.equal(subscription.journey, null);
  assert.equal((await read(client, idRec)).dadosQR, undefined);
});

test('journey 2: a location of the bank and its code, which authorizes', async () => {
  const loc = await createLoc(client);
  const { rec, idRec, id, subscription } = await made('jornada-2', {
    loc: loc.id,
    valor: { valorRec: '35.00' },
    recebedor: { convenio: 'Master' },
  });
  assert.deepEqual(rec.loc, { ...loc, idRec });
  assert.equal(subscription.journey, 'code');
  const { dadosQR } = await read(client, idRec);
  assert.equal(dadosQR?.jornada, 'JORNADA_2');
  assert.ok(dadosQR.pixCopiaECola.includes(loc.location));
  const { authorization } = await subscriptions.read(id);
  assert.equal(authorization.code, dadosQR.pixCopiaECola);
  bank.authorizeRecurrence(dadosQR.pixCopiaECola);
  const approved = await recBecomes(idRec, 'APROVADA');
  assert.deepEqual(approved.ativacao, { tipoJornada: 'JORNADA_2' });
  assert.deepEqual(await events(id), ['subscription.authorized']);
  assert.equal((await subscriptions.read(id)).next_cycle, null);
});

test('journey 3: one code of the bank pays the immediate charge and authorizes', async () => {
  const [loc, cob] = [await createLoc(client), await makeCharge('cob')];
  const { txid } = cob;
  const { idRec, id, subscription } = await made('jornada-3', {
    loc: loc.id,
    ativacao: { dadosJornada: { txid } },
  });
  assert.equal(subscription.journey, 'code_and_first_payment');
  const { dadosQR, ativacao } = await read(client, idRec, `?txid=${txid}`);
  assert.deepEqual(ativacao, { tipoJornada: 'AGUARDANDO_DEFINICAO', dadosJornada: { txid } });
  assert.equal(dadosQR?.jornada, 'JORNADA_3');
  for (const place of [loc.location, cob.location]) {
    assert.ok(dadosQR.pixCopiaECola.includes(place), place);
  }
  assert.equal((await read(client, idRec)).dadosQR?.jornada, 'JORNADA_2');
  bank.authorizeRecurrence(dadosQR.pixCopiaECola);
  const approved = await recBecomes(idRec, 'APROVADA');
  assert.deepEqual(approved.ativacao, { tipoJornada: 'JORNADA_3', dadosJornada: { txid } });
  await until('the charge is paid', async () => {
    gateway.clock.advance(1_000);
    return (await client.call('GET', `/cob/${txid}`)).body.status === 'CONCLUIDA';
  });
  assert.deepEqual(await events(id), ['subscription.authorized']);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('journey 3 begins after a PATCH, and a charge must exist before its txid is named', async () => {
  const loc = await createLoc(client);
  const { idRec } = await made('jornada-3-depois', { loc: loc.id });
  const unknown = { ativacao: { dadosJornada: { txid: 'A'.repeat(32) } } };
  const path = 'rec.ativacao.dadosJornada.txid';
  const refused = [400, 'RecOperacaoInvalida', path];
  assert.deepEqual(await refusal('PATCH', `/rec/${idRec}`, unknown), refused);
  assert.deepEqual(await refusal('POST', '/rec', body(unknown)), refused);
  const { txid } = await makeCharge('cob');
  const revised = await revise(client, idRec, { ativacao: { dadosJornada: { txid } } });
  assert.deepEqual(revised.ativacao.dadosJornada, { txid });
  const { dadosQR } = await read(client, idRec, `?txid=${txid}`);
  assert.equal(dadosQR?.jornada, 'JORNADA_3');
  bank.authorizeRecurrence(dadosQR.pixCopiaECola);
  const { ativacao } = await recBecomes(idRec, 'APROVADA');
  assert.deepEqual(ativacao, { tipoJornada: 'JORNADA_3', dadosJornada: { txid } });
});

test('journey 4: a code with a charge that has a due date offers to authorize', async () => {
  const [loc, cobv] = [await createLoc(client), await makeCharge('cobv', DUE)];
  const { idRec, id } = await made('jornada-4', { loc: loc.id });
  const { dadosQR } = await read(client, idRec, `?txid=${cobv.txid}`);
  assert.equal(dadosQR?.jornada, 'JORNADA_4');
  assert.ok(dadosQR.pixCopiaECola.includes(cobv.location));
  bank.authorizeRecurrence(dadosQR.pixCopiaECola, { paysToo: false });
  const { ativacao } = await recBecomes(idRec, 'APROVADA');
  assert.deepEqual(ativacao, { tipoJornada: 'JORNADA_4' });
  assert.equal((await subscriptions.read(id)).journey, 'offer');
});

test('journey 1: a request to the payer’s bank is that of the bank, and is accepted', async () => {
  const { idRec, id } = await made('jornada-1');
  const asked = await ask(client, idRec);
  assert.deepEqual(
    [asked.status, asked.atualizacao.map(({ status }) => status)],
    ['CRIADA', ['CRIADA']],
  );
  assert.equal(bank.solicitation(asked.idSolicRec)?.recurrenceId, idRec);
  assert.equal((await subscriptions.read(id)).journey, 'bank_push');
  const again = recs.request(idRec);
  assert.deepEqual(await refusal('POST', '/solicrec', again), [
    400,
    'SolicRecOperacaoInvalida',
    'solicrec.idRec',
  ]);
  bank.authorizeRecurrence(idRec);
  const rec = await recBecomes(idRec, 'APROVADA');
  const accepted = await client.call('GET', `/solicrec/${asked.idSolicRec}`);
  assert.equal(accepted.body.status, 'ACEITA');
  assert.deepEqual(
    [rec.ativacao, rec.pagador, rec.solicitacao],
    [
      { tipoJornada: 'JORNADA_1' },
      { ispbParticipante: '60746948', cpf: '12345678909' },
      [accepted.body],
    ],
  );
  const late = await refusal('PATCH', `/solicrec/${asked.idSolicRec}`, { status: 'CANCELADA' });
  assert.deepEqual(late, [400, 'SolicRecOperacaoInvalida', 'solicrec.status']);
  assert.deepEqual(await events(id), ['subscription.authorized']);
});

test('a request is withdrawn at the bank or expires there, and the next one is possible', async () => {
  const loc = await createLoc(client);
  const { idRec, id } = await made('pedidos', { loc: loc.id });
  const first = await ask(client, idRec);
  const withdrawn = await client.call('PATCH', `/solicrec/${first.idSolicRec}`, {
    status: 'CANCELADA',
  });
  assert.deepEqual([withdrawn.status, withdrawn.body.status], [201, 'CANCELADA']);
  assert.equal(bank.solicitation(first.idSolicRec)?.status, 'CANCELADA');
  assert.equal((await subscriptions.read(id)).journey, 'code');
  const second = await ask(client, idRec);
  await until('the request has expired', async () => {
    gateway.clock.advance(6 * 3_600_000);
    const { body: shown } = await client.call('GET', `/solicrec/${second.idSolicRec}`);
    return shown.status === 'EXPIRADA';
  });
  assert.equal((await read(client, idRec)).status, 'CRIADA');
  const third = await ask(client, idRec);
  await revise(client, idRec, { status: 'CANCELADA' });
  const { solicitacao = [] } = await read(client, idRec);
  assert.deepEqual(
    solicitacao.map(({ idSolicRec, status }) => [idSolicRec, status]),
    [
      [first.idSolicRec, 'CANCELADA'],
      [second.idSolicRec, 'EXPIRADA'],
      [third.idSolicRec, 'CANCELADA'],
    ],
  );
});

test('a PATCH changes the recurrence at the bank too, and only what may change', async () => {
  const { idRec } = await made('mudanca');
  const [first, second] = [await createLoc(client), await createLoc(client)];
  const dataInicial = addDays(today(), 40);
  const vinculo = { devedor: { nome: 'Maria Souza' } };
  const calendario = { dataInicial };
  const changed = await revise(client, idRec, { vinculo, calendario, loc: first.id });
  assert.deepEqual(
    [changed.loc?.id, changed.calendario],
    [first.id, { dataInicial, periodicidade: 'MENSAL' }],
  );
  const atBank = bank.recurrence(idRec);
  assert.deepEqual([atBank?.firstDay, atBank?.debtor.nome], [dataInicial, 'Maria Souza']);
  assert.ok((await read(client, idRec)).dadosQR?.pixCopiaECola.includes(first.location));
  const moved = await revise(client, idRec, { loc: second.id });
  assert.deepEqual(moved.loc, { ...second, idRec });
  assert.deepEqual(await revise(client, idRec, { loc: second.id }), moved);
  assert.equal((await client.call('GET', `/locrec/${first.id}`)).body.idRec, undefined);
  const code = (await read(client, idRec)).dadosQR?.pixCopiaECola ?? '';
  assert.ok(code.includes(second.location));
  bank.authorizeRecurrence(code);
  await recBecomes(idRec, 'APROVADA');
  assert.deepEqual(await refusal('PATCH', `/rec/${idRec}`, { loc: first.id, calendario }), [
    400,
    'RecOperacaoInvalida',
    'rec.loc',
    'rec.calendario.dataInicial',
  ]);
  const name = { devedor: { nome: 'Maria Lima' } };
  await revise(client, idRec, { vinculo: name });
  assert.equal(bank.recurrence(idRec)?.debtor.nome, 'Maria Lima');
});

test('a cancellation by either door ends the recurrence at the bank, once', async () => {
  const { idRec, id } = await made('cancelada');
  const canceled = await revise(client, idRec, { status: 'CANCELADA' });
  assert.equal(canceled.encerramento?.cancelamento?.solicitante, 'USUARIO_RECEBEDOR');
  await live.workOff();
  assert.equal(bank.recurrence(idRec)?.status, 'CANCELADA');
  assert.deepEqual(await events(id), ['subscription.canceled']);
  const repeated = await refusal('PATCH', `/rec/${idRec}`, { status: 'CANCELADA' });
  assert.deepEqual(repeated, [400, 'RecOperacaoInvalida', 'rec.status']);
});

test('a location is freed at the bank, and another recurrence takes it', async () => {
  const loc = await createLoc(client);
  const { idRec } = await made('location-a', { loc: loc.id });
  assert.deepEqual(await refusal('POST', '/rec', body({ loc: loc.id })), [
    400,
    'RecOperacaoInvalida',
    'rec.loc',
  ]);
  const freed = await client.call('DELETE', `/locrec/${loc.id}/idRec`);
  assert.deepEqual([freed.status, freed.body], [200, loc]);
  assert.deepEqual(
    await client.call('DELETE', `/locrec/${loc.id}/idRec`).then((one) => one.body),
    loc,
  );
  assert.equal((await read(client, idRec)).dadosQR, undefined);
  const { rec } = await made('location-b', { loc: loc.id });
  assert.equal(rec.loc?.idRec, rec.idRec);
  await revise(client, rec.idRec, { status: 'CANCELADA' });
  assert.equal((await client.call('DELETE', `/locrec/${loc.id}/idRec`)).status, 200);
  const last = await made('location-c', { loc: loc.id });
  const period = 'inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z';
  const listed = await client.call<{ loc: { id: number; idRec?: string }[] }>(
    'GET',
    `/locrec?${period}&idRecPresente=true`,
  );
  assert.equal(listed.body.loc.find(({ id }) => id === loc.id)?.idRec, last.idRec);
});

test('a subscription of /v1 is the same recurrence, with its code and its request', async () => {
  const byCode = await live.created({ journey: 'code' });
  const byBank = await live.created({ journey: 'bank_push' });
  const period = 'inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z';
  const listed = await client.call<{ recs: { idRec: string }[] }>('GET', `/rec?${period}`);
  const ids = listed.body.recs.map(({ idRec }) => idRec);
  const idOf = async (id: string) => String((await live.rowOf(id)).recurrence_id);
  const [first, second] = [await idOf(byCode.id), await idOf(byBank.id)];
  assert.ok(ids.includes(first) && ids.includes(second));
  assert.equal((await read(client, first)).dadosQR?.pixCopiaECola, byCode.code);
  const [request] = (await read(client, second)).solicitacao ?? [];
  assert.equal(request?.idSolicRec, (await live.rowOf(byBank.id)).solicitation_id);
  const path = `/solicrec/${request?.idSolicRec}`;
  const withdrawn = await client.call('PATCH', path, { status: 'CANCELADA' });
  assert.equal(withdrawn.body.status, 'CANCELADA');
  await revise(client, first, { status: 'CANCELADA' });
  assert.equal((await subscriptions.read(byCode.id)).status, 'canceled');
});

test('what another merchant has is not found', async () => {
  const loc = await createLoc(client);
  const { idRec } = await made('de-outro', { loc: loc.id });
  const { idSolicRec } = await ask(client, idRec);
  const other = await openOther();
  const requests: [string, string, object?][] = [
    ['GET', `/rec/${idRec}`],
    ['PATCH', `/rec/${idRec}`, { status: 'CANCELADA' }],
    ['GET', `/solicrec/${idSolicRec}`],
    ['PATCH', `/solicrec/${idSolicRec}`, { status: 'CANCELADA' }],
    ['POST', '/solicrec', recs.request(idRec)],
    ['GET', `/locrec/${loc.id}`],
    ['DELETE', `/locrec/${loc.id}/idRec`],
  ];
  for (const [method, path, sent] of requests) {
    assert.equal((await other.call(method, path, sent)).status, 404, path);
  }
  assert.equal((await other.call('POST', '/rec', body({ loc: loc.id }))).status, 400);
  assert.equal(bank.recurrence(idRec)?.status, 'CRIADA');
  assert.equal((await read(client, idRec)).loc?.id, loc.id);
});
