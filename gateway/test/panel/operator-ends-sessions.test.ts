import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { logIn, PASSWORD, signIn, signInOperator } from '../support/panel.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const operator = await signInOperator(gateway);

interface Details {
  readonly users: { readonly user_id: string; readonly email: string }[];
}

async function openShop() {
  const { merchant, username } = await createMerchantWithKeys(gateway);
  const phone = await signIn(gateway, merchant);
  const desk = await logIn(gateway, phone.email);
  const path = `/api/operator/merchants/${username}`;
  const { body } = await operator.call<Details>('GET', path);
  const userId = body.users.find(({ email }) => email === phone.email)?.user_id;
  return { username, phone, desk, path: `${path}/users/${userId}/sessions`, userId };
}

test('an operator ends all sessions of a user, and the audit log records it', async () => {
  const { phone, desk, path } = await openShop();
  const ended = await operator.call('DELETE', path);
  assert.equal(ended.status, 204, ended.text);
  for (const session of [phone, desk]) {
    assert.equal((await session.call('GET', '/api/account/session')).status, 401);
  }
  const again = await logIn(gateway, phone.email, PASSWORD);
  const log = await again.call<{ data: Record<string, unknown>[] }>('GET', '/api/panel/audit');
  const change = log.body.data.find(({ action }) => action !== 'account.logged_in');
  assert.deepEqual([change?.action, change?.subject], ['account.sessions_ended', phone.email]);
  const [{ details } = {}] = await gateway.sql(
    `select details from audit_log where subject = $1 and action = 'account.sessions_ended'`,
    [phone.email],
  );
  assert.deepEqual(details, { sessions: 2 });
});

test('a user of another merchant is not found', async () => {
  const [one, other] = [await openShop(), await openShop()];
  const path = `/api/operator/merchants/${one.username}/users/${other.userId}/sessions`;
  const refused = await operator.call('DELETE', path);
  assert.deepEqual([refused.status, refused.body.code], [404, 'user_not_found']);
  assert.equal((await other.desk.call('GET', '/api/account/session')).status, 200);
});
