import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createUsageCounter } from '#src/accounts/merchants/credentials/count-usage.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  type Keys,
  receivePayment,
  startGateway,
  until,
} from '../support/gateway.ts';
import { type PanelSession, signIn } from '../support/panel.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';

const gateway = await startGateway({ after });
const KEYS = '/api/panel/test/credentials';
const HOOKS = '/api/panel/test/webhooks';

interface List {
  readonly data: Record<string, unknown>[];
}

async function openShop() {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  return { merchant, keys, session: await signIn(gateway, merchant) };
}

async function newKeys(session: PanelSession, name: string): Promise<Keys> {
  const { status, body } = await session.call('POST', KEYS, { body: { name } });
  assert.equal(status, 201);
  return {
    'client-id': String(body.client_id),
    'client-secret': String(body.client_secret),
  };
}

async function ping(keys: Keys, url = gateway.url): Promise<number> {
  return (await fetch(`${url}/v1/balance`, { headers: { ...keys } })).status;
}

/** The webhook's detail, once its newest delivery meets a condition. */
async function newestDelivery(
  session: PanelSession,
  id: unknown,
  holds: (delivery: Record<string, unknown>) => boolean,
) {
  return until('the delivery matches', async () => {
    const { body } = await session.call<List>('GET', `${HOOKS}/${id}/deliveries`);
    const [newest] = body.data;
    return newest && holds(newest) && newest;
  });
}

test('a key is created, shown once, rotated and revoked with immediate effect', async () => {
  const { session } = await openShop();
  const keys = await newKeys(session, 'Loja virtual');
  assert.match(keys['client-id'], /^svc_pk_test_/);
  assert.equal(await ping(keys), 200);
  const list = await session.call<List>('GET', KEYS);
  assert.equal(list.text.includes(keys['client-secret']), false);
  const rotated = await session.call('POST', `${KEYS}/${keys['client-id']}/rotate`, {
    body: {},
  });
  assert.equal(rotated.status, 201);
  const successor = {
    'client-id': String(rotated.body.client_id),
    'client-secret': String(rotated.body.client_secret),
  };
  assert.deepEqual([await ping(keys), await ping(successor)], [401, 200]);
  const revoked = await session.call('DELETE', `${KEYS}/${successor['client-id']}`);
  assert.deepEqual([revoked.status, await ping(successor)], [204, 401]);
  const again = await session.call('DELETE', `${KEYS}/${successor['client-id']}`);
  assert.deepEqual([again.status, again.body.code], [404, 'credential_not_found']);
  const text = `select action from audit_log where actor_name = $1 and action like 'credential%'`;
  const log = await gateway.sql(`${text} order by id`, [session.email]);
  assert.deepEqual(
    log.map((line) => line.action),
    ['credential.created', 'credential.rotated', 'credential.revoked'],
  );
});

test('keys of another merchant or environment can’t be read or changed', async () => {
  const [owner, stranger] = [await openShop(), await openShop()];
  const id = owner.keys['client-id'];
  const attempts = [
    () => stranger.session.call('POST', `${KEYS}/${id}/rotate`, { body: {} }),
    () => stranger.session.call('DELETE', `${KEYS}/${id}`),
    () => owner.session.call('DELETE', `/api/panel/live/credentials/${id}`),
  ];
  for (const attempt of attempts) {
    const refused = await attempt();
    assert.deepEqual([refused.status, refused.body.code], [404, 'credential_not_found']);
  }
  assert.equal(await ping(owner.keys), 200);
});

test('the use of a key is counted over all processes', async () => {
  const { session } = await openShop();
  const keys = await newKeys(session, 'Contada');
  const second = await gateway.openSecondApi();
  await ping(keys);
  await ping(keys, second);
  await ping({ ...keys, 'client-secret': 'errado' });
  const used = await until('the usage is written', async () => {
    const { body } = await session.call<List>('GET', KEYS);
    const key = body.data.find((one) => one.client_id === keys['client-id']);
    return key?.requests_last_day === 2 && key;
  });
  assert.match(String(used.last_used_at), /^\d{4}-/);
});

test('the uses of many keys are written in parts, and each request is counted once', async () => {
  const { merchant } = await openShop();
  const { merchantId } = merchant;
  const usage = createUsageCounter(gateway.appContext.database, gateway.clock);
  const countAll = (): void => {
    for (let index = 0; index < 1_500; index += 1) {
      usage.count({ merchantId, clientId: `svc_pk_test_parte-${index}` });
    }
  };
  const written = async () => {
    const [row] = await gateway.sql(
      `select count(*)::int as keys, sum(requests)::int as requests from credential_usage
        where merchant_id = $1`,
      [merchantId],
    );
    return row;
  };
  countAll();
  await usage.flush();
  assert.deepEqual(await written(), { keys: 1_000, requests: 1_000 });
  countAll();
  await usage.flush();
  assert.deepEqual(await written(), { keys: 1_500, requests: 2_500 });
  await usage.close();
  assert.deepEqual(await written(), { keys: 1_500, requests: 3_000 });
});

test('a webhook receives its chosen events, and none while it is paused', async () => {
  const { session, keys } = await openShop();
  const sink = await startWebhookSink({ after });
  const created = await session.call('POST', HOOKS, {
    body: { url: `${sink.url}/in`, events: ['deposit.paid'] },
  });
  const { id, secret } = created.body;
  assert.match(String(secret), /^whsec_/);
  const list = await session.call('GET', HOOKS);
  assert.equal(list.text.includes(String(secret)), false);
  await session.call('PATCH', `${HOOKS}/${id}`, { body: { status: 'paused' } });
  await receivePayment(gateway, keys);
  await gateway.call('POST', '/v1/pix/payout', {
    keys,
    body: {
      amount: 100,
      pix_key: '+5511987654321',
      pix_key_type: 'phone',
      beneficiary: { name: 'Ana', document: '52998224725' },
    },
  });
  gateway.clock.advance(31_000);
  await until('the payout is paid', async () => {
    const paid = await gateway.sql("select from payouts where status = 'pending'");
    return paid.length === 0;
  });
  const paused = await session.call<List>('GET', `${HOOKS}/${id}/deliveries`);
  assert.deepEqual(
    paused.body.data.map((one) => [one.event, one.status]),
    [['deposit.paid', 'pending']],
  );
  const resumed = await session.call('PATCH', `${HOOKS}/${id}`, { body: { status: 'active' } });
  assert.equal(resumed.body.status, 'active');
  await newestDelivery(session, id, (one) => one.status === 'delivered');
  await session.call('POST', `${HOOKS}/${id}/test`);
  await until('the test event arrived', async () => sink.received.length === 2);
  assert.deepEqual(
    sink.received.map(({ event }) => event.event),
    ['deposit.paid', 'webhook.test'],
  );
});

test('a failed delivery shows each attempt and can be sent again', async () => {
  const { session, keys } = await openShop();
  const sink = await startWebhookSink({ after });
  sink.answerWith((_webhook, response) => {
    response.writeHead(410).end('mudamos');
  });
  const { body: hook } = await session.call('POST', HOOKS, { body: { url: sink.url } });
  const order = { ...CHARGE, external_id: 'pedido-42' };
  await receivePayment(gateway, keys, order);
  await receivePayment(gateway, keys, order);
  const failed = await newestDelivery(session, hook.id, (one) => one.status === 'failed');
  const path = `${HOOKS}/${hook.id}/deliveries/${failed.id}`;
  const detail = await session.call<{ attempts: Record<string, unknown>[]; body: string }>(
    'GET',
    path,
  );
  assert.equal(JSON.parse(detail.body.body).event, 'deposit.paid');
  const [attempt] = detail.body.attempts;
  assert.deepEqual(
    [attempt?.attempt, attempt?.response_status, attempt?.response_excerpt],
    [1, 410, 'mudamos'],
  );
  const sent = sink.received.find(({ headers }) => headers['x-service-delivery'] === failed.id);
  const headers = attempt?.request_headers as { name: string; value: string }[];
  assert.deepEqual(
    headers.map(({ name, value }) => [name, value]),
    headers.map(({ name }) => [name, sent?.headers[name]]),
  );
  for (const name of ['x-service-signature', 'webhook-id', 'webhook-signature']) {
    assert.ok(headers.some((header) => header.name === name));
  }
  assert.deepEqual([failed.reference, failed.last_status], ['pedido-42', 410]);
  await until('both have failed', async () => {
    const { body } = await session.call<List>(
      'GET',
      `${HOOKS}/${hook.id}/deliveries?status=failed`,
    );
    return body.data.length === 2;
  });
  const listed = await session.call<List>('GET', HOOKS);
  assert.equal(listed.body.data[0]?.failed_last_day, 2);
  sink.answerWith((_webhook, response) => {
    response.writeHead(204).end();
  });
  const resent = await session.call('POST', `${path}/resend`);
  assert.equal(resent.status, 202);
  const delivered = await newestDelivery(session, hook.id, (one) => one.status === 'delivered');
  assert.deepEqual([delivered.id, delivered.attempt_count], [failed.id, 2]);
  const all = await session.call('POST', `${HOOKS}/${hook.id}/resend-failed`, {
    body: { since: '2026-01-01' },
  });
  assert.deepEqual(all.body, { resent: 1, has_more: false });
  await until('everything is delivered', async () => {
    const { body } = await session.call<List>('GET', `${HOOKS}/${hook.id}/deliveries`);
    return body.data.every((one) => one.status === 'delivered');
  });
  const deliveries = sink.received.map(({ headers }) => headers['x-service-delivery']);
  assert.deepEqual([deliveries.length, new Set(deliveries).size], [4, 2]);
});

test('a deleted webhook receives nothing, and other merchants can’t reach it', async () => {
  const [owner, stranger] = [await openShop(), await openShop()];
  const sink = await startWebhookSink({ after });
  const { body: hook } = await owner.session.call('POST', HOOKS, { body: { url: sink.url } });
  for (const [method, path] of [
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/rotate'],
    ['POST', '/test'],
    ['GET', '/deliveries'],
  ] as const) {
    const bodies: Record<string, object> = { PATCH: { status: 'paused' }, '/rotate': {} };
    const body = bodies[method] ?? bodies[path];
    const refused = await stranger.session.call(method, `${HOOKS}/${hook.id}${path}`, { body });
    assert.deepEqual([refused.status, refused.body.code], [404, 'webhook_not_found'], path);
  }
  assert.equal((await owner.session.call('DELETE', `${HOOKS}/${hook.id}`)).status, 204);
  await receivePayment(gateway, owner.keys, CHARGE);
  assert.deepEqual((await owner.session.call<List>('GET', HOOKS)).body.data, []);
  const rows = await gateway.sql('select from webhook_deliveries where endpoint_id = $1', [
    hook.id,
  ]);
  assert.equal(rows.length, 0);
});

test('an invalid webhook is refused with a message', async () => {
  const { session } = await openShop();
  const cases = [
    [{ url: 'ftp://exemplo.com' }, 400, 'invalid_request'],
    [{ url: 'https://exemplo.com', events: [] }, 422, 'webhook_events_invalid'],
    [{ url: 'https://exemplo.com', events: ['outro'] }, 400, 'invalid_request'],
  ] as const;
  for (const [body, status, code] of cases) {
    const refused = await session.call('POST', HOOKS, { body });
    assert.deepEqual([refused.status, refused.body.code], [status, code], JSON.stringify(body));
  }
});
