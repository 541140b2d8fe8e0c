import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { allLedgerChecks } from '#src/app/context.ts';
import { verifyLedger } from '#src/ledger/verify.ts';
import { readPage } from '../support/feed.ts';
import {
  CHARGE,
  createKeys,
  createMerchantWithKeys,
  type Keys,
  PAYOUT,
  receivePayment,
  SANDBOX_KEYS,
  startGateway,
  until,
} from '../support/gateway.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';

const gateway = await startGateway({ after });
const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

interface TestClock {
  readonly id: string;
  readonly status: string;
  readonly now: string;
  readonly client_ids: readonly string[];
}

async function createClock(keys: Keys, body: object = {}): Promise<TestClock> {
  const created = await gateway.call<TestClock>('POST', '/v1/test/clocks', { keys, body });
  assert.equal(created.status, 201, created.text);
  return created.body;
}

async function advance(keys: Keys, { id }: TestClock, seconds: number): Promise<TestClock> {
  const path = `/v1/test/clocks/${id}/advance`;
  const moved = await gateway.call<TestClock>('POST', path, { keys, body: { seconds } });
  assert.equal(moved.status, 200, moved.text);
  assert.equal(moved.body.status, 'ready');
  return moved.body;
}

function post(keys: Keys, path: string, body?: object, key?: string) {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return gateway.call('POST', path, { keys, headers, ...(body && { body }) });
}

async function read(keys: Keys, id: unknown) {
  return (await gateway.call('GET', `/v1/transactions/${String(id)}`, { keys })).body;
}

async function assertClean(): Promise<void> {
  const report = await verifyLedger(gateway.appContext.database, allLedgerChecks);
  assert.deepEqual(
    report.laws.filter(({ differences }) => differences.length > 0),
    [],
  );
}

test('a charge expires when its clock reaches its end, and one without a clock does not', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const clock = await createClock(keys);
  const bound = await post(keys, '/v1/pix/qrcode', { ...CHARGE, clock_id: clock.id });
  const free = await post(keys, '/v1/pix/qrcode', CHARGE);
  assert.equal(bound.status, 201, bound.text);
  assert.equal(bound.body.created_at, clock.now);
  await advance(keys, clock, DAY_S - 1);
  assert.equal((await read(keys, bound.body.internal_id)).status, 'pending');
  await advance(keys, clock, 1);
  assert.equal((await read(keys, bound.body.internal_id)).status, 'expired');
  assert.equal((await read(keys, free.body.internal_id)).status, 'pending');
  await assertClean();
});
