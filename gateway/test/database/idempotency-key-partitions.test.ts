import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import pg from 'pg';
import { composeApi } from '#src/host/compose-api.ts';
import { keepPartitions } from '#src/host/expire-rows.ts';
import { CHARGE, callGateway, createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { createManualClock } from '../support/manual-clock.ts';

const MINUTE_MS = 60 * 1_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const early = await startGateway({ after }, { hasWorker: false });
const lateClock = createManualClock();
const lateApi = await composeApi({ ...early.appContext, clock: lateClock });
const lateUrl = await lateApi.listen({ port: 0, host: '127.0.0.1' });
after(() => lateApi.close());
const { keys, merchant } = await createMerchantWithKeys(early);
let midnight = Math.ceil(Date.now() / DAY_MS) * DAY_MS;

/** Stops the clocks of the two processes, in milliseconds from the midnight of this test. */
function setClocks(earlyMs: number, lateMs: number): void {
  early.clock.hold(midnight + earlyMs);
  lateClock.hold(midnight + lateMs);
}

function create(url: string, key: string) {
  const headers = { 'idempotency-key': key };
  return callGateway<{ internal_id?: string }>(`${url}/v1/pix/qrcode`, 'POST', {
    keys,
    headers,
    body: CHARGE,
  });
}

async function countCharges(): Promise<number> {
  const rows = await early.sql('select count(*)::int as n from charges where merchant_id = $1', [
    merchant.merchantId,
  ]);
  return Number(rows[0]?.n);
}

for (const [what, earlyMs, lateMs] of [
  ['before and one just after midnight', -1_000, 1_000],
  ['minutes before and one minutes after midnight', -4 * MINUTE_MS, 5 * MINUTE_MS],
  ['before and one after the end of the overlap', 14.9 * MINUTE_MS, 15.1 * MINUTE_MS],
] as const) {
  test(`of two processes, one ${what}, only one creates a charge for each key`, async () => {
    midnight += 2 * DAY_MS;
    setClocks(earlyMs, lateMs);
    const known = await countCharges();
    const used = Array.from({ length: 300 }, () => randomUUID());
    const pairs = await Promise.all(
      used.map((key) => Promise.all([create(early.url, key), create(lateUrl, key)])),
    );
    for (const [first, second] of pairs) {
      assert.deepEqual([first.status, second.status], [201, 201], first.text + second.text);
      assert.equal(first.text, second.text);
    }
    assert.equal((await countCharges()) - known, used.length);
    const again = await Promise.all(used.map((key) => create(lateUrl, key)));
    assert.deepEqual(
      again.map((answer) => answer.text),
      pairs.map(([first]) => first.text),
    );
  });
}

test('requests that come together in the overlap claim their keys in both days', async () => {
  midnight += 2 * DAY_MS;
  setClocks(14 * MINUTE_MS, 0);
  const used = Array.from({ length: 20 }, () => randomUUID());
  await Promise.all(used.map((key) => create(early.url, key)));
  const rows = await early.sql('select day::text from idempotency_keys where key = any($1)', [
    used,
  ]);
  const days = Map.groupBy(rows, (row) => row.day);
  assert.deepEqual(
    [...days.values()].map((ofDay) => ofDay.length),
    [used.length, used.length],
  );
});

test('a claim just after midnight waits for an uncommitted claim of the same key before midnight', async () => {
  midnight += 2 * DAY_MS;
  setClocks(-MINUTE_MS, MINUTE_MS);
  const key = randomUUID();
  const resource = randomUUID();
  const other = new pg.Client({ connectionString: early.connectionString });
  await other.connect();
  await create(early.url, randomUUID());
  await other.query('begin');
  await other.query(
    `insert into idempotency_keys (day, merchant_id, environment, key, request_sha256,
       resource_id, created_at)
     values ($5, $1, 'test', $2, $3, $4, $6)`,
    [
      merchant.merchantId,
      key,
      Buffer.alloc(32),
      resource,
      new Date(midnight - MINUTE_MS).toISOString().slice(0, 10),
      new Date(midnight - MINUTE_MS),
    ],
  );
  const known = await countCharges();
  let isAnswered = false;
  const late = create(lateUrl, key).finally(() => {
    isAnswered = true;
  });
  // Meanwhile another key is claimed, and this one still waits.
  await create(early.url, randomUUID());
  assert.equal(isAnswered, false);
  await other.query('commit');
  await other.end();
  assert.equal((await late).status, 409);
  assert.equal((await countCharges()) - known, 1);
});

test('a key is remembered for 24 hours, whenever in the day it was claimed, and is free afterwards', async () => {
  for (const claimedAt of [-HOUR_MS, -1_000, 1_000, 14 * MINUTE_MS, 16 * MINUTE_MS]) {
    midnight += 3 * DAY_MS;
    setClocks(claimedAt, claimedAt);
    const key = randomUUID();
    const first = await create(early.url, key);
    for (const laterMs of [2_000, 16 * MINUTE_MS, 12 * HOUR_MS, DAY_MS - 2_000]) {
      early.clock.hold(midnight + claimedAt + laterMs);
      assert.equal((await create(early.url, key)).text, first.text, `${claimedAt} ${laterMs}`);
      await keepPartitions(early.appContext);
    }
    early.clock.hold(midnight + claimedAt + DAY_MS + 2_000);
    const second = await create(early.url, key);
    assert.equal(second.status, 201);
    assert.notEqual(second.body.internal_id, first.body.internal_id);
    assert.equal((await create(early.url, key)).text, second.text);
  }
});

test('the partition of a day is dropped when all its keys have expired', async () => {
  midnight += 5 * DAY_MS;
  setClocks(HOUR_MS, HOUR_MS);
  const key = randomUUID();
  await create(early.url, key);
  const select = 'select from idempotency_keys where key = $1';
  early.clock.hold(midnight + 2 * DAY_MS + 20 * MINUTE_MS);
  await keepPartitions(early.appContext);
  assert.equal((await early.sql(select, [key])).length, 1);
  early.clock.hold(midnight + 2 * DAY_MS + 31 * MINUTE_MS);
  await keepPartitions(early.appContext);
  assert.equal((await early.sql(select, [key])).length, 0);
});
