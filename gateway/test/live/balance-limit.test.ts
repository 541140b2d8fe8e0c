import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { resetSandbox } from '#src/test-world/sandbox/reset-sandbox.ts';
import { CHARGE, createMerchantWithKeys, SANDBOX_KEYS, until } from '../support/gateway.ts';
import { startLiveInBuckets } from '../support/live.ts';

const LIMIT = 9_000_000_000_000_000;
const MINUTE_MS = 60_000;
const { gateway, bank, shop } = await startLiveInBuckets({ after });

/** Sets a merchant's balance, as if it had received many payments. */
async function hold(merchantId: string, environment: string, balance: number): Promise<void> {
  await gateway.sql(
    `insert into ledger_accounts (merchant_id, environment, account, may_be_negative,
        balance_centavos)
      select merchant_id, $2, 'available', false, $3 from bucket_merchants where merchant_id = $1
      on conflict (merchant_id, environment, account) do update set balance_centavos = $3`,
    [merchantId, environment, balance],
  );
}

test('a payment that exceeds the balance limit is refused, and the balance stays readable', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const { body: charge } = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  await hold(merchant.merchantId, 'test', LIMIT - 100);
  const path = `/v1/test/charges/${String(charge.internal_id)}/pay`;
  const refused = await gateway.call('POST', path, { keys });
  assert.deepEqual([refused.status, refused.body.code], [422, 'balance_limit_reached']);
  const balance = await gateway.call('GET', '/v1/balance', { keys });
  assert.deepEqual([balance.status, balance.body.available], [200, LIMIT - 100]);
  await hold(merchant.merchantId, 'test', 0);
  assert.equal((await gateway.call('POST', path, { keys })).status, 200);
});

test('an incoming payment that exceeds the balance limit is set aside and booked when it fits', async () => {
  const { keys, merchant } = shop;
  const other = await createMerchantWithKeys(gateway, 'live');
  const charge = async (of: typeof keys) =>
    (await gateway.call('POST', '/v1/pix/qrcode', { keys: of, body: CHARGE })).body;
  const [beyond, fitting] = [await charge(keys), await charge(other.keys)];
  await hold(merchant.merchantId, 'live', LIMIT);
  const payments = [beyond, fitting].map(({ internal_id: id }) =>
    bank.pay(String(id).replaceAll('-', '')),
  );
  assert.equal(payments.length, 2);
  const statusOf = async (of: typeof keys, { internal_id: id }: Record<string, unknown>) =>
    (await gateway.call('GET', `/v1/transactions/${String(id)}`, { keys: of })).body.status;
  await until('the one that fits is paid', async () => {
    return (await statusOf(other.keys, fitting)) === 'paid';
  });
  await until('the other is set aside', async () => {
    const rows = await gateway.sql(`select from set_aside_work where kind = 'incoming_payment'`);
    return rows.length === 1;
  });
  assert.equal(await statusOf(keys, beyond), 'pending');
  await hold(merchant.merchantId, 'live', 0);
  await until('it is booked', async () => {
    gateway.clock.advance(MINUTE_MS);
    return (await statusOf(keys, beyond)) === 'paid';
  });
  await until('nothing is set aside', async () => {
    return (await gateway.sql('select from set_aside_work')).length === 0;
  });
});

test('after the sandbox reset all its accounts have a zero balance', async () => {
  const { body } = await gateway.call('POST', '/v1/pix/qrcode', {
    keys: SANDBOX_KEYS,
    body: CHARGE,
  });
  gateway.clock.advance(MINUTE_MS);
  await until('the charge is paid', async () => {
    const path = `/v1/transactions/${String(body.internal_id)}`;
    return (await gateway.call('GET', path, { keys: SANDBOX_KEYS })).body.status === 'paid';
  });
  await resetSandbox(gateway.appContext);
  const accounts = await gateway.sql(
    `select account from ledger_accounts where merchant_id = $1 and balance_centavos <> 0`,
    [gateway.appContext.sandboxMerchantId],
  );
  assert.deepEqual(accounts, []);
});
