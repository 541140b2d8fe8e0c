import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openLiveBank } from '#src/bank/open-live-bank.ts';
import { parseBankProfile } from '#src/ground/config/bank-profile.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { requireRecurring } from '#src/host/require-recurring.ts';
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

for (const [journey, operation] of [
  ['code', 'createRecurrence'],
  ['code_and_first_payment', 'createRecurrence'],
  ['offer', 'createRecurrence'],
  ['bank_push', 'createSolicitation'],
] as const) {
  test(`${journey}: a refusal after the lease ends nothing that a worker makes`, async () => {
    await quiet();
    const before = bank.snapshot().recurrences.length;
    const body = bodyOf({ journey });
    const key = `chave-recusada-tarde-${journey}`;
    const ofRequest = Promise.withResolvers<void>();
    const ofWorker = Promise.withResolvers<void>();
    const slow = { kind: 'slow', operation, times: 1 } as const;
    bank.faults.add({ ...slow, until: ofRequest.promise });
    bank.faults.add({ ...slow, kind: 'error', status: 403 });
    const refused = create(body, key);
    await until('the request asks', async () => bank.faults.list().length === 0);
    bank.faults.add({ ...slow, until: ofWorker.promise });
    await until('a worker asks', async () => {
      gateway.clock.advance(5_000);
      return bank.faults.list().length === 0;
    });
    ofRequest.resolve();
    const { status, text } = await refused;
    assert.equal(status, 503, text);
    ofWorker.resolve();
    await workOff();
    const made = await create(body, key);
    assert.equal(made.status, 201, made.text);
    const id = String(made.body.internal_id);
    const { recurrence_id: recurrenceId, code } = await rowOf(id);
    assert.equal(bank.snapshot().recurrences.length, before + 1);
    bank.authorizeRecurrence(String(code ?? recurrenceId));
    await becomes(id, 'authorized');
    const charge = made.body.first_transaction_id;
    if (charge !== null) await isPaid(String(charge));
  });
}

function isPaid(charge: string): Promise<unknown> {
  return until('the first charge is paid', async () => {
    gateway.clock.advance(1_000);
    const rows = await gateway.sql("select from charges where id = $1 and status = 'paid'", [
      charge,
    ]);
    return rows.length === 1;
  });
}

test('no later attempt makes a refused subscription whose first charge is removed', async () => {
  for (const journey of ['code_and_first_payment', 'offer']) {
    await quiet();
    const body = bodyOf({ journey });
    const key = `chave-recusada-${journey}`;
    bank.faults.add({ kind: 'error', operation: 'createRecurrence', status: 403, times: 1 });
    const operation = journey === 'offer' ? 'reviseDueCharge' : 'reviseCharge';
    bank.faults.add({ kind: 'dropped_after', operation, times: 1 });
    assert.equal((await create(body, key)).status, 503);
    await workOff();
    assert.deepEqual(
      await gateway.sql('select from subscriptions where reference = $1', [body.reference]),
      [],
    );
    const made = await create(body, key);
    assert.equal(made.status, 201, made.text);
    bank.pay(String(made.body.first_transaction_id).replaceAll('-', ''));
  }
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

test('a start refuses a profile without recurrences while some can debit a payer', async () => {
  await created();
  await gateway.stopWorker();
  const start = (missing: readonly string[], areRecurrencesEnded = false) => {
    assert.ok(config.bank);
    const lists = { levels: [], missing, errorNameFields: [], notFoundNames: [] };
    const facts = { bank: 'Banco', examinedOn: '2026-11-29', document: '2.9.0', deviations: {} };
    const profile = parseBankProfile(JSON.stringify({ ...facts, ...lists }));
    const bankConfig = { ...config.bank, profile, areRecurrencesEnded };
    return requireRecurring({ ...gateway.appContext, config: { ...config, bank: bankConfig } });
  };
  const refuses = (count: number) =>
    assert.rejects(start(['cobr']), {
      name: 'ConfigError',
      message: new RegExp(`debitar pagadores .*: ${count}\\).* PROVIDER_RECURRENCES_ENDED=true$`),
    });
  const [first, ...others] = await gateway.sql(
    `select subscription_id from subscription_recurrences where status in ('created', 'approved')`,
  );
  await refuses(1 + others.length);
  await start(['lotecobv']);
  await start(['cobr'], true);
  const at = new Date(gateway.clock.now());
  await gateway.sql(
    `update subscription_recurrences set status = 'canceled', draft = null, next_look_at = $1`,
    [at],
  );
  await start(['cobr']);
  const setRecurrence = (state: string) =>
    gateway.sql(`update subscription_recurrences set ${state} where subscription_id = $1`, [
      first?.subscription_id,
    ]);
  await setRecurrence(`status = null, draft = '{"idempotencyKey":null,"charge":null}'`);
  await refuses(1);
  await setRecurrence(`status = 'expired', draft = null`);
  await gateway.sql(
    `insert into subscription_bank_cycles
      (merchant_id, environment, subscription_id, cycle_on, txid, due_on, next_look_at)
    select merchant_id, environment, subscription_id, '2026-12-01', contract, '2026-12-01', $2
    from subscription_recurrences where subscription_id = $1`,
    [first?.subscription_id, at],
  );
  await start(['cobr']);
  const setCycle = (values: readonly unknown[]) =>
    gateway.sql(
      `update subscription_bank_cycles set status = $2, seen_at = $3, registered_at = $3,
        called_at = $4 where subscription_id = $1`,
      [first?.subscription_id, ...values],
    );
  await setCycle([null, null, at]);
  await refuses(1);
  await setCycle(['active', at, null]);
  await refuses(1);
  await setCycle(['paid', at, null]);
  await start(['cobr']);
});
