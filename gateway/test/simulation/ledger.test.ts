import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import type { Merchant } from '#src/ground/access/merchant.ts';
import { allLedgerChecks } from '#src/host/ledger-checks.ts';
import { verifyLedger } from '#src/ledger/verify.ts';
import { readClosing } from '#src/reports/statements/closing/read-closing.ts';
import { collectTotals } from '#src/reports/statements/movements/movement-totals.ts';
import {
  findMovementRange,
  readMovements,
} from '#src/reports/statements/movements/read-movements.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  type Keys,
  PAYOUT,
  receivePayment,
  startGateway,
  until,
} from '../support/gateway.ts';
import { runs } from '../support/runs.ts';

const gateway = await startGateway({ after }, { env: { DEFAULT_PAYOUT_FEE: '7' } });
const merchants = await Promise.all([1, 2, 3].map(() => createMerchantWithKeys(gateway)));

type Step =
  | { readonly kind: 'payment'; who: number; amount: number; rates: readonly number[] }
  | { readonly kind: 'payout'; who: number; amount: number; fails: boolean };

const who = fc.nat(merchants.length - 1);
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('payment' as const),
    who,
    amount: fc.integer({ min: 600, max: 5_000_000 }),
    rates: fc.array(fc.integer({ min: 1, max: 4_500 }), { minLength: 0, maxLength: 2 }),
  }),
  fc.record({
    kind: fc.constant('payout' as const),
    who,
    amount: fc.integer({ min: 1, max: 3_000_000 }),
    fails: fc.boolean(),
  }),
);

/** The balance of each merchant in centavos, by plain arithmetic. */
const model = merchants.map(() => 0n);

async function take(step: Step): Promise<void> {
  const merchant = merchants[step.who];
  assert.ok(merchant);
  const has = (index: number): bigint => model[index] ?? 0n;
  if (step.kind === 'payment') {
    const others = merchants.map((_, index) => index).filter((index) => index !== step.who);
    const split = step.rates.map((rate, place) => ({
      username: merchants[others[place] ?? 0]?.username,
      ...(isFixed(rate) ? { amount: fixedOf(rate) } : { percentage: rate / 100 }),
    }));
    const amount = BigInt(step.amount);
    await receivePayment(gateway, merchant.keys, { ...CHARGE, amount: step.amount, split });
    let kept = amount - ((amount * 149n) / 10_000n + 49n);
    step.rates.forEach((rate, place) => {
      const share = isFixed(rate) ? BigInt(fixedOf(rate)) : (amount * BigInt(rate)) / 10_000n;
      const index = others[place] ?? 0;
      model[index] = has(index) + share;
      kept -= share;
    });
    model[step.who] = has(step.who) + kept;
    return;
  }
  const key = step.fails ? { pix_key: 'falha@sandbox.com', pix_key_type: 'email' } : {};
  const body = { ...PAYOUT, ...key, amount: step.amount };
  const answer = await gateway.call('POST', '/v1/pix/payout', { keys: merchant.keys, body });
  const total = BigInt(step.amount) + 7n;
  const isAffordable = total <= has(step.who);
  assert.equal(answer.status, isAffordable ? 201 : 422, answer.text);
  if (isAffordable && !step.fails) model[step.who] = has(step.who) - total;
  if (isAffordable) await settlePayouts();
}

/** Every third rate is a fixed amount instead: up to 45 centavos, which every payment has. */
function isFixed(rate: number): boolean {
  return rate % 3 === 0;
}

function fixedOf(rate: number): number {
  return Math.ceil(rate / 100);
}

async function settlePayouts(): Promise<void> {
  gateway.clock.advance(31_000);
  await until('payouts end', async () => {
    const rows = await gateway.sql(`select from payouts where status = 'pending'`);
    return rows.length === 0;
  });
}

async function assertClean(): Promise<void> {
  const report = await verifyLedger(gateway.appContext.database, allLedgerChecks);
  const faults = report.laws.filter((law) => law.differences.length > 0);
  assert.deepEqual(faults, []);
}

test('any sequence of payments, splits and payouts gives the balances of plain arithmetic', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 8 }), async (sequence) => {
      for (const step of sequence) await take(step);
      for (const [index, { keys }] of merchants.entries()) {
        const { body } = await gateway.call('GET', '/v1/balance', { keys });
        assert.deepEqual([body.available, body.reserved], [Number(model[index]), 0]);
      }
      await assertClean();
    }),
    { numRuns: runs(12) },
  );
});

test('crossed splits that are paid at once all succeed, and the ledger verifies', async () => {
  const urls = [gateway.url, await gateway.openSecondApi()];
  const [first, second] = [
    await createMerchantWithKeys(gateway),
    await createMerchantWithKeys(gateway),
  ];
  const before = (await gateway.sql('select count(*)::int as n from ledger_postings'))[0]?.n;
  await Promise.all(
    Array.from({ length: 64 }, async (_, index) => {
      const [origin, other] = index % 2 ? [first, second] : [second, first];
      const split = [{ username: other.username, percentage: 33.33 }];
      for (let round = 0; round < 5; round += 1) {
        const at = urls[(index + round) % 2] ?? gateway.url;
        const options = { keys: origin.keys, body: { ...CHARGE, split } };
        const created = await fetchJson(`${at}/v1/pix/qrcode`, options);
        const path = `/v1/test/charges/${created.internal_id}/pay`;
        const paid = await fetchJson(`${urls[round % 2]}${path}`, { keys: origin.keys });
        assert.equal(paid.status, 'paid', JSON.stringify(paid));
      }
    }),
  );
  const count = (await gateway.sql('select count(*)::int as n from ledger_postings'))[0]?.n;
  assert.equal(Number(count) - Number(before), 64 * 5 * 2);
  await assertClean();
});

async function fetchJson(
  url: string,
  { keys, body }: { keys: Keys; body?: object },
): Promise<Record<string, unknown>> {
  const headers = { ...keys, ...(body && { 'content-type': 'application/json' }) };
  const response = await fetch(url, {
    method: 'POST',
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  return response.json() as Promise<Record<string, unknown>>;
}

test('of a payment and an expiry at the same instant exactly one happens', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const ids: string[] = [];
  const ends: number[] = [];
  for (let count = 0; count < 40; count += 1) {
    const body = { ...CHARGE, expires_in: 60 };
    const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
    ids.push(String(created.body.internal_id));
    ends.push(Date.parse(String(created.body.expires_at)));
  }
  // A quarter is paid, then the worker expires the others while the payments go on.
  gateway.clock.set(Math.min(...ends) - 30_000);
  let [answered, paid] = [0, 0];
  let expiry: Promise<void> | undefined;
  const left = ids.values();
  const payOneByOne = async () => {
    for (const id of left) {
      const { status } = await gateway.call('POST', `/v1/test/charges/${id}/pay`, { keys });
      if (status === 200) paid += 1;
      answered += 1;
      if (answered !== ids.length / 4) continue;
      gateway.clock.set(Math.max(...ends));
      expiry = gateway.settle();
    }
  };
  await Promise.all(Array.from({ length: 4 }, payOneByOne));
  await expiry;
  await until('the others expire', async () => {
    const rows = await gateway.sql(
      `select status, count(*)::int from charges where merchant_id = $1 group by status`,
      [merchant.merchantId],
    );
    const count = (status: string): unknown =>
      rows.find((row) => row.status === status)?.count ?? 0;
    return count('paid') === paid && count('expired') === ids.length - paid;
  });
  await assertClean();
});

/** The accounts of a closing sum to its balance, also when a payment comes meanwhile. */
async function assertClosing(merchant: Merchant, keys: Keys): Promise<void> {
  const { database, clock } = gateway.appContext;
  const scope = { merchantId: merchant.merchantId, environment: 'test' } as const;
  const account = { ...scope, account: 'available' } as const;
  const period = { from: 0, until: clock.now() + 60_000 };
  const range = await findMovementRange(database, account, period);
  await receivePayment(gateway, keys);
  const steps = readClosing(database, {
    account,
    period,
    range,
    merchant,
    productName: 'x',
    now: clock.now(),
    format: 'pdf',
    days: { from: '', to: '' },
    language: 'pt-BR',
    pages: readMovements(database, account, range),
  });
  let step = await steps.next();
  while (!step.done) step = await steps.next();
  const closing = step.value;
  const sum = [...closing.accounts.values()].reduce((total, one) => total + one, 0n);
  assert.equal(sum, closing.closing);
}

test('the movements of each merchant, cut at any instant, sum to what the ledger says it has', async () => {
  const { database, clock } = gateway.appContext;
  for (const { keys, merchant } of merchants) {
    const scope = { merchantId: merchant.merchantId, environment: 'test' as const };
    const now = clock.now() + 1;
    const [cut] = await gateway.sql(
      `select created_at as at from ledger_entries where merchant_id = $1 and account = 'bank'
       order by sequence offset (select count(*) / 2 from ledger_entries
         where merchant_id = $1 and account = 'bank') limit 1`,
      [merchant.merchantId],
    );
    const middle = Number(cut?.at ?? 0);
    let total = 0n;
    for (const period of [
      { from: 0, until: middle },
      { from: middle, until: now },
    ]) {
      const range = await findMovementRange(database, scope, period);
      assert.equal(range.opening, total);
      const collector = collectTotals(range.opening);
      for await (const page of readMovements(database, scope, range)) {
        for (const movement of page) {
          collector.add(movement);
          total += movement.net;
          assert.equal(movement.gross + movement.splits + movement.fee, movement.net);
        }
      }
      assert.equal(range.closing, total);
      assert.equal(collector.totals().days.at(-1)?.closing ?? range.opening, total);
    }
    const { body } = await gateway.call<Record<string, number>>('GET', '/v1/balance', { keys });
    await assertClosing(merchant, keys);
    const owed = (body.available ?? 0) + (body.reserved ?? 0) + (body.pending_settlement ?? 0);
    assert.equal(total, BigInt(owed));
  }
});
