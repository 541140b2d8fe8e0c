import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createId } from '#src/ground/ids.ts';
import { clockKindsOf } from '#src/host/option-parts.ts';
import { startTestWorld } from '#src/test-world/work.ts';
import { createAnswerCheck, type OpenApiDocument } from '../support/documented-answers.ts';
import {
  type CallOptions,
  CHARGE,
  createKeys,
  createMerchantWithKeys,
  PAYOUT,
  SANDBOX_KEYS,
  until,
} from '../support/gateway.ts';
import { clockClient, type TestClock } from '../support/test-clocks.ts';
import { assertClean, startInBuckets } from '../support/two-buckets.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';

const PATH = '/v1/test/clocks';
const DAY_S = 86_400;
const gateway = await startInBuckets({ after });
const { post, createClock, advance, read, payInClock } = clockClient(gateway);
const { body: document } = await gateway.call<OpenApiDocument>('GET', '/openapi.json');
const { faultOfAnswer } = createAnswerCheck(document);

/** Calls, and compares the answer with the document and with the expected code or status. */
async function answered(
  expected: string | number,
  method: string,
  path: string,
  options: CallOptions,
) {
  const answer = await gateway.call<TestClock>(method, path, options);
  const { code } = answer.body as { readonly code?: string };
  assert.equal(code ?? answer.status, expected, answer.text);
  assert.equal(faultOfAnswer(method, path, answer), undefined);
  return answer.body;
}

test('a key creates, lists, reads, advances, binds and deletes clocks', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const made = await answered(201, 'POST', PATH, { keys, body: { name: 'renovação' } });
  assert.deepEqual([made.status, made.client_ids], ['ready', []]);
  const bound = await answered(200, 'POST', `${PATH}/${made.id}/bind`, { keys });
  assert.deepEqual(bound.client_ids, [keys['client-id']]);
  const { data } = (await gateway.call<{ data: TestClock[] }>('GET', PATH, { keys })).body;
  assert.deepEqual(data, [bound]);
  const to = new Date(Date.parse(made.now) + 5_000).toISOString();
  const moved = await answered(200, 'POST', `${PATH}/${made.id}/advance`, { keys, body: { to } });
  assert.equal(moved.now, to);
  assert.deepEqual(await answered(200, 'GET', `${PATH}/${made.id}`, { keys }), moved);
  const free = await answered(200, 'POST', `${PATH}/${made.id}/unbind`, { keys });
  assert.deepEqual(free.client_ids, []);
  await answered(204, 'DELETE', `${PATH}/${made.id}`, { keys });
  await answered('test_clock_not_found', 'GET', `${PATH}/${made.id}`, { keys });
});

test('a clock goes forward only, 366 days at once and 731 days in all, from now or later', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const clock = await createClock(keys);
  const path = `${PATH}/${clock.id}/advance`;
  const refused = (code: string, body: object) => answered(code, 'POST', path, { keys, body });
  const yesterday = new Date(Date.parse(clock.now) - DAY_S * 1_000).toISOString();
  await refused('test_clock_out_of_range', { to: yesterday });
  await refused('test_clock_out_of_range', { to: '9999-12-31' });
  for (const body of [{}, { seconds: 1, to: '2030-01-01' }, { seconds: -1 }, { to: 'amanhã' }]) {
    await refused('invalid_request', body);
  }
  await refused('invalid_request', { seconds: 366 * DAY_S + 1 });
  await advance(keys, clock, 366 * DAY_S);
  await refused('test_clock_out_of_range', { seconds: 366 * DAY_S });
  await advance(keys, clock, 365 * DAY_S);
  await answered('test_clock_out_of_range', 'POST', PATH, { keys, body: { now: yesterday } });
  await answered('invalid_request', 'POST', PATH, { keys, body: { now: 'ontem' } });
  await assert.rejects(
    gateway.sql(`update test_clocks set now_at = started_at where id = $1`, [clock.id]),
    /forward only/,
  );
  await assert.rejects(
    gateway.sql(
      `update test_clocks set status = 'advancing', now_at = now_at + interval '1 day',
      target_at = now_at + interval '1 day' where id = $1`,
      [clock.id],
    ),
    /test_clocks_within_two_years/,
  );
});

test('production keys, the sandbox and other merchants have no part in a clock', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const other = await createMerchantWithKeys(gateway);
  const live = await createKeys(gateway.appContext, merchant, 'live');
  const clock = await createClock(keys);
  const own = `${PATH}/${clock.id}`;
  await answered('test_key_required', 'POST', PATH, { keys: live, body: {} });
  await answered('test_key_required', 'POST', `${own}/bind`, { keys: live });
  await answered('sandbox_forbidden', 'POST', PATH, { keys: SANDBOX_KEYS, body: {} });
  for (const [method, path] of [
    ['GET', own],
    ['DELETE', own],
    ['POST', `${own}/bind`],
  ] as const) {
    await answered('test_clock_not_found', method, path, { keys: other.keys });
  }
  const body = { ...CHARGE, clock_id: clock.id };
  const charge = '/v1/pix/qrcode';
  await answered('test_clock_not_found', 'POST', charge, { keys: live, body });
  await answered('test_clock_not_found', 'POST', charge, { keys: other.keys, body });
  await answered('test_clock_not_found', 'POST', charge, { keys: SANDBOX_KEYS, body });
  const wrong = { ...CHARGE, clock_id: 'nenhum' };
  await answered('test_clock_not_found', 'POST', charge, { keys, body: wrong });
});

test('the database refuses a clock on every row of production', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const live = await createKeys(gateway.appContext, merchant, 'live');
  const clock = await createClock(keys);
  const [scope, id] = [merchant.merchantId, '00000000-0000-7000-8000-000000000001'];
  for (const [text, values] of [
    [
      `update credentials set test_clock_id = $1 where client_id = $2`,
      [clock.id, live['client-id']],
    ],
    [
      `insert into test_clock_items (merchant_id, environment, kind, id, clock_id)
       values ($1, 'live', 'charge', $2, $3)`,
      [scope, id, clock.id],
    ],
    [
      `insert into settlements (merchant_id, environment, id, due_on, amount_centavos, status,
         created_at, test_clock_id) values ($1, 'live', $2, '2030-01-01', 1, 'waiting', now(), $3)`,
      [scope, id, clock.id],
    ],
    [
      `insert into webhook_deliveries (merchant_id, environment, event_id, id, url, status,
         undelivered, next_attempt_at, created_at, test_clock_id)
       values ($1, 'live', $4, $2, 'http://x', 'pending', 'new', now(), now(), $3)`,
      [scope, id, clock.id, createId(gateway.clock.now())],
    ],
  ] as const) {
    await assert.rejects(gateway.sql(text, [...values]), /clock_is_of_test|environment_check/);
  }
});

test('a merchant may have twenty clocks, also when many requests create them at once', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => gateway.call('POST', PATH, { keys, body: {} })),
  );
  const codes = Map.groupBy(answers, ({ status, body }) => String(body.code ?? status));
  assert.deepEqual([codes.get('201')?.length, codes.get('too_many_test_clocks')?.length], [20, 5]);
});

test('the deletion of a clock ends what waits, and its keys live in the real time again', async (context) => {
  const { keys } = await createMerchantWithKeys(gateway);
  const sink = await startWebhookSink(context);
  await post(keys, '/v1/webhook-endpoints', { url: sink.url });
  sink.answerWith((_webhook, response) => response.writeHead(500).end());
  const clock = await createClock(keys, { bind_key: true });
  const paid = await payInClock(keys, clock);
  await advance(keys, clock, 15);
  const attempts = sink.received.length;
  assert.equal(attempts, 2);
  const pending = await post(keys, '/v1/pix/qrcode', CHARGE);
  const payout = await post(keys, '/v1/pix/payout', PAYOUT);
  const refund = await post(keys, `/v1/transactions/${paid}/refund`, { amount: 1_000 });
  assert.deepEqual([payout.status, refund.status], [201, 201], payout.text + refund.text);
  sink.answerWith((_webhook, response) => response.writeHead(204).end());
  await answered(204, 'DELETE', `${PATH}/${clock.id}`, { keys });
  assert.equal((await read(keys, pending.body.internal_id)).status, 'canceled');
  assert.equal((await read(keys, payout.body.internal_id)).status, 'paid');
  assert.equal((await read(keys, paid)).status, 'partially_refunded');
  await until('the webhooks arrive', async () => {
    const kinds = sink.received.slice(attempts).map(({ event }) => event.event);
    return ['deposit.paid', 'deposit.canceled', 'payout.paid', 'deposit.refunded'].every((kind) =>
      kinds.includes(kind),
    );
  });
  const left = await gateway.sql('select from test_clock_items where clock_id = $1', [clock.id]);
  assert.equal(left.length, 0);
  const later = await post(keys, '/v1/pix/qrcode', CHARGE);
  const createdAt = Date.parse(String(later.body.created_at));
  assert.ok(Math.abs(createdAt - gateway.clock.now()) < 60_000);
  await assertClean(gateway);
});

test('a clock that was not advanced for 30 real days is deleted', async (context) => {
  const { keys } = await createMerchantWithKeys(gateway);
  const [old, young] = [await createClock(keys), await createClock(keys)];
  await gateway.sql(`update test_clocks set delete_after = now() where id = $1`, [old.id]);
  const second = startTestWorld(gateway.appContext, {
    clockKinds: await clockKindsOf(gateway.appContext),
  });
  context.after(() => Promise.all(second.map((each) => each.stop())));
  await until('the clock is deleted', async () => {
    return (await gateway.call('GET', `${PATH}/${old.id}`, { keys })).status === 404;
  });
  await answered(200, 'GET', `${PATH}/${young.id}`, { keys });
});
