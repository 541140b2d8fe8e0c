import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { commandActor } from '#src/ground/access/actor.ts';
import type { Refusal } from '#src/ground/errors/problems.ts';
import { createEndpoint } from '#src/webhooks/endpoints/manage-endpoints.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  SANDBOX_KEYS,
  startGateway,
  until,
} from '../support/gateway.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';

const gateway = await startGateway(
  { after },
  { env: { NODE_ENV: 'production', SANDBOX_PAYMENT_DELAY_SECONDS: '0' } },
);
const sink = await startWebhookSink({ after });
const port = new URL(sink.url).port;

test('in production a webhook address that is private or not https is refused', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const owner = { merchantId: merchant.merchantId, environment: 'test', isSandbox: false } as const;
  const deps = {
    ...gateway.appContext,
    targetRules: { allowPrivateAddresses: false, allowPlainHttp: false },
  };
  for (const url of [
    'http://example.com/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f000001/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://localhost/',
    'https://user:password@example.com/',
    'ftp://example.com/',
    'not a url',
  ]) {
    await assert.rejects(
      createEndpoint(deps, owner, { url }, commandActor),
      (refusal: Refusal) => refusal.code === 'webhook_url_invalid',
      url,
    );
  }
  const created = await createEndpoint(
    deps,
    owner,
    { url: 'https://example.com/pix' },
    commandActor,
  );
  assert.match(created.secret, /^whsec_/);
  const [row] = await gateway.sql('select sealed_secret from webhook_endpoints');
  assert.ok(!String(row?.sealed_secret).includes('whsec_'), 'the secret is stored encrypted');
});

test('a webhook_url of a request is checked again when the gateway connects to it', async () => {
  const urls = [
    `https://127.0.0.1:${port}/`,
    `https://localhost:${port}/`,
    `http://127.0.0.1:${port}/`,
  ];
  for (const webhook_url of urls) {
    const body = { ...CHARGE, webhook_url };
    const created = await gateway.call('POST', '/v1/pix/qrcode', { keys: SANDBOX_KEYS, body });
    assert.equal(created.status, 201);
  }
  const attempts = await until('each is attempted', async () => {
    const rows = await gateway.sql('select failure, response_status from webhook_attempts');
    return rows.length === urls.length && rows;
  });
  assert.deepEqual([...new Set(attempts.map((one) => one.response_status))], [null]);
  assert.ok(attempts.every((one) => /blocked_address|protocol/.test(String(one.failure))));
  assert.equal(sink.received.length, 0);
});
