import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CHARGE, createMerchantWithKeys, type Keys, startGateway } from '../support/gateway.ts';
import { type PanelSession, signIn } from '../support/panel.ts';
import { BEHIND_PROXY } from '../support/visitors.ts';

const gateway = await startGateway({ after }, { hasWorker: false, env: BEHIND_PROXY });
const TEST = '/api/panel/test/credentials';
const LIVE = '/api/panel/live/credentials';

async function openShop(hasSecondFactor = false) {
  const { merchant } = await createMerchantWithKeys(gateway);
  return signIn(gateway, merchant, { hasSecondFactor });
}

async function newKeys(session: PanelSession, path: string, rights: object = {}): Promise<Keys> {
  const code = path === LIVE ? { code: await session.code() } : {};
  const made = await session.call('POST', path, { body: { name: 'ERP', ...rights, ...code } });
  assert.equal(made.status, 201, made.text);
  return {
    'client-id': String(made.body.client_id),
    'client-secret': String(made.body.client_secret),
  };
}

async function rightsOf(session: PanelSession, path: string, keys: Keys) {
  const { body } = await session.call<{ data: Record<string, unknown>[] }>('GET', path);
  const one = body.data.find(({ client_id }) => client_id === keys['client-id']);
  return [one?.scopes, one?.addresses];
}

async function codesOf(keys: Keys, address = '203.0.113.7') {
  const headers = { 'x-forwarded-for': address };
  const [charged, balance] = await Promise.all([
    gateway.call('POST', '/v1/pix/qrcode', { keys, headers, body: CHARGE }),
    gateway.call('GET', '/v1/balance', { keys, headers }),
  ]);
  return [charged.body.code, balance.body.code];
}

test('a key is created with rights, shown with them, and changed for the next request', async () => {
  const session = await openShop();
  const rights = {
    scopes: ['charges:write', 'charges:read'],
    addresses: ['203.0.113.99/24', '203.0.113.0/24', '2001:db8::/32'],
  };
  const keys = await newKeys(session, TEST, rights);
  const stored = [['charges:write'], ['203.0.113.0/24', '2001:db8::/32']];
  assert.deepEqual(await rightsOf(session, TEST, keys), stored);
  assert.deepEqual(await codesOf(keys), [undefined, 'scope_missing']);
  assert.deepEqual(await codesOf(keys, '198.51.100.1'), Array(2).fill('address_not_allowed'));
  const path = `${TEST}/${keys['client-id']}`;
  const narrowed = await session.call('PATCH', path, { body: { scopes: ['balance:read'] } });
  assert.deepEqual(narrowed.body, { scopes: ['balance:read'], addresses: stored[1] });
  assert.deepEqual(await codesOf(keys), ['scope_missing', undefined]);
  const freed = await session.call('PATCH', path, { body: { scopes: null, addresses: null } });
  assert.deepEqual(freed.body, { scopes: null, addresses: null });
  assert.deepEqual(await codesOf(keys, '198.51.100.1'), [undefined, undefined]);
  const lines = await gateway.sql(
    `select details->>'scopes' as scopes, details->>'addresses' as addresses from audit_log
     where subject = $1 order by id`,
    [keys['client-id']],
  );
  const ranges = '203.0.113.0/24 2001:db8::/32';
  assert.deepEqual(lines, [
    { scopes: 'charges:write', addresses: ranges },
    { scopes: 'balance:read', addresses: ranges },
    { scopes: 'all', addresses: 'all' },
  ]);
});

test('the rights of a production key change only with a code of the second factor', async () => {
  const careful = await openShop(true);
  const keys = await newKeys(careful, LIVE);
  const path = `${LIVE}/${keys['client-id']}`;
  for (const body of [{ scopes: ['charges:read'] }, { addresses: ['203.0.113.7'] }]) {
    for (const code of [undefined, '000000']) {
      const refused = await careful.call('PATCH', path, { body: { ...body, code } });
      assert.deepEqual([refused.status, refused.body.code], [422, 'second_factor_invalid']);
    }
    const code = await careful.code();
    const changed = await careful.call('PATCH', path, { body: { ...body, code } });
    assert.equal(changed.status, 200, changed.text);
  }
  assert.deepEqual(await rightsOf(careful, LIVE, keys), [['charges:read'], ['203.0.113.7']]);
});

test('without a second factor the rights of a test key change, those of a production key do not', async () => {
  const careless = await openShop();
  const keys = await newKeys(careless, TEST);
  const body = { scopes: ['charges:read'] };
  const path = `${TEST}/${keys['client-id']}`;
  assert.equal((await careless.call('PATCH', path, { body })).status, 200);
  const refused = await careless.call('PATCH', `${LIVE}/${keys['client-id']}`, { body });
  assert.deepEqual([refused.status, refused.body.code], [403, 'second_factor_required']);
});

test('no scope, an unknown scope, a wrong address and too many addresses are refused', async () => {
  const session = await openShop();
  const keys = await newKeys(session, TEST);
  const addresses = Array.from({ length: 51 }, (_, index) => `203.0.113.${index}`);
  for (const [body, field] of [
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['charges:delete'] }, 'scopes.0'],
    [{ addresses: ['203.0.113.7', '203.0.113.0/33'] }, 'addresses.1'],
    [{ addresses: [] }, 'addresses'],
    [{ addresses }, 'addresses'],
  ] as const) {
    const path = `${TEST}/${keys['client-id']}`;
    const refused = await session.call<{ details?: { field: string }[] }>('PATCH', path, { body });
    assert.equal(refused.status, 400, refused.text);
    assert.ok(
      refused.body.details?.some((fault) => fault.field === field),
      refused.text,
    );
  }
  const most = { addresses: addresses.slice(0, 50) };
  const done = await session.call('PATCH', `${TEST}/${keys['client-id']}`, { body: most });
  assert.equal(done.status, 200, done.text);
});

test('the database refuses an unknown scope, an empty list and too many addresses', async () => {
  const session = await openShop();
  const keys = await newKeys(session, TEST);
  for (const change of [
    `scopes = array['charges:delete']`,
    `scopes = '{}'`,
    `addresses = '{}'`,
    `addresses = array_fill('203.0.113.7'::inet, array[51])`,
  ]) {
    const text = `update credentials set ${change} where client_id = $1`;
    await assert.rejects(gateway.sql(text, [keys['client-id']]), /violates check constraint/);
  }
});
