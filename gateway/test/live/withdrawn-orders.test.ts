import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { changeMerchantStatus } from '#src/accounts/merchants/change-merchant.ts';
import { openLiveBank } from '#src/bank/open-live-bank.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { beginRestoration } from '#src/incoming/restorations/begin-restoration.ts';
import { setOperatorLimits } from '#src/money-out/payouts/limits/change-payout-limits.ts';
import { NO_LIMITS, type PayoutLimits } from '#src/money-out/payouts/payout-limits.ts';
import { PLATFORM_STOP } from '#src/money-out/payouts/stop/payout-stop.ts';
import { resumePayouts } from '#src/money-out/payouts/stop/stop-payouts.ts';
import { CHARGE, createMerchantWithKeys, type Keys, PAYOUT, until } from '../support/gateway.ts';
import { failedChecks, heldAtBank, startLiveInBuckets } from '../support/live.ts';
import { signIn, signInOperator } from '../support/panel.ts';
import { createRefunder } from '../support/refunds.ts';
import { atBank } from '../support/stuck-orders.ts';

const STEP_MS = 10_000;
const DAY_MS = 86_400_000;
const PATH = '/api/panel/live';
const HEADER = 'favorecido;documento;tipo da chave;chave;valor;descrição;referência';
const LINE = 'Ana Lima;529.982.247-25;e-mail;ana@exemplo.com.br;12,00;;';
const env = { PROVIDER_TIMEOUT_SECONDS: '3', PROVIDER_UNKNOWN_QUARANTINE_SECONDS: '60' };
const live = await startLiveInBuckets(
  { after },
  { env, bankOptions: { refundDelayMs: 0, tokenLifetimeSeconds: 3_600_000 } },
);
const { gateway, bank } = live;
const { appContext, clock } = gateway;
const { refund, read, balanceOf } = createRefunder(gateway);
const operator = await signInOperator(gateway);
if (!appContext.config.bank) throw new Error('this gateway has no bank');
const own = { logger: appContext.logger, now: clock.now };
const liveBank = openLiveBank(appContext.config.bank, own);
after(() => liveBank.close());

/** A merchant with 98.02 reais whose payouts above 10.00 need an approval, and its member. */
async function openShop(limits: Partial<PayoutLimits> = {}) {
  const { merchant, username, keys } = await createMerchantWithKeys(gateway, 'live');
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  const charge = String(created.body.internal_id);
  bank.pay(atBank(charge));
  await until('it is paid', async () => (await read(keys, charge)).status === 'paid');
  const scope = { merchantId: merchant.merchantId, environment: 'live' } as const;
  const wanted = { ...NO_LIMITS, ...limits };
  await setOperatorLimits(appContext, scope, () => wanted, commandActor);
  const member = await signIn(gateway, merchant, { hasSecondFactor: true });
  // Production asks for a second factor that is a day old.
  clock.advance(2 * DAY_MS);
  return { merchant, username, keys, charge, member };
}

type Shop = Awaited<ReturnType<typeof openShop>>;

const APPROVED = { approvalAbove: centavos(1_000n) };

async function request({ keys }: Shop, amount = 1_200): Promise<string> {
  const body = { ...PAYOUT, amount };
  const answer = await gateway.call('POST', '/v1/pix/payout', { keys, body });
  assert.equal(answer.status, 201, answer.text);
  return String(answer.body.internal_id);
}

/** The bank pays a payout, by a gateway whose database is lost. */
async function payAtBank(id: string): Promise<void> {
  const sent = await liveBank.sending?.sendPayout({
    id: atBank(id),
    amount: centavos(1_200n),
    pixKey: PAYOUT.pix_key,
    pixKeyType: 'phone',
    beneficiaryDocument: PAYOUT.beneficiary.document,
    description: undefined,
  });
  assert.equal(sent?.kind, 'done');
}

/** Begins a restoration as if the backup had been made now: the bank may have done more since. */
async function restore(): Promise<void> {
  const restoredAt = clock.now();
  await beginRestoration(
    appContext,
    { backup: 'cópia', reachedAt: restoredAt, restoredAt },
    undefined,
  );
}

/** While the lease is taken, no worker sends payouts or asks about them. */
async function holdWorkers(): Promise<void> {
  await until('the lease is free', async () => {
    const taken = await gateway.sql(
      `update bank_leases set busy_until = 'infinity' where busy_until <= $1 returning name`,
      [new Date(clock.now())],
    );
    return taken.length > 0;
  });
}

async function releaseWorkers(): Promise<void> {
  await gateway.sql(`update bank_leases set busy_until = '-infinity'`);
}

async function ends(keys: Keys, id: string, status: string): Promise<Record<string, unknown>> {
  return until(`${id} is ${status}`, async () => {
    clock.advance(STEP_MS);
    const found = await read(keys, id);
    return found.status === status && { ...found };
  });
}

function isHeld(id: string): Promise<boolean> {
  return until('it is held', async () => {
    const { body } = await operator.call<{ data: { id: string }[] }>(
      'GET',
      '/api/operator/held-orders',
    );
    return body.data.some((one) => one.id === id);
  });
}

async function decide({ member }: Shop, path: string): Promise<void> {
  const answer = await member.call('POST', `${PATH}/${path}`, {
    body: { code: await member.code() },
  });
  assert.equal(answer.status, 200, answer.text);
}

async function eventsOf(id: string): Promise<unknown[]> {
  const text = 'select kind from webhook_events where resource_id = $1 order by sequence';
  return (await gateway.sql(text, [id])).map(({ kind }) => kind);
}

async function agrees(): Promise<void> {
  await resumePayouts(appContext, PLATFORM_STOP, commandActor);
  await until('bank and ledger hold the same', async () => {
    clock.advance(STEP_MS);
    return (await heldAtBank(gateway)) === bank.snapshot().balance;
  });
  assert.deepEqual(await failedChecks(gateway), []);
}

test('a payout that is rejected after a restore is booked as paid if the bank has paid it', async () => {
  const shop = await openShop(APPROVED);
  const [paid, unknown, expired] = [await request(shop), await request(shop), await request(shop)];
  for (const id of [paid, expired]) await payAtBank(id);
  await restore();
  await holdWorkers();
  const before = await balanceOf(shop.keys);
  for (const id of [paid, unknown]) await decide(shop, `payout-approvals/${id}/reject`);
  assert.deepEqual(await balanceOf(shop.keys), before, 'no money is back before the bank is asked');
  await releaseWorkers();
  const found = await ends(shop.keys, paid, 'paid');
  assert.equal(found.end_to_end_id, bank.payout(atBank(paid))?.endToEndId);
  const failed = await ends(shop.keys, unknown, 'failed');
  assert.equal(Object(failed.failure_reason).code, 'not_approved');
  assert.equal(bank.payout(atBank(unknown)), undefined);
  clock.advance(7 * DAY_MS);
  await ends(shop.keys, expired, 'paid');
  assert.deepEqual(
    [await eventsOf(paid), await eventsOf(unknown), await eventsOf(expired)],
    [
      ['payout.awaiting_approval', 'payout.paid'],
      ['payout.awaiting_approval', 'payout.rejected'],
      ['payout.awaiting_approval', 'payout.paid'],
    ],
  );
  await agrees();
});

test('a batch that is rejected after a restore fails only in the lines that the bank lacks', async () => {
  const shop = await openShop(APPROVED);
  const { member, keys } = shop;
  const content = Buffer.from([HEADER, LINE, LINE].join('\r\n')).toString('base64');
  const file = { file_name: 'folha.csv', content };
  const made = await member.call('POST', `${PATH}/payout-batches`, { body: file });
  assert.equal(made.status, 201, made.text);
  const path = `payout-batches/${made.body.id}`;
  await decide(shop, `${path}/confirm`);
  const { body } = await member.call<{ lines: { payout: { id: string } }[] }>(
    'GET',
    `${PATH}/${path}`,
  );
  const [paid, unknown] = body.lines.map(({ payout }) => payout.id);
  assert.ok(paid && unknown);
  await payAtBank(paid);
  await restore();
  await decide(shop, `${path}/reject`);
  await ends(keys, paid, 'paid');
  await ends(keys, unknown, 'failed');
  assert.equal(bank.payout(atBank(unknown)), undefined);
  await agrees();
});

test('held orders that are cancelled after a restore end as the bank says', async () => {
  const shop = await openShop();
  await holdWorkers();
  const id = await request(shop);
  const change = (to: 'suspend' | 'reinstate') =>
    changeMerchantStatus(appContext, shop.username, { change: to }, commandActor);
  await change('suspend');
  await isHeld(id);
  await payAtBank(id);
  await restore();
  const path = `/api/operator/held-orders/payout/${id}/cancel`;
  const cancelled = await operator.callWithCode('POST', path);
  assert.equal(cancelled.status, 200, cancelled.text);
  await releaseWorkers();
  await change('reinstate');
  await ends(shop.keys, id, 'paid');
  await agrees();
});

test('a held refund that is cancelled after a restore is done if the bank has done it', async () => {
  const shop = await openShop();
  bank.faults.add({ kind: 'token_revoked', operation: 'sendRefund' });
  bank.faults.add({ kind: 'error', operation: 'requestToken' });
  bank.revokeTokens();
  const made = await refund(shop.keys, shop.charge, { amount: 500 });
  assert.equal(made.status, 201, made.text);
  await changeMerchantStatus(appContext, shop.username, { change: 'suspend' }, commandActor);
  const id = String(made.body.internal_id);
  await isHeld(id);
  bank.faults.clear();
  bank.faults.add({ kind: 'callback_lost', operation: 'callback' });
  const { endToEndId = '' } =
    bank.snapshot().payments.find(({ txid }) => txid === atBank(shop.charge)) ?? {};
  const order = { endToEndId, refundId: atBank(id), amount: centavos(500n), reason: undefined };
  assert.equal((await liveBank.receiving.sendRefund(order)).kind, 'done');
  await restore();
  const path = `/api/operator/held-orders/refund/${id}/cancel`;
  const cancelled = await operator.callWithCode('POST', path);
  assert.equal(cancelled.status, 200, cancelled.text);
  await changeMerchantStatus(appContext, shop.username, { change: 'reinstate' }, commandActor);
  await until('it is done', async () => {
    clock.advance(STEP_MS);
    return (await read(shop.keys, shop.charge)).refunds[0]?.status === 'done';
  });
  bank.faults.clear();
  await agrees();
});

test('a payout to a new destination that is cancelled after a restore is asked about first', async () => {
  const shop = await openShop({ newDestinationWaitMinutes: 60 });
  const [paid, unknown] = [await request(shop), await request(shop)];
  await payAtBank(paid);
  await holdWorkers();
  await restore();
  for (const id of [paid, unknown]) await decide(shop, `payouts/${id}/cancel`);
  await releaseWorkers();
  await ends(shop.keys, paid, 'paid');
  const failed = await ends(shop.keys, unknown, 'failed');
  assert.equal(Object(failed.failure_reason).code, 'cancelled_by_merchant');
  assert.equal(bank.payout(atBank(unknown)), undefined);
  await agrees();
});
