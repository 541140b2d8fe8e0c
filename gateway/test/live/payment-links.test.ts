import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '../support/gateway.ts';
import { startLiveInBuckets } from '../support/live.ts';
import { createPayers, type Link, PAYER } from '../support/payment-links.ts';
import { BEHIND_PROXY } from '../support/visitors.ts';

const env = { ...BEHIND_PROXY, PROVIDER_TIMEOUT_SECONDS: '3' };
const { gateway, bank, shop } = await startLiveInBuckets({ after }, { env });
const { keys } = shop;
const { visitor } = createPayers(gateway.url);
const document = '529.982.247-25';

test('a live link holds its last piece while the bank is unclear, and sells it once', async () => {
  const body = { title: 'Última', amount: 5_000, stock: 1 };
  const made = await gateway.call<Link>('POST', '/v1/payment-links', { keys, body });
  const link = made.body;
  const read = async () =>
    (await gateway.call<Link>('GET', `/v1/payment-links/${link.id}`, { keys })).body;
  const wrongDigits = await visitor().buy(link, { document: '123.456.789-00' });
  assert.ok(wrongDigits.hasFaults);
  bank.faults.add({ kind: 'dropped_before', operation: 'createCharge' });
  const payer = visitor();
  const token = await payer.token(link);
  const unclear = await payer.send(link, { ...PAYER, document, token });
  assert.equal(unclear.status, 503);
  // Back from the notice leads to the same form, whose token makes the same charge.
  const [, kept = ''] = /^link-form=([^;]+)/.exec(unclear.headers.get('set-cookie') ?? '') ?? [];
  assert.ok(Buffer.from(kept, 'base64url').toString().includes(token));
  assert.match(unclear.text, /Voltamos em instantes/);
  assert.equal((await read()).held_count, 1);
  assert.equal((await visitor().buy(link, { document })).status, 409);
  bank.faults.clear();
  await until('the draft is deleted', async () => {
    gateway.clock.advance(1_000);
    return (await read()).held_count === 0;
  });
  const { status, chargeId } = await visitor().buy(link, { document });
  assert.equal(status, 303);
  assert.equal((await visitor().buy(link, { document })).status, 409);
  bank.pay(String(chargeId).replaceAll('-', ''));
  await until('it is sold', async () => (await read()).sold_count === 1);
  const sold = await read();
  assert.deepEqual([sold.held_count, sold.available_count, sold.received_amount], [0, 0, 5_000]);
});
