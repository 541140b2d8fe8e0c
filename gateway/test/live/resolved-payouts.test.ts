import assert from 'node:assert/strict';
import { test } from 'node:test';
import { centavos } from '#src/ground/money/centavos.ts';
import { NO_ANSWER, startBankWorkers } from '../support/bank-workers.ts';
import { isBlocked } from '../support/blocked-statements.ts';
import { until } from '../support/gateway.ts';
import { holdTransaction } from '../support/held-transaction.ts';
import { failedChecks } from '../support/live.ts';
import { createStuckOrders, decide, END_TO_END_ID, RETURN_ID } from '../support/stuck-orders.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const FEE = 10;
const workers = await startBankWorkers({ env: { DEFAULT_PAYOUT_FEE: String(FEE) } });
const { gateway, bank, shop, createPaid, requestPayout, sendPayouts, checkPayouts, read } = workers;
const { clock } = gateway;
const { operator, second, propose, resolve } = await createStuckOrders({
  gateway,
  bank,
  shop,
  callbackUrl: '',
});

const PAYOUT = {
  endToEndId: END_TO_END_ID,
  amount: centavos(1_000n),
  requestedAt: null,
  refusal: null,
  returned: [],
};

/** A payout that was sent and has no answer; the quarantine is over. */
async function stuckPayout(): Promise<string> {
  await createPaid();
  const id = await requestPayout();
  await sendPayouts({ sendPayout: async () => NO_ANSWER });
  clock.advance(HOUR_MS);
  return id;
}

/** Checks ended payouts at a bank that says this of each of them. */
async function bankSays(facts: {
  status: 'paid' | 'failed';
  returned?: { returnId: string; amount: bigint }[];
}): Promise<void> {
  const returned = (facts.returned ?? []).map((one) => ({ ...one, amount: centavos(one.amount) }));
  await checkPayouts({
    findPayout: async (id) => ({
      kind: 'done',
      value: { ...PAYOUT, id, status: facts.status, returned },
    }),
  });
}

async function available(): Promise<number> {
  const { body } = await gateway.call('GET', '/v1/balance', { keys: shop.keys });
  return Number(body.available);
}

/** The answer to an approval of a proposal by an operator. */
async function approve(proposed: { body: Record<string, unknown> }, by = second) {
  const { status, body } = await decide(by, proposed.body.proposal_id, 'approve');
  return [status, body.code];
}

test('a payout that was resolved as paid and that the bank fails returns with its fee, once', async () => {
  const id = await stuckPayout();
  await resolve('payout', id, END_TO_END_ID);
  const before = await available();
  clock.advance(DAY_MS);
  await bankSays({ status: 'failed' });
  assert.deepEqual([(await read(id)).status, await available()], ['failed', before + 1_000 + FEE]);
  clock.advance(7 * DAY_MS);
  await bankSays({ status: 'failed' });
  assert.equal(await available(), before + 1_000 + FEE);
  const [totals] = await gateway.sql(
    'select sum(requested_centavos)::int as requested from payout_totals where merchant_id = $1',
    [shop.merchant.merchantId],
  );
  assert.equal(totals?.requested, 0);
});

test('a resolved payout that was sent back in part is not reversed by later answers of the bank', async () => {
  const id = await stuckPayout();
  await resolve('payout', id, END_TO_END_ID);
  const before = await available();
  clock.advance(DAY_MS);
  const first = { returnId: `D${'1'.repeat(31)}`, amount: 400n };
  await bankSays({ status: 'paid', returned: [first] });
  clock.advance(7 * DAY_MS);
  const next = { returnId: `D${'2'.repeat(31)}`, amount: 100n };
  await bankSays({ status: 'paid', returned: [first, next] });
  assert.deepEqual(await gateway.sql('select kind from set_aside_work'), []);
  assert.deepEqual([(await read(id)).status, await available()], ['paid', before + 500]);
  clock.advance(30 * DAY_MS);
  await bankSays({ status: 'failed' });
  assert.deepEqual([(await read(id)).status, await available()], ['paid', before + 500]);
});

test('a payout in its quarantine, of another kind of id or of one operator is not resolved', async () => {
  await createPaid();
  const id = await requestPayout();
  await sendPayouts({ sendPayout: async () => NO_ANSWER });
  const early = await propose('payout', id, END_TO_END_ID);
  assert.deepEqual([early.status, early.body.code], [409, 'order_not_stuck'], early.text);
  clock.advance(HOUR_MS);
  const other = await propose('payout', id, RETURN_ID);
  assert.deepEqual([other.status, other.body.code], [422, 'end_to_end_id_invalid']);
  const proposed = await propose('payout', id, null);
  assert.equal(proposed.status, 201, proposed.text);
  assert.deepEqual(await approve(proposed, operator), [403, 'second_operator_required']);
  assert.deepEqual(await approve(proposed), [200, undefined]);
  assert.equal((await read(id)).status, 'failed');
});

test('a payout that was sent again after its proposal is not resolved', async () => {
  const id = await stuckPayout();
  const proposed = await propose('payout', id, null);
  await sendPayouts({
    findPayout: async () => ({ kind: 'done', value: undefined }),
    sendPayout: async () => NO_ANSWER,
  });
  clock.advance(HOUR_MS);
  assert.deepEqual(await approve(proposed), [409, 'order_not_stuck']);
  await decide(second, proposed.body.proposal_id, 'reject');
  await resolve('payout', id, null);
});

test('a payout that is being sent again while its proposal is approved is not resolved', async () => {
  const id = await stuckPayout();
  const proposed = await propose('payout', id, null);
  const attempt = await holdTransaction(
    gateway,
    'update payouts set uncertain_at = $2 where id = $1',
    [id, new Date(clock.now())],
  );
  const approving = approve(proposed);
  await until('the approval waits for the attempt', () => isBlocked(gateway, 'payouts'));
  await attempt('commit');
  assert.deepEqual(await approving, [409, 'order_not_stuck']);
  assert.equal((await read(id)).status, 'pending');
});

test('at the end every ledger check passes', async () => {
  assert.deepEqual(await failedChecks(gateway), []);
  assert.deepEqual(await gateway.sql('select kind from set_aside_work'), []);
});
