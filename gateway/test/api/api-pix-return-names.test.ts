import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { COB, newTxid, openStandardClient, typeOf } from '../support/api-pix.ts';
import { isBlocked } from '../support/blocked-statements.ts';
import {
  createMerchantWithKeys,
  PAYOUT,
  receivePayment,
  startGateway,
  until,
} from '../support/gateway.ts';
import { holdTransaction } from '../support/held-transaction.ts';
import { failedChecks } from '../support/live.ts';

const HOUR_MS = 3_600_000;
const gateway = await startGateway({ after });
const urls = [gateway.url, await gateway.openSecondApi()];

interface Refunds {
  readonly refunds: readonly { readonly amount: number }[];
}

/** A merchant with a payment of R$ 100.00, and programs that refund it under the name `D1`. */
async function openPaid() {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const txid = newTxid();
  const client = await openStandardClient(gateway, keys);
  assert.equal((await client.call('PUT', `/cob/${txid}`, COB)).status, 201);
  const path = `/v1/transactions?external_id=${txid}`;
  const listed = await gateway.call<{ data: { internal_id: string }[] }>('GET', path, { keys });
  const id = listed.body.data[0]?.internal_id ?? '';
  const paid = await gateway.call('POST', `/v1/test/charges/${id}/pay`, { keys });
  const returnPath = `/pix/${paid.body.end_to_end_id}/devolucao/D1`;
  const put = async (valor: string, url = gateway.url) =>
    (await openStandardClient({ url }, keys)).call('PUT', returnPath, { valor });
  const get = async () => (await openStandardClient(gateway, keys)).call('GET', returnPath);
  const refundsOf = async () => {
    const { body } = await gateway.call<Refunds>('GET', `/v1/transactions/${id}`, { keys });
    return body.refunds.map(({ amount }) => amount);
  };
  const spend = async (amount: number) => {
    const body = { ...PAYOUT, amount };
    assert.equal((await gateway.call('POST', '/v1/pix/payout', { keys, body })).status, 201);
  };
  return { keys, merchant, id, put, get, refundsOf, spend, ...paid.body };
}

test('a name answers its refund a day later, while the balance would allow another one', async () => {
  const { keys, put, refundsOf } = await openPaid();
  await receivePayment(gateway, keys);
  const first = await put('30.00');
  assert.equal(first.status, 201, first.text);
  gateway.clock.advance(25 * HOUR_MS);
  const again = await put('30.00');
  assert.equal(again.status, 201, again.text);
  assert.equal(again.body.rtrId !== undefined && again.body.id, 'D1');
  assert.deepEqual(await refundsOf(), [3_000]);
  const other = await put('31.00');
  assert.deepEqual([other.status, typeOf(other)], [400, 'PixDevolucaoInvalida']);
});

test('a name answers its refund a day later, although the balance is spent, and then it is not', async () => {
  const { keys, put, get, refundsOf, spend } = await openPaid();
  assert.equal((await put('30.00')).status, 201);
  await spend(6_500);
  gateway.clock.advance(25 * HOUR_MS);
  for (const more of [false, true]) {
    if (more) await receivePayment(gateway, keys);
    const again = await put('30.00');
    assert.equal(again.status, 201, again.text);
    assert.equal((await get()).status, 200);
  }
  assert.deepEqual(await refundsOf(), [3_000]);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a refund of the whole payment keeps its name when it is repeated a day later', async () => {
  const { keys, put, get, refundsOf } = await openPaid();
  await receivePayment(gateway, keys);
  assert.equal((await put('100.00')).status, 201);
  gateway.clock.advance(25 * HOUR_MS);
  const again = await put('100.00');
  assert.equal(again.status, 201, again.text);
  assert.equal((await get()).body.valor, '100.00');
  assert.deepEqual(await refundsOf(), [10_000]);
});

test('a repeat that is refused as overloaded leaves the name to its refund', async () => {
  const { keys, put, get, refundsOf, ...paid } = await openPaid();
  await receivePayment(gateway, keys);
  assert.equal((await put('30.00')).status, 201);
  const release = await holdTransaction(
    gateway,
    'update api_pix_returns set requested = requested where end_to_end_id = $1',
    [Reflect.get(paid, 'end_to_end_id')],
  );
  const refused = await put('30.00');
  assert.deepEqual([refused.status, typeOf(refused)], [503, 'ServicoIndisponivel']);
  await release();
  gateway.clock.advance(25 * HOUR_MS);
  assert.equal((await get()).status, 200);
  assert.equal((await put('30.00')).status, 201);
  assert.deepEqual(await refundsOf(), [3_000]);
});

test('a name waits for a request that claims it, and is its own when that one makes no refund', async () => {
  const { merchant, put, refundsOf, ...paid } = await openPaid();
  const release = await holdTransaction(
    gateway,
    `insert into api_pix_returns
      (merchant_id, environment, end_to_end_id, name, refund_id, nature, requested)
      values ($1, 'test', $2, 'D1', gen_random_uuid(), 'ORIGINAL', 1)`,
    [merchant.merchantId, Reflect.get(paid, 'end_to_end_id')],
  );
  const waiting = put('30.00');
  await until('the claim waits', () => isBlocked(gateway, 'api_pix_returns'));
  await release('rollback');
  assert.equal((await waiting).status, 201);
  assert.deepEqual(await refundsOf(), [3_000]);
});

test('a name that was committed without its refund makes it once', async () => {
  const { merchant, put, refundsOf, ...paid } = await openPaid();
  const release = await holdTransaction(
    gateway,
    `insert into api_pix_returns
      (merchant_id, environment, end_to_end_id, name, refund_id, nature, requested)
      values ($1, 'test', $2, 'D1', gen_random_uuid(), 'ORIGINAL', 3000)`,
    [merchant.merchantId, Reflect.get(paid, 'end_to_end_id')],
  );
  await release('commit');
  const answers = await Promise.all(urls.flatMap((url) => [put('30.00', url), put('30.00', url)]));
  for (const { status, text } of answers) assert.equal(status, 201, text);
  assert.deepEqual(await refundsOf(), [3_000]);
});

test('two servers that get the same refund make it once, round after round', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { put, refundsOf } = await openPaid();
    const answers = await Promise.all(urls.map((url) => put('30.00', url)));
    for (const { status, text } of answers) assert.equal(status, 201, text);
    assert.deepEqual(await refundsOf(), [3_000]);
  }
  assert.deepEqual(await failedChecks(gateway), []);
});
