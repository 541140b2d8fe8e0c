import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { changeMerchantStatus } from '#src/accounts/merchants/change-merchant.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import { CHARGE, createMerchantWithKeys, type Keys, PAYOUT, until } from '../support/gateway.ts';
import { failedChecks, heldAtBank, startLiveInBuckets } from '../support/live.ts';
import { liveCommands } from '../support/live-cli.ts';
import { signIn, signInOperator } from '../support/panel.ts';
import { createRefunder } from '../support/refunds.ts';

const STEP_MS = 10_000;
const env = { PROVIDER_TIMEOUT_SECONDS: '3', PROVIDER_UNKNOWN_QUARANTINE_SECONDS: '60' };
const live = await startLiveInBuckets({ after }, { env });
const { gateway, bank } = live;
const { refund, read, balanceOf } = createRefunder(gateway);
const operator = await signInOperator(gateway);
const cli = await liveCommands({ after }, live);

interface Shop {
  readonly merchant: Merchant;
  readonly username: string;
  readonly keys: Keys;
  readonly charge: string;
}

/** A merchant with 9802 centavos and a paid charge. */
async function openShop(): Promise<Shop> {
  const { merchant, username, keys } = await createMerchantWithKeys(gateway, 'live');
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  const charge = String(created.body.internal_id);
  bank.pay(charge.replaceAll('-', ''));
  await until('it is paid', async () => (await read(keys, charge)).status === 'paid');
  return { merchant, username, keys, charge };
}

/** Requests a payout and suspends the merchant before the bank can receive it. */
async function payoutOfSuspended(shop: Shop): Promise<string> {
  await stopWorkers();
  const sent = await gateway.call('POST', '/v1/pix/payout', { keys: shop.keys, body: PAYOUT });
  assert.equal(sent.status, 201, sent.text);
  await change(shop, 'suspend');
  await startWorkers();
  return String(sent.body.internal_id);
}

// Workers wait for the lease of the bank and of each payout: while both are taken nothing is sent.
async function stopWorkers(): Promise<void> {
  await until('the lease is free', async () => {
    const taken = await gateway.sql(
      `update bank_leases set busy_until = 'infinity' where busy_until < 'infinity'
        and busy_until <= $1 returning name`,
      [new Date(gateway.clock.now())],
    );
    return taken.length > 0;
  });
}

async function startWorkers(): Promise<void> {
  await gateway.sql(`update bank_leases set busy_until = '-infinity'`);
}

async function change({ username }: Shop, to: 'suspend' | 'reinstate'): Promise<void> {
  await changeMerchantStatus(gateway.appContext, username, { change: to }, commandActor);
}

async function heldOrders(): Promise<{ id: string; kind: string; username: string }[]> {
  const answer = await operator.call<{ data: { id: string; kind: string; username: string }[] }>(
    'GET',
    '/api/operator/held-orders',
  );
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
}

async function isHeld(id: string): Promise<void> {
  await until(`${id} is held`, async () => (await heldOrders()).some((one) => one.id === id));
}

function decide(kind: string, id: string, decision: string) {
  return operator.callWithCode('POST', `/api/operator/held-orders/${kind}/${id}/${decision}`);
}

async function paid({ keys }: Shop, id: string): Promise<void> {
  await until('it is paid', async () => {
    gateway.clock.advance(STEP_MS);
    return (await read(keys, id)).status === 'paid';
  });
}

test('a payout of a suspended merchant is held, and is sent when the merchant is reinstated', async () => {
  const shop = await openShop();
  const id = await payoutOfSuspended(shop);
  await isHeld(id);
  for (let step = 0; step < 20; step += 1) gateway.clock.advance(STEP_MS);
  assert.equal(bank.payout(id.replaceAll('-', '')), undefined);
  await change(shop, 'reinstate');
  await paid(shop, id);
  assert.equal((await read(shop.keys, id)).held, undefined);
  assert.ok(!(await heldOrders()).some((one) => one.id === id));
});

test('a held payout is shown as held, and its cancellation returns amount and fee', async () => {
  const shop = await openShop();
  const id = await payoutOfSuspended(shop);
  await isHeld(id);
  const member = await signIn(gateway, shop.merchant);
  const shown = await member.call('GET', `/api/panel/live/transactions/${id}`);
  assert.deepEqual([shown.body.status, shown.body.held], ['pending', true], shown.text);
  const cancelled = await decide('payout', id, 'cancel');
  assert.equal(cancelled.status, 200, cancelled.text);
  await change(shop, 'reinstate');
  const found = await read(shop.keys, id);
  assert.equal(found.status, 'failed');
  assert.equal(Object(found.failure_reason).code, 'cancelled_by_operator');
  assert.deepEqual(await balanceOf(shop.keys), [9_802, 0]);
  const events = await gateway.sql('select kind from webhook_events where resource_id = $1', [id]);
  assert.deepEqual(events, [{ kind: 'payout.failed' }]);
  const log = await gateway.sql('select action, actor_kind from audit_log where subject = $1', [
    id,
  ]);
  assert.deepEqual(log, [{ action: 'payout.cancelled', actor_kind: 'operator' }]);
  const again = await decide('payout', id, 'cancel');
  assert.deepEqual([again.status, again.body.code], [404, 'held_order_not_found']);
});

test('an operator releases a held payout of a suspended merchant by the command line', async () => {
  const shop = await openShop();
  const id = await payoutOfSuspended(shop);
  await isHeld(id);
  const listed = await cli('--json', 'held', 'list');
  assert.ok(listed.stdout.includes(id), listed.stdout + listed.stderr);
  const released = await cli('--json', 'held', 'release', 'payout', id);
  assert.equal(released.exitCode, 0, released.stdout + released.stderr);
  await until('the bank has it', async () => {
    gateway.clock.advance(STEP_MS);
    return bank.payout(id.replaceAll('-', ''))?.status === 'REALIZADO';
  });
  await change(shop, 'reinstate');
  await paid(shop, id);
});

test('a refund of a suspended merchant is held, is shown as held, and can be cancelled', async () => {
  const shop = await openShop();
  const { keys, charge } = shop;
  bank.faults.add({ kind: 'token_revoked', operation: 'sendRefund' });
  const refused = { kind: 'error', operation: 'requestToken' } as const;
  // Without a token nothing is sent, and the refund waits.
  bank.faults.add(refused);
  bank.revokeTokens();
  const created = await refund(keys, charge, { amount: 500 });
  assert.equal(created.status, 201, created.text);
  await change(shop, 'suspend');
  const id = String(created.body.internal_id);
  await isHeld(id);
  bank.faults.clear();
  assert.equal((await decide('refund', id, 'cancel')).status, 200);
  await change(shop, 'reinstate');
  const found = await read(keys, charge);
  assert.deepEqual([found.status, found.refunds[0]?.status], ['paid', 'failed']);
  assert.deepEqual(await balanceOf(keys), [9_802, 0]);
});

test('a payout that the bank may have received is only checked, never held or cancelled', async () => {
  const shop = await openShop();
  bank.faults.add({ kind: 'silent_after', operation: 'sendPayout', times: 1 });
  const sent = await gateway.call('POST', '/v1/pix/payout', { keys: shop.keys, body: PAYOUT });
  const id = String(sent.body.internal_id);
  await until('the bank has it', async () => bank.payout(id.replaceAll('-', '')) !== undefined);
  await change(shop, 'suspend');
  await until('it is settled while the merchant is suspended', async () => {
    gateway.clock.advance(STEP_MS);
    const rows = await gateway.sql(`select from payouts where id = $1 and status = 'paid'`, [id]);
    return rows.length > 0;
  });
  const refused = await decide('payout', id, 'cancel');
  assert.deepEqual([refused.status, refused.body.code], [404, 'held_order_not_found']);
});

test('at the end bank and ledger agree, and every ledger check passes', async () => {
  assert.equal(await heldAtBank(gateway), bank.snapshot().balance);
  assert.deepEqual(await failedChecks(gateway), []);
});
