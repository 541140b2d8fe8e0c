import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { CHARGE } from '../support/gateway.ts';
import {
  afterBank,
  beforeBank,
  eventually,
  type Story,
  startCrashingGateway,
} from './crashing-gateway.ts';

/** Kills the gateway (SIGKILL) while it makes the live charges of a batch, and starts it again. */
const { bank, ask, crashAt } = await startCrashingGateway({ after });
const PATH = '/v1/charges/batches';
const COUNT = 8;

/** The txids of the charges of all batches. */
const made: string[] = [];

/** Sends a batch until it is accepted, and waits until it ends. */
async function chargeAll(): Promise<void> {
  const headers = { 'idempotency-key': `batch-${randomUUID()}` };
  const body = { charges: Array.from({ length: COUNT }, () => CHARGE) };
  const sent = await eventually('the batch is accepted', async () => {
    const answer = await ask('POST', PATH, { headers, body });
    return answer?.status === 201 && answer.body;
  });
  await eventually('the batch is completed', async () => {
    const answer = await ask('GET', `${PATH}/${sent.id}`);
    return answer?.body.status === 'completed' && answer.body.created_count === COUNT;
  });
  const items = await eventually('the charges are read', async () => {
    const answer = await ask('GET', `${PATH}/${sent.id}/items`);
    return answer?.status === 200 && answer.body;
  });
  const charges = (items.data as { charge: { internal_id: string } }[]).map(({ charge }) => charge);
  made.push(...charges.map(({ internal_id: id }) => id.replaceAll('-', '')));
}

/** Kills the gateway when a batch is at each point; each line has one charge, here and there. */
async function crashIn(...points: readonly Story['at'][]): Promise<void> {
  const before = made.length;
  await crashAt(...points.map((at) => ({ at, act: chargeAll })));
  assert.equal(made.length - before, points.length * COUNT);
  const registered = bank.snapshot().charges.map(({ txid }) => txid);
  assert.deepEqual(registered.toSorted(), made.toSorted(), 'here and at the bank');
}

test('killed after the bank did a registration, and at a write of a new batch', () =>
  crashIn(afterBank('createCharge'), 'charge_batches'));

test('killed before the bank did a registration, and at a write of new lines', () =>
  crashIn(beforeBank('createCharge'), 'charge_batch_lines'));

for (const table of ['charges', 'charge_drafts']) {
  test(`killed at a write of ${table}`, () => crashIn(table));
}
