import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { rotateCredential } from '#src/accounts/merchants/credentials/manage-credentials.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { COB, newTxid, openStandardClient, TEST_KEY, typeOf } from '../support/api-pix.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';
import { signIn } from '../support/panel.ts';

const gateway = await startGateway({ after });
const PATH = '/api/panel/test/api-pix';
const ALIAS = 'financeiro@padaria.example';

async function openShop() {
  const merchant = await createMerchantWithKeys(gateway);
  return { ...merchant, session: await signIn(gateway, merchant.merchant) };
}

test('a merchant’s Pix keys are accepted as chave, and those of others are not', async () => {
  const [shop, other] = [await openShop(), await openShop()];
  const put = async ({ keys }: typeof shop) => {
    const client = await openStandardClient(gateway, keys);
    return client.call('PUT', `/cob/${newTxid()}`, { ...COB, chave: ALIAS });
  };
  assert.equal(typeOf(await put(shop)), 'CobOperacaoInvalida');
  const body = { pix_keys: [` ${ALIAS} `, ALIAS] };
  const set = await shop.session.call('PUT', `${PATH}/pix-keys`, { body });
  assert.deepEqual([set.status, set.body], [200, { pix_keys: [ALIAS] }]);
  const made = await put(shop);
  assert.deepEqual([made.status, made.body.chave], [201, ALIAS]);
  assert.equal(typeOf(await put(other)), 'CobOperacaoInvalida');
  const read = await shop.session.call('GET', PATH);
  assert.deepEqual(read.body.shared_pix_keys, [TEST_KEY]);
  assert.deepEqual(read.body.pix_keys, [ALIAS]);
  assert.match(String(read.body.api_url), /\/pix\/v2$/);
  const wrong = await shop.session.call('PUT', `${PATH}/pix-keys`, { body: { pix_keys: ['a b'] } });
  assert.deepEqual([wrong.status, wrong.body.code], [422, 'pix_keys_invalid']);
});

test('charges of a key with a split are split, also after the key is rotated', async () => {
  const [shop, partner] = [await openShop(), await openShop()];
  const { keys } = shop;
  const split = [{ username: partner.username, percentage: 10 }];
  const path = `${PATH}/credentials/${keys['client-id']}/split`;
  const set = await shop.session.call('PUT', path, { body: { split } });
  assert.deepEqual([set.status, set.body], [200, { split }], set.text);
  const { clientId, clientSecret } = await rotateCredential(
    gateway.appContext,
    { clientId: keys['client-id'] },
    commandActor,
  );
  const rotated = { 'client-id': clientId, 'client-secret': clientSecret };
  const client = await openStandardClient(gateway, rotated);
  const txid = newTxid();
  assert.equal((await client.call('PUT', `/cob/${txid}`, COB)).status, 201);
  await client.call('PATCH', `/cob/${txid}`, { valor: { original: '50.00' } });
  const listed = await gateway.call<{
    data: { internal_id: string; split: { username: string; amount: number }[] }[];
  }>('GET', `/v1/transactions?external_id=${txid}`, { keys: rotated });
  const [charge] = listed.body.data;
  assert.deepEqual(
    charge?.split.map(({ username, amount }) => [username, amount]),
    [[partner.username, 500]],
  );
  const pay = `/v1/test/charges/${charge?.internal_id}/pay`;
  assert.equal((await gateway.call('POST', pay, { keys: rotated })).status, 200);
  const balance = await gateway.call('GET', '/v1/balance', { keys: partner.keys });
  assert.equal(balance.body.available, 500);
  const read = await shop.session.call('GET', PATH);
  assert.deepEqual(read.body.splits, [{ client_id: clientId, split }]);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a split is checked when it is set, and a key of another merchant is unknown', async () => {
  const [shop, other] = [await openShop(), await openShop()];
  const set = (clientId: string, split: unknown) =>
    shop.session.call('PUT', `${PATH}/credentials/${clientId}/split`, { body: { split } });
  const own = shop.keys['client-id'];
  const cases = [
    [await set(own, [{ username: 'ninguem-assim', percentage: 10 }]), 'username_not_found'],
    [await set(own, [{ username: shop.username, percentage: 10 }]), 'self_split'],
    [await set(own, [{ username: other.username, percentage: 99 }]), 'invalid_percentage'],
    [await set(other.keys['client-id'], []), 'credential_not_found'],
  ] as const;
  for (const [{ body }, code] of cases) assert.equal(body.code, code);
});
