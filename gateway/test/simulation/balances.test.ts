import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { setSettlementTerms } from '#src/accounts/merchants/set-settlement-terms.ts';
import { disputeChecks } from '#src/disputes/dispute-checks-store.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { createId } from '#src/ground/ids.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { allLedgerChecks } from '#src/host/ledger-checks.ts';
import { DEBIT_ACCOUNTS, type LockedAccounts, lockForPosting } from '#src/ledger/post.ts';
import { verifyLedger } from '#src/ledger/verify.ts';
import { balanceAdjustmentChecks } from '#src/money-out/adjustments/balance-adjustment-checks-store.ts';
import {
  type BalanceModel,
  createBalanceModel,
  credit,
  min,
  pay,
  pendingOf,
  receiveLater,
  release,
  settle,
  sum,
  takeRefund,
} from '../support/balance-model.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  PAYOUT,
  receivePayment,
  startGateway,
  until,
} from '../support/gateway.ts';
import { createRefunder } from '../support/refunds.ts';
import { runs } from '../support/runs.ts';

const gateway = await startGateway({ after }, { env: { DEFAULT_PAYOUT_FEE: '7' } });
const DAY_MS = 24 * 60 * 60_000;
const { refund, endRefunds } = createRefunder(gateway);
// The debits here belong to no dispute and no adjustment.
const OTHERS = [...disputeChecks, ...balanceAdjustmentChecks];
const checks = allLedgerChecks.filter((check) => !OTHERS.includes(check));
const merchants = await Promise.all([1, 2].map(() => createMerchantWithKeys(gateway)));

// The first gets its money at once, the second a day later and a tenth of it after three days.
const TERMS = { delayDays: 1, inBusinessDays: false, reserveBasisPoints: 1_000, reserveDays: 3 };
await setSettlementTerms(gateway.appContext, merchants[1]?.username ?? '', TERMS, commandActor);
const models = merchants.map(createBalanceModel);

type Step = { readonly who: number; readonly amount: number; readonly pick: number } & (
  | { readonly kind: 'payment'; readonly rate: number }
  | { readonly kind: 'payout'; readonly fails: boolean }
  | { readonly kind: 'refund' | 'hold' | 'release' | 'take' | 'debit' | 'day' }
);

const amounts = fc.oneof(fc.integer({ min: 600, max: 50_000 }), fc.integer({ min: 1, max: 900 }));
const shared = { who: fc.nat(1), amount: amounts, pick: fc.nat(5) };
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    ...shared,
    kind: fc.constant('payment' as const),
    amount: fc.integer({ min: 600, max: 50_000 }),
    rate: fc.integer({ min: 1, max: 8_000 }),
  }),
  fc.record({ ...shared, kind: fc.constant('payout' as const), fails: fc.boolean() }),
  fc.record({
    ...shared,
    kind: fc.constantFrom('refund', 'hold', 'release', 'take', 'debit', 'take', 'hold', 'day'),
  }),
);

const charges: { who: number; id: string; left: number }[] = [];

const OPERATIONS: { [Kind in Step['kind']]: (step: Step & { kind: Kind }) => Promise<void> } = {
  async payment({ who, amount, rate }) {
    const other = 1 - who;
    const split = [{ username: merchants[other]?.username, percentage: rate / 100 }];
    const body = { ...CHARGE, amount, split };
    const paid = await receivePayment(gateway, keysOf(who), body);
    const share = (BigInt(amount) * BigInt(rate)) / 10_000n;
    const fee = (BigInt(amount) * 149n) / 10_000n + 49n;
    const id = String(paid.internal_id);
    receive(who, id, BigInt(amount) - fee - share);
    receive(other, id, share);
    charges.push({ who, id, left: amount });
  },
  async payout({ who, amount, fails }) {
    const model = modelOf(who);
    const key = fails ? { pix_key: 'falha@sandbox.com', pix_key_type: 'email' } : {};
    const body = { ...PAYOUT, ...key, amount };
    const answer = await gateway.call('POST', '/v1/pix/payout', { keys: keysOf(who), body });
    const total = BigInt(amount) + 7n;
    const isAffordable = total <= model.available;
    assert.equal(answer.status, isAffordable ? 201 : 422, answer.text);
    if (!isAffordable) return;
    model.available -= total;
    gateway.clock.advance(31_000);
    await until('the payout ends', async () => {
      const rows = await gateway.sql(`select from payouts where status = 'pending'`);
      return rows.length === 0;
    });
    if (fails) credit(model, total);
  },
  async refund({ amount, pick }) {
    const charge = charges[charges.length - 1 - pick];
    if (!charge || charge.left === 0) return;
    const { who, id, left } = charge;
    const part = Math.min(amount, left);
    const model = modelOf(who);
    const answer = await refund(keysOf(who), id, { amount: part, bear_all: true });
    const isAffordable = BigInt(part) <= model.available + pendingOf(model, id);
    assert.equal(answer.status, isAffordable ? 201 : 422, answer.text);
    if (!isAffordable) return;
    takeRefund(model, id, BigInt(part));
    charge.left -= part;
    await endRefunds();
  },
  async hold({ who, amount }) {
    const model = modelOf(who);
    const hold = { id: createId(gateway.clock.now()), wanted: BigInt(amount), blocked: 0n };
    const blocked = await change(who, [], (locked, scope) =>
      locked.hold(scope, {
        holdId: hold.id,
        cause: 'operator',
        referenceId: hold.id,
        amount: centavos(amount),
      }),
    );
    model.holds.push(hold);
    credit(model, 0n);
    assert.equal(blocked, hold.blocked);
  },
  async release({ who, amount, pick }) {
    const model = modelOf(who);
    const hold = model.holds[pick % model.holds.length];
    if (!hold) return;
    // A multiple of five releases the hold as a whole.
    const part = amount % 5 === 0 ? undefined : centavos(amount);
    const released = await change(who, [hold.id], (locked, scope) =>
      locked.release(scope, hold.id, part),
    );
    assert.equal(released, release(model, hold, part));
  },
  async take({ who, amount, pick }) {
    const model = modelOf(who);
    const hold = model.holds[pick % model.holds.length];
    if (!hold) return;
    const blocked = min(hold.blocked, BigInt(amount));
    const debit = { ...debitOf(amount), kind: 'dispute_returned' as const };
    const parts = await change(who, [hold.id], (locked, scope) =>
      locked.take(scope, { ...debit, holdId: hold.id }),
    );
    hold.blocked -= blocked;
    hold.wanted -= min(hold.wanted, BigInt(amount));
    assert.deepEqual(parts, { blocked, ...pay(model, BigInt(amount) - blocked) });
  },
  async debit({ who, amount }) {
    const parts = await change(who, [], (locked, scope) => locked.debit(scope, debitOf(amount)));
    assert.deepEqual(parts, { blocked: 0n, ...pay(modelOf(who), BigInt(amount)) });
  },
  async day() {
    gateway.clock.advance(DAY_MS);
  },
};

function receive(who: number, chargeId: string, amount: bigint): void {
  if (who === 0) credit(modelOf(who), amount);
  else
    receiveLater(modelOf(who), { chargeId, amount, paidOn: brazilianDayOf(gateway.clock.now()) });
}

/** Waits until the worker has settled what is due. */
async function settleDue(): Promise<void> {
  const today = brazilianDayOf(gateway.clock.now());
  await until('payments are settled', async () => {
    const rows = await gateway.sql(
      `select from settlements where status = 'waiting' and due_on <= $1::date`,
      [today],
    );
    return rows.length === 0;
  });
  for (const model of models) settle(model, today);
}

function debitOf(amount: number) {
  const referenceId = createId(gateway.clock.now());
  return { kind: 'balance_adjusted' as const, referenceId, amount: centavos(amount) };
}

function change<Result>(
  who: number,
  holdIds: readonly string[],
  work: (locked: LockedAccounts, scope: ReturnType<typeof scopeOf>) => Result,
): Promise<Result> {
  return gateway.appContext.database.transaction(async (tx) => {
    const scope = scopeOf(who);
    const toLock = { ...scope, isSandbox: false, accounts: DEBIT_ACCOUNTS, holdIds };
    const locked = await lockForPosting(tx, [toLock]);
    const result = work(locked, scope);
    locked.write(gateway.clock.now());
    return result;
  });
}

function modelOf(who: number): BalanceModel {
  const model = models[who];
  assert.ok(model);
  return model;
}

function keysOf(who: number) {
  const merchant = merchants[who];
  assert.ok(merchant);
  return merchant.keys;
}

function scopeOf(who: number) {
  const merchant = merchants[who];
  assert.ok(merchant);
  return { merchantId: merchant.merchant.merchantId, environment: 'test' as const };
}

async function assertEqualToModel(): Promise<void> {
  for (const [who, model] of models.entries()) {
    const { body } = await gateway.call('GET', '/v1/balance', { keys: keysOf(who) });
    const blocked = model.holds.reduce((sum, hold) => sum + hold.blocked, 0n);
    assert.deepEqual(
      [body.available, body.reserved, body.blocked, body.debt, body.pending_settlement],
      [model.available, 0n, blocked, -model.debt, sum(model.pending)].map(Number),
    );
  }
  const report = await verifyLedger(gateway.appContext.database, checks);
  assert.deepEqual(
    report.laws.filter((law) => law.differences.length > 0),
    [],
  );
}

test('payments, payouts, refunds, settlements, holds and debits in any order give the balances of plain arithmetic', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 14 }), async (sequence) => {
      for (const step of sequence) {
        // Holds are covered in the order of their creation.
        gateway.clock.advance(1);
        await OPERATIONS[step.kind](step as never);
        await settleDue();
      }
      await assertEqualToModel();
    }),
    { numRuns: runs(25) },
  );
});
