import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { commandActor } from '#src/ground/access/actor.ts';
import { callerWithoutKey, type Merchant } from '#src/ground/access/merchant.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { createPayouts } from '#src/money-out/payouts/create-payouts.ts';
import {
  setMerchantLimits,
  setOperatorLimits,
} from '#src/money-out/payouts/limits/change-payout-limits.ts';
import { NO_LIMITS, type PayoutLimits } from '#src/money-out/payouts/payout-limits.ts';
import { settleDuePayouts } from '#src/money-out/payouts/settle-payouts.ts';
import { resumePayouts, stopPayouts } from '#src/money-out/payouts/stop/stop-payouts.ts';
import {
  createMerchantWithKeys,
  type Keys,
  PAYOUT,
  receivePayment,
  startGateway,
} from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';
import { signIn } from '../support/panel.ts';
import { centavosOf } from '../support/payout-approvals.ts';

const NOON = Date.parse('2026-11-20T12:00:00-03:00');
const DAY_MS = 24 * 60 * 60_000;
const gateway = await startGateway({ after }, { hasWorker: false });
const { appContext, clock } = gateway;
const { database, logger, sandboxMerchantId } = appContext;
const deps = { database: database.buckets.all()[0] ?? database, clock, logger, sandboxMerchantId };

const scopeOf = ({ merchantId }: Merchant) => ({ merchantId, environment: 'test' }) as const;

/** A merchant with 9,802 centavos and limits of its operator. */
async function openShop(limits: Partial<PayoutLimits> = {}) {
  clock.hold(NOON);
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys);
  const wanted = { ...NO_LIMITS, ...limits };
  await setOperatorLimits(appContext, scopeOf(merchant), () => wanted, commandActor);
  return { merchant, keys };
}

/** The status of the newest payout of a merchant. */
async function statusOfPayout(keys: Keys): Promise<unknown> {
  const path = '/v1/transactions?type=payout';
  const { body } = await gateway.call<{ data: { status: string }[] }>('GET', path, { keys });
  return body.data[0]?.status;
}

async function request(keys: Keys, amount: number, more: object = {}) {
  const body = { ...PAYOUT, amount, ...more };
  const { status, body: answer } = await gateway.call('POST', '/v1/pix/payout', { keys, body });
  return [status, answer.code ?? answer.status, answer.message];
}

// The database refuses these three too, by constraints: the merchant would get an internal error.
test('a payout above its limit, or with a used external_id, is refused with its code and words', async () => {
  const { keys } = await openShop({ perPayout: centavosOf(3_000), perDay: centavosOf(5_000) });
  assert.deepEqual(await request(keys, 3_001), [
    403,
    'payout_limit_exceeded',
    'O saque passa de um limite da conta: o limite por saque é de R$ 30,00 e restam R$ 30,00.',
  ]);
  const ids = { external_id: 'saque-1' };
  assert.deepEqual((await request(keys, 2_000, ids)).slice(0, 2), [201, 'pending']);
  assert.deepEqual((await request(keys, 2_000, ids)).slice(0, 2), [409, 'external_id_reused']);
  assert.deepEqual((await request(keys, 3_001)).slice(0, 2), [403, 'payout_limit_exceeded']);
  assert.deepEqual(await request(keys, 3_000), [201, 'pending', undefined]);
  assert.deepEqual(await request(keys, 1), [
    403,
    'payout_limit_exceeded',
    'O saque passa de um limite da conta: o limite por dia é de R$ 50,00 e restam R$ 0,00.',
  ]);
});

test('the lines of a batch count against the limit of the day together', async () => {
  const { merchant, keys } = await openShop({ perDay: centavosOf(5_000) });
  const session = await signIn(gateway, merchant);
  const path = '/api/panel/test/payout-batches';
  const header = 'favorecido;documento;tipo da chave;chave;valor;descrição;referência';
  const line = 'Ana Lima;529.982.247-25;e-mail;ana@exemplo.com.br;30,00;;';
  const file = [header, `${line}a`, `${line}b`].join('\r\n');
  const content = Buffer.from(file).toString('base64');
  const made = await session.call('POST', path, { body: { file_name: 'a.csv', content } });
  assert.equal(made.status, 201, made.text);
  const lines = made.body.lines as { errors: string[] }[];
  assert.deepEqual(
    lines.map(({ errors }) => errors.length),
    [0, 1],
    made.text,
  );
  assert.deepEqual((await request(keys, 5_000)).slice(0, 2), [201, 'pending']);
});

test('a paid payout goes on counting in its day', async () => {
  const { keys } = await openShop({ perDay: centavosOf(5_000) });
  assert.deepEqual((await request(keys, 5_000)).slice(0, 2), [201, 'pending']);
  clock.hold(NOON + 60_000);
  await settleDuePayouts(deps);
  assert.equal(await statusOfPayout(keys), 'paid');
  assert.deepEqual((await request(keys, 1)).slice(0, 2), [403, 'payout_limit_exceeded']);
});

test('a payout that is due when its merchant stops payouts is paid only after the stop', async () => {
  const { merchant, keys } = await openShop();
  await request(keys, 1_000);
  clock.hold(NOON + 60_000);
  // No worker has marked the payout as stopped: the mark alone would keep it from being due.
  const stop = { ...scopeOf(merchant), stoppedBy: 'merchant' } as const;
  await stopPayouts(appContext, stop, null, commandActor);
  await settleDuePayouts(deps);
  assert.equal(await statusOfPayout(keys), 'pending');
  await resumePayouts(appContext, stop, commandActor);
  await settleDuePayouts(deps);
  assert.equal(await statusOfPayout(keys), 'paid');
});

test('a merchant that shortens the wait of new keys or allows all keys waits a day for it', async () => {
  const { merchant, keys } = await openShop();
  const scope = scopeOf(merchant);
  const set = (limits: Partial<PayoutLimits>) =>
    setMerchantLimits(appContext, scope, { ...NO_LIMITS, ...limits }, commandActor);
  await set({ isOnlyToSaved: true });
  await set({});
  assert.deepEqual((await request(keys, 100)).slice(0, 2), [403, 'beneficiary_not_saved']);
  clock.hold(NOON + DAY_MS);
  assert.deepEqual((await request(keys, 100)).slice(0, 2), [201, 'pending']);
  await set({ newDestinationWaitMinutes: 60 });
  await set({ newDestinationWaitMinutes: 10 });
  const waits = { pix_key: 'outra@exemplo.com.br', pix_key_type: 'email' };
  const waitOf = async (amount: number): Promise<unknown> => {
    await request(keys, amount, waits);
    const [row] = await gateway.sql(
      `select extract(epoch from waits_until - created_at)::int as seconds from payouts
        where amount_centavos = $1`,
      [amount],
    );
    return row?.seconds;
  };
  assert.equal(await waitOf(101), 3_600);
  clock.hold(NOON + 2 * DAY_MS);
  assert.equal(await waitOf(102), 600);
});

test('of two payouts that are decided together one may have an external_id', async () => {
  const { merchant } = await openShop();
  const { pix_key: uncheckedPixKey, beneficiary } = PAYOUT;
  const request = {
    caller: callerWithoutKey(merchant, { environment: 'test', clientId: 'teste' }),
    amount: centavos(100n),
    uncheckedPixKey,
    pixKeyType: 'phone' as const,
    beneficiary,
    externalId: 'pedido-7',
    webhookUrl: null,
    idempotency: undefined,
  };
  const payoutDeps = { database: deps.database, clock, paymentDelaySeconds: 1, canSend: false };
  const [accepted, refused] = await createPayouts(payoutDeps, [request, request]);
  assert.ok(accepted && 'value' in accepted);
  assert.ok(refused && 'error' in refused && refused.error instanceof Refusal);
  assert.equal(refused.error.code, 'external_id_reused');
});

test('at the end every ledger check passes', async () => {
  assert.deepEqual(await failedChecks(gateway), []);
});
