import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { addDays } from '#src/ground/brazilian-days.ts';
import { HOUR_MS } from '#src/ground/durations.ts';
import { typeOf } from '../support/api-pix.ts';
import type { Rec } from '../support/api-pix-recs.ts';
import { until } from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';
import { startLiveRecs } from '../support/live-recs.ts';

const { gateway, bank, live, recs, client, subscriptions, makeCharge, refusal, ...more } =
  await startLiveRecs({ after }, { env: { PROVIDER_TIMEOUT_SECONDS: '3' } });
const { recBecomes, changesEnd, quiet, workOff, events } = more;
const { body, today, createRec, read, revise, createLoc, ask, subscriptionOf } = recs;

beforeEach(quiet);

/** Faults after which the gateway doesn't know whether the bank did it. */
const LOST_ANSWERS = ['dropped_after', 'silent_before'] as const;
const BUSY = [503, 'ServicoIndisponivel'];
const PERIOD = 'inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z';

function contract(contrato: string, change: object = {}) {
  return body({ vinculo: { ...body().vinculo, contrato }, ...change });
}

/** The recurrences of a contract in the list, and how many the bank has. */
async function recsOf(contrato: string): Promise<Rec[]> {
  const listed = await client.call<{ recs: Rec[] }>('GET', `/rec?${PERIOD}`);
  return listed.body.recs.filter(
    (rec) => (rec.vinculo as { contrato: string }).contrato === contrato,
  );
}

function atBankOf(idRec: string) {
  const { solicitations } = bank.snapshot();
  return solicitations.filter(({ recurrenceId }) => recurrenceId === idRec);
}

for (const operation of ['createRecurrence', 'findRecurrence'] as const) {
  test(`after a lost answer of ${operation} a new recurrence is made once`, async () => {
    for (const kind of LOST_ANSWERS) {
      await quiet();
      const contrato = `${operation}-${kind}`;
      const [loc, cob] = [await createLoc(client), await makeCharge('cob')];
      const activation = { ativacao: { dadosJornada: { txid: cob.txid } } };
      const sent = contract(contrato, { loc: loc.id, ...activation });
      const before = bank.snapshot().recurrences.length;
      // The client repeats reads by itself.
      const times = operation === 'findRecurrence' ? {} : { times: 1 };
      bank.faults.add({ kind, operation, ...times });
      assert.deepEqual(await refusal('POST', '/rec', sent), BUSY);
      bank.faults.clear();
      // The location is taken, so that a repeat makes no other one.
      const repeated = await refusal('POST', '/rec', sent);
      assert.deepEqual(repeated, [400, 'RecOperacaoInvalida', 'rec.loc']);
      await workOff();
      assert.equal(bank.snapshot().recurrences.length, before + 1, kind);
      const [rec, ...others] = await recsOf(contrato);
      assert.ok(rec);
      assert.deepEqual([others, rec.loc?.id], [[], loc.id]);
      const { dadosQR } = await read(client, rec.idRec, `?txid=${cob.txid}`);
      bank.authorizeRecurrence(dadosQR?.pixCopiaECola ?? '');
      await recBecomes(rec.idRec, 'APROVADA');
    }
    assert.deepEqual(await failedChecks(gateway), []);
  });
}

test('after a refusal of the bank nothing is left, and the location is free again', async () => {
  const loc = await createLoc(client);
  const sent = contract('recusada', { loc: loc.id });
  bank.faults.add({ kind: 'error', operation: 'createRecurrence', status: 403, times: 1 });
  const refused = await client.call('POST', '/rec', sent);
  assert.ok(refused.status >= 400 && refused.status < 500, refused.text);
  assert.deepEqual(await recsOf('recusada'), []);
  assert.equal((await client.call('POST', '/rec', sent)).status, 201);
});

for (const operation of ['reviseRecurrence', 'findRecurrence'] as const) {
  test(`a PATCH whose answer of ${operation} was lost is done by the worker`, async () => {
    for (const kind of LOST_ANSWERS) {
      await quiet();
      const { idRec } = await createRec(client, contract(`p-${operation}-${kind}`));
      const loc = await createLoc(client);
      const change = { calendario: { dataInicial: addDays(today(), 40) }, loc: loc.id };
      const times = operation === 'findRecurrence' ? {} : { times: 1 };
      bank.faults.add({ kind, operation, ...times });
      assert.deepEqual(await refusal('PATCH', `/rec/${idRec}`, change), BUSY);
      bank.faults.clear();
      // One change at a time: the next one waits.
      const name = { vinculo: { devedor: { nome: 'Maria Souza' } } };
      assert.deepEqual(await refusal('PATCH', `/rec/${idRec}`, name), BUSY);
      await changesEnd();
      const { calendario, loc: place, dadosQR } = await read(client, idRec);
      const { dataInicial } = calendario as { dataInicial: string };
      assert.deepEqual([dataInicial, place?.id], [change.calendario.dataInicial, loc.id], kind);
      assert.ok(dadosQR?.pixCopiaECola.includes(loc.location));
      assert.equal(bank.recurrence(idRec)?.firstDay, dataInicial);
      await revise(client, idRec, name);
    }
  });
}

test('a PATCH that the bank refuses changes nothing, and the next one is possible', async () => {
  const { idRec } = await createRec(client, contract('patch-recusado'));
  const loc = await createLoc(client);
  bank.faults.add({ kind: 'error', operation: 'reviseRecurrence', status: 403, times: 1 });
  const refused = await client.call('PATCH', `/rec/${idRec}`, { loc: loc.id });
  assert.ok(refused.status >= 400 && refused.status < 500, refused.text);
  assert.equal((await read(client, idRec)).loc, undefined);
  assert.equal((await revise(client, idRec, { loc: loc.id })).loc?.id, loc.id);
});

test('a request to the payer’s bank whose answer was lost is sent once', async () => {
  for (const kind of LOST_ANSWERS) {
    await quiet();
    const contrato = `pedido-${kind}`;
    const { idRec } = await createRec(client, contract(contrato));
    bank.faults.add({ kind, operation: 'createSolicitation', times: 1 });
    assert.deepEqual(await refusal('POST', '/solicrec', recs.request(idRec)), BUSY);
    assert.deepEqual(await refusal('POST', '/solicrec', recs.request(idRec)), BUSY);
    await changesEnd();
    const [request, ...others] = (await read(client, idRec)).solicitacao ?? [];
    assert.deepEqual([others, atBankOf(idRec).length], [[], 1], kind);
    assert.equal(request?.idSolicRec, atBankOf(idRec)[0]?.id);
    const { internal_id: id } = await subscriptionOf({ subscriptions }, contrato);
    bank.authorizeRecurrence(idRec);
    await recBecomes(idRec, 'APROVADA');
    assert.deepEqual(await events(id), ['subscription.authorized']);
  }
});

test('an open request that has no row here, as before 0590, is not taken for a new one', async () => {
  const { id } = await live.created({ journey: 'bank_push' });
  const { recurrence_id: recurrenceId } = await live.rowOf(id);
  const idRec = String(recurrenceId);
  await gateway.sql('delete from subscription_requests where subscription_id = $1', [id]);
  await gateway.sql('update subscriptions set request_expires_at = null where id = $1', [id]);
  bank.faults.add({ kind: 'dropped_after', operation: 'createSolicitation', times: 1 });
  assert.deepEqual(await refusal('POST', '/solicrec', recs.request(idRec)), BUSY);
  await changesEnd();
  const refused = await client.call('POST', '/solicrec', recs.request(idRec));
  assert.ok(refused.status >= 400 && refused.status < 500, refused.text);
  assert.match(String(refused.body.detail), /solicitação anterior/);
  assert.deepEqual(
    [(await read(client, idRec)).solicitacao, atBankOf(idRec).length],
    [undefined, 1],
  );
  bank.authorizeRecurrence(idRec);
  await recBecomes(idRec, 'APROVADA');
});

test('a request that ended before its lost answer was found is not sent again', async () => {
  const { idRec } = await createRec(client, contract('pedido-acabou'));
  const end = new Date(gateway.clock.now() + HOUR_MS).toISOString();
  const sent = recs.request(idRec, { calendario: { dataExpiracaoSolicitacao: end } });
  bank.faults.add({ kind: 'dropped_after', operation: 'createSolicitation', times: 1 });
  assert.deepEqual(await refusal('POST', '/solicrec', sent), BUSY);
  gateway.clock.advance(2 * HOUR_MS);
  await changesEnd();
  await until('the request has expired', async () => {
    gateway.clock.advance(60_000);
    const [request, ...others] = (await read(client, idRec)).solicitacao ?? [];
    assert.deepEqual([others, atBankOf(idRec).map(({ id }) => id)], [[], [request?.idSolicRec]]);
    return request?.status === 'EXPIRADA';
  });
});

test('a withdrawal whose answer was lost ends the request, and the next one is another', async () => {
  for (const kind of LOST_ANSWERS) {
    await quiet();
    const { idRec } = await createRec(client, contract(`retirada-${kind}`));
    const { idSolicRec } = await ask(client, idRec);
    const withdrawal = [`/solicrec/${idSolicRec}`, { status: 'CANCELADA' }] as const;
    bank.faults.add({ kind, operation: 'reviseSolicitation', times: 1 });
    assert.deepEqual(await refusal('PATCH', ...withdrawal), BUSY);
    await changesEnd();
    assert.equal(bank.solicitation(idSolicRec)?.status, 'CANCELADA', kind);
    const { body: shown } = await client.call('GET', `/solicrec/${idSolicRec}`);
    assert.equal(shown.status, 'CANCELADA');
    assert.notEqual((await ask(client, idRec)).idSolicRec, idSolicRec);
  }
});

test('a location whose release was lost is free in the end, at the bank too', async () => {
  for (const kind of LOST_ANSWERS) {
    await quiet();
    const loc = await createLoc(client);
    const { idRec } = await createRec(client, contract(`livre-${kind}`, { loc: loc.id }));
    bank.faults.add({ kind, operation: 'freeRecurrenceLocation', times: 1 });
    assert.deepEqual(await refusal('DELETE', `/locrec/${loc.id}/idRec`), BUSY);
    await changesEnd();
    assert.equal((await read(client, idRec)).loc, undefined);
    const next = await createRec(client, contract(`livre-depois-${kind}`, { loc: loc.id }));
    assert.equal(next.loc?.id, loc.id, kind);
  }
});

test('a lost release that the bank then refuses to repeat is done here too', async () => {
  const loc = await createLoc(client);
  const { idRec } = await createRec(client, contract('livre-uma-vez', { loc: loc.id }));
  bank.faults.add({ kind: 'dropped_after', operation: 'freeRecurrenceLocation', times: 1 });
  assert.deepEqual(await refusal('DELETE', `/locrec/${loc.id}/idRec`), BUSY);
  bank.faults.add({ kind: 'error', operation: 'freeRecurrenceLocation', status: 404, times: 1 });
  await changesEnd();
  assert.equal((await read(client, idRec)).loc, undefined);
  const next = await createRec(client, contract('livre-uma-vez-2', { loc: loc.id }));
  assert.equal(next.loc?.id, loc.id);
});

test('a location that the bank may have made is not shown', async () => {
  bank.faults.add({ kind: 'dropped_after', operation: 'createRecurrenceLocation', times: 1 });
  assert.deepEqual(await refusal('POST', '/locrec'), BUSY);
  const listed = await client.call<{ loc: object[] }>(
    'GET',
    `/locrec?${PERIOD}&idRecPresente=false`,
  );
  const loc = await createLoc(client);
  const after = await client.call<{ loc: object[] }>(
    'GET',
    `/locrec?${PERIOD}&idRecPresente=false`,
  );
  assert.deepEqual(after.body.loc, [...listed.body.loc, loc]);
});

test('a merchant who cancels while a change is open ends all of it', async () => {
  const { idRec } = await createRec(client, contract('cancela-no-meio'));
  bank.faults.add({ kind: 'dropped_after', operation: 'createSolicitation', times: 1 });
  assert.deepEqual(await refusal('POST', '/solicrec', recs.request(idRec)), BUSY);
  await revise(client, idRec, { status: 'CANCELADA' });
  await workOff();
  await changesEnd();
  assert.equal(bank.recurrence(idRec)?.status, 'CANCELADA');
  const { internal_id: id } = await subscriptionOf({ subscriptions }, 'cancela-no-meio');
  assert.deepEqual(await events(id), ['subscription.canceled']);
});

test('a code that the bank does not tell is 503, and a read changes nothing', async () => {
  const [loc, cob] = [await createLoc(client), await makeCharge('cob')];
  const { txid } = cob;
  const { idRec } = await createRec(client, {
    ...contract('leitura', { loc: loc.id, ativacao: { dadosJornada: { txid } } }),
  });
  const fault = bank.faults.add({ kind: 'error', operation: 'findRecurrence', status: 503 });
  const unread = await client.call('GET', `/rec/${idRec}`);
  assert.deepEqual([unread.status, typeOf(unread)], BUSY);
  // This code is stored.
  assert.equal((await read(client, idRec, `?txid=${txid}`)).dadosQR?.jornada, 'JORNADA_3');
  bank.faults.remove(fault);
  await live.quiet();
  assert.equal((await read(client, idRec)).dadosQR?.jornada, 'JORNADA_2');
});
