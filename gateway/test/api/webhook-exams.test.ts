import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startExams } from '#src/webhooks/exams/work.ts';
import { openStandardClient } from '../support/api-pix.ts';
import { faultsOfSchema } from '../support/bcb/standard.ts';
import { createAnswerCheck, type OpenApiDocument } from '../support/documented-answers.ts';
import {
  type CallOptions,
  CHARGE,
  createMerchantWithKeys,
  type Keys,
  SANDBOX_KEYS,
  until,
} from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { startInBuckets } from '../support/two-buckets.ts';
import { type ShopFaults, startVerifyingShop } from '../support/verifying-shop.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';

const PATH = '/v1/test/webhook-exams';
const gateway = await startInBuckets({ after }, { env: { REQUIRE_WEBHOOK_EXAM: 'true' } });
const { body: document } = await gateway.call<OpenApiDocument>('GET', '/openapi.json');
const { faultOfAnswer } = createAnswerCheck(document);

interface Exam extends Record<string, unknown> {
  readonly id: string;
  readonly status: string;
  readonly checks: readonly {
    readonly name: string;
    readonly result: string;
    readonly advice: string | null;
    readonly requests: readonly { readonly response_status: number | null }[];
  }[];
}

async function answered(
  expected: string | number,
  method: string,
  path: string,
  options: CallOptions,
): Promise<Exam> {
  const answer = await gateway.call<Exam>(method, path, options);
  assert.equal(answer.body.code ?? answer.status, expected, answer.text);
  assert.equal(faultOfAnswer(method, path, answer), undefined);
  return answer.body;
}

async function shopOf(context: Parameters<typeof startVerifyingShop>[0], faults: ShopFaults = {}) {
  const party = await createMerchantWithKeys(gateway);
  const { keys } = party;
  const shop = await startVerifyingShop(context, () => gateway.clock.now());
  const body = { url: `${shop.url}/webhooks` };
  const { secret } = await answered(201, 'POST', '/v1/webhook-endpoints', { keys, body });
  shop.configure({ secret: String(secret), ...faults });
  return { ...party, shop, url: body.url };
}

function ended(keys: Keys, { id }: Exam): Promise<Exam> {
  return until('the exam ends', async () => {
    const exam = await answered(200, 'GET', `${PATH}/${id}`, { keys });
    return exam.status !== 'running' && exam;
  });
}

function resultsOf(exam: Exam, result: string): string[] {
  return exam.checks.filter((one) => one.result === result).map(({ name }) => name);
}

test('an exam of a right program passes and lets its merchant create live keys', async (context) => {
  const { keys, merchant, shop, url } = await shopOf(context);
  const session = await signIn(gateway, merchant, { hasSecondFactor: true });
  const createLive = () =>
    session.callWithCode('POST', '/api/panel/live/credentials', { name: 'site' });
  assert.equal((await createLive()).body.code, 'webhook_exam_required');
  const charge = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  const body = { url, charge_id: String(charge.body.internal_id) };
  const exam = await ended(keys, await answered(201, 'POST', PATH, { keys, body }));
  assert.equal(exam.status, 'passed', JSON.stringify(exam));
  assert.equal(resultsOf(exam, 'passed').length, 8);
  assert.ok(exam.checks.every(({ advice }) => advice === null));
  assert.deepEqual(shop.accepted.slice(0, 3), [
    'deposit.paid 2',
    'deposit.paid 2',
    'deposit.expired 1',
  ]);
  assert.equal(shop.received.length, 9);
  assert.ok(shop.received.every(({ event }) => event.data.internal_id === body.charge_id));
  const { data } = await answered(200, 'GET', PATH, { keys });
  assert.deepEqual(data, [exam]);
  assert.equal((await createLive()).status, 201);
});

const FAULTS: readonly (readonly [ShopFaults, readonly string[]])[] = [
  [{ ignoresTime: true }, ['old_time']],
  [{ ignoresSignature: true }, ['old_time', 'wrong_signature', 'changed_body']],
  [{ readsFirstSignatureOnly: true }, ['after_rotation']],
  [{ failsOnRepeats: true, failsOnOlderSequence: true }, ['repeated', 'older_sequence']],
];

for (const [faults, expected] of FAULTS) {
  test(`a program with ${JSON.stringify(faults)} fails ${expected}`, async (context) => {
    const { keys, url } = await shopOf(context, faults);
    const exam = await ended(keys, await answered(201, 'POST', PATH, { keys, body: { url } }));
    assert.equal(exam.status, 'failed');
    assert.deepEqual(resultsOf(exam, 'failed'), expected);
    assert.ok(exam.checks.every(({ result, advice }) => (result === 'failed') === !!advice));
  });
}

test('an exam of another address shows a secret, waits for its start and signs with it', async (context) => {
  const { keys } = await createMerchantWithKeys(gateway);
  const shop = await startVerifyingShop(context, () => gateway.clock.now());
  const body = { url: shop.url };
  const { secret, ...waiting } = await answered(201, 'POST', PATH, { keys, body });
  assert.equal(waiting.status, 'awaiting_start');
  assert.match(String(secret), /^whsec_/);
  shop.configure({ secret: String(secret) });
  const start = `${PATH}/${waiting.id}/start`;
  await answered(200, 'POST', start, { keys });
  await answered('webhook_exam_running', 'POST', PATH, await withEndpoint(keys, shop.url));
  const exam = await ended(keys, waiting);
  assert.equal(exam.status, 'passed', JSON.stringify(exam));
  assert.deepEqual(await answered(200, 'POST', start, { keys }), exam);
  const stored = await gateway.sql(
    'select sealed_secret is null as is_deleted from webhook_exams where id = $1',
    [exam.id],
  );
  assert.deepEqual(stored, [{ is_deleted: true }]);
});

/** The options of an exam of an endpoint at this address, which begins at once. */
async function withEndpoint(keys: Keys, url: string): Promise<CallOptions> {
  await answered(201, 'POST', '/v1/webhook-endpoints', { keys, body: { url } });
  return { keys, body: { url } };
}

for (const { path, list, schema } of [
  { path: '/webhookrec', list: 'recs', schema: 'RecNotification' },
  { path: '/webhookcobr', list: 'cobsr', schema: 'CobRNotification' },
]) {
  test(`an exam of the address of ${path} sends what the standard sends there`, async (context) => {
    const { keys } = await createMerchantWithKeys(gateway);
    const sink = await startWebhookSink(context);
    const url = `${sink.url}/erp?hmac=`;
    const client = await openStandardClient(gateway, keys);
    const set = await client.call('PUT', path, { webhookUrl: url });
    assert.equal(set.status, 200, set.text);
    const exam = await ended(keys, await answered(201, 'POST', PATH, { keys, body: { url } }));
    assert.deepEqual(resultsOf(exam, 'passed'), ['valid', 'repeated', 'slow']);
    assert.deepEqual(resultsOf(exam, 'skipped'), ['older_sequence', 'old_time', 'after_rotation']);
    const resource = path.replace('webhook', '');
    assert.ok(sink.received.every((one) => one.path?.startsWith(`/erp${resource}?hmac=`)));
    // Forged ones, which this program takes.
    assert.deepEqual(resultsOf(exam, 'failed'), ['wrong_signature', 'changed_body']);
    const bodies = sink.received.map(({ rawBody }) => JSON.parse(rawBody)[list] as object[]);
    assert.deepEqual(
      bodies.map(({ length }) => length),
      [1, 2, 1, 1, 1, 1],
    );
    const told = bodies.slice(0, 3).flat();
    for (const notice of told) assert.deepEqual(faultsOfSchema(schema, notice), []);
    assert.ok(sink.received.every(({ headers }) => headers['x-service-event'] === undefined));
  });
}

test('an exam of an address that does not answer fails without the other requests', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const options = await withEndpoint(keys, 'http://127.0.0.1:9/webhooks');
  const exam = await ended(keys, await answered(201, 'POST', PATH, options));
  assert.deepEqual([exam.status, resultsOf(exam, 'failed')], ['failed', ['valid']]);
  assert.equal(resultsOf(exam, 'skipped').length, 7);
  assert.match(String(exam.checks[0]?.advice), /não respondeu/);
});

test('of two webhooks with one address, the panel examines the chosen one, with its secret', async (context) => {
  const { keys, merchant, shop, url } = await shopOf(context);
  const chosen = await answered(201, 'POST', '/v1/webhook-endpoints', { keys, body: { url } });
  shop.configure({ secret: String(chosen.secret) });
  const session = await signIn(gateway, merchant);
  const path = `/api/panel/test/webhooks/${chosen.id}/exam`;
  const begun = await session.call('POST', path, { body: {} });
  assert.equal(begun.body.webhook_endpoint_id, chosen.id, begun.text);
  const exam = await until('the exam ends', async () => {
    const { data } = (await session.call<{ data: Exam | null }>('GET', path)).body;
    return data?.status !== 'running' && data;
  });
  assert.equal(exam?.status, 'passed', JSON.stringify(exam));
});

test('an exam is refused to the sandbox, live keys, other merchants and wrong addresses', async (context) => {
  const { keys, url } = await shopOf(context);
  const other = await createMerchantWithKeys(gateway);
  const body = { url };
  await answered('sandbox_forbidden', 'POST', PATH, { keys: SANDBOX_KEYS, body });
  const wrong = { url: 'http://user:pass@loja.example.com/' };
  await answered('webhook_url_invalid', 'POST', PATH, { keys, body: wrong });
  const unknown = { url, charge_id: '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70' };
  await answered('transaction_not_found', 'POST', PATH, { keys, body: unknown });
  const exam = await answered(201, 'POST', PATH, { keys, body });
  await answered('webhook_exam_not_found', 'GET', `${PATH}/${exam.id}`, other);
  await answered('webhook_exam_not_found', 'POST', `${PATH}/${exam.id}/start`, other);
  await ended(keys, exam);
});

test('an exam that a stopped process gave back runs again, and ends as interrupted after three times', async (context) => {
  const { keys, shop, url } = await shopOf(context);
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  shop.hold(resolve);
  const exam = await answered(201, 'POST', PATH, { keys, body: { url } });
  await reached;
  await gateway.stopWorker();
  assert.equal((await answered(200, 'GET', `${PATH}/${exam.id}`, { keys })).status, 'running');
  const other = await shopOf(context);
  const body = { url: other.url };
  const begun = await answered(201, 'POST', PATH, { keys: other.keys, body });
  await gateway.sql('update webhook_exams set run_count = 3 where id = $1', [begun.id]);
  const worker = startExams(gateway.appContext, { hold: (_database, work) => work });
  context.after(() => worker.stop());
  assert.equal((await ended(keys, exam)).status, 'passed');
  const interrupted = await ended(other.keys, begun);
  assert.deepEqual([interrupted.status, interrupted.failure], ['failed', 'interrupted']);
  assert.equal(other.shop.received.length, 0);
});
