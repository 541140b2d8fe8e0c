import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { openLiveBank } from '#src/bank/open-live-bank.ts';
import { planSubscriptionMails as tellPayers } from '#src/messages/payer-mails/plan-subscription-mails.ts';
import { bankOfRecurrences } from '#src/subscriptions/live/recurrences/live-creator.ts';
import { recurrenceOperations } from '#src/subscriptions/live/recurrences/standard-operations.ts';
import { syncDueRecurrences } from '#src/subscriptions/live/recurrences/sync-recurrences.ts';
import { findLocation } from '#src/subscriptions/recurrences/recurrence-locations.ts';
import { openStandardClient, typeOf } from '../support/api-pix.ts';
import { recClient } from '../support/api-pix-recs.ts';
import { startLiveGateway } from '../support/live.ts';
import { startLiveRecs } from '../support/live-recs.ts';

const { gateway, bank, live, recs, client, subscriptions, refusal, recBecomes, quiet, events } =
  await startLiveRecs({ after }, { buckets: 2 });
const { body, createRec, read, revise, createLoc, ask, subscriptionOf } = recs;
const { config, logger, database } = gateway.appContext;
assert.ok(config.bank);
const liveBank = openLiveBank(config.bank, { logger, now: gateway.clock.now });
after(() => liveBank.close());
const recurrences = bankOfRecurrences(liveBank);

beforeEach(quiet);

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

test('several workers finish each change once, beside the request that began it', async () => {
  const { idRec } = await createRec(client, contract('varios-processos'));
  const loc = await createLoc(client);
  const slow = { kind: 'slow', times: 1, delayMs: 400 } as const;
  bank.faults.add({ ...slow, operation: 'reviseRecurrence' });
  const revised = revise(client, idRec, { loc: loc.id });
  await syncAtOnce();
  assert.equal((await revised).loc?.id, loc.id);
  bank.faults.add({ ...slow, operation: 'createSolicitation' });
  const asked = ask(client, idRec);
  await syncAtOnce();
  const { idSolicRec } = await asked;
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
    ['recusa-do-pagador', 'AP13'],
  ] as const) {
    const { idRec } = await createRec(client, contract(contrato));
    const isOfBank = codigo === 'AP14';
    if (isOfBank) bank.faults.add({ kind: 'rejected', operation: 'deliverSolicitation', times: 1 });
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
