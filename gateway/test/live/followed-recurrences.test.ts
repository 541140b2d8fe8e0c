import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openLiveBank } from '#src/bank/open-live-bank.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { reconcileRecurrences } from '#src/incoming/reconciliation/reconcile-recurrences.ts';
import { planSubscriptionMails as tellPayers } from '#src/messages/payer-mails/plan-subscription-mails.ts';
import { bankOfRecurrences } from '#src/subscriptions/live/recurrences/live-creator.ts';
import { syncDueRecurrences } from '#src/subscriptions/live/recurrences/sync-recurrences.ts';
import { until } from '../support/gateway.ts';
import { startLiveSubscriptions } from '../support/live-subscriptions.ts';

const live = await startLiveSubscriptions({ after }, { buckets: 2 });
const { gateway, bank, bodyOf, create, created, rowOf, becomes, workOff, quiet, events } = live;
const { config, logger, database } = gateway.appContext;
assert.ok(config.bank);
const liveBank = openLiveBank(config.bank, { logger, now: gateway.clock.now });
after(() => liveBank.close());
const recurrences = bankOfRecurrences(liveBank);
assert.ok(recurrences);

/** Makes all recurrences due and synchronizes them by several workers at once. */
async function syncAtOnce(): Promise<void> {
  assert.ok(recurrences);
  const at = new Date(gateway.clock.now());
  await gateway.sql(
    'update subscription_recurrences set next_look_at = $1 where next_look_at is not null',
    [at],
  );
  const deps = { ...gateway.appContext, bank: recurrences, makingLeaseMs: 60_000 };
  const buckets = database.buckets.all();
  const syncs = [1, 2, 3].flatMap(() =>
    buckets.map((bucket) => syncDueRecurrences({ ...deps, database: bucket, tellPayers })),
  );
  await Promise.all(syncs);
}

function reconcile() {
  assert.ok(recurrences);
  const now = gateway.clock.now();
  const period = { from: now - 60 * DAY_MS, to: now + DAY_MS };
  return reconcileRecurrences({ database, recurring: recurrences.recurring }, period);
}

test('several workers and repeated call-backs change a subscription once', async () => {
  bank.faults.add({ kind: 'callback_doubled', operation: 'recurrenceCallback' });
  const made = await Promise.all([created(), created(), created()]);
  for (const { code } of made) bank.authorizeRecurrence(code ?? '');
  await syncAtOnce();
  for (const { id } of made) await becomes(id, 'authorized');
  for (const { id } of made) bank.cancelRecurrence(String((await rowOf(id)).recurrence_id));
  await syncAtOnce();
  for (const { id } of made) await becomes(id, 'canceled');
  await quiet();
  await syncAtOnce();
  for (const { id } of made) {
    assert.deepEqual(await events(id), ['subscription.authorized', 'subscription.canceled']);
  }
});

test('several workers make a recurrence once after a lost answer', async () => {
  await quiet();
  const before = bank.snapshot().recurrences.length;
  const body = bodyOf({ journey: 'code_and_first_payment' });
  bank.faults.add({ kind: 'dropped_after', operation: 'createRecurrence', times: 1 });
  assert.equal((await create(body, 'chave-de-varios-processos')).status, 503);
  await syncAtOnce();
  await workOff();
  assert.equal((await create(body, 'chave-de-varios-processos')).status, 201);
  assert.equal(bank.snapshot().recurrences.length, before + 1);
});

test('a request whose bank is slow answers what a worker has made meanwhile', async () => {
  await quiet();
  const body = bodyOf({ journey: 'code_and_first_payment' });
  const fault = bank.faults.add({
    kind: 'slow',
    operation: 'findRecurrence',
    times: 1,
    delayMs: 900,
  });
  const asked = create(body, 'chave-de-um-pedido-lento');
  await until('the bank delays its answer', async () =>
    bank.faults.list().every(({ id, happened }) => id !== fault || happened > 0),
  );
  await syncAtOnce();
  const answer = await asked;
  assert.equal(answer.status, 201, answer.text);
  const first = String(answer.body.first_transaction_id);
  assert.equal((await gateway.sql('select from charges where id = $1', [first])).length, 1);
  const { code } = await rowOf(String(answer.body.internal_id));
  assert.equal((answer.body.authorization as { code: string }).code, code);
});

test('a call-back about what nobody knows here changes nothing, and is answered', async () => {
  const before = await gateway.sql('select * from subscription_recurrences');
  for (const [ending, body] of [
    ['rec', { recs: [{ idRec: `RR${'9'.repeat(27)}`, status: 'APROVADA' }] }],
    ['cobr', { cobsr: [{ txid: 'a'.repeat(32), status: 'CONCLUIDA' }] }],
    ['rec', { recs: 'x' }],
  ] as const) {
    const response = await fetch(`${live.callbackUrl}/${ending}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    assert.equal(response.status, 200);
    const stranger = await fetch(`${live.callbackUrl}x/${ending}`, { method: 'POST', body: '{}' });
    assert.equal(stranger.status, 404);
  }
  await until('the call-backs are handled', async () => {
    const open = await gateway.sql('select from bank_callbacks where due_at is not null');
    return open.length === 0;
  });
  const after = await gateway.sql('select * from subscription_recurrences');
  assert.equal(after.length, before.length);
});

test('a reconciliation names an authorization that only one side knows', async () => {
  assert.deepEqual(await reconcile(), []);
  const made = await recurrences.recurring.createRecurrence({
    contract: 'feito-no-site-do-banco',
    description: 'Plano',
    hasCode: true,
    payer: { name: 'Maria', document: '52998224725' },
    interval: 'monthly',
    retries: false,
    firstDay: bodyOf().first_due_on,
    lastDay: null,
    firstChargeTxid: null,
    price: { kind: 'variable', minimum: null },
  });
  assert.ok(made.kind === 'done');
  const { id } = await created();
  const unknown = `RR${'9'.repeat(27)}`;
  const sql = 'update subscriptions set recurrence_id = $2 where id = $1';
  const known = String((await rowOf(id)).recurrence_id);
  await gateway.sql(sql, [id, unknown]);
  const found = (await reconcile()).map(({ kind, subject }) => `${kind} ${subject}`);
  const expected = [
    `recurrence_missing_here ${made.value.id}`,
    `recurrence_missing_here ${known}`,
    `recurrence_missing_at_bank ${unknown}`,
  ];
  assert.deepEqual(found.toSorted(), expected.toSorted());
  await gateway.sql(sql, [id, known]);
  bank.faults.add({ kind: 'error', operation: 'listRecurrences', status: 403, times: 1 });
  assert.deepEqual(
    (await reconcile()).map(({ kind }) => kind),
    ['recurrences_unread'],
  );
});
