import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { findMerchantById } from '#src/accounts/merchants/find-merchant.ts';
import { callerWithoutKey } from '#src/ground/access/merchant.ts';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { createId } from '#src/ground/ids.ts';
import { createSubscriptions } from '#src/subscriptions/create-subscriptions.ts';
import { storeLocation } from '#src/subscriptions/recurrences/recurrence-locations.ts';
import { requestFromBody } from '#src/subscriptions/request-from-body.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { SUBSCRIPTION } from '../support/subscriptions.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const { database, clock } = gateway.appContext;
const { merchant } = await createMerchantWithKeys(gateway);
const { merchantId } = merchant;
const found = await findMerchantById(database, merchantId);
assert.ok(found);
const caller = callerWithoutKey(found, { environment: 'test', clientId: 'panel' });
const bucket = await database.buckets.ofMerchant(merchantId);
const deps = { database: bucket, clock, addPayers: async () => {} };

async function newLocation(id: number) {
  const location = { id, url: `pix.example.com/qr/v2/rec/${id}`, bankId: null };
  await storeLocation(bucket, {
    ...location,
    merchantId,
    environment: 'test',
    token: createId(clock.now()),
    subscriptionId: null,
  });
  return location;
}

/** Creates a subscription under a key, with a location. */
async function create(key: string, location: Awaited<ReturnType<typeof newLocation>>) {
  const firstDueOn = addDays(brazilianDayOf(clock.now()), 20);
  const request = {
    ...requestFromBody({ ...SUBSCRIPTION, first_due_on: firstDueOn }, caller),
    recurrence: { location, charge: undefined },
    idempotency: { key, requestDigest: Buffer.alloc(32), fields: [] },
  };
  const [result] = await createSubscriptions(deps, [request]);
  assert.ok(result);
  return result;
}

async function ownerOf({ id }: { readonly id: number }): Promise<unknown> {
  const sql = 'select subscription_id from subscription_locations where id = $1';
  return (await gateway.sql(sql, [id]))[0]?.subscription_id;
}

function setOwner({ id }: { readonly id: number }, owner: string | null) {
  return gateway.sql('update subscription_locations set subscription_id = $2 where id = $1', [
    id,
    owner,
  ]);
}

test('a repeated request takes no location, also if its own was freed meanwhile', async () => {
  const location = await newLocation(1);
  const first = await create('assinatura-0001', location);
  assert.ok('value' in first);
  assert.notEqual(await ownerOf(location), null);
  await setOwner(location, null);
  const again = await create('assinatura-0001', location);
  assert.deepEqual(again, { value: { body: first.value.body, isReplay: true } });
  assert.equal(await ownerOf(location), null);
});

test('a subscription whose location was taken meanwhile gives back its key', async () => {
  const location = await newLocation(2);
  await setOwner(location, createId(clock.now()));
  const refused = await create('assinatura-0002', location);
  assert.ok('error' in refused && /provider_unavailable/.test(JSON.stringify(refused.error)));
  await setOwner(location, null);
  const created = await create('assinatura-0002', location);
  assert.ok('value' in created && !created.value.isReplay);
});
