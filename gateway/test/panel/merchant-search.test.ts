import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  CHARGE,
  createKeys,
  createMerchantWithKeys,
  receivePayment,
  startGateway,
} from '../support/gateway.ts';
import {
  MERCHANTS,
  type MerchantItem,
  type MerchantPage,
  openMerchant,
} from '../support/operator-merchants.ts';
import { signIn, signInOperator } from '../support/panel.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const { appContext } = gateway;
const operator = await signInOperator(gateway);

const EMPTY = {
  reserved: 0,
  blocked: 0,
  debt: 0,
  pending_settlement: 0,
  next_settlements: [],
};

interface Page {
  data: MerchantItem[];
  next_cursor: string | null;
}
async function search(text: string, more = ''): Promise<string[]> {
  const path = `${MERCHANTS}?search=${encodeURIComponent(text)}${more}`;
  const { status, body } = await operator.call<Page>('GET', path);
  assert.equal(status, 200);
  return body.data.map(({ username }) => username).sort();
}

test('a merchant is found by name, username, document or e-mail', async () => {
  const bakery = await openMerchant(
    gateway,
    'padaria.do-ze',
    'Pão & Açúcar do Zé Ltda.',
    '52998224725',
  );
  await openMerchant(gateway, 'zeladoria', 'Zeladoria Central', '12ABC34501DE35');
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

test('the list shows the newest merchants first, in pages, filtered by status', async () => {
  const usernames = ['lista-um', 'lista-dois', 'lista-tres'];
  for (const username of usernames) {
    await openMerchant(gateway, username, 'Empório', '11222333000181', username !== 'lista-dois');
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

test('the merchant whose username is searched comes first, once, before newer ones', async () => {
  for (const username of ['feira', 'feira-sul', 'feira-norte']) {
    await openMerchant(gateway, username, 'Feira', '11222333000181');
    gateway.clock.advance(1_000);
  }
  const shown = async (path: string): Promise<[string[], string | null]> => {
    const { body } = await operator.call<Page>('GET', `${MERCHANTS}?search=Feira%20${path}`);
    return [body.data.map(({ username }) => username), body.next_cursor];
  };
  for (const limit of [1, 2]) {
    const found: string[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const [usernames, cursor] = await shown(`&limit=${limit}${next && `&cursor=${next}`}`);
      assert.ok(usernames.length <= limit);
      found.push(...usernames);
      next = cursor;
    }
    assert.deepEqual(found, ['feira', 'feira-norte', 'feira-sul'], `pages of ${limit}`);
  }
  assert.deepEqual(await shown('&status=suspended'), [[], null]);
});

test('a merchant is shown with its volume, balances and keys', async () => {
  const { merchant, username, keys } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant, { hasSecondFactor: true });
  await createKeys(appContext, merchant, 'live');
  await receivePayment(gateway, keys);
  await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  const { status, body } = await operator.call<MerchantPage>('GET', `${MERCHANTS}/${username}`);
  assert.equal(status, 200);
  assert.deepEqual(body.last_30_days, {
    live: { paid_count: 0, paid_amount: 0 },
    test: { paid_count: 1, paid_amount: 10_000 },
  });
  assert.deepEqual(body.balances, {
    live: { ...EMPTY, available: 0 },
    test: { ...EMPTY, available: 9_802 },
  });
  assert.deepEqual(
    body.users.map((user) => [user.email, user.has_second_factor, user.seen_at !== null]),
    [[session.email, true, true]],
  );
  const limit = appContext.config.defaultRateLimitPerMinute;
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
  // Payments older than thirty days are not counted.
  gateway.clock.advance(31 * 24 * 60 * 60 * 1_000);
  const old = await operator.call<MerchantPage>('GET', `${MERCHANTS}/${username}`);
  assert.equal(old.body.last_30_days.test.paid_count, 0);
  gateway.clock.advance(-31 * 24 * 60 * 60 * 1_000);
});

test('a text that no database keeps is refused wherever it stands', async () => {
  const { merchant, username } = await createMerchantWithKeys(gateway);
  const owner = await signIn(gateway, merchant);
  const notes = `/api/operator/merchants/${username}/notes`;
  const answers = [
    await operator.call('POST', notes, { body: { text: 'a\0b' } }),
    await operator.call('POST', '/api/operator/merchants/%00/view'),
    await owner.call('GET', '/api/panel/test/requests?operation=%00'),
    await owner.call('POST', '/api/panel/test/notices/seen', { body: { until: '-200000-01-01' } }),
  ];
  const faults = answers.map(({ status, body }) => [status, Object(body.details)[0]?.field]);
  assert.deepEqual(faults, [
    [400, 'text'],
    [400, 'username'],
    [400, 'operation'],
    [400, 'until'],
  ]);
});
