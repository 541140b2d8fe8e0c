import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, beforeEach, test } from 'node:test';
import type { FaultOrder } from '../../../bank-simulator/src/bank-simulator.ts';
import { CHARGE, until } from '../support/gateway.ts';
import { startLiveGateway } from '../support/live.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const STEP_MS = 10_000;
const { gateway, bank, shop } = await startLiveGateway(
  { after },
  { env: { PROVIDER_TIMEOUT_SECONDS: '10' } },
);
const OLDER = { ...CHARGE, amount: 10_000 };
const NEWER = { ...CHARGE, amount: 20_000 };

beforeEach(() => bank.faults.clear());

function create(key: string, body: object) {
  const { keys } = shop;
  return gateway.call('POST', '/v1/pix/qrcode', {
    keys,
    headers: { 'idempotency-key': key },
    body,
  });
}

/** Leaves a charge open at the bank until its key has expired. */
async function leaveOpenForADay(key: string, kind: FaultOrder['kind']): Promise<void> {
  bank.faults.add({ kind, operation: 'createCharge', times: 1 });
  bank.faults.add({ kind: 'error', operation: 'findCharge' });
  assert.equal((await create(key, OLDER)).status, 503);
  gateway.clock.advance(DAY_MS + STEP_MS);
}

async function allDraftsEnd(): Promise<void> {
  bank.faults.clear();
  await until('no draft is open', async () => {
    gateway.clock.advance(STEP_MS);
    return (await gateway.sql('select from charge_drafts')).length === 0;
  });
}

test('a draft that is dropped after a day does not touch the key of a newer charge', async () => {
  const key = randomUUID();
  await leaveOpenForADay(key, 'silent_before');
  const newer = await create(key, NEWER);
  assert.equal(newer.status, 201);
  await allDraftsEnd();
  const repeat = await create(key, NEWER);
  assert.deepEqual([repeat.status, repeat.text], [201, newer.text]);
  assert.equal(repeat.headers.get('idempotency-replayed'), 'true');
});

test('a draft that is finished after a day does not answer for a newer charge', async () => {
  const key = randomUUID();
  await leaveOpenForADay(key, 'silent_after');
  bank.faults.add({ kind: 'silent_after', operation: 'createCharge', times: 1 });
  assert.equal((await create(key, NEWER)).status, 503);
  await allDraftsEnd();
  const repeat = await create(key, NEWER);
  assert.deepEqual([repeat.status, repeat.body.amount], [201, NEWER.amount]);
  assert.equal(repeat.headers.get('idempotency-replayed'), 'true');
});
