import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { after, test } from 'node:test';
import { commandActor } from '#src/ground/access/actor.ts';
import { bootstrap } from '#src/host/bootstrap.ts';
import { composeApi } from '#src/host/compose-api.ts';
import { createEndpoint, rotateEndpointSecret } from '#src/webhooks/endpoints/manage-endpoints.ts';
import { createTestDatabase } from '../support/database-server.ts';
import {
  CHARGE,
  callGateway,
  createMerchantWithKeys,
  PAYOUT,
  receivePayment,
  SANDBOX_KEYS,
  startGateway,
  testConfig,
  until,
} from '../support/gateway.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';

const METRICS_TOKEN = 'medidas-marcadas-7f3a';
const gateway = await startGateway({ after }, { env: { METRICS_TOKEN } });
const targetRules = { allowPrivateAddresses: true, allowPlainHttp: true };
const deps = { ...gateway.appContext, targetRules };

/** A TCP proxy in front of PostgreSQL whose connections a test can cut. */
async function startProxy(connectionString: string) {
  const url = new URL(connectionString);
  const target = Number(url.port);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) return client.destroy();
    const upstream = connect(target, url.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => [client, upstream].map((one) => one.destroy()));
    }
    return client.pipe(upstream).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  url.hostname = '127.0.0.1';
  url.port = String(address.port);
  return {
    connectionString: url.href,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    restore() {
      isCut = false;
    },
    close: () => server.close(),
  };
}

test('without the database the process is alive but not ready, and requests get 503 until it is back', async (context) => {
  const database = await createTestDatabase();
  const proxy = await startProxy(database.connectionString);
  const { logger } = gateway.appContext;
  const { connectionString } = proxy;
  const config = testConfig(connectionString);
  const clock = createManualClock();
  const appContext = await bootstrap({ config, logger, clock, connectionString });
  const app = await composeApi(appContext);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  context.after(async () => {
    await app.close();
    await appContext.database.close();
    proxy.close();
    await database.drop();
  });
  const get = (path: string) => callGateway<{ code?: string }>(url + path, 'GET');
  const create = () =>
    callGateway<{ code?: string }>(`${url}/v1/pix/qrcode`, 'POST', {
      keys: SANDBOX_KEYS,
      body: CHARGE,
    });
  const logIn = () =>
    callGateway<{ code?: string }>(`${url}/api/account/log-in`, 'POST', {
      headers: { origin: appContext.config.appUrl },
      body: { email: 'sandbox@example.com', password: 'sandbox-publico' },
    });
  assert.deepEqual([(await get('/readyz')).status, (await create()).status], [200, 201]);
  proxy.cut();
  for (const answer of [await get('/readyz'), await create(), await logIn()]) {
    assert.deepEqual([answer.status, answer.body.code], [503, 'overloaded']);
    assert.match(String(answer.headers.get('retry-after')), /^[1-9]\d*$/);
    assert.ok(answer.headers.get('x-request-id'));
  }
  assert.equal((await get('/healthz')).status, 200);
  proxy.restore();
  await until('it is ready again', async () => (await get('/readyz')).status === 200);
  assert.equal((await create()).status, 201);
});

test('a gateway whose migrations table is missing is not ready', async () => {
  const path = '/readyz';
  assert.equal((await gateway.call('GET', path)).status, 200);
  await gateway.sql('alter table public.schema_migrations rename to hidden_migrations');
  try {
    assert.equal((await gateway.call('GET', path)).status, 503);
  } finally {
    await gateway.sql('alter table public.hidden_migrations rename to schema_migrations');
  }
});

const external = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address;

test('metrics are shown to this machine, and to other machines only with the token', async (context) => {
  const api = await composeApi(gateway.appContext);
  const url = await api.listen({ port: 0, host: external ?? '127.0.0.1' });
  context.after(() => api.close());
  // On a machine with one address a forwarded request takes the place of one from elsewhere.
  const from = external ? {} : { 'x-forwarded-for': '203.0.113.9' };
  const ask = (authorization?: string) =>
    callGateway<{ code?: string }>(`${url}/metrics`, 'GET', {
      headers: { ...from, ...(authorization && { authorization }) },
    });
  for (const wrong of [
    undefined,
    'Bearer',
    'Bearer errada',
    METRICS_TOKEN,
    `Basic ${METRICS_TOKEN}`,
  ]) {
    const answer = await ask(wrong);
    assert.deepEqual([answer.status, answer.body.code], [404, 'route_not_found'], wrong);
  }
  const shown = await ask(`Bearer ${METRICS_TOKEN}`);
  assert.deepEqual([shown.status, (await gateway.call('GET', '/metrics')).status], [200, 200]);
  assert.match(String(shown.headers.get('content-type')), /^text\/plain/);
  const forged = { 'x-forwarded-for': '127.0.0.1' };
  assert.equal((await gateway.call('GET', '/metrics', { headers: forged })).status, 404);
});

test('one payment increases the metrics of requests, batches, postings and webhook attempts by one', async (context) => {
  const sink = await startWebhookSink({ after: (end) => context.after(end) });
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const owner = { merchantId: merchant.merchantId, environment: 'test' as const, isSandbox: false };
  await createEndpoint(deps, owner, { url: `${sink.url}/metrics` }, commandActor);
  const before = await metrics();
  await receivePayment(gateway, keys);
  await gateway.call('GET', '/v1/balance', { keys });
  await until(
    'the webhook is counted',
    async () => growthOf(await metrics(), before, ATTEMPTS) === 1,
  );
  const now = await metrics();
  for (const [name, growth] of [
    [requests('POST', '/v1/pix/qrcode', 201), 1],
    [requests('POST', '/v1/test/charges/:internal_id/pay', 200), 1],
    [requests('GET', '/v1/balance', 200), 1],
    ['pix_gateway_batch_items_count{batch="create-charges"}', 1],
    ['pix_gateway_postings_total{kind="charge_paid"}', 1],
  ] as const) {
    assert.equal(growthOf(now, before, name), growth, name);
  }
  assert.ok((now.get('pix_gateway_database_connections') ?? 0) >= 1);
  assert.equal(now.get('pix_gateway_database_waiting'), 0);
  assert.ok((now.get('pix_gateway_jobs') ?? -1) >= 0);
  assert.ok((now.get('process_resident_memory_bytes') ?? 0) > 0);
});

const ATTEMPTS = 'pix_gateway_webhook_attempts_total{result="delivered"}';
function requests(method: string, route: string, status: number): string {
  const labels = `method="${method}",route="${route}",status="${status}"`;
  return `pix_gateway_request_duration_seconds_count{${labels}}`;
}

async function metrics(): Promise<Map<string, number>> {
  const { text } = await gateway.call('GET', '/metrics');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const space = line.lastIndexOf(' ');
      return [line.slice(0, space), Number(line.slice(space + 1))];
    }),
  );
}

function growthOf(now: Map<string, number>, before: Map<string, number>, name: string): number {
  return (now.get(name) ?? 0) - (before.get(name) ?? 0);
}

test('the log and the metrics contain no secret and nothing about a payer, also after failures', async (context) => {
  const sink = await startWebhookSink({ after: (end) => context.after(end) });
  sink.answerWith((_, response) => response.writeHead(500).end('resposta-marcada'));
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const owner = { merchantId: merchant.merchantId, environment: 'test' as const, isSandbox: false };
  const endpoint = await createEndpoint(
    deps,
    owner,
    { url: `${sink.url}/x?token=alvo-marcado` },
    commandActor,
  );
  const rotated = await rotateEndpointSecret(deps, { id: endpoint.id }, commandActor);
  const payer = { name: 'Pagadora Marcada', document: '52998224725', email: 'marcada@x.com' };
  const utm = { utm_source: 'utm-marcada' };
  const body = { ...CHARGE, payer, utm, external_id: 'ref-marcada' };
  await receivePayment(gateway, keys, body);
  const beneficiary = { name: 'Favorecido Marcado', document: '11144477735' };
  const payout = { ...PAYOUT, pix_key: '+5521912345678', beneficiary };
  await gateway.call('POST', '/v1/pix/payout', { keys, body: payout });
  const headers = { 'idempotency-key': 'chave-marcada-1' };
  for (const wrong of [body, { ...body, amount: 1 }, { ...body, amount: 'x' }, '{"marcado-json']) {
    await gateway.call('POST', '/v1/pix/qrcode', { keys, headers, body: wrong });
  }
  const guess = { ...keys, 'client-secret': 'svc_sk_test_palpite-marcado' };
  await gateway.call('GET', '/v1/balance?external_id=busca-marcada', { keys: guess });
  // An unexpected failure: the query fails, with the payer's data among its values.
  await gateway.sql('alter table charges rename column amount_centavos to hidden_centavos');
  const failed = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
  await gateway.sql('alter table charges rename column hidden_centavos to amount_centavos');
  assert.deepEqual([failed.status, failed.body.code], [500, 'internal_error']);
  assert.doesNotMatch(failed.text, /centavos|charges|select|insert/i);
  await until('the webhook was tried', async () => sink.received.length > 0);
  const log = gateway.logLines.join('\n');
  assert.ok(log.includes(String(failed.headers.get('x-request-id'))));
  assert.match(log, /amount_centavos/);
  const { text: shown } = await gateway.call('GET', '/metrics');
  const secrets = [keys['client-secret'], endpoint.secret, rotated.secret, METRICS_TOKEN];
  const people = [...Object.values(payer), ...Object.values(beneficiary), payout.pix_key];
  for (const planted of [...secrets, ...people, 'marcad', 'Marcad']) {
    assert.ok(planted, 'every marker has a value');
    assert.ok(!log.includes(planted), `the log has ${planted}`);
    assert.ok(!shown.includes(planted), `the metrics have ${planted}`);
  }
});
