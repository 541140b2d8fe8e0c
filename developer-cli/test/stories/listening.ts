import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { standardSecretOf } from '../../../gateway/src/webhooks/webhook-secret.ts';
import { receivePayment, until } from '../../../gateway/test/support/gateway.ts';
import { freePort } from '../../../gateway/test/support/gateway-process.ts';
import {
  type ReceivedWebhook,
  startWebhookSink,
} from '../../../gateway/test/support/webhook-sink.ts';
import { newDeveloper, startProxy, world } from '../world.ts';

const { gateway } = world;

test('listen delivers each event once, signed with the local secret, with the headers of a webhook', async (context) => {
  const developer = await newDeveloper(context);
  const sink = await startWebhookSink(context);
  const listening = developer.open(['listen', '--forward-to', `${sink.url}/in`, '--count', '2']);
  const { secret } = await listening.next('ready');
  await listening.next('connected');
  const charges = [
    await receivePayment(gateway, developer.keys),
    await receivePayment(gateway, developer.keys),
  ];
  const { exitCode } = await listening.ended();
  assert.equal(exitCode, 0);
  assert.deepEqual(
    sink.received.map(({ event }) => event.data.internal_id),
    charges.map(({ internal_id: id }) => id),
  );
  const [first] = sink.received;
  assert.ok(first && isSigned(first, String(secret)));
  const { 'x-service-delivery': delivery, 'x-service-signature': _s, ...rest } = first.headers;
  assert.match(String(delivery), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  assert.deepEqual(rest, {
    host: new URL(sink.url).host,
    connection: 'keep-alive',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(first.rawBody)),
    'user-agent': rest['user-agent'],
    'x-service-event': 'deposit.paid',
    'webhook-id': first.event.id,
    'webhook-timestamp': rest['webhook-timestamp'],
    'webhook-signature': rest['webhook-signature'],
  });
  const standard = new Webhook(standardSecretOf(String(secret)));
  assert.deepEqual(standard.verify(first.rawBody, rest as Record<string, string>), first.event);
  const again = await developer.json(['listen', '--print-secret']);
  assert.equal(again.secret, secret);
});

test('an event during a lost connection is delivered once after it, also before the first one', async (context) => {
  const developer = await newDeveloper(context);
  const sink = await startWebhookSink(context);
  const proxy = await startProxy(context, gateway.url);
  const listening = developer.open(['listen', '--forward-to', sink.url, '--count', '3'], {
    env: { PIX_URL: proxy.url },
  });
  await listening.next('connected');
  proxy.cut();
  await listening.next('lost');
  const expected = [await receivePayment(gateway, developer.keys)];
  assert.equal((await listening.next('connected')).again, true);
  await listening.next('delivery');
  proxy.cut();
  await listening.next('lost');
  expected.push(await receivePayment(gateway, developer.keys));
  expected.push(await receivePayment(gateway, developer.keys));
  assert.equal((await listening.ended()).exitCode, 0);
  assert.deepEqual(
    sink.received.map(({ event }) => event.data.internal_id),
    expected.map(({ internal_id: id }) => id),
  );
});

test('an event that the server refuses is tried again under the same delivery id, and the attempt is numbered', async (context) => {
  const developer = await newDeveloper(context);
  const sink = await startWebhookSink(context);
  sink.answerWith((_webhook, response) => {
    response.writeHead(sink.received.length === 1 ? 500 : 204).end('sem estoque');
  });
  const listening = developer.open(['listen', '--forward-to', sink.url, '--count', '1']);
  await listening.next('connected');
  await receivePayment(gateway, developer.keys);
  const first = await listening.next('delivery');
  assert.deepEqual([first.attempt, first.status, first.delivered], [1, 500, false]);
  const second = await listening.next('delivery');
  assert.deepEqual([second.attempt, second.status, second.delivered], [2, 204, true]);
  assert.equal((await listening.ended()).exitCode, 0);
  const ids = sink.received.map(({ headers }) => headers['x-service-delivery']);
  assert.equal(new Set(ids).size, 1);
});

test('Ctrl-C names the events that were not delivered, and resend delivers one of them', async (context) => {
  const developer = await newDeveloper(context);
  const listening = developer.open(['listen', '--forward-to', 'localhost:1', '--attempts', '1']);
  await listening.next('connected');
  await receivePayment(gateway, developer.keys);
  const failed = await listening.next('delivery');
  assert.deepEqual([failed.status, failed.error], [null, 'ECONNREFUSED']);
  const { exitCode, stdout } = await listening.interrupt();
  assert.equal(exitCode, 6);
  const [, undelivered = ''] = /"undelivered":\["([^"]+)"\]/.exec(stdout) ?? [];
  assert.equal(undelivered, failed.event_id);
  const sink = await startWebhookSink(context);
  const words = ['events', 'resend', undelivered, '--forward-to', sink.url];
  assert.equal((await developer.pix(words)).exitCode, 0);
  const { secret } = await developer.json(['listen', '--print-secret']);
  const [received] = sink.received;
  assert.ok(received && isSigned(received, String(secret)));
});

test('Ctrl-C during an attempt without an answer ends it and names its event', async (context) => {
  const developer = await newDeveloper(context);
  const sink = await startWebhookSink(context);
  sink.answerWith(() => {});
  const listening = developer.open(['listen', '--forward-to', sink.url]);
  await listening.next('connected');
  await receivePayment(gateway, developer.keys);
  await until('the server has the request', async () => sink.received.length === 1);
  const { exitCode, stdout } = await listening.interrupt();
  assert.equal(exitCode, 6);
  assert.match(stdout, /"error":"interrompido"/);
});

test('Ctrl-C while it waits to connect again ends it', async (context) => {
  const developer = await newDeveloper(context);
  const proxy = await startProxy(context, gateway.url);
  const env = { PIX_URL: proxy.url };
  const listening = developer.open(['listen', '--forward-to', 'localhost:1'], { env });
  await listening.next('connected');
  proxy.cut();
  await listening.next('lost');
  assert.equal((await listening.interrupt()).exitCode, 0);
});

test('--replay begins with the events of the last period, and --events filters', async (context) => {
  const developer = await newDeveloper(context);
  const sink = await startWebhookSink(context);
  await receivePayment(gateway, developer.keys);
  const canceled = await developer.json(['trigger', 'deposit.canceled']);
  const words = ['listen', '--forward-to', sink.url, '--replay', '1h', '--count', '1'];
  const one = await developer.pix([...words, '--events', 'deposit.canceled']);
  assert.equal(one.exitCode, 0, one.stderr);
  assert.deepEqual(
    sink.received.map(({ event }) => event.id),
    [canceled.event_id],
  );
  assert.match(one.stdout, /deposit\.canceled .* R\$ 100,00\n +→ 204 em \d+ ms/);
});

test('listen ends with the code of unreachable gateways and of refused keys', async (context) => {
  const developer = await newDeveloper(context);
  const away = await developer.pix(['listen', '--url', `http://localhost:${await freePort()}`]);
  assert.deepEqual([away.exitCode, /não responde \(ECONNREFUSED\)/.test(away.stderr)], [3, true]);
  const refused = await developer.pix(['listen', '--json'], { env: { PIX_CLIENT_SECRET: 'x' } });
  assert.equal(refused.exitCode, 4);
  assert.equal(JSON.parse(refused.stderr).error.code, 'invalid_credentials');
});

function isSigned({ headers, rawBody }: ReceivedWebhook, secret: string): boolean {
  const [, t = '', v1] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-service-signature'])) ?? [];
  return createHmac('sha256', secret).update(`${t}.${rawBody}`).digest('hex') === v1;
}
