import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { PAYOUT, startGateway } from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';
import { signIn } from '../support/panel.ts';
import { ABOVE_1000, approvalSteps, centavosOf } from '../support/payout-approvals.ts';

const DAY_MS = 86_400_000;
const PATH = '/api/panel/test/payout-approvals';
const gateway = await startGateway({ after });
const { openShop, request, read, ends, decide, balanceOf, kindsOf } = approvalSteps(gateway);

test('a payout above the amount is reserved and sent after a member approves it', async () => {
  const shop = await openShop();
  await ends(shop, await request(shop, 1_000, 'pending'), 'paid');
  const id = await request(shop, 1_001, 'awaiting_approval');
  assert.deepEqual(await balanceOf(shop), [7_801, 1_001]);
  gateway.clock.advance(60_000);
  const listed = await shop.member.call('GET', PATH);
  const [waiting] = listed.body.data as Record<string, unknown>[];
  assert.deepEqual([waiting?.id, waiting?.cause, waiting?.is_own], [id, 'amount', false]);
  const query = '/v1/transactions?type=payout&status=awaiting_approval';
  const filtered = await gateway.call('GET', query, { keys: shop.keys });
  assert.equal((filtered.body.data as unknown[]).length, 1);
  const approved = await decide(shop.member, id, 'approve');
  assert.equal(approved.status, 200, approved.text);
  await ends(shop, id, 'paid');
  assert.deepEqual(await kindsOf(id), ['payout.awaiting_approval', 'payout.paid']);
  const again = await decide(shop.member, id, 'approve');
  assert.deepEqual([again.status, again.body.code], [404, 'approval_not_found']);
});

test('an approver sees the other payouts that were paid to the Pix key, and how many wait', async () => {
  const shop = await openShop();
  const count = async () => (await shop.member.call('GET', `${PATH}/count`)).body.count;
  const first = await request(shop, 1_001, 'awaiting_approval');
  const shown = async (id: string) => (await shop.member.call('GET', `${PATH}/${id}`)).body;
  const isNew = await shown(first);
  assert.deepEqual([isNew.is_new_destination, isNew.last_payouts], [true, []]);
  assert.equal(await count(), 1);
  await decide(shop.member, first, 'approve');
  await ends(shop, first, 'paid');
  assert.deepEqual([await count(), (await shown(first)).last_payouts], [0, []]);
  for (const amount of [100, 200, 300]) {
    await ends(shop, await request(shop, amount, 'pending'), 'paid');
  }
  await request(shop, 1_002, 'awaiting_approval');
  const last = await request(shop, 1_003, 'awaiting_approval');
  const known = await shown(last);
  const amounts = (known.last_payouts as { amount: number }[]).map(({ amount }) => amount);
  assert.deepEqual([known.is_new_destination, amounts, await count()], [false, [300, 200, 100], 2]);
  const listed = (await shop.member.call('GET', PATH)).body.data;
  assert.deepEqual(Object(listed)[0].last_payouts, known.last_payouts);
});

test('a rejected payout fails, its money and its part of the limits return', async () => {
  const shop = await openShop({ ...ABOVE_1000, perDay: centavosOf(2_000) });
  const id = await request(shop, 2_000, 'awaiting_approval');
  const body = { code: await shop.member.code(), reason: '  Favorecido errado. ' };
  const tooLong = { ...body, reason: 'x'.repeat(201) };
  const refused = await shop.member.call('POST', `${PATH}/${id}/reject`, { body: tooLong });
  assert.equal(refused.body.code, 'invalid_request', refused.text);
  assert.equal((await shop.member.call('POST', `${PATH}/${id}/reject`, { body })).status, 200);
  const approval = (await shop.member.call('GET', `${PATH}/${id}`)).body;
  assert.deepEqual(
    [approval.status, approval.decided_by, approval.reason],
    ['rejected', `Ana Lojista (${shop.member.email})`, 'Favorecido errado.'],
  );
  const shown = await read(shop, id);
  assert.equal(shown.status, 'failed');
  assert.equal(Object(shown.failure_reason).code, 'not_approved');
  assert.deepEqual(await balanceOf(shop), [9_802, 0]);
  assert.deepEqual(await kindsOf(id), ['payout.awaiting_approval', 'payout.rejected']);
  await request(shop, 2_000, 'awaiting_approval');
});

test('a member approves no payout of its own, another member does, and both need a code', async () => {
  const shop = await openShop();
  const created = await shop.member.call('POST', '/api/panel/test/payouts', {
    headers: { 'idempotency-key': 'saque-do-proprio-membro' },
    body: { ...PAYOUT, amount: 2_000, code: await shop.member.code() },
  });
  assert.equal(created.body.status, 'awaiting_approval', created.text);
  const id = String(created.body.internal_id);
  const own = await decide(shop.member, id, 'approve');
  assert.deepEqual([own.status, own.body.code], [403, 'approval_of_own_payout']);
  const other = await signIn(gateway, shop.merchant, { hasSecondFactor: true });
  const withoutCode = await other.call('POST', `${PATH}/${id}/approve`, { body: {} });
  assert.equal(withoutCode.body.code, 'second_factor_invalid');
  assert.equal((await decide(other, id, 'approve')).status, 200);
  await ends(shop, id, 'paid');
});

test("another merchant's member can't see or decide about the payout", async () => {
  const [shop, stranger] = [await openShop(), await openShop()];
  const id = await request(shop, 2_000, 'awaiting_approval');
  assert.deepEqual((await stranger.member.call('GET', PATH)).body.data, []);
  const refused = await decide(stranger.member, id, 'approve');
  assert.deepEqual([refused.status, refused.body.code], [404, 'approval_not_found']);
  assert.equal((await read(shop, id)).status, 'awaiting_approval');
});

test('approvals and rejections at the same time decide once', async () => {
  const shop = await openShop();
  const others = [shop.member, await signIn(gateway, shop.merchant, { hasSecondFactor: true })];
  const id = await request(shop, 2_000, 'awaiting_approval');
  const codes = [await others[0]?.code(), await others[1]?.code()];
  const answers = await Promise.all(
    others.map((member, index) =>
      member.call('POST', `${PATH}/${id}/${index === 0 ? 'approve' : 'reject'}`, {
        body: { code: codes[index] },
      }),
    ),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404]);
});

test('a payout that nobody approves fails after seven days and its money returns', async () => {
  const shop = await openShop();
  const id = await request(shop, 2_000, 'awaiting_approval');
  gateway.clock.advance(7 * DAY_MS - 60_000);
  assert.equal((await read(shop, id)).status, 'awaiting_approval');
  gateway.clock.advance(120_000);
  await ends(shop, id, 'failed');
  assert.equal(Object((await read(shop, id)).failure_reason).code, 'approval_expired');
  assert.deepEqual(await balanceOf(shop), [9_802, 0]);
  assert.deepEqual(await kindsOf(id), ['payout.awaiting_approval', 'payout.rejected']);
});

test('only a new destination needs an approval above its own amount', async () => {
  const shop = await openShop({ newDestinationApprovalAbove: centavosOf(500) });
  await ends(shop, await request(shop, 500, 'pending'), 'paid');
  await request(shop, 501, 'pending');
  const other = await openShop({ newDestinationApprovalAbove: centavosOf(500) });
  await request(other, 501, 'awaiting_approval');
});

test('a repeat of a request that awaits an approval gets the first answer', async () => {
  const shop = await openShop();
  const options = {
    keys: shop.keys,
    headers: { 'idempotency-key': 'saque-que-aguarda' },
    body: { ...PAYOUT, amount: 2_000 },
  };
  const first = await gateway.call('POST', '/v1/pix/payout', options);
  const second = await gateway.call('POST', '/v1/pix/payout', options);
  assert.equal(second.text, first.text);
  assert.equal(first.body.status, 'awaiting_approval');
});

test('the database refuses to pay a payout that awaits an approval', async () => {
  const shop = await openShop();
  const id = await request(shop, 2_000, 'awaiting_approval');
  const pay = `update payouts set status = 'paid', paid_at = now() where id = $1`;
  await assert.rejects(gateway.sql(pay, [id]), /may not go from awaiting_approval to paid/);
});

test('at the end every ledger check passes', async () => {
  assert.deepEqual(await failedChecks(gateway), []);
});
