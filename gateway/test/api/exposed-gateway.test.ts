import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import { commandActor } from '#src/ground/access/actor.ts';
import { loadConfig } from '#src/ground/config/config.ts';
import { targetRulesOf } from '#src/ground/http/target-rules.ts';
import { createEndpoint } from '#src/webhooks/endpoints/manage-endpoints.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  receivePayment,
  SANDBOX_KEYS,
  startGateway,
  type TestGateway,
  until,
} from '../support/gateway.ts';
import { freePort } from '../support/gateway-process.ts';
import { logIn } from '../support/panel.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';

const AT_ONCE = { SANDBOX_PAYMENT_DELAY_SECONDS: '0' };
const HTTPS = 'https://pix.loja.com.br';

interface TransactionPage {
  readonly timeline: readonly Readonly<Record<string, unknown>>[];
}

/** What the sandbox's panel shows of the first webhook attempt for a paid charge. */
async function sandboxAttempt(gateway: TestGateway, webhook_url: string) {
  const body = { ...CHARGE, webhook_url };
  const charge = await gateway.call('POST', '/v1/pix/qrcode', { keys: SANDBOX_KEYS, body });
  const { sandbox } = gateway.appContext.config;
  const session = await logIn(gateway, sandbox.email, sandbox.password);
  const path = `/api/panel/test/transactions/${String(charge.body.internal_id)}`;
  return until('the webhook was attempted', async () => {
    const answer = await session.call<TransactionPage>('GET', path);
    const found = answer.body.timeline.find(({ kind }) => kind === 'webhook_attempt');
    if (!found) return undefined;
    const { at: _at, delivery_id: _id, url: _url, ...shown } = found;
    return shown;
  });
}

async function closedPortUrl(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}/`;
}

async function startFailingSink(context: TestContext) {
  const sink = await startWebhookSink(context);
  sink.answerWith((_webhook, response) => response.writeHead(500).end('segredo de dentro'));
  return sink;
}

test('private addresses are allowed only while every address of the gateway is loopback', () => {
  const isAllowed = (env: Record<string, string>) => loadConfig(env).allowPrivateWebhookAddresses;
  const local = ['127.0.0.1', '127.9.9.9', 'localhost', '::1'].map((HOST) => ({ HOST }));
  for (const env of [{}, ...local, { BASE_URL: 'http://[::1]:3000' }]) {
    assert.equal(isAllowed(env), true, JSON.stringify(env));
  }
  for (const env of [
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.1.10' },
    { HOST: 'gateway' },
    { BASE_URL: HTTPS },
    { APP_URL: HTTPS },
    { BASE_URL: 'http://192.168.1.10:3000' },
    { NODE_ENV: 'production' },
  ]) {
    assert.equal(isAllowed(env), false, JSON.stringify(env));
    assert.equal(isAllowed({ ...env, WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true' }), true);
  }
});

test('a public address without https is refused at the start, in one line that names the variable', () => {
  const production = { NODE_ENV: 'production' };
  for (const [name, env] of [
    ['BASE_URL', { BASE_URL: 'http://pix.loja.com.br' }],
    ['BASE_URL', { BASE_URL: 'http://8.8.8.8:3000' }],
    ['BASE_URL', { HOST: '8.8.8.8' }],
    ['APP_URL', { BASE_URL: HTTPS, APP_URL: 'http://painel.loja.com.br' }],
    ['BASE_URL', { ...production, BASE_URL: 'http://gateway:3000' }],
    ['BASE_URL', { ...production, BASE_URL: 'http://10.0.0.2:3000' }],
  ] as const) {
    const expected = { name: 'ConfigError', message: RegExp(`^${name} inválida: .*https$`) };
    assert.throws(() => loadConfig(env), expected, JSON.stringify(env));
  }
  for (const env of [
    production,
    { HOST: '0.0.0.0' },
    { ...production, HOST: '0.0.0.0', BASE_URL: HTTPS },
    { HOST: '8.8.8.8', BASE_URL: HTTPS },
    { BASE_URL: 'http://gateway:3000' },
    { BASE_URL: 'http://10.0.0.2:3000', APP_URL: 'http://gateway.internal' },
  ]) {
    loadConfig(env);
  }
});

test('at an exposed gateway the sandbox gives the same answer for an open and a closed private port', async (context) => {
  const env = { ...AT_ONCE, HOST: '0.0.0.0', WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true' };
  const gateway = await startGateway({ after }, { env });
  const sink = await startFailingSink(context);
  const open = await sandboxAttempt(gateway, sink.url);
  const closed = await sandboxAttempt(gateway, await closedPortUrl());
  assert.deepEqual(open, closed);
  assert.equal(sink.received.length, 0);
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const owner = { merchantId: merchant.merchantId, environment: 'test', isSandbox: false } as const;
  const targetRules = targetRulesOf(gateway.appContext.config);
  await createEndpoint(
    { ...gateway.appContext, targetRules },
    owner,
    { url: sink.url },
    commandActor,
  );
  await receivePayment(gateway, keys);
  await until('the webhook of a merchant arrives', async () => sink.received.length > 0);
});

test('the sandbox does not say why a webhook failed, even where private addresses are allowed', async (context) => {
  const gateway = await startGateway({ after }, { env: AT_ONCE });
  const sink = await startFailingSink(context);
  const open = await sandboxAttempt(gateway, sink.url);
  assert.equal(sink.received.length, 1);
  assert.deepEqual(open, await sandboxAttempt(gateway, await closedPortUrl()));
  assert.deepEqual([open.is_delivered, open.response_status], [false, null]);
  sink.answerWith((_webhook, response) => response.writeHead(204).end());
  const delivered = await sandboxAttempt(gateway, sink.url);
  const { is_delivered, response_status, failure } = delivered;
  assert.deepEqual([is_delivered, response_status, failure], [true, 204, null]);
});
