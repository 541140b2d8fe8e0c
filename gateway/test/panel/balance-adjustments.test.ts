import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import {
  createMerchantWithKeys,
  type Keys,
  receivePayment,
  startGateway,
} from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';
import { type PanelSession, signIn, signInOperator } from '../support/panel.ts';

const gateway = await startGateway({ after });
const operator = await signInOperator(gateway);
const second = await signInOperator(gateway);

interface Adjustment {
  readonly internal_id: string;
  readonly kind: string;
  readonly amount: number;
  readonly debt_amount: number;
  readonly blocked_amount: number;
  readonly hold_id: string | null;
}

interface Adjusted {
  readonly adjustment: Adjustment | null;
  readonly proposal_id: string | null;
}

async function openShop() {
  const shop = await createMerchantWithKeys(gateway);
  const member = await signIn(gateway, shop.merchant);
  return { ...shop, member, path: `/api/operator/merchants/${shop.username}` };
}

type Shop = Awaited<ReturnType<typeof openShop>>;

async function change<Body = Adjusted>(
  by: PanelSession,
  path: string,
  body: object,
  key: string = randomUUID(),
) {
  const headers = { 'idempotency-key': key };
  const sent = { environment: 'test', reason: 'Acerto combinado', ...body, code: await by.code() };
  return by.call<Body>('POST', path, { headers, body: sent });
}

function adjust({ path }: Shop, amount: number, key?: string) {
  return change(operator, `${path}/adjustments`, { amount, reference: 'chamado-1' }, key);
}

async function balanceOf(keys: Keys): Promise<Record<string, unknown>> {
  return (await gateway.call('GET', '/v1/balance', { keys })).body;
}

/** The balances of a merchant's accounts in the test environment, without those of zero. */
async function accountsOf({ merchant }: Shop): Promise<Record<string, number>> {
  const rows = await gateway.sql(
    `select account, balance_centavos::text as balance from ledger_accounts
      where merchant_id = $1 and environment = 'test' and balance_centavos <> 0`,
    [merchant.merchantId],
  );
  return Object.fromEntries(rows.map((row) => [String(row.account), Number(row.balance)]));
}

async function eventsOf({ merchant }: Shop): Promise<Record<string, unknown>[]> {
  const rows = await gateway.sql(
    `select body from webhook_events where merchant_id = $1 and kind = 'balance.adjusted'
      order by id`,
    [merchant.merchantId],
  );
  return rows.map(({ body }) => JSON.parse(String(body)).data);
}

async function approve(by: PanelSession, id: string | null) {
  const body = { code: await by.code() };
  return by.call('POST', `/api/operator/proposals/${id}/approve`, { body });
}

test('a credit and a debit move money between the merchant and the platform, once each', async () => {
  const shop = await openShop();
  const key = randomUUID();
  const credited = await adjust(shop, 5_000, key);
  assert.equal(credited.status, 201, credited.text);
  assert.equal(credited.body.adjustment?.amount, 5_000);
  const repeated = await adjust(shop, 5_000, key);
  assert.deepEqual(repeated.body, credited.body);
  const reused = await adjust(shop, 6_000, key);
  assert.deepEqual([reused.status, Object(reused.body).code], [409, 'idempotency_key_reused']);
  const debited = await adjust(shop, -1_500);
  assert.equal(debited.body.adjustment?.debt_amount, 0);
  assert.deepEqual(await accountsOf(shop), { available: 3_500, bank: -3_500 });
  const events = await eventsOf(shop);
  assert.deepEqual(
    events.map(({ kind, amount, reason, reference }) => [kind, amount, reason, reference]),
    [
      ['adjustment', 5_000, 'Acerto combinado', 'chamado-1'],
      ['adjustment', -1_500, 'Acerto combinado', 'chamado-1'],
    ],
  );
  const log = await gateway.sql(
    `select action, actor_name from audit_log where merchant_id = $1 and action like 'balance.%'`,
    [shop.merchant.merchantId],
  );
  assert.deepEqual(log, Array(2).fill({ action: 'balance.adjusted', actor_name: operator.email }));
  const mails = await gateway.sql('select subject from mails where recipient = $1', [
    shop.member.email,
  ]);
  assert.deepEqual(mails, Array(2).fill({ subject: 'Ajuste no seu saldo' }));
  const statement = await shop.member.call<{ data: { label: string; amount: number }[] }>(
    'GET',
    '/api/panel/test/statement?account=available',
  );
  assert.deepEqual(
    statement.body.data.map(({ label, amount }) => [label, amount]),
    [
      ['Ajuste da plataforma', -1_500],
      ['Ajuste da plataforma', 5_000],
    ],
    statement.text,
  );
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a debit beyond the balance leaves a debt, which the next payment repays first', async () => {
  const shop = await openShop();
  await adjust(shop, 1_000);
  const debited = await adjust(shop, -4_000);
  assert.equal(debited.body.adjustment?.debt_amount, 3_000);
  assert.deepEqual(await accountsOf(shop), { debt: -3_000, bank: 3_000 });
  await receivePayment(gateway, shop.keys);
  assert.equal((await balanceOf(shop.keys)).available, 6_802);
  assert.equal((await accountsOf(shop)).debt, undefined);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a hold blocks what there is, then later credits, and is released in parts', async () => {
  const shop = await openShop();
  await adjust(shop, 1_000);
  const key = randomUUID();
  const wanted = { amount: 3_000, reference: 'processo-9' };
  const held = await change<Adjustment>(operator, `${shop.path}/holds`, wanted, key);
  assert.equal(held.status, 201, held.text);
  assert.equal(held.body.blocked_amount, 1_000);
  const repeated = await change<Adjustment>(operator, `${shop.path}/holds`, wanted, key);
  assert.deepEqual(repeated.body, held.body);
  await adjust(shop, 500);
  const listed = await operator.call<{ data: Record<string, unknown>[] }>(
    'GET',
    `${shop.path}/holds?environment=test`,
  );
  assert.deepEqual(
    listed.body.data.map(({ wanted_amount, blocked_amount, missing_amount, reference }) => [
      wanted_amount,
      blocked_amount,
      missing_amount,
      reference,
    ]),
    [[3_000, 1_500, 1_500, 'processo-9']],
  );
  assert.deepEqual(await accountsOf(shop), { blocked: 1_500, bank: -1_500 });
  const path = `/api/operator/holds/${held.body.hold_id}/release`;
  const tooMuch = await change(operator, path, { amount: 3_001 });
  assert.deepEqual([tooMuch.status, Object(tooMuch.body).code], [422, 'release_exceeds_hold']);
  const part = await change<Adjustment>(operator, path, { amount: 2_000 });
  assert.equal(part.status, 201, part.text);
  assert.deepEqual(await accountsOf(shop), { available: 500, blocked: 1_000, bank: -1_500 });
  const rest = await change<Adjustment>(operator, path, {});
  assert.equal(rest.body.amount, 1_000);
  assert.deepEqual(await accountsOf(shop), { available: 1_500, bank: -1_500 });
  const again = await change(operator, path, {});
  assert.deepEqual([again.status, Object(again.body).code], [404, 'hold_not_found']);
  assert.deepEqual(
    (await eventsOf(shop)).map(({ kind }) => kind),
    ['adjustment', 'hold', 'adjustment', 'release', 'release'],
  );
  assert.deepEqual(await failedChecks(gateway), []);
});

test('an adjustment above the configured amount waits for a second operator', async () => {
  const shop = await openShop();
  const key = randomUUID();
  const asked = await adjust(shop, 100_001, key);
  assert.equal(asked.body.adjustment, null, asked.text);
  const repeated = await adjust(shop, 100_001, key);
  assert.deepEqual(repeated.body, asked.body);
  assert.deepEqual(await accountsOf(shop), {});
  const own = await approve(operator, asked.body.proposal_id);
  assert.deepEqual([own.status, own.body.code], [403, 'second_operator_required']);
  const { body } = await second.call<{ data: Record<string, unknown>[] }>(
    'GET',
    '/api/operator/proposals',
  );
  const shown = body.data.find(({ id }) => id === asked.body.proposal_id);
  assert.deepEqual(
    [shown?.kind, shown?.username, shown?.amount, shown?.is_own],
    ['balance_adjustment', shop.username, 100_001, false],
  );
  const approved = await approve(second, asked.body.proposal_id);
  assert.deepEqual([approved.status, approved.body.state], [200, 'approved'], approved.text);
  assert.deepEqual(await accountsOf(shop), { available: 100_001, bank: -100_001 });
  const twice = await approve(second, asked.body.proposal_id);
  assert.deepEqual([twice.status, twice.body.code], [409, 'proposal_decided']);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('the sandbox and unknown merchants are not adjusted', async () => {
  const [sandbox] = await gateway.sql('select username from merchants where is_sandbox');
  const path = (username: unknown) => `/api/operator/merchants/${username}/adjustments`;
  const shared = await change(operator, path(sandbox?.username), { amount: 1 });
  assert.deepEqual([shared.status, Object(shared.body).code], [403, 'sandbox_forbidden']);
  const unknown = await change(operator, path('ninguem'), { amount: 1 });
  assert.deepEqual([unknown.status, Object(unknown.body).code], [404, 'merchant_not_found']);
});
