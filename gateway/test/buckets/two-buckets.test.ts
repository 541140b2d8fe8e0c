import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batcherOf } from '#src/ground/work/request-batches.ts';
import { followFeed, openStream } from '../support/feed.ts';
import { receivePayment, until } from '../support/gateway.ts';
import { createRefunder } from '../support/refunds.ts';
import {
  assertClean,
  available,
  move,
  openTwo,
  payShared,
  transfer,
} from '../support/two-buckets.ts';

test('shares, refunds and transfers of merchants in two buckets are booked in both at once', async (context) => {
  const { gateway, home, away } = await openTwo(context);
  const refunder = createRefunder(gateway);
  const charge = await payShared(gateway, away, home);
  await payShared(gateway, home, away);
  assert.deepEqual(
    [await available(gateway, home.keys), await available(gateway, away.keys)],
    [8802 + 1000, 8802 + 1000],
  );
  const shares = await gateway.call('GET', '/v1/splits', { keys: home.keys });
  assert.deepEqual(
    (shares.body.data as Record<string, unknown>[]).map((one) => one.charge_id),
    [charge],
  );
  const page = await fetch(`${gateway.url}/pagar/${charge}`);
  assert.equal(page.status, 200);
  assert.equal((await refunder.refund(away.keys, charge, { amount: 5_000 })).status, 201);
  await refunder.endRefunds();
  await transfer(gateway, home, away, 300n);
  await transfer(gateway, away, home, 100n);
  assert.deepEqual(
    [await available(gateway, home.keys), await available(gateway, away.keys)],
    [9802 - 500 - 200, 9802 - 4500 + 200],
  );
  await assertClean(gateway);
});

test('a batch has one bucket, or all buckets of a server when its work may span them', async (context) => {
  const { gateway, home, away } = await openTwo(context);
  const { appContext } = gateway;
  const both = [home, away].map(({ merchant }) => merchant.merchantId);
  const merchantOf = (id: string): string => id;
  for (const spansBuckets of [true, false]) {
    const batches: (readonly string[])[] = [];
    const run = async (ids: readonly string[]) => {
      batches.push(ids);
      return ids.map((value) => ({ value }));
    };
    const settings = { atOnce: 2, merchantOf, spansBuckets };
    const batcher = batcherOf(appContext)<string, string>('test', run, settings);
    assert.deepEqual(await Promise.all(both.map(batcher.add)), both);
    const spans = spansBuckets && appContext.database.buckets.areOnOneServer();
    assert.deepEqual(batches, spans ? [both] : both.map((id) => [id]));
  }
});

test('crossing transfers between two buckets all end without a deadlock', async (context) => {
  const { gateway, home, away } = await openTwo(context);
  for (const { keys } of [home, away]) await receivePayment(gateway, keys);
  const sent = Array.from({ length: 20 }, (_, index) =>
    index % 2 === 0 ? transfer(gateway, home, away, 10n) : transfer(gateway, away, home, 10n),
  );
  await Promise.all(sent);
  assert.equal(await available(gateway, home.keys), await available(gateway, away.keys));
  await assertClean(gateway);
});

test('shares that are paid while their recipient moves are all booked, in the bucket where it is', async (context) => {
  const { gateway, home, away } = await openTwo(context);
  const split = [{ username: home.username, percentage: 10 }];
  const body = { amount: 10_000, payer: { name: 'Ana', document: '12345678909' }, split };
  const ids: string[] = [];
  for (let count = 0; count < 12; count += 1) {
    const created = await gateway.call('POST', '/v1/pix/qrcode', { keys: away.keys, body });
    ids.push(String(created.body.internal_id));
  }
  const moving = move(gateway, home, 'b1');
  for (const id of ids) {
    // A payment may be refused as overloaded while it waits for the move: then it is repeated.
    await until('the charge is paid', async () => {
      const path = `/v1/test/charges/${id}/pay`;
      return (await gateway.call('POST', path, { keys: away.keys })).status === 200;
    });
  }
  await moving;
  assert.equal(await available(gateway, home.keys), 12_000);
  await assertClean(gateway);
});

test('a merchant that moves keeps its balance, charges and shares, and trades in the new bucket', async (context) => {
  const { gateway, home, away } = await openTwo(context);
  const refunder = createRefunder(gateway);
  const charge = await payShared(gateway, home, away);
  const before = await available(gateway, home.keys);
  const moving = move(gateway, home, 'b1');
  const refused = await gateway.call('POST', '/v1/pix/qrcode', { keys: home.keys, body: {} });
  assert.ok([503, 400].includes(refused.status));
  const moved = await moving;
  assert.ok(typeof moved === 'object');
  assert.equal(moved.charges, 1);
  assert.equal(await available(gateway, home.keys), before);
  assert.equal((await refunder.refund(home.keys, charge, { amount: 1_000 })).status, 201);
  await refunder.endRefunds();
  await payShared(gateway, home, away);
  await assertClean(gateway);
  const left = await gateway.sql('select from b0.charges where merchant_id = $1', [
    home.merchant.merchantId,
  ]);
  assert.equal(left.length, 0);
  assert.equal(await move(gateway, home, 'b1'), 'there already');
  assert.equal(await move(gateway, home, 'b9'), 'unknown bucket');
});

test('a reader of the feed gets the events of both buckets once each, over the move of its merchant', async (context) => {
  const { gateway, home, away } = await openTwo(context);
  const reader = followFeed(gateway, home.keys);
  const other = followFeed(gateway, away.keys);
  await payShared(gateway, home, away);
  await payShared(gateway, away, home);
  assert.deepEqual([(await reader.readNew()).length, (await other.readNew()).length], [2, 2]);
  let stream = await openStream(gateway.url, home.keys, { lastEventId: reader.seen[0] ?? '' });
  assert.equal((await stream.next())?.id, reader.seen[1]);
  await move(gateway, home, 'b1');
  await payShared(gateway, home, away);
  await payShared(gateway, away, home);
  assert.deepEqual([(await reader.readNew()).length, (await other.readNew()).length], [2, 2]);
  assert.equal(new Set(reader.seen).size, 4);
  let event = await stream.next();
  while (event === undefined) {
    // A move may end a stream, and its reader comes back.
    stream = await openStream(gateway.url, home.keys, { lastEventId: reader.seen[1] ?? '' });
    event = await stream.next();
  }
  assert.equal(event.id, reader.seen[2]);
  await stream.close();
  const positions = await gateway.sql(
    'select position::int from webhook_events where merchant_id = $1 order by position',
    [home.merchant.merchantId],
  );
  assert.deepEqual(
    positions.map(({ position }) => position),
    [1, 2, 3, 4],
  );
  const left = await gateway.sql('select from b0.event_feeds where merchant_id = $1', [
    home.merchant.merchantId,
  ]);
  assert.equal(left.length, 0);
});
