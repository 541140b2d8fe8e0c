import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createMerchantWithKeys } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { subscriptionClient } from '../support/subscriptions.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });

async function openShop() {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant);
  async function find(search: string): Promise<string[]> {
    const query = new URLSearchParams({ search });
    const path = `/api/panel/test/subscriptions?${query}`;
    const answer = await session.call<{ data: { internal_id: string }[] }>('GET', path);
    assert.equal(answer.status, 200, answer.text);
    return answer.body.data.map(({ internal_id: id }) => id);
  }
  return { ...subscriptionClient(gateway, keys), find };
}

test('members find their subscriptions by reference, document and id, and no others', async () => {
  const [shop, other] = [await openShop(), await openShop()];
  const payer = { name: 'Rosa Prado', document: '52998224725' };
  const { internal_id: rosa } = await shop.create({ payer, reference: 'aula-7' });
  const { internal_id: maria } = await shop.create({ reference: 'aula-8' });
  const { internal_id: foreign } = await other.create({ payer, reference: 'aula-7' });
  assert.deepEqual(await shop.find(' aula-7 '), [rosa]);
  assert.deepEqual(await shop.find('529.982.247-25'), [rosa]);
  assert.deepEqual(await shop.find(maria.toUpperCase()), [maria]);
  assert.deepEqual(await shop.find(foreign), []);
  assert.deepEqual(await shop.find('aula'), []);
});
