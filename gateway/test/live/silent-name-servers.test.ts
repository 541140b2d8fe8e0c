import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { commandActor } from '#src/ground/access/actor.ts';
import { createEndpoint } from '#src/webhooks/endpoints/manage-endpoints.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  receivePayment,
  SANDBOX_KEYS,
  until,
} from '../support/gateway.ts';
import { startLiveGateway } from '../support/live.ts';
import { startNameServer } from '../support/name-server.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';

const SILENT_CHARGES = 90;
const CHARGES = 10;

const nameServer = await startNameServer({ after });
const { gateway, shop } = await startLiveGateway(
  { after },
  { env: { DNS_SERVERS: nameServer.address, SANDBOX_PAYMENT_DELAY_SECONDS: '0' } },
);
const sink = await startWebhookSink({ after });

/** Sandbox charges with webhooks to host names that the name server never answers. */
async function hangNames(): Promise<void> {
  for (let index = 0; index < SILENT_CHARGES; index += 1) {
    const body = { ...CHARGE, webhook_url: `http://loja-${index}.example/` };
    const created = await gateway.call('POST', '/v1/pix/qrcode', { keys: SANDBOX_KEYS, body });
    assert.equal(created.status, 201);
  }
  await until('the name server is asked', async () => new Set(nameServer.asked).size >= 16);
}

test('hosts that never resolve delay neither other merchants’ webhooks nor live charges', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const owner = { merchantId: merchant.merchantId, environment: 'test', isSandbox: false } as const;
  const targetRules = { allowPrivateAddresses: true, allowPlainHttp: true };
  const deps = { ...gateway.appContext, targetRules };
  const url = sink.url.replace('127.0.0.1', 'localhost');
  await createEndpoint(deps, owner, { url }, commandActor);
  await hangNames();
  for (let index = 0; index < CHARGES; index += 1) {
    const created = await gateway.call('POST', '/v1/pix/qrcode', { keys: shop.keys, body: CHARGE });
    assert.equal(created.status, 201, created.text);
    await receivePayment(gateway, keys);
  }
  await until('the other merchant has its webhooks', async () => sink.received.length >= CHARGES);
});

test('a webhook whose host does not resolve is a failed attempt and is retried', async () => {
  const [attempt] = await until('an attempt is written', async () => {
    const rows = await gateway.sql(
      'select failure from webhook_attempts where failure is not null',
    );
    return rows.length > 0 && rows;
  });
  assert.match(String(attempt?.failure), /^dns: .*ETIMEOUT/);
  const [waiting] = await gateway.sql(
    `select count(*)::int as count from webhook_deliveries where status = 'pending'`,
  );
  assert.equal(waiting?.count, SILENT_CHARGES);
});
