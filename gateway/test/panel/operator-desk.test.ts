import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import {
  createMerchantWithKeys,
  receivePayment,
  SANDBOX_KEYS,
  startGateway,
  until,
} from '../support/gateway.ts';
import { openSession, PASSWORD, signIn, signInOperator } from '../support/panel.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';

const gateway = await startGateway({ after });
const operator = await signInOperator(gateway);
const reader = await signInOperator(gateway, { hasSecondFactor: false });

interface List<Row = Record<string, unknown>> {
  readonly data: Row[];
  readonly next_cursor: string | null;
}

interface Verification {
  readonly status: string;
  readonly is_clean: boolean | null;
  readonly is_scheduled: boolean;
  readonly laws: { law: string; checked: number; differences: object[] }[];
}

test('the platform’s totals are the sum of all merchants and sum to zero', async () => {
  const before = await reader.call('GET', '/api/operator/ledger/test');
  const { keys } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys);
  const { body } = await reader.call('GET', '/api/operator/ledger/test');
  const gained = (name: string): number => Number(body[name]) - Number(before.body[name]);
  assert.deepEqual(
    ['owed_available', 'fees', 'bank', 'difference'].map(gained),
    [9_802, 198, 10_000, 0],
  );
  const live = await reader.call('GET', '/api/operator/ledger/live');
  assert.equal(live.body.bank, 0);
});

test('the ledger is verified once a day and on an operator’s request', async () => {
  const path = '/api/operator/ledger-verifications';
  const done = (count: number) =>
    until(`${count} verifications are done`, async () => {
      const { body } = await reader.call<{ data: Verification[] }>('GET', path);
      return body.data.filter((one) => one.status === 'done').length === count && body.data;
    });
  const [first] = await done(1);
  assert.deepEqual([first?.is_scheduled, first?.is_clean], [true, true]);
  assert.ok(first?.laws.every(({ law }) => law !== ''));
  const refused = await reader.call('POST', path);
  assert.deepEqual([refused.status, refused.body.code], [403, 'second_factor_required']);
  assert.equal((await operator.call('POST', path)).status, 202);
  const [asked] = await done(2);
  assert.equal(asked?.is_scheduled, false);
  await gateway.sql(`alter table ledger_accounts disable trigger all`);
  await gateway.sql(
    `update ledger_accounts set balance_centavos = balance_centavos + 1 where account = 'fees'`,
  );
  await operator.call('POST', path);
  const [broken] = await done(3);
  assert.equal(broken?.is_clean, false);
  assert.ok(broken?.laws.some(({ differences }) => differences.length > 0));
  await gateway.sql(
    `update ledger_accounts set balance_centavos = balance_centavos - 1 where account = 'fees'`,
  );
});

test('the health page reports queues, webhooks and the database', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant);
  const sink = await startWebhookSink({ after });
  sink.answerWith((_webhook, response) => {
    response.writeHead(410).end();
  });
  await session.call('POST', '/api/panel/test/webhooks', { body: { url: sink.url } });
  await receivePayment(gateway, keys);
  const health = await until('the failure shows', async () => {
    const { body } = await reader.call<{
      workers: number;
      deliveries_last_hour: { failed: number };
      failing_endpoints: { username: string; failed_last_day: number }[];
      database: { size_bytes: number; version: string };
    }>('GET', '/api/operator/health');
    return body.deliveries_last_hour.failed === 1 && body;
  });
  assert.ok(health.workers >= 1);
  assert.deepEqual(
    health.failing_endpoints.map(({ username, failed_last_day: failed }) => [username, failed]),
    [[merchant.username, 1]],
  );
  assert.ok(health.database.size_bytes > 1_000_000);
  assert.match(health.database.version, /^\d+/);
});

test('set-aside work is shown with its error and its next attempt', async () => {
  const id = randomUUID();
  await gateway.sql(
    `insert into set_aside_work (kind, id, failures, last_error, first_failed_at, next_try_at)
      values ('payout', $1, 3, 'bad row', $2, $2::timestamptz + interval '5 minutes')`,
    [id, new Date(gateway.clock.now())],
  );
  const { body } = await reader.call<{
    set_aside: { total: number; items: Record<string, unknown>[] };
  }>('GET', '/api/operator/health');
  const [item] = body.set_aside.items;
  assert.equal(body.set_aside.total, 1);
  assert.deepEqual(
    [item?.kind, item?.id, item?.failures, item?.last_error],
    ['payout', id, 3, 'bad row'],
  );
});

test('totals beyond 2^53 centavos leave the ledger page readable', async () => {
  for (const account of ['available', 'bank']) {
    const balance = account === 'bank' ? -9_000_000_000_000_000n : 9_000_000_000_000_000n;
    await gateway.sql(
      `insert into ledger_accounts
          (merchant_id, environment, account, may_be_negative, balance_centavos)
        select gen_random_uuid(), 'test', $1, $2, $3 from generate_series(1, 1100)`,
      [account, account === 'bank', balance.toString()],
    );
  }
  const ledger = await reader.call('GET', '/api/operator/ledger/test');
  assert.equal(ledger.status, 200, ledger.text);
  await gateway.sql('delete from ledger_accounts where abs(balance_centavos) = 9000000000000000');
});

test('without a mail server an operator with a second factor reads e-mails, and the audit log records it', async () => {
  const email = 'nova@loja.example';
  const visitor = openSession(gateway, email);
  await visitor.call('POST', '/api/account/sign-up', {
    body: { name: 'Loja Nova', username: 'loja-nova', email, password: PASSWORD },
  });
  const [mail] = await until('the mail is kept', async () => {
    const { body } = await reader.call<List>('GET', '/api/operator/mails?status=kept');
    const found = body.data.filter((one) => one.recipient === email);
    return found.length > 0 && found;
  });
  const refused = await reader.call('GET', `/api/operator/mails/${mail?.id}`);
  assert.deepEqual([refused.status, refused.body.code], [403, 'second_factor_required']);
  const opened = await operator.call('GET', `/api/operator/mails/${mail?.id}`);
  assert.match(String(opened.body.text), /\/confirmar-email#\S+/);
  const log = await reader.call<List>('GET', '/api/operator/audit?action=mail.read');
  assert.deepEqual(log.body.data[0]?.actor, {
    kind: 'operator',
    name: operator.email,
    address: '127.0.0.1',
  });
  const unknown = await operator.call('GET', '/api/operator/mails/nada');
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'mail_not_found']);
});

test('the audit log is searched by actor, action and time, and can’t be changed', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant);
  for (const name of ['Primeira', 'Segunda', 'Terceira']) {
    await session.call('POST', '/api/panel/test/credentials', { body: { name } });
  }
  const search = async (query: string) =>
    (await reader.call<List>('GET', `/api/operator/audit?${query}`)).body;
  const actor = `actor=${encodeURIComponent(session.email)}&action=credential`;
  const byActor = await search(`${actor}&limit=2`);
  assert.equal(byActor.data.length, 2);
  const rest = await search(`${actor}&limit=2&cursor=${byActor.next_cursor}`);
  assert.deepEqual([rest.data.length, rest.next_cursor], [1, null]);
  const byMerchant = await search(`merchant=${merchant.username}&action=credential`);
  assert.ok(byMerchant.data.every((one) => one.merchant === merchant.username));
  assert.equal((await search('to=2020-01-01')).data.length, 0);
  const own = await session.call<List>('GET', '/api/panel/audit');
  assert.ok(own.body.data.length >= 3);
  assert.ok(own.body.data.every((one) => one.merchant === merchant.username));
  await assert.rejects(gateway.sql('delete from audit_log'), /append-only/);
  await assert.rejects(gateway.sql(`update audit_log set action = 'x'`), /append-only/);
});

test('an operator can’t use merchant routes, and a merchant can’t use operator routes', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant);
  const stranger = await session.call('GET', '/api/operator/audit');
  assert.deepEqual([stranger.status, stranger.body.code], [403, 'not_permitted']);
  const other = await operator.call('GET', '/api/panel/test/overview');
  assert.deepEqual([other.status, other.body.code], [403, 'not_permitted']);
  const nobody = await gateway.call('GET', '/api/operator/audit', { keys: SANDBOX_KEYS });
  assert.deepEqual([nobody.status, nobody.body.code], [401, 'not_logged_in']);
});
