import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { commandActor } from '#src/audit/actor.ts';
import { createMerchant } from '#src/merchants/manage-merchants.ts';
import {
  CHARGE,
  createKeys,
  createMerchantWithKeys,
  receivePayment,
  startGateway,
} from '../support/gateway.ts';
import { signIn, signInOperator } from '../support/panel.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const { foundation } = gateway;
const needs = { ...foundation, fees: foundation.config.fees };
const operator = await signInOperator(gateway);
const MERCHANTS = '/api/operator/merchants';

interface Item {
  username: string;
  name: string;
  document: string;
  status: string;
  is_sandbox: boolean;
  fee: { basis_points: number; fixed_centavos: number; payout_fee_centavos: number };
  last_30_days: Record<'live' | 'test', Record<string, number>>;
}
interface Page {
  data: Item[];
  next_cursor: string | null;
}
interface Details extends Item {
  suspension: { reason: string | null; status_before: string } | null;
  balances: Record<'live' | 'test', { available: number; reserved: number }>;
  users: { email: string; has_second_factor: boolean; seen_at: string | null }[];
  credentials: {
    client_id: string;
    environment: string;
    rate_limit_per_minute: number;
    has_own_limit: boolean;
  }[];
  kyc: object | null;
}

function open(username: string, name: string, document = '11222333000181', isApproved = true) {
  return createMerchant(needs, { username, name, document, isApproved }, commandActor);
}

async function search(text: string, more = ''): Promise<string[]> {
  const path = `${MERCHANTS}?search=${encodeURIComponent(text)}${more}`;
  const { status, body } = await operator.call<Page>('GET', path);
  assert.equal(status, 200);
  return body.data.map(({ username }) => username).sort();
}

test('a merchant is found by words of its name, username, document and e-mail', async () => {
  const bakery = await open('padaria.do-ze', 'Pão & Açúcar do Zé Ltda.', '52998224725');
  await open('zeladoria', 'Zeladoria Central', '12ABC34501DE35');
  const session = await signIn(gateway, bakery);
  for (const [text, found] of [
    ['pao', ['padaria.do-ze']],
    ['AÇÚCAR', ['padaria.do-ze']],
    ['acucar pão', ['padaria.do-ze']],
    ['padaria.do-ze', ['padaria.do-ze']],
    ['do-z', ['padaria.do-ze']],
    ['ze', ['padaria.do-ze', 'zeladoria']],
    ['529.982.247-25', ['padaria.do-ze']],
    ['52998', ['padaria.do-ze']],
    ['12.ABC.345/01DE-35', ['zeladoria']],
    ['12abc34501de35', ['zeladoria']],
    [session.email, ['padaria.do-ze']],
    [session.email.slice(0, 12), ['padaria.do-ze']],
    ['pao central', []],
    ["ze' | 'x:* & !(", []],
    ['ninguém', []],
    ['%_', []],
  ] as const) {
    assert.deepEqual(await search(text), found, text);
  }
});

test('a list is the newest first, page by page, and by status', async () => {
  const usernames = ['lista-um', 'lista-dois', 'lista-tres'];
  for (const username of usernames) {
    await open(username, 'Empório', '11222333000181', username !== 'lista-dois');
    gateway.clock.advance(1_000);
  }
  const path = `${MERCHANTS}?search=emporio&limit=2`;
  const first = await operator.call<Page>('GET', path);
  assert.deepEqual(
    first.body.data.map(({ username }) => username),
    ['lista-tres', 'lista-dois'],
  );
  const second = await operator.call<Page>('GET', `${path}&cursor=${first.body.next_cursor}`);
  assert.deepEqual(
    second.body.data.map(({ username }) => username),
    ['lista-um'],
  );
  assert.equal(second.body.next_cursor, null);
  assert.deepEqual(await search('emporio', '&status=pending_kyc'), ['lista-dois']);
  const { body } = await operator.call<Page>('GET', `${MERCHANTS}?limit=100`);
  assert.ok(body.data.some(({ is_sandbox: isSandbox }) => isSandbox));
  const broken = await operator.call('GET', `${MERCHANTS}?cursor=x`);
  assert.deepEqual([broken.status, broken.body.code], [400, 'invalid_request']);
});

test('a merchant is shown with what it moved, holds, and calls with', async () => {
  const { merchant, username, keys } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant, { hasSecondFactor: true });
  await createKeys(foundation, merchant, 'live');
  await receivePayment(gateway, keys);
  await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  const { status, body } = await operator.call<Details>('GET', `${MERCHANTS}/${username}`);
  assert.equal(status, 200);
  assert.deepEqual(body.last_30_days, {
    live: { paid_count: 0, paid_amount: 0 },
    test: { paid_count: 1, paid_amount: 10_000 },
  });
  assert.deepEqual(body.balances, {
    live: { available: 0, reserved: 0 },
    test: { available: 9_802, reserved: 0 },
  });
  assert.deepEqual(
    body.users.map((user) => [user.email, user.has_second_factor, user.seen_at !== null]),
    [[session.email, true, true]],
  );
  const limit = foundation.config.defaultRateLimitPerMinute;
  assert.deepEqual(
    body.credentials.map((one) => [one.environment, one.rate_limit_per_minute, one.has_own_limit]),
    [
      ['live', limit, false],
      ['test', limit, false],
    ],
  );
  assert.deepEqual([body.suspension, body.kyc], [null, null]);
  const [item] = (await operator.call<Page>('GET', `${MERCHANTS}?search=${username}`)).body.data;
  assert.deepEqual(item?.last_30_days, body.last_30_days);
  // What is older than thirty days counts no more.
  gateway.clock.advance(31 * 24 * 60 * 60 * 1_000);
  const later = await signInOperator(gateway);
  const old = await later.call<Details>('GET', `${MERCHANTS}/${username}`);
  assert.equal(old.body.last_30_days.test.paid_count, 0);
  gateway.clock.advance(-31 * 24 * 60 * 60 * 1_000);
});
