import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setSettlementTerms } from '#src/accounts/merchants/set-settlement-terms.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { callerWithoutKey, type Merchant } from '#src/ground/access/merchant.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { settleDuePayments } from '#src/ledger/settlements/settle-due.ts';
import { createRefunds } from '#src/money-out/refunds/create-refunds.ts';
import { settleRefunds } from '#src/money-out/refunds/settle-refunds.ts';
import { countBlocked, isBlocked } from '../support/blocked-statements.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  receivePayment,
  startGateway,
  until,
} from '../support/gateway.ts';
import { holdTransaction } from '../support/held-transaction.ts';
import { failedChecks } from '../support/live.ts';
import { createRefunder } from '../support/refunds.ts';

const DAY_MS = 24 * 60 * 60_000;
const NET = 9_802;
const gateway = await startGateway({ after }, { hasWorker: false });
const { refund, read } = createRefunder(gateway);
const { appContext, clock } = gateway;
const database = appContext.database.buckets.all()[0] ?? appContext.database;
const { logger } = appContext;
const FAILURE = { code: 'refused', message: 'Recusada.' };

/** Whether no other transaction holds the rows of a table that fit. */
async function areFree(table: string, condition: string, values: unknown[]): Promise<boolean> {
  const text = `select from ${table} where ${condition} for update nowait`;
  return gateway.sql(text, values).then(
    () => true,
    () => false,
  );
}

function requestOf(merchant: Merchant, chargeId: string, amount: bigint) {
  const caller = callerWithoutKey(merchant, { environment: 'test', clientId: 'teste' });
  const more = { idempotency: undefined, reason: null, merchantAbsorbs: false };
  return { caller, chargeId, amount: centavos(amount), ...more };
}

const create = (requests: Parameters<typeof createRefunds>[1]) =>
  createRefunds({ database, clock, paymentDelaySeconds: 1, canRefund: false }, requests);

function end(merchant: Merchant, id: string, status: 'done' | 'failed') {
  const key = { merchantId: merchant.merchantId, environment: 'test', id } as const;
  const outcome =
    status === 'done'
      ? { ...key, status, returnId: `D${'0'.repeat(31)}`, failure: null }
      : { ...key, status, returnId: null, failure: FAILURE };
  return database.transaction((tx) => settleRefunds(tx, [outcome], clock.now()));
}

/** A merchant with two paid charges, the first one with the lower id. */
async function createTwoCharges() {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const ids = [await receivePayment(gateway, keys), await receivePayment(gateway, keys)].map(
    ({ internal_id: id }) => String(id),
  );
  const [first = '', second = ''] = ids.toSorted();
  return { merchant, keys, first, second };
}

test('refunds of two charges lock the lower charge first, in whichever order they come', async () => {
  const { merchant, first, second } = await createTwoCharges();
  const release = await holdTransaction(gateway, 'select from charges where id = $1 for update', [
    first,
  ]);
  const creating = create([requestOf(merchant, second, 100n), requestOf(merchant, first, 100n)]);
  await until('it waits for the lower charge', () => isBlocked(gateway, 'charges'));
  assert.ok(await areFree('charges', 'id = $1', [second]));
  assert.ok(await areFree('ledger_accounts', 'merchant_id = $1', [merchant.merchantId]));
  await release();
  assert.equal((await creating).filter((one) => 'value' in one).length, 2);
});

test('the end of a refund locks its charge before the accounts, as its creation does', async () => {
  const { merchant, keys, first } = await createTwoCharges();
  const created = await refund(keys, first, { amount: 100 });
  const release = await holdTransaction(gateway, 'select from charges where id = $1 for update', [
    first,
  ]);
  const ending = end(merchant, String(created.body.internal_id), 'done');
  await until('it waits for the charge', () => isBlocked(gateway, 'charges'));
  assert.ok(await areFree('ledger_accounts', 'merchant_id = $1', [merchant.merchantId]));
  await release();
  assert.equal((await ending).length, 1);
});

test('two refunds that are decided together do not exceed their charge', async () => {
  const { merchant, first } = await createTwoCharges();
  const results = await create([
    requestOf(merchant, first, 6_000n),
    requestOf(merchant, first, 6_000n),
  ]);
  const [accepted, refused] = results;
  assert.ok(accepted && 'value' in accepted);
  assert.ok(refused && 'error' in refused && refused.error instanceof Refusal);
  assert.equal(refused.error.code, 'refund_exceeds_payment');
});

test('refunds that are decided together take the whole centavo that they owe from a recipient', async () => {
  const [seller, partner] = [await createTwoCharges(), await createMerchantWithKeys(gateway)];
  const split = [{ username: partner.username, percentage: 10 }];
  const charge = String(
    (await receivePayment(gateway, seller.keys, { ...CHARGE, split })).internal_id,
  );
  const request = requestOf(seller.merchant, charge, 5n);
  const results = await create([request, request]);
  assert.equal(results.filter((one) => 'value' in one).length, 2);
  assert.deepEqual((await balanceOf(partner.keys)).slice(0, 2), [999, 1]);
});

test('a refund that failed or that the merchant took over adds nothing to the recipients’ part', async () => {
  const [seller, partner] = [await createTwoCharges(), await createMerchantWithKeys(gateway)];
  const split = [{ username: partner.username, percentage: 10 }];
  const body = { ...CHARGE, split };
  const charge = String((await receivePayment(gateway, seller.keys, body)).internal_id);
  const failing = await refund(seller.keys, charge, { amount: 5 });
  await end(seller.merchant, String(failing.body.internal_id), 'failed');
  const request = requestOf(seller.merchant, charge, 5n);
  await create([request]);
  assert.deepEqual((await balanceOf(partner.keys)).slice(0, 2), [1_000, 0]);
  await create([{ ...request, amount: centavos(4_995n), merchantAbsorbs: true }]);
  await create([{ ...request, amount: centavos(4_995n) }]);
  assert.deepEqual((await balanceOf(partner.keys)).slice(0, 2), [500, 500]);
});

test('a merchant can not refund the charge of another one that is decided with it', async () => {
  const [owner, other] = [await createTwoCharges(), await createTwoCharges()];
  const [accepted, refused] = await create([
    requestOf(owner.merchant, owner.first, 100n),
    requestOf(other.merchant, owner.first, 100n),
  ]);
  assert.ok(accepted && 'value' in accepted);
  assert.ok(refused && 'error' in refused && refused.error instanceof Refusal);
  assert.equal(refused.error.code, 'transaction_not_found');
});

/** A merchant whose money waits a day, with a charge. */
async function createDelayed() {
  const { merchant, username, keys } = await createMerchantWithKeys(gateway);
  const terms = { inBusinessDays: false, reserveBasisPoints: 0, reserveDays: 0, delayDays: 1 };
  await setSettlementTerms(appContext, username, terms, commandActor);
  const charge = String((await receivePayment(gateway, keys)).internal_id);
  return { merchant, keys, charge };
}

/** Lets the settlement and then `work` wait for the accounts of a merchant, and lets them go. */
async function afterSettlement<Result>(
  { merchantId }: Merchant,
  work: () => Promise<Result>,
): Promise<Result> {
  clock.advance(DAY_MS);
  const release = await holdTransaction(
    gateway,
    'select from ledger_accounts where merchant_id = $1 for update',
    [merchantId],
  );
  const settled = settleDuePayments({ database, clock, logger });
  await until('the settlement waits', () => isBlocked(gateway, 'ledger_accounts'));
  const result = work();
  await until('both wait', async () => (await countBlocked(gateway, 'ledger_accounts')) === 2);
  await release();
  await settled;
  return result;
}

async function balanceOf(keys: Parameters<typeof read>[0]): Promise<unknown[]> {
  const { body } = await gateway.call('GET', '/v1/balance', { keys });
  return [body.available, body.reserved, body.pending_settlement];
}

test('a refund that waits for the settlement of its charge takes what has become available', async () => {
  const { merchant, keys, charge } = await createDelayed();
  // The first refund opens the account for reserved money.
  await refund(keys, charge, { amount: 1_000 });
  const wanted = [requestOf(merchant, charge, 4_000n)];
  const [created] = await afterSettlement(merchant, () => create(wanted));
  assert.ok(created && 'value' in created);
  assert.deepEqual(await balanceOf(keys), [NET - 5_000, 5_000, 0]);
});

test('a refund that fails while its charge is settled returns to the available balance', async () => {
  const { merchant, keys, charge } = await createDelayed();
  const created = await refund(keys, charge, { amount: 4_000 });
  assert.deepEqual(await balanceOf(keys), [0, 4_000, NET - 4_000]);
  const id = String(created.body.internal_id);
  await afterSettlement(merchant, () => end(merchant, id, 'failed'));
  assert.deepEqual(await balanceOf(keys), [NET, 0, 0]);
});

test('at the end every ledger check passes', async () => {
  assert.deepEqual(await failedChecks(gateway), []);
});
