import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const { merchant } = await createMerchantWithKeys(gateway);
const owner = await signIn(gateway, merchant, { hasSecondFactor: true });
const developer = await signIn(gateway, merchant, {
  hasSecondFactor: true,
  memberRole: 'developer',
});
const LIVE = '/api/panel/live/credentials';
const OF_OWNERS = [
  'payouts:write',
  'refunds:write',
  'transfers:write',
  'webhooks:write',
  'disputes:write',
  'customers:write',
];

function keyWith(scopes: readonly string[] | null) {
  return { name: 'Integração', scopes };
}

test('a developer makes no production key that may do what the panel keeps for owners', async () => {
  for (const scopes of [null, ...OF_OWNERS.map((scope) => ['charges:write', scope])]) {
    const refused = await developer.callWithCode('POST', LIVE, keyWith(scopes));
    assert.deepEqual([refused.status, refused.body.code], [403, 'role_missing'], String(scopes));
  }
  const scopes = ['charges:write', 'payouts:read', 'balance:read'];
  const made = await developer.callWithCode('POST', LIVE, keyWith(scopes));
  assert.equal(made.status, 201, made.text);
  const path = `${LIVE}/${made.body.client_id}`;
  const raised = await developer.callWithCode('PATCH', path, { scopes: ['payouts:write'] });
  assert.deepEqual([raised.status, raised.body.code], [403, 'role_missing']);
  const rotated = await developer.callWithCode('POST', `${path}/rotate`);
  assert.equal(rotated.status, 201, rotated.text);
  const revoked = await developer.call('DELETE', `${LIVE}/${rotated.body.client_id}`);
  assert.equal(revoked.status, 204);
});

test('a developer neither sees the secret of a key that sends money nor ends it', async () => {
  const made = await owner.callWithCode('POST', LIVE, keyWith(['payouts:write']));
  const path = `${LIVE}/${made.body.client_id}`;
  for (const answer of [
    await developer.callWithCode('POST', `${path}/rotate`),
    await developer.callWithCode('PATCH', path, { scopes: ['charges:read'] }),
    await developer.call('DELETE', path),
  ]) {
    assert.deepEqual([answer.status, answer.body.code], [403, 'role_missing']);
  }
});

test('in the test environment a developer makes every key', async () => {
  const path = '/api/panel/test/credentials';
  assert.equal((await developer.callWithCode('POST', path, keyWith(null))).status, 201);
});
