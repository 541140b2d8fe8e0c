import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { FaultKind } from '../src/bank-simulator.ts';
import { type CallbackReceiver, startCallbackReceiver } from './support/callback-receiver.ts';
import { createTxid } from './support/open-bank.ts';
import { findFaultsOf } from './support/published-api.ts';
import {
  openRecurring,
  type RecurringBank,
  recurrenceBody,
  recurringChargeBody,
  solicitationBody,
} from './support/recurring.ts';

interface Opened extends RecurringBank {
  readonly receiver: CallbackReceiver;
}

async function openWithReceiver(context: TestContext): Promise<Opened> {
  const opened = await openRecurring(context);
  const receiver = await startCallbackReceiver();
  context.after(() => receiver.close());
  const { bank, client } = opened;
  for (const path of [`/v2/webhook/${bank.pixKey}`, '/v2/webhookrec', '/v2/webhookcobr']) {
    const answer = await client.call('PUT', path, { webhookUrl: receiver.url });
    assert.equal(answer.status, 200, answer.text);
  }
  return { ...opened, receiver };
}

/** The states in the call-backs of one kind, in the order of their arrival. */
function statesOf({ received }: CallbackReceiver, list: 'recs' | 'cobsr'): string[] {
  return received
    .flatMap(({ body }) => body[list] ?? [])
    .map(({ status, tentativas = [] }) =>
      [status, ...tentativas.map((one: { status: string }) => one.status)].join(' '),
    );
}

for (const [path, error] of [
  ['/v2/webhookrec', /WebhookRec/],
  ['/v2/webhookcobr', /WebhookCobR/],
] as const) {
  test(`${path} has one address, which is replaced, found and removed`, async (context) => {
    const { client } = await openRecurring(context);
    const missing = await client.call('GET', path);
    assert.equal(missing.status, 404);
    assert.match(missing.body.type, error);
    await client.call('PUT', path, { webhookUrl: 'https://a.example/x' });
    const webhookUrl = 'https://gateway.example/aviso';
    assert.equal((await client.call('PUT', path, { webhookUrl })).status, 200);
    const expected = { webhookUrl, criacao: '2026-03-10T12:00:00.000Z' };
    assert.deepEqual((await client.call('GET', path)).body, expected);
    const nowhere = await client.call('PUT', path, { webhookUrl: 'gateway' });
    assert.equal(nowhere.status, 400);
    assert.match(nowhere.body.type, error);
    assert.equal((await client.call('DELETE', path)).status, 204);
    assert.equal((await client.call('DELETE', path)).status, 404);
  });
}

test('each change of a recurrence and of a charge is told, as the published API says', async (context) => {
  const { bank, createAuthorized, createCycle, goTo, receiver } = await openWithReceiver(context);
  const { idRec } = await createAuthorized();
  const { txid } = await createCycle(idRec);
  // A step for each call-back: those that are due together may arrive in any order.
  await goTo('2026-03-10T12:00:00.000Z');
  await goTo('2026-03-10T12:00:01.000Z');
  await goTo('2026-03-20T09:00:00.000Z');
  bank.cancelRecurrence(idRec);
  await bank.runDue();
  assert.deepEqual(statesOf(receiver, 'recs'), ['APROVADA', 'CANCELADA']);
  assert.deepEqual(statesOf(receiver, 'cobsr'), [
    'ATIVA SOLICITADA',
    'ATIVA AGENDADA',
    'CONCLUIDA PAGA',
  ]);
  const paths = new Set(receiver.received.map(({ path }) => path));
  assert.deepEqual([...paths].toSorted(), ['/aviso/cobr', '/aviso/pix', '/aviso/rec']);
  const bodies = receiver.received.map(({ body }) => body);
  assert.deepEqual(bodies.find(({ pix }) => pix !== undefined)?.pix[0].txid, txid);
  for (const { recs = [], cobsr = [] } of bodies) {
    for (const one of recs) assert.deepEqual(findFaultsOf('RecNotification', one), []);
    for (const one of cobsr) assert.deepEqual(findFaultsOf('CobRNotification', one), []);
  }
});

test('after its webhook is removed, a record is told no more', async (context) => {
  const { client, createAuthorized, bank, receiver } = await openWithReceiver(context);
  await client.call('DELETE', '/v2/webhookrec');
  await createAuthorized();
  await bank.runDue();
  assert.deepEqual(statesOf(receiver, 'recs'), []);
});

/** The states that arrive of a cycle whose first call-back has a fault. */
async function statesWith(context: TestContext, kind: FaultKind): Promise<string[]> {
  const opened = await openWithReceiver(context);
  const { bank, clock, createAuthorized, createCycle, receiver } = opened;
  const { idRec } = await createAuthorized();
  bank.faults.add({ kind, operation: 'recurringChargeCallback', times: 1, delayMs: 5_000 });
  await createCycle(idRec);
  await bank.runDue();
  clock.advance(1_000);
  await bank.runDue();
  await bank.runDue();
  clock.advance(5_000);
  await bank.runDue();
  return statesOf(receiver, 'cobsr');
}

test('call-backs of charges are lost, doubled, late and out of order', async (context) => {
  const [sent, scheduled] = ['ATIVA SOLICITADA', 'ATIVA AGENDADA'];
  assert.deepEqual(await statesWith(context, 'callback_lost'), [scheduled]);
  assert.deepEqual(await statesWith(context, 'callback_doubled'), [sent, sent, scheduled]);
  assert.deepEqual(await statesWith(context, 'callback_late'), [scheduled, sent]);
  assert.deepEqual(await statesWith(context, 'callback_overtaken'), [scheduled, sent]);
});

test('a call-back of a recurrence is lost, and reading tells its state', async (context) => {
  const { bank, createAuthorized, read, receiver } = await openWithReceiver(context);
  bank.faults.add({ kind: 'callback_lost', operation: 'recurrenceCallback', times: 1 });
  const { idRec } = await createAuthorized();
  await bank.runDue();
  assert.deepEqual(statesOf(receiver, 'recs'), []);
  assert.equal((await read(`/v2/rec/${idRec}`)).status, 'APROVADA');
});

test('a lost answer leaves the work done, which reading shows', async (context) => {
  const { bank, client, createAuthorized, createRecurrence, read } = await openRecurring(context);
  const lose = async (operation: Parameters<typeof bank.faults.add>[0]['operation']) => {
    bank.faults.add({ kind: 'dropped_after', operation, times: 1 });
  };
  const period = 'inicio=2026-01-01T00:00:00Z&fim=2026-12-31T00:00:00Z';
  await lose('createRecurrence');
  await assert.rejects(client.call('POST', '/v2/rec', recurrenceBody()));
  const [{ idRec: lost }] = (await read(`/v2/rec?${period}`)).recs;
  await lose('reviseRecurrence');
  await assert.rejects(client.call('PATCH', `/v2/rec/${lost}`, { status: 'CANCELADA' }));
  assert.equal((await read(`/v2/rec/${lost}`)).status, 'CANCELADA');
  const { idRec: asked } = await createRecurrence();
  await lose('createSolicitation');
  await assert.rejects(client.call('POST', '/v2/solicrec', solicitationBody(asked)));
  assert.equal((await read(`/v2/rec/${asked}`)).solicitacao.length, 1);
  const { idRec } = await createAuthorized();
  const path = `/v2/cobr/${createTxid()}`;
  await lose('createRecurringCharge');
  await assert.rejects(client.call('PUT', path, recurringChargeBody(idRec)));
  assert.equal((await read(path)).idRec, idRec);
  await lose('reviseRecurringCharge');
  await assert.rejects(client.call('PATCH', path, { status: 'CANCELADA' }));
  assert.equal((await read(path)).status, 'CANCELADA');
});

test('slow, failing and refused later: other faults apply to the new operations too', async (context) => {
  const { bank, client, createAuthorized, createCycle, createRecurrence, read, goTo } =
    await openRecurring(context);
  bank.faults.add({ kind: 'slow', operation: 'createRecurrenceLocation', delayMs: 300, times: 1 });
  const late = client.call('POST', '/v2/locrec', undefined, { timeoutMs: 100 });
  await assert.rejects(late);
  bank.faults.add({ kind: 'error', operation: 'findRecurringCharge', times: 1, status: 503 });
  assert.equal((await client.call('GET', `/v2/cobr/${createTxid()}`)).status, 503);
  bank.faults.add({ kind: 'rejected', operation: 'deliverSolicitation', times: 1 });
  const { idRec } = await createRecurrence();
  const { body } = await client.call('POST', '/v2/solicrec', solicitationBody(idRec));
  bank.faults.add({ kind: 'rejected', operation: 'scheduleAttempt', times: 1, code: 'MSUC' });
  const refused = await createCycle((await createAuthorized()).idRec);
  assert.equal(refused.status, 'CRIADA');
  await goTo('2026-03-10T12:00:02.000Z');
  assert.equal((await read(`/v2/solicrec/${body.idSolicRec}`)).status, 'REJEITADA');
  assert.equal((await read(`/v2/rec/${idRec}`)).encerramento.rejeicao.codigo, 'AP14');
  assert.equal((await read(`/v2/cobr/${refused.txid}`)).encerramento.rejeicao.codigo, 'MSUC');
  const { idRec: other } = await createAuthorized();
  bank.faults.add({ kind: 'unfunded', operation: 'settleAttempt', times: 1 });
  const unfunded = await createCycle(other);
  await goTo('2026-03-20T21:59:00.000Z');
  assert.equal((await read(`/v2/cobr/${unfunded.txid}`)).status, 'ATIVA');
  bank.faults.add({ kind: 'rejected', operation: 'settleAttempt', times: 1, code: 'AC05' });
  await goTo('2026-03-20T22:00:00.000Z');
  assert.equal((await read(`/v2/cobr/${unfunded.txid}`)).status, 'REJEITADA');
});

test('a restart keeps recurrences, charges and their pending work', async (context) => {
  const { mkdtempSync, rmSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  const { join } = await import('node:path');
  const folder = mkdtempSync(join(tmpdir(), 'bank-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const stateFile = join(folder, 'bank.sqlite');
  const before = await openRecurring(context, { stateFile });
  const { idRec } = await before.createAuthorized();
  const { txid } = await before.createCycle(idRec);
  await before.goTo('2026-03-10T12:00:05.000Z');
  await before.bank.stop();
  const after = await openRecurring(context, { stateFile });
  assert.equal(after.bank.recurrence(idRec)?.status, 'APROVADA');
  await after.goTo('2026-03-20T09:00:00.000Z');
  assert.equal(after.bank.recurringCharge(txid)?.status, 'CONCLUIDA');
  assert.equal(after.bank.snapshot().balance, 3_500n);
});

test('a payment of a recurring charge is refunded by MED_PIX_AUTOMATICO', async (context) => {
  const { bank, createAuthorized, createCycle, read, goTo } = await openRecurring(context);
  const { txid } = await createCycle((await createAuthorized()).idRec);
  await goTo('2026-03-20T09:00:00.000Z');
  const [pix] = (await read(`/v2/cobr/${txid}`)).pix;
  bank.takeBack(pix.endToEndId, 3_500n, 'MED_PIX_AUTOMATICO');
  const [returned] = (await read(`/v2/cobr/${txid}`)).pix;
  assert.equal(returned.devolucoes[0].natureza, 'MED_PIX_AUTOMATICO');
});
