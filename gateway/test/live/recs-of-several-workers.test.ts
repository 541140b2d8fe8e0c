import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { openLiveBank } from '#src/bank/open-live-bank.ts';
import { planSubscriptionMails as tellPayers } from '#src/messages/payer-mails/plan-subscription-mails.ts';
import { changeAtBank } from '#src/subscriptions/live/recurrences/change-at-bank.ts';
import { bankOfRecurrences } from '#src/subscriptions/live/recurrences/live-creator.ts';
import { recurrenceOperations } from '#src/subscriptions/live/recurrences/standard-operations.ts';
import {
  syncDueRecurrences,
  syncRecurrencesNow,
} from '#src/subscriptions/live/recurrences/sync-recurrences.ts';
import { findLocation } from '#src/subscriptions/recurrences/recurrence-locations.ts';
import { openStandardClient, typeOf } from '../support/api-pix.ts';
import { recClient } from '../support/api-pix-recs.ts';
import { until } from '../support/gateway.ts';
import { startLiveGateway } from '../support/live.ts';
import { startLiveRecs } from '../support/live-recs.ts';

const { gateway, bank, live, recs, client, subscriptions, refusal, recBecomes, quiet, ...more } =
  await startLiveRecs({ after }, { buckets: 2 });
const { events, changesEnd } = more;
const { body, createRec, read, revise, createLoc, ask, subscriptionOf } = recs;
const { config, logger, database } = gateway.appContext;
assert.ok(config.bank);
const liveBank = openLiveBank(config.bank, { logger, now: gateway.clock.now });
after(() => liveBank.close());
const recurrences = bankOfRecurrences(liveBank);

beforeEach(quiet);

const BUSY = [503, 'ServicoIndisponivel'];
const OPEN_CHANGES = 'select from subscription_recurrences where change is not null';
const REJECTED = { kind: 'rejected', operation: 'deliverSolicitation', times: 1 } as const;

function contract(contrato: string, change: object = {}) {
  return body({ vinculo: { ...body().vinculo, contrato }, ...change });
}

/** Makes all recurrences due and synchronizes them by several workers at once. */
async function syncAtOnce(): Promise<void> {
  assert.ok(recurrences);
  const sql =
    'update subscription_recurrences set next_look_at = $1 where next_look_at is not null';
  await gateway.sql(sql, [new Date(gateway.clock.now())]);
  const deps = { ...gateway.appContext, bank: recurrences, makingLeaseMs: 60_000 };
  const buckets = database.buckets.all();
  const syncs = [1, 2, 3].flatMap(() =>
    buckets.map((bucket) => syncDueRecurrences({ ...deps, database: bucket, tellPayers })),
  );
  await Promise.all(syncs);
}

/** Sends a request whose call the bank answers after several workers have finished the change. */
async function besideWorkers<Result>(
  operation: 'reviseRecurrence' | 'createSolicitation',
  send: () => Promise<Result>,
): Promise<Result> {
  const finished = Promise.withResolvers<void>();
  bank.faults.add({ kind: 'slow', times: 1, operation, until: finished.promise });
  const sent = send();
  await until('the request asks', async () => bank.faults.list().length === 0);
  await syncAtOnce();
  finished.resolve();
  return sent;
}

test('several workers finish each change once, beside the request that began it', async () => {
  const { idRec } = await createRec(client, contract('varios-processos'));
  const loc = await createLoc(client);
  const revised = await besideWorkers('reviseRecurrence', () =>
    revise(client, idRec, { loc: loc.id }),
  );
  assert.equal(revised.loc?.id, loc.id);
  const { idSolicRec } = await besideWorkers('createSolicitation', () => ask(client, idRec));
  const requests = bank.snapshot().solicitations.filter((one) => one.recurrenceId === idRec);
  assert.deepEqual(
    requests.map(({ id }) => id),
    [idSolicRec],
  );
  const { solicitacao = [] } = await read(client, idRec);
  assert.deepEqual(
    solicitacao.map((one) => one.idSolicRec),
    [idSolicRec],
  );
});

test('a refusal after the lease of its request ends no change that a worker is asking for', async () => {
  const { idRec } = await createRec(client, contract('recusa-tardia'));
  const loc = await createLoc(client);
  const ofRequest = Promise.withResolvers<void>();
  const ofWorker = Promise.withResolvers<void>();
  const slow = { kind: 'slow', operation: 'reviseRecurrence', times: 1 } as const;
  bank.faults.add({ ...slow, until: ofRequest.promise });
  bank.faults.add({ ...slow, kind: 'error', status: 403 });
  const refused = refusal('PATCH', `/rec/${idRec}`, { loc: loc.id });
  await until('the request asks', async () => bank.faults.list().length === 0);
  bank.faults.add({ ...slow, until: ofWorker.promise });
  await until('a worker asks', async () => {
    gateway.clock.advance(5_000);
    return bank.faults.list().length === 0;
  });
  ofRequest.resolve();
  assert.deepEqual(await refused, BUSY);
  ofWorker.resolve();
  await changesEnd();
  const { loc: place, dadosQR } = await read(client, idRec);
  assert.equal(place?.id, loc.id);
  bank.authorizeRecurrence(dadosQR?.pixCopiaECola ?? '');
  await recBecomes(idRec, 'APROVADA');
});

/** Changes the payer's name; the call waits for `sent`, and the bank's answer for `answered`. */
async function rename(
  contrato: string,
  payerName: string,
  { sent = Promise.resolve(), answered = Promise.resolve() },
) {
  assert.ok(recurrences);
  const { internal_id: id } = await subscriptionOf({ subscriptions }, contrato);
  const { recurring } = recurrences;
  const slowRecurring: typeof recurring = {
    ...recurring,
    async reviseRecurrence(...order) {
      await sent;
      const outcome = await recurring.reviseRecurrence(...order);
      await answered;
      return outcome;
    },
  };
  const slowBank = { ...recurrences, recurring: slowRecurring };
  return changeAtBank(
    { ...gateway.appContext, bank: slowBank, makingLeaseMs: 60_000 },
    { merchantId: live.shop.merchant.merchantId, environment: 'live', id },
    { kind: 'revise', payerName },
  );
}

test('a change that a worker has dropped meanwhile is not answered as done', async () => {
  const { idRec } = await createRec(client, contract('cancelada-antes'));
  const answered = Promise.withResolvers<void>();
  const changed = rename('cancelada-antes', 'Maria José', { answered: answered.promise });
  const refused = assert.rejects(changed, { code: 'provider_unavailable' });
  const nameAtBank = () => bank.recurrence(idRec)?.debtor.nome;
  await until('the bank has done it', async () => nameAtBank() === 'Maria José');
  await revise(client, idRec, { status: 'CANCELADA' });
  await changesEnd();
  answered.resolve();
  await refused;
});

test('a change that the bank made after a worker had withdrawn it is made here too', async () => {
  const { idRec } = await createRec(client, contract('feita-depois'));
  const sent = Promise.withResolvers<void>();
  const changed = rename('feita-depois', 'Maria José', { sent: sent.promise });
  const refused = assert.rejects(changed, { code: 'provider_unavailable' });
  const nameHere = async () => {
    const { vinculo } = await read(client, idRec);
    return (vinculo as { devedor: { nome: string } }).devedor.nome;
  };
  const before = await nameHere();
  await until('the change is stored', async () => {
    const open = await gateway.sql(OPEN_CHANGES);
    return open.length === 1;
  });
  bank.faults.add({ kind: 'error', operation: 'reviseRecurrence', status: 403, times: 1 });
  await changesEnd();
  assert.equal(await nameHere(), before);
  sent.resolve();
  await refused;
  await changesEnd();
  const atBank = bank.recurrence(idRec)?.debtor.nome;
  assert.deepEqual([await nameHere(), atBank], ['Maria José', 'Maria José']);
});

test('a call-back takes no change from its request, and is followed when the change ends', async () => {
  const loc = await createLoc(client);
  const { idRec } = await createRec(client, contract('aviso-no-meio', { loc: loc.id }));
  const code = (await read(client, idRec)).dadosQR?.pixCopiaECola ?? '';
  const answered = Promise.withResolvers<void>();
  const changed = rename('aviso-no-meio', 'Maria José', { answered: answered.promise });
  const nameAtBank = () => bank.recurrence(idRec)?.debtor.nome;
  await until('the bank has done it', async () => nameAtBank() === 'Maria José');
  bank.authorizeRecurrence(code);
  await syncRecurrencesNow(gateway.appContext, [idRec]);
  assert.ok(recurrences);
  const deps = { ...gateway.appContext, bank: recurrences, makingLeaseMs: 60_000, tellPayers };
  for (const bucket of database.buckets.all())
    await syncDueRecurrences({ ...deps, database: bucket });
  answered.resolve();
  const { state } = await changed;
  assert.equal(state.subscription.payer.name, 'Maria José');
  await until('it is authorized', async () => (await read(client, idRec)).status === 'APROVADA');
});

test('two recurrences that want one location at once: one gets it, here and at the bank', async () => {
  const first = await createRec(client, contract('disputa-1'));
  const second = await createRec(client, contract('disputa-2'));
  const loc = await createLoc(client);
  const answers = await Promise.all(
    [first, second].map(({ idRec }) => client.call('PATCH', `/rec/${idRec}`, { loc: loc.id })),
  );
  const statuses = answers.map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 200).length, 1, String(statuses));
  const { body: shown } = await client.call('GET', `/locrec/${loc.id}`);
  const owner = [first, second].find((_, index) => statuses[index] === 200)?.idRec;
  assert.equal(shown.idRec, owner);
  const owners = bank.snapshot().recurrences.filter(({ locationId }) => locationId !== undefined);
  assert.ok(owners.some(({ id }) => id === owner));
  const other = [first, second].find(({ idRec }) => idRec !== owner)?.idRec ?? '';
  assert.equal((await read(client, other)).loc, undefined);
});

test('a release that another request has done frees no location of the next recurrence', async () => {
  const loc = await createLoc(client);
  await createRec(client, contract('livre-antes', { loc: loc.id }));
  const { internal_id: id } = await subscriptionOf({ subscriptions }, 'livre-antes');
  const { merchantId } = live.shop.merchant;
  const key = { merchantId, environment: 'live', id } as const;
  const location = await findLocation(database, key, loc.id);
  assert.ok(location && recurrences);
  assert.equal((await client.call('DELETE', `/locrec/${loc.id}/idRec`)).status, 200);
  const { idRec } = await createRec(client, contract('livre-depois', { loc: loc.id }));
  const act = () => assert.fail('a live recurrence is changed at the bank');
  const operations = recurrenceOperations({
    ...gateway.appContext,
    bank: recurrences,
    makingLeaseMs: 60_000,
    act,
  });
  // This request has read the location before the first one freed it.
  await operations.changeRecurrence(key, { kind: 'free_location', location });
  bank.authorizeRecurrence((await read(client, idRec)).dadosQR?.pixCopiaECola ?? '');
  await recBecomes(idRec, 'APROVADA');
});

test('equal requests to the payer’s bank at once make one', async () => {
  const { idRec } = await createRec(client, contract('pedidos-juntos'));
  const sent = recs.request(idRec);
  const answers = await Promise.all([1, 2, 3].map(() => client.call('POST', '/solicrec', sent)));
  const statuses = answers.map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 201).length, 1, String(statuses));
  assert.ok(statuses.every((status) => [201, 400, 503].includes(status)));
  const requests = bank.snapshot().solicitations.filter((one) => one.recurrenceId === idRec);
  assert.equal(requests.length, 1);
});

test('a request that the payer or the payer’s bank refuses is shown as rejected', async () => {
  for (const [contrato, codigo] of [
    ['recusa-do-banco', 'AP14'],
    ['recusa-de-empresas', 'AP15'],
    ['recusa-do-pagador', 'AP13'],
  ] as const) {
    const { idRec } = await createRec(client, contract(contrato));
    const isOfBank = codigo !== 'AP13';
    if (isOfBank) bank.faults.add({ ...REJECTED, code: codigo });
    const { idSolicRec } = await ask(client, idRec);
    if (!isOfBank) bank.refuseRecurrence(idRec);
    const rec = await recBecomes(idRec, 'REJEITADA');
    assert.equal(rec.encerramento?.rejeicao?.codigo, codigo);
    const { body: request } = await client.call('GET', `/solicrec/${idSolicRec}`);
    assert.equal(request.status, 'REJEITADA');
    const { internal_id: id } = await subscriptionOf({ subscriptions }, contrato);
    assert.deepEqual(await events(id), ['subscription.rejected']);
  }
});

test('a request of wrong bank data is rejected with its reason, and the next one is possible', async () => {
  const { idRec } = await createRec(client, contract('dados-errados'));
  bank.faults.add({ ...REJECTED, code: 'DADOS_BANCARIOS_INVALIDOS' });
  const { idSolicRec } = await ask(client, idRec);
  const rejected = await until('the request is rejected', async () => {
    await syncAtOnce();
    gateway.clock.advance(1_000);
    const { body: request } = await client.call('GET', `/solicrec/${idSolicRec}`);
    return request.status === 'REJEITADA' && request;
  });
  const encerramento = { rejeicao: { motivo: 'DADOS_BANCARIOS_INVALIDOS' } };
  assert.deepEqual(rejected.encerramento, encerramento);
  const { status, solicitacao } = await read(client, idRec);
  assert.deepEqual([status, solicitacao], ['CRIADA', [rejected]]);
  const next = await ask(client, idRec);
  assert.deepEqual([next.status, next.encerramento], ['CRIADA', undefined]);
});

test('a call-back about a request or a recurrence that was lost is found by reading', async () => {
  const { idRec } = await createRec(client, contract('aviso-perdido'));
  const { idSolicRec } = await ask(client, idRec);
  bank.faults.add({ kind: 'callback_lost', operation: 'recurrenceCallback' });
  bank.authorizeRecurrence(idRec);
  await syncAtOnce();
  assert.equal((await recBecomes(idRec, 'APROVADA')).status, 'APROVADA');
  assert.equal((await client.call('GET', `/solicrec/${idSolicRec}`)).body.status, 'ACEITA');
  assert.ok(live.shop);
});

test('a bank without Pix Automático: each change is 503, and reads find nothing', async (context) => {
  const without = await startLiveGateway(context);
  const own = await openStandardClient(without.gateway, without.shop.keys);
  const idRec = 'RN9999999920261124abcdefghijk';
  const here = recClient(without.gateway);
  const requests: [string, string, object?][] = [
    ['POST', '/rec', here.body()],
    ['PATCH', `/rec/${idRec}`, { status: 'CANCELADA' }],
    ['POST', '/locrec'],
    ['DELETE', '/locrec/1/idRec'],
    ['POST', '/solicrec', here.request(idRec)],
    ['PATCH', `/solicrec/${idRec}`, { status: 'CANCELADA' }],
  ];
  for (const [method, path, sent] of requests) {
    const answer = await own.call(method, path, sent);
    assert.deepEqual([answer.status, typeOf(answer)], [503, 'ServicoIndisponivel'], path);
    assert.match(String(answer.body.detail), /Pix Automático/);
  }
  const listed = await own.call('GET', '/rec?inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z');
  assert.deepEqual(listed.body.recs, []);
  assert.deepEqual(await refusal('GET', `/rec/${idRec}`), [404, 'RecNaoEncontrada']);
});
