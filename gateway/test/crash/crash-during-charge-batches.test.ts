import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { CHARGE } from '../support/gateway.ts';
import { eventually, startCrashingGateway } from './crashing-gateway.ts';

/** Kills the gateway (SIGKILL) while it makes the live charges of a batch, and starts it again. */
const { bank, ask, crashAtBank, crashAtTable } = await startCrashingGateway({ after });
const PATH = '/v1/charges/batches';
const COUNT = 8;

/** Sends a batch until it is accepted, waits until it ends, and compares it with the bank. */
async function chargeAll(): Promise<void> {
  const before = new Set(bank.snapshot().charges.map(({ txid }) => txid));
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
  const made = (items.data as { charge: { internal_id: string } }[]).map(({ charge }) =>
    charge.internal_id.replaceAll('-', ''),
  );
  const registered = bank.snapshot().charges.map(({ txid }) => txid);
  assert.deepEqual(
    registered.filter((txid) => !before.has(txid)).toSorted(),
    made.toSorted(),
    'each line has one charge, here and at the bank',
  );
}

for (const kind of ['silent_before', 'silent_after'] as const) {
  test(`killed at a registration, ${kind.replace('silent_', '')} the bank did it`, () =>
    crashAtBank([{ kind, operation: 'createCharge' }], chargeAll));
}

for (const table of ['charge_batches', 'charge_batch_lines', 'charge_drafts', 'charges']) {
  test(`killed at a write of ${table}`, () => crashAtTable(table, chargeAll));
}
