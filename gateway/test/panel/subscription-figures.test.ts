import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { addDays, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { planSubscriptionMails as tellPayers } from '#src/messages/payer-mails/plan-subscription-mails.ts';
import { runDueSubscriptions } from '#src/subscriptions/due-subscriptions.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { signIn, signInOperator } from '../support/panel.ts';
import { SUBSCRIPTION, subscriptionClient } from '../support/subscriptions.ts';
import { assertClean } from '../support/two-buckets.ts';

interface Sum {
  readonly count: number;
  readonly amount: number;
}
interface Stop {
  readonly code: string | null;
  readonly message: string | null;
  readonly by: string;
  readonly count: number;
}
interface Running {
  readonly active_count: number;
  readonly variable_count: number;
  readonly paused_count: number;
  readonly monthly_amount: number;
}
interface Figures extends Running {
  readonly month: { readonly paid: Sum; readonly failed: Sum };
  readonly retrying: Sum;
  readonly period: {
    readonly days: number;
    readonly new_count: number;
    readonly ended: readonly Stop[];
    readonly not_authorized: readonly Stop[];
  };
}
interface OfAll extends Running {
  readonly failures: readonly (Sum & { readonly code: string; readonly merchants: number })[];
}

const gateway = await startGateway({ after }, { hasWorker: false });
const DUE = businessDayFrom(SUBSCRIPTION.first_due_on);
const NONE = { count: 0, amount: 0 };
const { merchant, keys } = await createMerchantWithKeys(gateway);
const client = subscriptionClient(gateway, keys);
const other = await createMerchantWithKeys(gateway);

async function figures(of = merchant, days = 30): Promise<Figures> {
  const session = await signIn(gateway, of);
  const path = `/api/panel/test/subscription-figures?days=${days}`;
  const answer = await session.call<Figures>('GET', path);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

async function ofAll(): Promise<OfAll> {
  const operator = await signInOperator(gateway);
  const answer = await operator.call<OfAll>('GET', '/api/operator/subscriptions/test');
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

async function running(reference: string, body: object = {}): Promise<string> {
  const created = await client.create({ reference, ...body });
  return (await client.authorize(created.internal_id)).internal_id;
}

/** Advances the time to noon of a day, and does all that is due. */
async function goTo(day: string): Promise<void> {
  gateway.clock.advance(startOfKnownDay(day) + 12 * 3_600_000 - gateway.clock.now());
  while (await runDueSubscriptions({ ...gateway.appContext, tellPayers }, 100));
}

const stopped = ({ code, by, count }: Stop) => [code, by, count];
let monthly = '';

test('the expected revenue divides each rhythm to a month and leaves paused ones out', async () => {
  monthly = await running('mensal');
  await running('semanal', { amount: 1_000, interval: 'weekly' });
  await running('trimestral', { amount: 10_001, interval: 'quarterly' });
  await running('anual', { amount: 120_000, interval: 'annual' });
  await running('variavel', { amount: null, min_amount: 2_000 });
  await client.pause(await running('pausada', { amount: 50_000 }));
  await client.create({ reference: 'espera' });
  const read = await figures();
  assert.deepEqual(
    [read.active_count, read.variable_count, read.paused_count, read.monthly_amount],
    [5, 1, 1, 10_000 + 4_333 + 3_333 + 10_000 + 2_000],
  );
  assert.equal(read.period.new_count, 6);
  const all = await ofAll();
  assert.deepEqual([all.active_count, all.monthly_amount], [5, read.monthly_amount]);
});

test('who stopped and why is counted by the payer, the bank, the merchant and the time', async () => {
  const cancelAs = async (reference: string, code: string) => {
    const id = await running(reference);
    const { status, text } = await client.call('POST', `/v1/test/subscriptions/${id}/cancel`, {
      code,
    });
    assert.equal(status, 200, text);
  };
  await client.cancel(await running('da-loja'));
  await cancelAs('do-pagador-1', 'SLDB');
  await cancelAs('do-pagador-2', 'SLDB');
  await cancelAs('do-banco', 'ACCL');
  const { internal_id: refused } = await client.create({ reference: 'recusada' });
  await client.call('POST', `/v1/test/subscriptions/${refused}/reject`, { code: 'AP14' });
  await client.cancel((await client.create({ reference: 'desistencia' })).internal_id);
  const { period, active_count: active } = await figures();
  assert.equal(active, 5);
  assert.deepEqual(period.ended.map(stopped).sort(), [
    ['ACCL', 'bank', 1],
    ['SLCR', 'merchant', 1],
    ['SLDB', 'payer', 2],
  ]);
  assert.equal(period.ended[0]?.count, 2, 'the most frequent first');
  assert.deepEqual(period.not_authorized.map(stopped).sort(), [
    ['AP14', 'payer', 1],
    ['SLCR', 'merchant', 1],
  ]);
  assert.equal(period.not_authorized[0]?.message === null, false);
});

test('a failed charge is counted while it is failed, then as a retry, then as paid', async () => {
  await goTo(addDays(DUE, -2));
  const [cycle] = await client.cycles(monthly);
  await client.fail(monthly, cycle?.due_on ?? '');
  assert.deepEqual(
    (await ofAll()).failures.map(({ code, count, merchants }) => [code, count, merchants]),
    [['no_balance', 1, 1]],
  );
  await goTo(DUE);
  const failed = await figures();
  const paid = 1_000 + 10_001 + 120_000;
  assert.deepEqual(failed.month, {
    paid: { count: 3, amount: paid },
    failed: { count: 1, amount: 10_000 },
  });
  assert.deepEqual(failed.retrying, NONE);
  await client.retry(monthly);
  const retrying = await figures();
  assert.deepEqual(
    [retrying.month.failed, retrying.retrying],
    [NONE, { count: 1, amount: 10_000 }],
  );
  await goTo(addDays(DUE, 1));
  const later = await figures();
  assert.deepEqual(later.month.paid, { count: 4, amount: paid + 10_000 });
  assert.deepEqual([later.month.failed, later.retrying], [NONE, NONE]);
});

test('a longer period has what a shorter one has left behind, and numbers are of one merchant', async () => {
  const short = await figures(merchant, 30);
  const long = await figures(merchant, 90);
  assert.deepEqual([short.period.new_count, long.period.new_count], [0, 10]);
  assert.equal(long.period.ended.length, 3);
  const strange = await figures(other.merchant, 90);
  assert.deepEqual(
    [strange.active_count, strange.monthly_amount, strange.period.new_count],
    [0, 0, 0],
  );
  assert.deepEqual([strange.month.paid, strange.period.ended], [NONE, []]);
  await assertClean(gateway);
});

test('the ledger’s verification finds totals that differ from the subscriptions', async () => {
  await gateway.sql(`update subscription_totals set count = count + 1 where is_variable`);
  await assert.rejects(assertClean(gateway), /Os totais das assinaturas/);
  await gateway.sql(`update subscription_totals set count = count - 1 where is_variable`);
  await assertClean(gateway);
});

test('the migration counts what the changes of subscriptions have kept', async () => {
  const file = new URL('../../migrations/0565-totals-of-subscriptions.sql', import.meta.url);
  const inserts = (await readFile(file, 'utf8'))
    .split(/\n\n/)
    .filter((part) => /^insert/.test(part));
  assert.equal(inserts.length, 5);
  // Earlier failures are not counted: they are shown for two days only.
  const rows = () =>
    Promise.all([
      gateway.sql(`select * from subscription_totals where count <> 0
        order by merchant_id, status, rhythm, is_variable`),
      gateway.sql(`select merchant_id, environment, day::text as on_day, fact, ended_by, reason,
          count, centavos
        from subscription_days where count <> 0 and fact <> 'failure' order by 1, 2, 3, 4, 5, 6`),
    ]);
  const kept = await rows();
  await gateway.sql('delete from subscription_totals');
  await gateway.sql('delete from subscription_days');
  for (const insert of inserts) await gateway.sql(insert);
  assert.deepEqual(await rows(), kept);
});

test('a subscription without any amount is counted as active and brings no expected revenue', async () => {
  // The Central Bank's API lets a merchant make each cycle without a smallest amount.
  const variable = `min_centavos = null where min_centavos is not null`;
  await gateway.sql(`update subscriptions set ${variable} and status = 'authorized'`);
  await gateway.sql('update subscription_totals set centavos = 0 where is_variable');
  await assertClean(gateway);
  const read = await figures();
  assert.deepEqual(
    [read.active_count, read.variable_count, read.monthly_amount],
    [5, 1, 10_000 + 4_333 + 3_333 + 10_000],
  );
});

test('an operator who views a merchant reads its subscriptions and changes nothing', async () => {
  const operator = await signInOperator(gateway);
  const list = '/api/panel/test/subscriptions';
  assert.equal((await operator.call('GET', list)).body.code, 'not_permitted');
  const view = await operator.call('POST', `/api/operator/merchants/${merchant.username}/view`);
  assert.equal(view.status, 200, view.text);
  const seen = await operator.call<{ data: object[] }>('GET', `${list}?limit=100`);
  assert.equal(seen.body.data.length, 13);
  for (const path of [`${list}/${monthly}`, `${list}/${monthly}/cycles`]) {
    assert.equal((await operator.call('GET', path)).status, 200);
  }
  const numbers = await operator.call('GET', '/api/panel/test/subscription-figures');
  assert.equal(numbers.body.active_count, 5);
  for (const act of ['pause', 'cancel', 'retry']) {
    const refused = await operator.call('POST', `${list}/${monthly}/${act}`);
    assert.deepEqual([refused.status, act], [403, act]);
  }
});

test('a rejected charge is no failed one any more when its cycle has another, which is then paid', async () => {
  const shop = await createMerchantWithKeys(gateway);
  const requests = subscriptionClient(gateway, shop.keys);
  const month = async () => (await figures(shop.merchant)).month;
  const first = addDays(DUE, 5);
  const variable = { amount: null, min_amount: 100, first_due_on: first };
  const { internal_id: id } = await requests.create(variable);
  await requests.authorize(id);
  const { due_on: due } = await requests.addCycle(id, { amount: 700, due_on: first });
  await requests.fail(id, due, 'AC05');
  await goTo(due);
  assert.deepEqual((await month()).failed, { count: 1, amount: 700 });
  const again = await requests.addCycle(id, { amount: 900, due_on: addDays(due, 3) });
  assert.deepEqual(await month(), { paid: NONE, failed: NONE });
  await goTo(again.due_on);
  assert.deepEqual(await month(), { paid: { count: 1, amount: 900 }, failed: NONE });
  await assertClean(gateway);
});
