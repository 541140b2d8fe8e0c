import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createCredential } from '#src/accounts/merchants/credentials/manage-credentials.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { createId } from '#src/ground/ids.ts';
import { emitEvents } from '#src/webhooks/emit-events.ts';
import type { NewEvent } from '#src/webhooks/webhook-event.ts';
import { isBlocked } from '../support/blocked-statements.ts';
import { followFeed, readPage } from '../support/feed.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  PAYOUT,
  receivePayment,
  SANDBOX_KEYS,
  startGateway,
  until,
} from '../support/gateway.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const { database, clock } = gateway.appContext;
const secondUrl = await gateway.openSecondApi();

type Party = Awaited<ReturnType<typeof createMerchantWithKeys>>;

/** An event of a merchant that any feature could emit. */
function eventOf({ merchant: { merchantId } }: Party): NewEvent {
  const resourceId = createId(clock.now());
  return {
    merchantId,
    environment: 'test',
    sequence: 1,
    resourceId,
    data: {},
    kind: 'balance.adjusted',
    audience: { kind: 'endpoints' },
  };
}

/** Emits an event in a transaction that ends when the test says so. */
async function emitSlowly(party: Party) {
  const { promise: end, resolve, reject } = Promise.withResolvers<void>();
  const { promise: emitted, resolve: markEmitted } = Promise.withResolvers<void>();
  const event = eventOf(party);
  const done = database.transaction(async (tx) => {
    await emitEvents(tx, [event], clock.now());
    await tx.query({ name: 'test_wait', text: 'select 1' }, []);
    markEmitted();
    await end;
  });
  await emitted;
  return { resourceId: event.resourceId, done, commit: resolve, rollBack: reject };
}

const waitingForTheFeed = () => isBlocked(gateway, 'event_feeds');

test('the feed shows events without any webhook, oldest first', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  assert.deepEqual(await readPage(gateway, keys), { data: [], next_cursor: null, has_more: false });
  const charges = [await receivePayment(gateway, keys), await receivePayment(gateway, keys)];
  const [first, second] = charges.map((charge) => String(charge.internal_id));
  const page = await readPage(gateway, keys);
  const read = page.data.map(({ event, resource_id: id, delivered }) => [event, id, delivered]);
  assert.deepEqual(read, [
    ['deposit.paid', first, false],
    ['deposit.paid', second, false],
  ]);
  assert.deepEqual([page.next_cursor, page.has_more], [page.data[1]?.id, false]);
  assert.deepEqual(await readPage(gateway, keys, 'after='), page);
  const half = await readPage(gateway, keys, 'limit=1');
  assert.deepEqual([half.data.length, half.has_more], [1, true]);
  const rest = await readPage(gateway, keys, `after=${half.next_cursor}`);
  assert.deepEqual(rest.data, page.data.slice(1));
  const end = await readPage(gateway, keys, `after=${page.next_cursor}`);
  assert.deepEqual(end, { data: [], next_cursor: page.next_cursor, has_more: false });
  const liveKeys = await createMerchantWithKeys(gateway, 'live');
  assert.deepEqual((await readPage(gateway, liveKeys.keys)).data, []);
  const one = await gateway.call('GET', `/v1/events/${page.data[0]?.id}`, { keys });
  assert.deepEqual(one.body, { ...page.data[0], deliveries: [] });
  const other = await createMerchantWithKeys(gateway);
  const foreign = await gateway.call('GET', `/v1/events/${page.data[0]?.id}`, other);
  assert.deepEqual([foreign.status, foreign.body.code], [404, 'event_not_found']);
  assert.equal(merchant.merchantId === other.merchant.merchantId, false);
});

test('an event that is committed late is read by a reader that was there before, and none is read before it', async () => {
  const party = await createMerchantWithKeys(gateway);
  const reader = followFeed(gateway, party.keys);
  await receivePayment(gateway, party.keys);
  assert.equal((await reader.readNew()).length, 1);
  const slow = await emitSlowly(party);
  const later = database.transaction((tx) => emitEvents(tx, [eventOf(party)], clock.now()));
  await until('the later event waits for the earlier one', waitingForTheFeed);
  assert.deepEqual(await reader.readNew(), []);
  slow.commit();
  await Promise.all([slow.done, later]);
  assert.equal((await reader.readNew()).length, 2);
  const { data } = await readPage(gateway, party.keys);
  assert.deepEqual(
    data.map(({ id }) => id),
    reader.seen,
  );
  assert.equal(data[1]?.resource_id, slow.resourceId);
});

test('an event whose transaction is rolled back leaves no gap, and the next one is read', async () => {
  const party = await createMerchantWithKeys(gateway);
  const reader = followFeed(gateway, party.keys);
  const slow = await emitSlowly(party);
  const later = database.transaction((tx) => emitEvents(tx, [eventOf(party)], clock.now()));
  await until('the later event waits for the earlier one', waitingForTheFeed);
  slow.rollBack(new Error('on purpose'));
  await assert.rejects(slow.done, /on purpose/);
  await later;
  assert.equal((await reader.readNew()).length, 1);
  const positions = await gateway.sql(
    'select position::int from webhook_events where merchant_id = $1',
    [party.merchant.merchantId],
  );
  assert.deepEqual(positions, [{ position: 1 }]);
});

test('a reader gets every event once, while two processes pay charges of two merchants at once', async () => {
  const [shop, partner] = [
    await createMerchantWithKeys(gateway),
    await createMerchantWithKeys(gateway),
  ];
  const readers = [shop, partner].map(({ keys }) => followFeed(gateway, keys));
  const create = async ({ keys }: Party, { username }: Party) => {
    const body = { ...CHARGE, split: [{ username, percentage: 1 }] };
    const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
    return { keys, path: `/v1/test/charges/${created.body.internal_id}/pay` };
  };
  const crossed = Array.from({ length: 20 }, (_, index) =>
    index % 2 === 0 ? create(shop, partner) : create(partner, shop),
  );
  let isPaid = false;
  const paying = Promise.all(
    (await Promise.all(crossed)).map(async ({ keys, path }, index) => {
      const url = index % 3 === 0 ? secondUrl : gateway.url;
      const { status } = await fetch(`${url}${path}`, { method: 'POST', headers: { ...keys } });
      assert.equal(status, 200);
    }),
  ).finally(() => {
    isPaid = true;
  });
  while (!isPaid) await Promise.all(readers.map((reader) => reader.readNew()));
  await paying;
  for (const [index, { keys }] of [shop, partner].entries()) {
    const reader = readers[index];
    await reader?.readNew();
    const { data } = await readPage(gateway, keys, 'limit=100');
    assert.deepEqual(
      reader?.seen,
      data.map(({ id }) => id),
    );
    assert.equal(data.length, 20);
  }
});

test('the feed is filtered by kind, resource and delivery, and a key sees the kinds that it may read', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const charge = await receivePayment(gateway, keys);
  await gateway.call('POST', '/v1/pix/payout', { keys, body: { ...PAYOUT, amount: 100 } });
  await receivePayment(gateway, keys);
  const kinds = async (query: string, by = keys) => {
    return (await readPage(gateway, by, query)).data.map(({ event }) => event);
  };
  assert.deepEqual(await kinds('type=payout.paid'), []);
  assert.deepEqual(await kinds('type=deposit.paid,payout.paid&limit=1'), ['deposit.paid']);
  const ofCharge = await readPage(gateway, keys, `resource=${charge.internal_id}`);
  assert.deepEqual(
    ofCharge.data.map((one) => one.resource_id),
    [charge.internal_id],
  );
  assert.deepEqual(await kinds('delivered=false'), ['deposit.paid', 'deposit.paid']);
  assert.deepEqual(await kinds('delivered=true'), []);
  const settings = (scopes: string[]) => ({
    environment: 'test' as const,
    name: 'restrita',
    rights: { scopes, addresses: null },
  });
  const keysWith = async (scopes: string[]) => {
    const pair = await createCredential(
      gateway.appContext,
      merchant,
      settings(scopes),
      commandActor,
    );
    return { 'client-id': pair.clientId, 'client-secret': pair.clientSecret };
  };
  const payoutReader = await keysWith(['webhooks:read', 'payouts:read']);
  const empty = await readPage(gateway, payoutReader);
  assert.deepEqual([empty.data, empty.has_more], [[], false]);
  const { body } = await gateway.call('GET', '/v1/events?type=deposit.paid', {
    keys: payoutReader,
  });
  assert.equal(body.code, 'scope_missing');
  const path = `/v1/events/${ofCharge.data[0]?.id}`;
  const hidden = await gateway.call('GET', path, { keys: payoutReader });
  assert.equal(hidden.body.code, 'scope_missing');
  for (const query of ['type=deposit.lost', 'after=1', 'resource=1', 'limit=0', 'delivered=7']) {
    const refused = await gateway.call('GET', `/v1/events?${query}`, { keys });
    assert.deepEqual([refused.status, refused.body.code], [400, 'invalid_request'], query);
  }
});

test('a cursor whose event has expired is refused, so that a reader learns of the gap', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys);
  const { next_cursor: cursor } = await readPage(gateway, keys);
  await gateway.sql('delete from webhook_events where id = $1', [cursor]);
  for (const path of ['/v1/events', '/v1/events/stream']) {
    const refused = await gateway.call('GET', `${path}?after=${cursor}`, { keys });
    assert.deepEqual([refused.status, refused.body.code], [410, 'cursor_expired']);
  }
});

test('the sandbox’s visitors read its feed but can’t send its events again', async () => {
  await receivePayment(gateway, SANDBOX_KEYS, {
    ...CHARGE,
    webhook_url: 'http://127.0.0.1:9/visitante',
  });
  const { data } = await readPage(gateway, SANDBOX_KEYS);
  const path = `/v1/events/${data[0]?.id}`;
  const read = await gateway.call('GET', path, { keys: SANDBOX_KEYS });
  assert.doesNotMatch(read.text, /visitante/);
  const resent = await gateway.call('POST', `${path}/resend`, { keys: SANDBOX_KEYS });
  assert.deepEqual([resent.status, resent.body.code], [403, 'sandbox_forbidden']);
});
