import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { confirmPayments } from '#src/charges/confirm-payments.ts';
import { allLedgerChecks } from '#src/host/ledger-checks.ts';
import { verifyLedger } from '#src/ledger/verify.ts';
import { readPage } from '../support/feed.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  type Keys,
  PAYOUT,
  receivePayment,
  startGateway,
  until,
} from '../support/gateway.ts';

const gateway = await startGateway({ after });
const { keys, merchant } = await createMerchantWithKeys(gateway);
const partner = await createMerchantWithKeys(gateway);

async function create(body: object = CHARGE): Promise<string> {
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
  assert.equal(created.status, 201, created.text);
  return String(created.body.internal_id);
}

function cancel(id: string, by: Keys = keys) {
  return gateway.call('POST', `/v1/transactions/${id}/cancel`, { keys: by });
}

async function eventsOf(id: string, by: Keys = keys): Promise<string[]> {
  return (await readPage(gateway, by, `resource=${id}`)).data.map(({ event }) => event);
}

async function assertClean(): Promise<void> {
  const report = await verifyLedger(gateway.appContext.database, allLedgerChecks);
  assert.deepEqual(
    report.laws.filter(({ differences }) => differences.length > 0),
    [],
  );
}

test('a pending charge is canceled once with its shares, however often it is asked for', async () => {
  const split = [{ username: partner.username, percentage: 10 }];
  const id = await create({ ...CHARGE, split });
  const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(id)));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  assert.deepEqual([...new Set(answers.map(({ text }) => text))].length, 1);
  const canceled: { status?: string; split?: { status: string }[] } = answers[0]?.body ?? {};
  assert.equal(canceled.status, 'canceled');
  assert.deepEqual(
    canceled.split?.map(({ status }) => status),
    ['canceled'],
  );
  assert.deepEqual(await eventsOf(id), ['deposit.canceled']);
  const page = await fetch(`${gateway.url}/pagar/${id}`);
  assert.match(await page.text(), /<title>Cobrança cancelada: /);
  const path = `/v1/test/charges/${id}/pay`;
  assert.equal((await gateway.call('POST', path, { keys })).body.code, 'charge_not_payable');
  const listed = await gateway.call<{ data: { internal_id: string }[] }>(
    'GET',
    '/v1/transactions?status=canceled',
    { keys },
  );
  assert.deepEqual(
    listed.body.data.map((one) => one.internal_id),
    [id],
  );
  await assertClean();
});

test('a charge that is paid, refunded or expired, unknown or of another merchant is not canceled', async () => {
  const paid = await receivePayment(gateway, keys);
  const codeOf = async (id: string, by?: Keys) => {
    const { status, body } = await cancel(id, by);
    return [status, body.code];
  };
  assert.deepEqual(await codeOf(String(paid.internal_id)), [409, 'charge_already_paid']);
  const expiring = await create({ ...CHARGE, expires_in: 60 });
  gateway.clock.advance(61_000);
  assert.deepEqual(await codeOf(expiring), [409, 'charge_expired']);
  await until('it is expired', async () => (await eventsOf(expiring)).length === 1);
  assert.deepEqual(await codeOf(expiring), [409, 'charge_expired']);
  const id = await create();
  assert.deepEqual(await codeOf(id, partner.keys), [404, 'transaction_not_found']);
  assert.deepEqual(await codeOf('1'), [404, 'transaction_not_found']);
  const payout = await gateway.call('POST', '/v1/pix/payout', { keys, body: PAYOUT });
  const payoutId = String(payout.body.internal_id);
  assert.deepEqual(await codeOf(payoutId), [404, 'transaction_not_found']);
});

test('of a payment and a cancellation at once exactly one wins, and its event is the only one', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, () => create()));
  for (const id of ids) {
    const [paid, canceled] = await Promise.all([
      gateway.call('POST', `/v1/test/charges/${id}/pay`, { keys }),
      cancel(id),
    ]);
    const isPaid = paid.status === 200;
    const codes = [paid.body.code, canceled.body.code];
    const expected = isPaid
      ? [undefined, 'charge_already_paid']
      : ['charge_not_payable', undefined];
    assert.deepEqual(codes, expected);
    assert.deepEqual(await eventsOf(id), [isPaid ? 'deposit.paid' : 'deposit.canceled']);
  }
  await assertClean();
});

test('a payment that the bank confirms after the cancellation pays the charge and its shares', async () => {
  const split = [{ username: partner.username, percentage: 10 }];
  const id = await create({ ...CHARGE, split });
  assert.equal((await cancel(id)).status, 200);
  const key = { merchantId: merchant.merchantId, environment: 'test', id } as const;
  const endToEndId = `E99999999202611201200${id.replaceAll('-', '').slice(0, 11)}`;
  await confirmPayments(gateway.appContext, [{ ...key, endToEndId, acceptsExpired: true }]);
  const { body } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
  assert.equal(body.status, 'paid');
  assert.deepEqual(await eventsOf(id), ['deposit.canceled', 'deposit.paid']);
  assert.equal((await cancel(id)).body.code, 'charge_already_paid');
  await assertClean();
});
