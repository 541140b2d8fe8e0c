import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { ownerAddressOf, run } from '../support/database-server.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  type Keys,
  PAYOUT,
  receivePayment,
  SANDBOX_KEYS,
  startGateway,
  until,
} from '../support/gateway.ts';

const MINUTE_MS = 60_000;
const METRICS_TOKEN = randomBytes(16).toString('hex');
const gateway = await startGateway({ after }, { env: { METRICS_TOKEN } });
const owner = ownerAddressOf(gateway.connectionString);
const BAD = 'bad';

/** Makes the database refuse every change of the rows whose text column is `BAD`. */
async function refuseChanges(table: string, column: string): Promise<void> {
  await run(
    owner,
    `create trigger refuse_${table} before update on ${table} for each row
      when (new.${column} = '${BAD}') execute function refuse_bad()`,
  );
}

before(async () => {
  await run(
    owner,
    `create function refuse_bad() returns trigger language plpgsql as
      $$ begin raise exception 'bad row'; end $$`,
  );
  await refuseChanges('charges', 'external_id');
  await refuseChanges('payouts', 'external_id');
  await refuseChanges('refunds', 'reason');
});

async function create(keys: Keys, path: string, body: object): Promise<string> {
  const answer = await gateway.call('POST', path, { keys, body });
  assert.equal(answer.status, 201, answer.text);
  return String(answer.body.internal_id ?? answer.body.id);
}

async function statusOf(keys: Keys, id: string): Promise<unknown> {
  return (await gateway.call('GET', `/v1/transactions/${id}`, { keys })).body.status;
}

async function waitForStatus(keys: Keys, id: string, status: string): Promise<void> {
  await until(`${id} is ${status}`, async () => (await statusOf(keys, id)) === status);
}

async function setAside(): Promise<unknown[]> {
  const rows = await gateway.sql('select kind, id from set_aside_work order by first_failed_at');
  return rows.map(({ kind, id }) => `${String(kind)} ${String(id)}`);
}

async function repair(table: string): Promise<void> {
  await run(owner, `drop trigger refuse_${table} on ${table}`);
}

test('a simulated payment that fails is set aside, and the others are made', async () => {
  const sale = { ...CHARGE, expires_in: 86_400 };
  const bad = await create(SANDBOX_KEYS, '/v1/pix/qrcode', { ...sale, external_id: BAD });
  const good = await create(SANDBOX_KEYS, '/v1/pix/qrcode', sale);
  gateway.clock.advance(MINUTE_MS);
  await waitForStatus(SANDBOX_KEYS, good, 'paid');
  await until('the bad one is set aside', async () => (await setAside()).length === 1);
  assert.deepEqual(await setAside(), [`charge ${bad}`]);
  const metrics = await gateway.call('GET', '/metrics', {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  });
  assert.match(metrics.text, /^pix_gateway_set_aside_items 1$/m);
});

test('an expiry that fails is set aside, and the others expire', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const sale = { ...CHARGE, expires_in: 60 };
  const bad = await create(keys, '/v1/pix/qrcode', { ...sale, external_id: BAD });
  const good = await create(keys, '/v1/pix/qrcode', sale);
  gateway.clock.advance(2 * MINUTE_MS);
  await waitForStatus(keys, good, 'expired');
  await until('the bad one is set aside', async () => (await setAside()).includes(`charge ${bad}`));
});

test('work that was set aside is done once its cause is repaired', async () => {
  const before = await setAside();
  assert.equal(before.length, 2);
  await repair('charges');
  await until('both are done', async () => {
    gateway.clock.advance(MINUTE_MS);
    return (await setAside()).length === 0;
  });
});

test('a payout and a refund that fail are set aside, and the others end', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const paid = await receivePayment(gateway, keys, { ...CHARGE, amount: 100_000 });
  const payOut = (body: object) => create(keys, '/v1/pix/payout', { ...PAYOUT, ...body });
  const badPayout = await payOut({ external_id: BAD });
  const goodPayout = await payOut({});
  const refundPath = `/v1/transactions/${String(paid.internal_id)}/refund`;
  const badRefund = await create(keys, refundPath, { amount: 100, reason: BAD });
  await create(keys, refundPath, { amount: 200 });
  gateway.clock.advance(MINUTE_MS);
  await waitForStatus(keys, goodPayout, 'paid');
  await until('the good refund is done', async () => {
    const { body } = await gateway.call('GET', `/v1/transactions/${String(paid.internal_id)}`, {
      keys,
    });
    return body.refunded_amount === 200;
  });
  await until('both are set aside', async () => (await setAside()).length === 2);
  assert.deepEqual((await setAside()).sort(), [`payout ${badPayout}`, `refund ${badRefund}`]);
});
