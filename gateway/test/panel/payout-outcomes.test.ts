import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { PAYOUT, startGateway } from '../support/gateway.ts';
import {
  ABOVE_1000,
  type ApprovingShop,
  approvalSteps,
  centavosOf,
} from '../support/payout-approvals.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const { openShop } = approvalSteps(gateway);
const PATH = '/api/panel/test/payouts';

async function preview({ member }: ApprovingShop, body: object) {
  return member.call('POST', `${PATH}/preview`, { body: { ...PAYOUT, ...body } });
}

/** Creates a payout at the panel and reads what happened to it. */
async function create({ member }: ApprovingShop, body: object) {
  const headers = { 'idempotency-key': randomUUID() };
  const order = { ...PAYOUT, ...body, code: await member.code() };
  const made = await member.call('POST', PATH, { body: order, headers });
  assert.equal(made.status, 201, made.text);
  return member.call('GET', `${PATH}/${made.body.internal_id}/outcome`);
}

test('the review of a payout says what creating it does then, and stores nothing', async () => {
  const shop = await openShop({ ...ABOVE_1000, newDestinationWaitMinutes: 60 });
  const kindOf = ({ body }: { body: Record<string, unknown> }) => [
    body.kind,
    body.waits_until !== null,
  ];
  const happens = async (amount: number, kind: string, waits = false) => {
    assert.deepEqual(kindOf(await preview(shop, { amount })), [kind, waits]);
    const made = 'select id from payouts where merchant_id = $1 and amount_centavos = $2';
    assert.deepEqual(await gateway.sql(made, [shop.merchant.merchantId, amount]), []);
    assert.deepEqual(kindOf(await create(shop, { amount })), [kind, waits]);
  };
  await happens(1_000, 'new_destination', true);
  await happens(1_001, 'awaiting_approval');
  await shop.member.call('POST', '/api/panel/test/payout-stop', { body: {} });
  await happens(900, 'payouts_stopped');
});

test('the review of a payout is refused as its creation would be', async () => {
  const shop = await openShop({ perPayout: centavosOf(5_000) });
  const above = await preview(shop, { amount: 5_001 });
  assert.deepEqual([above.status, above.body.code], [403, 'payout_limit_exceeded']);
  const details = above.body.details as { field: string }[];
  assert.deepEqual(
    details.map(({ field }) => field),
    ['amount'],
  );
  const badKey = await preview(shop, { amount: 100, pix_key: 'nada' });
  assert.equal(badKey.body.code, 'invalid_pix_key');
  const sent = { kind: 'sent', waits_until: null };
  assert.deepEqual((await preview(shop, { amount: 4_999 })).body, sent);
  assert.deepEqual((await create(shop, { amount: 4_999 })).body, sent);
  const short = await preview(shop, { amount: 4_900 });
  assert.equal(short.body.code, 'insufficient_balance');
});
