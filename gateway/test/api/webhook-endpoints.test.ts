import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createAnswerCheck, type OpenApiDocument } from '../support/documented-answers.ts';
import {
  type CallOptions,
  createMerchantWithKeys,
  receivePayment,
  SANDBOX_KEYS,
  startGateway,
  until,
} from '../support/gateway.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';

const PATH = '/v1/webhook-endpoints';
const gateway = await startGateway({ after });
const { body: document } = await gateway.call<OpenApiDocument>('GET', '/openapi.json');
const { faultOfAnswer } = createAnswerCheck(document);

/** Calls, and compares the answer with the document and with the expected code or status. */
async function answered(
  expected: string | number,
  method: string,
  path: string,
  options: CallOptions,
) {
  const answer = await gateway.call(method, path, options);
  assert.equal(answer.body.code ?? answer.status, expected, answer.text);
  assert.equal(faultOfAnswer(method, path, answer), undefined);
  return answer.body;
}

test('a key creates a webhook, tests, changes, pauses, resumes, rotates and deletes it', async (context) => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const sink = await startWebhookSink(context);
  const body = { url: `${sink.url}/a`, events: ['deposit.paid'] };
  const { secret, ...created } = await answered(201, 'POST', PATH, { keys, body });
  assert.match(String(secret), /^whsec_/);
  assert.deepEqual(
    [created.url, created.events, created.status],
    [body.url, body.events, 'active'],
  );
  const one = `${PATH}/${created.id}`;
  assert.deepEqual((await answered(200, 'GET', PATH, { keys })).data, [created]);
  assert.deepEqual(await answered(200, 'GET', one, { keys }), created);
  await answered(202, 'POST', `${one}/test`, { keys });
  await until('the test arrives', async () => sink.received.length === 1);
  assert.equal(sink.received[0]?.event.event, 'webhook.test');
  const moved = await answered(200, 'PATCH', one, { keys, body: { url: `${sink.url}/b` } });
  assert.deepEqual([moved.url, moved.events], [`${sink.url}/b`, body.events]);
  assert.equal((await answered(200, 'POST', `${one}/pause`, { keys })).status, 'paused');
  await receivePayment(gateway, keys);
  assert.equal((await answered(200, 'POST', `${one}/resume`, { keys })).status, 'active');
  await until('the held delivery arrives', async () => sink.received.length === 2);
  assert.equal(sink.received[1]?.path, '/b');
  const rotated = await answered(200, 'POST', `${one}/rotate`, { keys });
  assert.match(String(rotated.secret), /^whsec_/);
  assert.notEqual(rotated.secret, secret);
  await answered(204, 'DELETE', one, { keys });
  await answered('webhook_not_found', 'GET', one, { keys });
  const authors = await gateway.sql(
    `select distinct actor_name, actor_kind from audit_log
     where merchant_id = $1 and action like 'webhook.%'`,
    [merchant.merchantId],
  );
  assert.deepEqual(authors, [{ actor_name: keys['client-id'], actor_kind: 'merchant' }]);
});

test('a field that the body does not have makes no webhook of the API Pix', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const body = { url: 'https://loja.example.com/webhooks', pixKey: 'pix@loja.com.br' };
  const created = await answered(201, 'POST', PATH, { keys, body });
  assert.equal(created.pix_key, null);
});

test('of changes of one webhook at once none undoes another, and a deleted one stays deleted', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const url = 'https://loja.example.com/webhooks';
  const create = async () =>
    `${PATH}/${(await answered(201, 'POST', PATH, { keys, body: { url } })).id}`;
  const change = (path: string, body: object) => gateway.call('PATCH', path, { keys, body });
  for (let round = 0; round < 5; round += 1) {
    const one = await create();
    await Promise.all([
      change(one, { url: `${url}/b` }),
      change(one, { events: ['deposit.paid'] }),
    ]);
    const changed = await answered(200, 'GET', one, { keys });
    assert.deepEqual([changed.url, changed.events], [`${url}/b`, ['deposit.paid']]);
    await Promise.all([
      gateway.call('DELETE', one, { keys }),
      gateway.call('POST', `${one}/resume`, { keys }),
    ]);
    await answered('webhook_not_found', 'GET', one, { keys });
  }
});

test('of many webhooks that are created at once, no more than twenty are', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const body = { url: 'https://loja.example.com/webhooks' };
  for (let count = 0; count < 15; count += 1) await answered(201, 'POST', PATH, { keys, body });
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => gateway.call('POST', PATH, { keys, body })),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, 5);
});

test('a webhook with a wrong address or without events, of another merchant or of the sandbox is refused', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const other = await createMerchantWithKeys(gateway);
  const url = 'https://loja.example.com/webhooks';
  const wrong = { url: 'ftp://loja.example.com' };
  await answered('invalid_request', 'POST', PATH, { keys, body: wrong });
  await answered('webhook_events_invalid', 'POST', PATH, { keys, body: { url, events: [] } });
  const { id } = await answered(201, 'POST', PATH, { keys, body: { url } });
  for (const step of ['pause', 'resume', 'rotate', 'test']) {
    await answered('webhook_not_found', 'POST', `${PATH}/${id}/${step}`, other);
    const sandbox = { keys: SANDBOX_KEYS };
    await answered('sandbox_forbidden', 'POST', `${PATH}/${id}/${step}`, sandbox);
  }
  await answered('webhook_not_found', 'DELETE', `${PATH}/${id}`, other);
  await answered('sandbox_forbidden', 'POST', PATH, { keys: SANDBOX_KEYS, body: { url } });
  for (let count = 1; count < 20; count += 1) {
    await answered(201, 'POST', PATH, { keys, body: { url } });
  }
  await answered('too_many_webhooks', 'POST', PATH, { keys, body: { url } });
});
