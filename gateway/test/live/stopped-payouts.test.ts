import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { commandActor } from '#src/ground/access/actor.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import { settleDuePayouts } from '#src/money-out/payouts/settle-payouts.ts';
import { PLATFORM_STOP } from '#src/money-out/payouts/stop/payout-stop.ts';
import { resumePayouts, stopPayouts } from '#src/money-out/payouts/stop/stop-payouts.ts';
import { CHARGE, createMerchantWithKeys, type Keys, PAYOUT, until } from '../support/gateway.ts';
import { failedChecks, heldAtBank, startLiveGateway } from '../support/live.ts';
import { liveCommands } from '../support/live-cli.ts';
import { type PanelSession, signIn, signInOperator } from '../support/panel.ts';

const STEP_MS = 10_000;
const env = { PROVIDER_TIMEOUT_SECONDS: '3', PROVIDER_UNKNOWN_QUARANTINE_SECONDS: '60' };
const live = await startLiveGateway({ after }, { env });
const { gateway, bank } = live;
const operator = await signInOperator(gateway);
const cli = await liveCommands({ after }, live);

interface Shop {
  readonly merchant: Merchant;
  readonly username: string;
  readonly keys: Keys;
  readonly member: PanelSession;
}

/** A merchant with 9802 centavos, and a user with a second factor. */
async function openShop(): Promise<Shop> {
  const { merchant, username, keys } = await createMerchantWithKeys(gateway, 'live');
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  const charge = String(created.body.internal_id);
  bank.pay(charge.replaceAll('-', ''));
  await until('it is paid', async () => (await read(keys, charge)).status === 'paid');
  const member = await signIn(gateway, merchant, { hasSecondFactor: true });
  return { merchant, username, keys, member };
}

async function read(keys: Keys, id: string): Promise<Record<string, unknown>> {
  return (await gateway.call('GET', `/v1/transactions/${id}`, { keys })).body;
}

async function requestPayout(keys: Keys, amount = 1_000): Promise<string> {
  const sent = await gateway.call('POST', '/v1/pix/payout', { keys, body: { ...PAYOUT, amount } });
  assert.deepEqual([sent.status, sent.body.status], [201, 'pending'], sent.text);
  return String(sent.body.internal_id);
}

async function isHeld({ keys }: Shop, id: string): Promise<void> {
  await until('it waits', async () => {
    gateway.clock.advance(STEP_MS);
    const { held, held_reason: reason } = await read(keys, id);
    return held === true && reason === 'payouts_stopped';
  });
}

async function isPaid({ keys }: Shop, id: string): Promise<void> {
  await until('it is paid', async () => {
    gateway.clock.advance(STEP_MS);
    return (await read(keys, id)).status === 'paid';
  });
}

const atBank = (id: string) => bank.payout(id.replaceAll('-', ''));

test('payouts of a stopped merchant are accepted and wait until it resumes with a code', async () => {
  const [shop, other] = [await openShop(), await openShop()];
  const stopped = await shop.member.call('POST', '/api/panel/live/payout-stop', {
    body: { reason: 'Chave vazada' },
  });
  assert.equal(stopped.status, 200, stopped.text);
  const id = await requestPayout(shop.keys);
  await isHeld(shop, id);
  await isPaid(other, await requestPayout(other.keys));
  assert.equal(atBank(id), undefined);
  const shown = await shop.member.call('GET', '/api/panel/live/payout-stop');
  assert.deepEqual(shown.body.waiting, { count: 1, amount: 1_000 });
  assert.equal(Object(shown.body.by_merchant).reason, 'Chave vazada');
  const path = '/api/panel/live/payout-stop/resume';
  const refused = await shop.member.call('POST', path, { body: {} });
  assert.deepEqual([refused.status, refused.body.code], [422, 'second_factor_invalid']);
  const code = await shop.member.code();
  const resumed = await shop.member.call('POST', path, { body: { code } });
  assert.deepEqual([resumed.status, resumed.body.by_merchant], [200, null], resumed.text);
  await isPaid(shop, id);
  assert.equal((await read(shop.keys, id)).held, undefined);
});

test('a payout waits until its merchant and its operator have both resumed', async () => {
  const shop = await openShop();
  const path = `/api/operator/merchants/${shop.username}/payout-stop`;
  const byOperator = await operator.call('POST', path, { body: { environment: 'live' } });
  assert.equal(byOperator.status, 200, byOperator.text);
  await shop.member.call('POST', '/api/panel/live/payout-stop', { body: {} });
  const id = await requestPayout(shop.keys);
  await isHeld(shop, id);
  const code = await shop.member.code();
  const resumed = await shop.member.call('POST', '/api/panel/live/payout-stop/resume', {
    body: { code },
  });
  assert.equal(resumed.body.by_merchant, null);
  assert.equal(Object(resumed.body.by_operator).actor_name, 'plataforma');
  await until('the resumed stop is gone', async () => {
    gateway.clock.advance(STEP_MS);
    const rows = await gateway.sql('select from payout_stops where resumed_at is not null');
    return rows.length === 0;
  });
  assert.equal((await read(shop.keys, id)).held, true);
  assert.equal(atBank(id), undefined);
  await operator.call('POST', `${path}/resume`, {
    body: { environment: 'live', code: await operator.code() },
  });
  await isPaid(shop, id);
});

test('the command stops the whole platform and names what waits', async () => {
  const shop = await openShop();
  const stopped = await cli('--json', 'payouts', 'stop', '--reason', 'Incidente no banco');
  assert.equal(stopped.exitCode, 0, stopped.stdout + stopped.stderr);
  const id = await requestPayout(shop.keys);
  await isHeld(shop, id);
  assert.equal(atBank(id), undefined);
  const listed = JSON.parse((await cli('--json', 'payouts', 'stops')).stdout);
  assert.equal(listed.platform.reason, 'Incidente no banco');
  assert.deepEqual(listed.waiting, { count: 1, amount: 1_000 });
  const shown = await operator.call('GET', '/api/operator/payout-stops');
  assert.deepEqual(shown.body, listed);
  const metrics = await gateway.appContext.metrics.render();
  assert.match(metrics.text, /^pix_gateway_stopped_payouts 1$/m);
  const resumed = await cli('--json', 'payouts', 'resume');
  assert.equal(JSON.parse(resumed.stdout).platform, null, resumed.stdout + resumed.stderr);
  await isPaid(shop, id);
});

test('a payout that a worker has claimed is not sent after the stop returns', async () => {
  const shop = await openShop();
  // Without a token the payout is claimed again and again, and nothing is sent.
  bank.faults.add({ kind: 'token_revoked', operation: 'sendPayout' });
  bank.faults.add({ kind: 'error', operation: 'requestToken' });
  bank.revokeTokens();
  const id = await requestPayout(shop.keys);
  await until('a worker has claimed it', async () => {
    gateway.clock.advance(STEP_MS);
    const [row] = await gateway.sql('select send_count from payouts where id = $1', [id]);
    return Number(row?.send_count) > 0;
  });
  await stopPayouts(gateway.appContext, PLATFORM_STOP, null, commandActor);
  // The attempt under way ends without a token, so the bank can't get the payout by it.
  await isHeld(shop, id);
  bank.faults.clear();
  for (let step = 0; step < 10; step += 1) {
    gateway.clock.advance(STEP_MS);
    await read(shop.keys, id);
  }
  assert.equal(atBank(id), undefined);
  await resumePayouts(gateway.appContext, PLATFORM_STOP, commandActor);
  await isPaid(shop, id);
});

test('no attempt begins after a stop, also when it races with many payouts', async () => {
  const shop = await openShop();
  const scope = { ...PLATFORM_STOP, merchantId: shop.merchant.merchantId };
  const ids = await Promise.all(Array.from({ length: 8 }, () => requestPayout(shop.keys, 100)));
  await stopPayouts(gateway.appContext, scope, null, commandActor);
  const unbegun = await gateway.sql(
    `select id from payouts where id = any($1) and status = 'pending' and uncertain_at is null`,
    [ids],
  );
  for (let step = 0; step < 20; step += 1) {
    gateway.clock.advance(STEP_MS);
    await read(shop.keys, ids[0] ?? '');
  }
  const sent = ids.filter((id) => atBank(id) !== undefined);
  const waiting = new Set(unbegun.map((row) => String(row.id)));
  assert.deepEqual(
    sent.filter((id) => waiting.has(id)),
    [],
  );
  await resumePayouts(gateway.appContext, scope, commandActor);
  for (const id of ids) await isPaid(shop, id);
});

test('a transfer is refused while payouts are stopped, and its key stays free', async () => {
  const [shop, other] = [await openShop(), await openShop()];
  await shop.member.call('POST', '/api/panel/live/payout-stop', { body: {} });
  const key = randomUUID();
  const send = async () =>
    shop.member.call('POST', '/api/panel/live/transfers', {
      headers: { 'idempotency-key': key },
      body: { username: other.username, amount: 100, code: await shop.member.code() },
    });
  const refused = await send();
  assert.deepEqual([refused.status, refused.body.code], [409, 'transfers_stopped'], refused.text);
  await shop.member.call('POST', '/api/panel/live/payout-stop/resume', {
    body: { code: await shop.member.code() },
  });
  assert.equal((await send()).status, 201);
});

test('a member cancels a payout that waits, and its money returns', async () => {
  const shop = await openShop();
  await shop.member.call('POST', '/api/panel/live/payout-stop', { body: {} });
  const id = await requestPayout(shop.keys);
  await isHeld(shop, id);
  const path = `/api/panel/live/payouts/${id}/cancel`;
  const withoutCode = await shop.member.call('POST', path, { body: {} });
  assert.equal(withoutCode.body.code, 'second_factor_invalid');
  const cancel = async () =>
    shop.member.call('POST', path, { body: { code: await shop.member.code() } });
  assert.equal((await cancel()).status, 200);
  const shown = await read(shop.keys, id);
  assert.equal(Object(shown.failure_reason).code, 'cancelled_by_merchant');
  const balance = await gateway.call('GET', '/v1/balance', { keys: shop.keys });
  assert.deepEqual([balance.body.available, balance.body.reserved], [9_802, 0]);
  assert.equal((await cancel()).body.code, 'held_order_not_found');
  assert.equal(atBank(id), undefined);
});

test('payouts of the test environment wait for a stop too', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway, 'test');
  const charge = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  await gateway.call('POST', `/v1/test/charges/${String(charge.body.internal_id)}/pay`, { keys });
  const { merchantId } = merchant;
  const scope = { merchantId, environment: 'test', stoppedBy: 'merchant' } as const;
  await stopPayouts(gateway.appContext, scope, null, commandActor);
  const id = await requestPayout(keys);
  await until('it waits', async () => {
    gateway.clock.advance(STEP_MS);
    return (await read(keys, id)).held === true;
  });
  gateway.clock.advance(60 * STEP_MS);
  await settleDuePayouts(gateway.appContext);
  assert.equal((await read(keys, id)).status, 'pending');
  await resumePayouts(gateway.appContext, scope, commandActor);
  await until('it is paid', async () => {
    gateway.clock.advance(STEP_MS);
    return (await read(keys, id)).status === 'paid';
  });
});

test('at the end bank and ledger agree, and every ledger check passes', async () => {
  assert.equal(await heldAtBank(gateway), bank.snapshot().balance);
  assert.deepEqual(await failedChecks(gateway), []);
});
