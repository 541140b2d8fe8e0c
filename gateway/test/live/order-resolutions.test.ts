import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '../support/gateway.ts';
import { failedChecks, startLiveInBuckets } from '../support/live.ts';
import { liveCommands } from '../support/live-cli.ts';
import { signInOperator } from '../support/panel.ts';
import {
  atBank,
  createStuckOrders,
  decide,
  END_TO_END_ID,
  RETURN_ID,
  SILENT_BANK,
} from '../support/stuck-orders.ts';

const STEP_MS = 10_000;
const live = await startLiveInBuckets({ after }, SILENT_BANK);
const { gateway, bank } = live;
const stuck = await createStuckOrders(live);
const {
  balanceOf,
  isListed,
  openShop,
  operator,
  propose,
  read,
  resolve,
  second,
  stuckPayout,
  confirmed,
} = stuck;
const third = await signInOperator(gateway);

async function eventsOf(resource: string): Promise<unknown[]> {
  const rows = await gateway.sql(
    'select kind from webhook_events where resource_id = $1 order by sequence',
    [resource],
  );
  return rows.map(({ kind }) => kind);
}

test('a stuck payout that two operators resolve as paid is paid, and the bank confirms it', async () => {
  const shop = await openShop();
  const id = await stuckPayout(shop);
  const invalid = await propose('payout', id, RETURN_ID);
  assert.deepEqual([invalid.status, invalid.body.code], [422, 'end_to_end_id_invalid']);
  await resolve('payout', id, END_TO_END_ID);
  const paid = await read(shop.keys, id);
  assert.deepEqual([paid.status, paid.end_to_end_id], ['paid', END_TO_END_ID]);
  assert.deepEqual(await balanceOf(shop.keys), [8_792, 0]);
  assert.ok(!(await isListed('payout', id)));
  bank.settlePayout(atBank(id));
  await confirmed('payouts', id);
  // The bank's own id replaces the one that the operators typed.
  const { end_to_end_id: endToEndId } = await read(shop.keys, id);
  assert.equal(endToEndId, bank.payout(atBank(id))?.endToEndId);
  assert.deepEqual(await eventsOf(id), ['payout.paid']);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a payout that was resolved as paid and that the bank fails returns with its fee', async () => {
  const shop = await openShop();
  const id = await stuckPayout(shop);
  await resolve('payout', id, END_TO_END_ID);
  bank.settlePayout(atBank(id), true);
  await until('it is reversed', async () => {
    gateway.clock.advance(STEP_MS);
    return (await read(shop.keys, id)).status === 'failed';
  });
  assert.deepEqual(await balanceOf(shop.keys), [9_802, 0]);
  assert.deepEqual(await eventsOf(id), ['payout.paid', 'payout.failed']);
  const [limits] = await gateway.sql(
    'select sum(requested_centavos)::text as requested from payout_totals where merchant_id = $1',
    [shop.merchant.merchantId],
  );
  assert.equal(limits?.requested, '0');
  const path = '/api/operator/reversed-orders';
  const shown = await second.call<{ data: { id: string; amount: number }[] }>('GET', path);
  assert.equal(shown.body.data.find((one) => one.id === id)?.amount, 1_000);
  const seen = await second.call('POST', `${path}/payout/${id}/seen`);
  assert.equal(seen.status, 200, seen.text);
  assert.equal((await second.call('POST', `${path}/payout/${id}/seen`)).status, 404);
  const log = await gateway.sql(
    'select action, actor_kind from audit_log where subject = $1 order by id',
    [id],
  );
  assert.deepEqual(log, [
    { action: 'payout.resolved', actor_kind: 'operator' },
    { action: 'payout.resolution_reversed', actor_kind: 'system' },
    { action: 'payout.reversal_seen', actor_kind: 'operator' },
  ]);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a payout that was resolved as not paid and that the bank pays is a late payment', async () => {
  const shop = await openShop();
  const id = await stuckPayout(shop);
  await resolve('payout', id, null);
  const failed = await read(shop.keys, id);
  assert.deepEqual(
    [failed.status, Object(failed.failure_reason).code],
    ['failed', 'not_paid_at_bank'],
  );
  assert.deepEqual(await balanceOf(shop.keys), [9_802, 0]);
  bank.settlePayout(atBank(id));
  await until('it is paid late', async () => {
    gateway.clock.advance(STEP_MS);
    return (await read(shop.keys, id)).paid_after_failure === true;
  });
  assert.deepEqual(await balanceOf(shop.keys), [8_802, 0]);
  assert.deepEqual(await eventsOf(id), ['payout.failed', 'payout.paid']);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('an approval is refused when the bank has answered while the proposal waited', async () => {
  const shop = await openShop();
  const id = await stuckPayout(shop);
  const proposed = await propose('payout', id, null);
  assert.equal(proposed.status, 201, proposed.text);
  const other = await propose('payout', id, END_TO_END_ID, second);
  assert.deepEqual([other.status, other.body.code], [409, 'proposal_waiting']);
  bank.settlePayout(atBank(id));
  await until('it is paid', async () => {
    gateway.clock.advance(STEP_MS);
    return (await read(shop.keys, id)).status === 'paid';
  });
  const approved = await decide(second, proposed.body.proposal_id, 'approve');
  assert.deepEqual([approved.status, approved.body.code], [409, 'order_not_stuck']);
  const rejected = await decide(second, proposed.body.proposal_id, 'reject');
  assert.equal(rejected.body.state, 'rejected', rejected.text);
  assert.deepEqual(await balanceOf(shop.keys), [8_792, 0]);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('an approval is refused when the order was sent again while the proposal waited', async () => {
  const shop = await openShop();
  const id = await stuckPayout(shop);
  const proposed = await propose('payout', id, null);
  await gateway.sql(
    `update payouts set uncertain_at = uncertain_at + interval '1 second' where id = $1`,
    [id],
  );
  // The quarantine of the second attempt is over too.
  gateway.clock.advance(2 * 60_000);
  const approved = await decide(second, proposed.body.proposal_id, 'approve');
  assert.deepEqual([approved.status, approved.body.code], [409, 'order_not_stuck']);
  assert.equal((await read(shop.keys, id)).status, 'pending');
  assert.equal((await decide(operator, proposed.body.proposal_id, 'reject')).status, 200);
  bank.settlePayout(atBank(id));
});

test('of two approvals at once one settles the payout, and the other is refused', async () => {
  const shop = await openShop();
  const id = await stuckPayout(shop);
  const { body } = await propose('payout', id, END_TO_END_ID);
  const codes = [await second.code(), await third.code()];
  const path = `/api/operator/proposals/${body.proposal_id}/approve`;
  const answers = await Promise.all(
    [second, third].map((by, index) => by.call('POST', path, { body: { code: codes[index] } })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  assert.equal(refused?.body.code, 'proposal_decided');
  assert.deepEqual(await eventsOf(id), ['payout.paid']);
  assert.deepEqual(await failedChecks(gateway), []);
  bank.settlePayout(atBank(id));
});

test('a command proposes a resolution for the operator that it names', async () => {
  const cli = await liveCommands({ after }, live);
  const shop = await openShop();
  const id = await stuckPayout(shop);
  const words = ['payout', 'resolve', id, '--as', 'not_paid', '--reason', 'Banco confirmou'];
  const unknown = await cli(...words, '--operator', 'ninguem@exemplo.com.br');
  assert.equal(unknown.exitCode, 1, unknown.stdout);
  // The command has the default quarantine, which is longer than that of the gateway under test.
  await gateway.sql(`update payouts set uncertain_at = '2026-01-01' where id = $1`, [id]);
  const proposed = await cli('--json', ...words, '--operator', operator.email);
  assert.equal(proposed.exitCode, 0, proposed.stdout + proposed.stderr);
  const { proposal_id: proposalId } = JSON.parse(proposed.stdout);
  const own = await decide(operator, proposalId, 'approve');
  assert.deepEqual([own.status, own.body.code], [403, 'second_operator_required']);
  const approved = await decide(second, proposalId, 'approve');
  assert.equal(approved.status, 200, approved.text);
  assert.equal((await read(shop.keys, id)).status, 'failed');
  bank.settlePayout(atBank(id), true);
});
