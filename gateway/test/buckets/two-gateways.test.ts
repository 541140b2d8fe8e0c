import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bootstrap } from '#src/host/bootstrap.ts';
import { composeApi } from '#src/host/compose-api.ts';
import { callGateway, receivePayment, until } from '../support/gateway.ts';
import { quickPasswords } from '../support/passwords.ts';
import { assertClean, available, openTwo, transfer } from '../support/two-buckets.ts';

const PAYMENTS = 12;
const TRANSFERS = 10;
/** A charge of 10000 costs 1,49 % and 49 centavos; 10 % goes to the other merchant. */
const NET_WITHOUT_SHARE = 8_802;
const SHARE = 1_000;
const NET = 9_802;

test('two gateways pay splits and transfer over two buckets in both directions, and nothing is lost', async (context) => {
  const { gateway, home, away } = await openTwo(context);
  const { config, logger, clock } = gateway.appContext;
  const { connectionString } = gateway;
  const second = await bootstrap({
    config,
    logger,
    clock,
    connectionString,
    passwords: quickPasswords,
  });
  const api = await composeApi(second);
  context.after(async () => {
    await api.close();
    await second.database.close();
  });
  const secondUrl = await api.listen({ port: 0, host: '127.0.0.1' });
  for (const { keys } of [home, away]) await receivePayment(gateway, keys);

  async function pay(url: string, origin: typeof home, recipient: typeof home): Promise<void> {
    const { keys } = origin;
    const split = [{ username: recipient.username, percentage: 10 }];
    const body = { amount: 10_000, payer: { name: 'Ana', document: '12345678909' }, split };
    const created = await callGateway<{ internal_id: string }>(`${url}/v1/pix/qrcode`, 'POST', {
      keys,
      body,
    });
    assert.equal(created.status, 201, created.text);
    await until('the charge is paid', async () => {
      const path = `${url}/v1/test/charges/${created.body.internal_id}/pay`;
      const paid = await callGateway(path, 'POST', { keys });
      // On a busy machine a payment may be refused as overloaded; no other error is allowed.
      assert.ok([200, 503].includes(paid.status), paid.text);
      return paid.status === 200;
    });
  }

  const work: Promise<unknown>[] = [];
  for (const [url, appContext] of [
    [gateway.url, gateway.appContext],
    [secondUrl, second],
  ] as const) {
    for (let count = 0; count < PAYMENTS; count += 1) {
      const [origin, recipient] = count % 2 === 0 ? [home, away] : [away, home];
      work.push(pay(url, origin, recipient));
    }
    for (let count = 0; count < TRANSFERS; count += 1) {
      const [from, to] = count % 2 === 0 ? [home, away] : [away, home];
      work.push(transfer({ appContext }, from, to, 10n));
    }
  }
  await Promise.all(work);
  const expected = NET + PAYMENTS * (NET_WITHOUT_SHARE + SHARE);
  for (const { keys } of [home, away]) assert.equal(await available(gateway, keys), expected);
  assert.equal((await gateway.sql('select from transfers')).length, 2 * TRANSFERS);
  await assertClean(gateway);
});
