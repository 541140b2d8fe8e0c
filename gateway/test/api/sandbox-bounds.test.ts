import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { test } from 'node:test';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { purgeSandbox } from '#src/test-world/sandbox/purge-sandbox.ts';
import { resetSandbox } from '#src/test-world/sandbox/reset-sandbox.ts';
import { SANDBOX_TABLES } from '../../tools/sandbox-tables.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  PAYOUT,
  receivePayment,
  SANDBOX_KEYS,
  startGateway,
  type TestGateway,
} from '../support/gateway.ts';
import { openSession, signIn } from '../support/panel.ts';
import { BEHIND_PROXY } from '../support/visitors.ts';

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
const OF_SANDBOX = 'merchant_id = (select merchant_id from merchants where is_sandbox)';
const env = { SANDBOX_RETENTION_DAYS: '2', SANDBOX_CHARGES_MAX: '10' };
const LOG_IN = { email: 'sandbox@example.com', password: 'sandbox-publico' };

async function logIn(gateway: TestGateway, address: string) {
  const session = openSession(gateway, LOG_IN.email);
  const headers = { 'x-forwarded-for': address };
  const answer = await session.call('POST', '/api/account/log-in', { body: LOG_IN, headers });
  assert.equal(answer.status, 200, answer.text);
  let sent = 0;
  return (method: string, path: string, body: object = {}) => {
    sent += 1;
    const key = { 'idempotency-key': `visita-${address.replaceAll('.', '-')}-${sent}` };
    return session.call(method, path, { body, headers: { ...headers, ...key } });
  };
}

async function deleteOldRows({ appContext }: TestGateway): Promise<void> {
  while (await purgeSandbox({ ...appContext, sandbox: appContext.config.sandbox }));
}

/** The rows of the sandbox in each table that names a merchant. */
async function rowsOfSandbox(gateway: TestGateway): Promise<Map<string, number>> {
  const tables = await gateway.sql(
    `select distinct c.table_name as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.column_name = 'merchant_id' and c.table_schema in ('public', 'b0')
        and t.table_type = 'BASE TABLE'`,
  );
  const known = new Set<string>(Object.values(SANDBOX_TABLES).flat());
  const counts = new Map<string, number>();
  for (const name of tables.map((row) => String(row.name)).filter((one) => known.has(one))) {
    const [row] = await gateway.sql(`select count(*)::int as n from ${name} where ${OF_SANDBOX}`);
    counts.set(name, Number(row?.n));
  }
  return counts;
}

/** All that visitors may do, with the key and in the panel. */
async function visitAll(gateway: TestGateway): Promise<void> {
  const call = async (path: string, body: object) => {
    const answer = await gateway.call('POST', path, { keys: SANDBOX_KEYS, body });
    assert.ok(answer.status < 300, `${path}: ${answer.text}`);
    return answer.body;
  };
  const panel = await logIn(gateway, '203.0.113.9');
  const change = async (path: string, body: object) => {
    const answer = await panel('POST', `/api/panel/test${path}`, body);
    assert.ok(answer.status < 300, `${path}: ${answer.text}`);
    return answer.body;
  };
  const paid = await receivePayment(gateway, SANDBOX_KEYS);
  const id = String(paid.internal_id);
  await call(`/v1/transactions/${id}/refund`, { amount: 1_000 });
  const dispute = await call(`/v1/test/charges/${id}/dispute`, { amount: 100 });
  const disputeId = String(dispute.internal_id);
  await call(`/v1/disputes/${disputeId}/defense`, { text: 'O pedido foi entregue.' });
  await call(`/v1/test/disputes/${disputeId}/close`, { outcome: 'accepted' });
  const unpaid = await call('/v1/pix/qrcode', CHARGE);
  await call(`/v1/transactions/${String(unpaid.internal_id)}/cancel`, {});
  const late = await call('/v1/pix/qrcode', CHARGE);
  await call(`/v1/test/charges/${String(late.internal_id)}/pay`, { scenario: 'twice' });
  await call('/v1/pix/payout', PAYOUT);
  const own = await change('/charges', CHARGE);
  await change(`/charges/${String(own.internal_id)}/pay`, {});
  await change(`/transactions/${String(own.internal_id)}/refund`, { amount: 500 });
  const other = await change('/charges', CHARGE);
  await change(`/charges/${String(other.internal_id)}/cancel`, {});
  await change('/payouts', PAYOUT);
}

test('after the retention every table has no row of the sandbox, or a few', async (context) => {
  const gateway = await startGateway(context, { hasWorker: false, env });
  await visitAll(gateway);
  await resetSandbox(gateway.appContext);
  const closed = await rowsOfSandbox(gateway);
  for (const name of SANDBOX_TABLES.closed) assert.ok(!closed.get(name), `${name} has rows`);
  gateway.clock.advance(HOUR_MS + 1_000);
  await deleteOldRows(gateway);
  gateway.clock.advance(3 * DAY_MS);
  await deleteOldRows(gateway);
  const left = await rowsOfSandbox(gateway);
  for (const name of SANDBOX_TABLES.deleted) assert.ok(!left.get(name), `${name} has rows`);
  for (const name of SANDBOX_TABLES.few) {
    assert.ok((left.get(name) ?? 0) <= 20, `${name}: ${left.get(name)}`);
  }
});

test('a changed charge whose dispute ends after its posting was deleted leaves no history', async (context) => {
  const gateway = await startGateway(context, { hasWorker: false, env });
  const call = async (method: string, path: string, body: object) => {
    const answer = await gateway.call(method, path, { keys: SANDBOX_KEYS, body });
    assert.ok(answer.status < 300, `${path}: ${answer.text}`);
    return String(answer.body.internal_id);
  };
  const dueDate = addDays(brazilianDayOf(gateway.clock.now()), 9);
  const id = await call('POST', '/v1/pix/qrcode', { ...CHARGE, due_date: dueDate });
  await call('PATCH', `/v1/transactions/${id}`, { amount: 20_000 });
  await call('POST', `/v1/test/charges/${id}/pay`, {});
  const rows = () => gateway.sql('select from charges where id = $1', [id]);
  const postings = () => gateway.sql('select from ledger_postings where reference_id = $1', [id]);
  await deleteOldRows(gateway);
  gateway.clock.advance(2 * DAY_MS + HOUR_MS);
  const dispute = await call('POST', `/v1/test/charges/${id}/dispute`, { amount: 100 });
  await deleteOldRows(gateway);
  assert.deepEqual(
    [(await postings()).length, (await rows()).length],
    [0, 1],
    'its dispute keeps it',
  );
  await call('POST', `/v1/test/disputes/${dispute}/close`, { outcome: 'rejected' });
  for (let round = 0; round < 2; round += 1) {
    await resetSandbox(gateway.appContext);
    gateway.clock.advance(3 * DAY_MS);
    await deleteOldRows(gateway);
  }
  const history = await gateway.sql('select from charge_revisions where charge_id = $1', [id]);
  assert.deepEqual([(await rows()).length, history.length], [0, 0]);
});

test('of more payouts than SANDBOX_CHARGES_MAX the oldest are deleted before the retention ends', async (context) => {
  const gateway = await startGateway(context, { hasWorker: false, env });
  for (let made = 0; made < 15; made += 1) {
    const options = { keys: SANDBOX_KEYS, body: PAYOUT };
    assert.equal((await gateway.call('POST', '/v1/pix/payout', options)).status, 201);
    gateway.clock.advance(1_000);
  }
  await resetSandbox(gateway.appContext);
  gateway.clock.advance(HOUR_MS + 1_000);
  await deleteOldRows(gateway);
  for (let made = 0; made < 12; made += 1) {
    await gateway.call('POST', '/v1/pix/payout', { keys: SANDBOX_KEYS, body: PAYOUT });
    gateway.clock.advance(1_000);
  }
  await deleteOldRows(gateway);
  const [row] = await gateway.sql(`select count(*)::int as n from payouts where ${OF_SANDBOX}`);
  assert.equal(row?.n, 12, 'those after the last checkpoint of the ledger stay');
});

test('changes of the sandbox’s user spend the budget of its key, and its reads don’t', async (context) => {
  const limits = { ...BEHIND_PROXY, DEFAULT_RATE_LIMIT_PER_MINUTE: '5' };
  const gateway = await startGateway(context, { hasWorker: false, env: limits });
  const address = '203.0.113.7';
  const panel = await logIn(gateway, address);
  const headers = { 'x-forwarded-for': address };
  for (const by of ['key', 'panel', 'key', 'panel', 'panel']) {
    const { status } =
      by === 'key'
        ? await gateway.call('POST', '/v1/pix/payout', {
            keys: SANDBOX_KEYS,
            headers,
            body: PAYOUT,
          })
        : await panel('POST', '/api/panel/test/payouts', PAYOUT);
    assert.equal(status, 201);
  }
  const refused = await panel('POST', '/api/panel/test/payouts', PAYOUT);
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
  assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  assert.equal(
    (await gateway.call('GET', '/v1/balance', { keys: SANDBOX_KEYS, headers })).status,
    429,
  );
  const elsewhere = await logIn(gateway, '203.0.113.8');
  assert.equal((await elsewhere('POST', '/api/panel/test/payouts', PAYOUT)).status, 201);
  const { merchant } = await createMerchantWithKeys(gateway);
  const own = await signIn(gateway, merchant);
  const body = { ...CHARGE };
  const made = await own.call('POST', '/api/panel/test/charges', {
    body,
    headers: { ...headers, 'idempotency-key': 'proprio-1' },
  });
  assert.equal(made.status, 201, made.text);
});

test('an address changes the sandbox ten times its minute limit in an hour, large bodies less', async (context) => {
  const limits = { ...BEHIND_PROXY, DEFAULT_RATE_LIMIT_PER_MINUTE: '5' };
  const gateway = await startGateway(context, { hasWorker: false, env: limits });
  const { counts } = gateway.appContext.limits;
  const address = '203.0.113.7';
  const create = async (body: object) =>
    gateway.call('POST', '/v1/pix/qrcode', {
      keys: SANDBOX_KEYS,
      headers: { 'x-forwarded-for': address },
      body,
    });
  for (let change = 0; change < 45; change += 1) {
    await counts.add(`attempts:sandbox changes ${address}`, 60 * 60);
  }
  assert.equal((await create(CHARGE)).status, 201);
  const large = { ...CHARGE, webhook_url: `https://example.com/${'a'.repeat(2_000)}` };
  assert.equal((await create({ ...large, utm: { campaign: 'b'.repeat(250) } })).status, 201);
  assert.equal((await create(CHARGE)).status, 201);
  const refused = await create(CHARGE);
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
  assert.ok(Number(refused.headers.get('retry-after')) > 60, 'it waits for the hour');
});

test('a body of more than 8 KiB is refused to the sandbox before it is read, also in chunks', async (context) => {
  const gateway = await startGateway(context, { hasWorker: false });
  const { status, code } = await sendHalf(gateway, { 'content-length': 15_000_000 }, 100);
  assert.deepEqual([status, code], [413, 'payload_too_large']);
  const chunked = await sendHalf(gateway, { 'transfer-encoding': 'chunked' }, 8 * 1_024 + 1);
  assert.deepEqual([chunked.status, chunked.code], [413, 'payload_too_large']);
  const padded = JSON.stringify(CHARGE).padEnd(8 * 1_024, ' ');
  const keys = SANDBOX_KEYS;
  const made = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: padded });
  assert.equal(made.status, 201, made.text);
  const refused = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: `${padded} ` });
  assert.deepEqual([refused.status, refused.body.code], [413, 'payload_too_large']);
});

/** Sends the beginning of a body with the sandbox's key, and never its end. */
async function sendHalf(gateway: TestGateway, headers: object, bytes: number) {
  const sent = httpRequest(`${gateway.url}/v1/charges/batches`, {
    method: 'POST',
    headers: {
      ...SANDBOX_KEYS,
      'content-type': 'application/json',
      'idempotency-key': 'meia-mensagem-1',
      ...headers,
    },
  });
  sent.on('error', () => {});
  sent.write(' '.repeat(bytes));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const { code } = (await json(answer)) as { code: string };
  sent.destroy();
  return { status: answer.statusCode, code };
}

test('a body of more than 8 KiB is refused to the sandbox’s user in the panel', async (context) => {
  const gateway = await startGateway(context, { hasWorker: false });
  const panel = await logIn(gateway, '203.0.113.7');
  const body = { ...CHARGE, ignored: 'a'.repeat(9_000) };
  const refused = await panel('POST', '/api/panel/test/charges', body);
  assert.deepEqual([refused.status, refused.body.code], [413, 'payload_too_large']);
});

test('sessions of the sandbox’s user beyond a number end, the oldest first, and expired ones', async (context) => {
  const gateway = await startGateway(context, { hasWorker: false, env });
  const session = openSession(gateway, LOG_IN.email);
  const agent = { 'user-agent': 'x'.repeat(4_000) };
  await session.call('POST', '/api/account/log-in', { body: LOG_IN, headers: agent });
  const [own] = await gateway.sql(
    'select "userId" as user_id, length("userAgent") as length from auth."session"',
  );
  assert.equal(own?.length, 512);
  await gateway.sql(
    `insert into auth."session" ("id", "userId", "token", "expiresAt", "createdAt", "updatedAt")
      select 'old-' || n, $1, 'old-' || n, now() + interval '1 day',
        now() - n * interval '1 second', now()
      from generate_series(1, 20005) n`,
    [own?.user_id],
  );
  await gateway.sql(
    `insert into auth."session" ("id", "userId", "token", "expiresAt", "createdAt", "updatedAt")
      select 'expired-' || n, $1, 'expired-' || n, now() - interval '1 day', now(), now()
      from generate_series(1, 3) n`,
    [own?.user_id],
  );
  await deleteOldRows(gateway);
  const [left] = await gateway.sql(`select count(*)::int as n,
    count(*) filter (where "id" like 'expired%')::int as expired from auth."session"`);
  assert.deepEqual([left?.n, left?.expired], [20_000, 0]);
  assert.equal((await session.call('GET', '/api/account/session')).status, 200);
});
