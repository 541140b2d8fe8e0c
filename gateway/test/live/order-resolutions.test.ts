import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { CHARGE, createMerchantWithKeys, PAYOUT, until } from '../support/gateway.ts';
import { failedChecks, heldAtBank, startLiveGateway } from '../support/live.ts';
import { liveCommands } from '../support/live-cli.ts';
import { type PanelSession, signInOperator } from '../support/panel.ts';
import { createReconciliationDays, DAY_MS } from '../support/reconciliation-days.ts';
import { createRefunder } from '../support/refunds.ts';

const STEP_MS = 10_000;
const HOUR_MS = 60 * 60_000;
const END_TO_END_ID = 'E9999999920261120120012345678901';
const RETURN_ID = 'D9999999920261120120012345678901';
const live = await startLiveGateway(
  { after },
  {
    env: {
      PROVIDER_TIMEOUT_SECONDS: '1',
      PROVIDER_UNKNOWN_QUARANTINE_SECONDS: '60',
      DEFAULT_PAYOUT_FEE: '10',
    },
    // The bank takes every order and says nothing more.
    bankOptions: { payoutDelayMs: 1_000 * DAY_MS, refundDelayMs: 10 * DAY_MS },
  },
);
const { gateway, bank } = live;
const { refund, read, balanceOf } = createRefunder(gateway);
const operator = await signInOperator(gateway);
const second = await signInOperator(gateway);
const third = await signInOperator(gateway);
const { today, advanceToNextNoon, reportSince } = createReconciliationDays(gateway, operator);

type Kind = 'payout' | 'refund';

/** A merchant with a paid charge of 10000, of which `split` goes to others. */
async function openShop(split: object[] = []) {
  const { keys, merchant } = await createMerchantWithKeys(gateway, 'live');
  const body = { ...CHARGE, ...(split.length > 0 && { split }) };
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
  assert.equal(created.status, 201, created.text);
  const charge = String(created.body.internal_id);
  bank.pay(charge.replaceAll('-', ''));
  await until('it is paid', async () => (await read(keys, charge)).status === 'paid');
  return { keys, merchant, charge };
}

async function isListed(kind: Kind, id: string): Promise<boolean> {
  const path = '/api/operator/stuck-orders';
  const { body } = await operator.call<{ data: { kind: Kind; id: string }[] }>('GET', path);
  return body.data.some((one) => one.kind === kind && one.id === id);
}

async function isStuck(kind: Kind, id: string): Promise<string> {
  await until(`the ${kind} ${id} is stuck`, async () => {
    gateway.clock.advance(STEP_MS);
    return isListed(kind, id);
  });
  return id;
}

/** A payout of 1000 that the bank has taken and not explained. */
async function stuckPayout({ keys }: { keys: Parameters<typeof read>[0] }): Promise<string> {
  const body = { ...PAYOUT, amount: 1_000 };
  const sent = await gateway.call('POST', '/v1/pix/payout', { keys, body });
  assert.equal(sent.status, 201, sent.text);
  return isStuck('payout', String(sent.body.internal_id));
}

/** A refund that the bank has taken and not explained. */
async function stuckRefund({ keys, charge }: Awaited<ReturnType<typeof openShop>>, amount: number) {
  const made = await refund(keys, charge, { amount });
  assert.equal(made.status, 201, made.text);
  return isStuck('refund', String(made.body.internal_id));
}

async function propose(kind: Kind, id: string, bankId: string | null, by = operator) {
  const body = {
    ...{ resolution: bankId === null ? 'not_paid' : 'paid', bank_id: bankId },
    ...{ reason: 'O banco confirmou por telefone', code: await by.code() },
  };
  const headers = { 'idempotency-key': randomUUID() };
  return by.call('POST', `/api/operator/stuck-orders/${kind}/${id}/resolve`, { headers, body });
}

async function decide(by: PanelSession, proposalId: unknown, decision: 'approve' | 'reject') {
  const body = { code: await by.code() };
  return by.call('POST', `/api/operator/proposals/${proposalId}/${decision}`, { body });
}

async function resolve(kind: Kind, id: string, bankId: string | null): Promise<void> {
  const proposed = await propose(kind, id, bankId);
  assert.equal(proposed.status, 201, proposed.text);
  const approved = await decide(second, proposed.body.proposal_id, 'approve');
  assert.equal(approved.status, 200, approved.text);
}

async function eventsOf(resource: string): Promise<unknown[]> {
  const rows = await gateway.sql(
    'select kind from webhook_events where resource_id = $1 order by sequence',
    [resource],
  );
  return rows.map(({ kind }) => kind);
}

function confirmed(table: 'payouts' | 'refunds', id: string): Promise<unknown> {
  return until('the bank has confirmed it', async () => {
    gateway.clock.advance(HOUR_MS);
    const [row] = await gateway.sql(`select resolution_confirmed_at from ${table} where id = $1`, [
      id,
    ]);
    return row?.resolution_confirmed_at !== null;
  });
}

const atBank = (id: string): string => id.replaceAll('-', '');

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
  // Commands use the machine's clock, which may be behind that of the test.
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

test('a refund that was resolved as done and that the bank fails returns to all who paid', async () => {
  const partner = await createMerchantWithKeys(gateway, 'live');
  const shop = await openShop([{ username: partner.username, percentage: 10 }]);
  const id = await stuckRefund(shop, 5_000);
  await resolve('refund', id, RETURN_ID);
  const done = await read(shop.keys, shop.charge);
  assert.deepEqual([done.status, done.refunds[0]?.return_id], ['partially_refunded', RETURN_ID]);
  assert.deepEqual(await balanceOf(partner.keys), [500, 0]);
  bank.faults.add({ kind: 'not_realized', operation: 'settleRefund', times: 1 });
  gateway.clock.advance(10 * DAY_MS);
  await bank.runDue();
  await until('it is reversed', async () => {
    gateway.clock.advance(STEP_MS);
    return (await read(shop.keys, shop.charge)).refunds[0]?.status === 'failed';
  });
  assert.equal((await read(shop.keys, shop.charge)).status, 'paid');
  assert.deepEqual(await balanceOf(shop.keys), [8_802, 0]);
  assert.deepEqual(await balanceOf(partner.keys), [1_000, 0]);
  const adjusted = await gateway.sql(
    `select kind, amount_centavos::text as amount from balance_adjustments
      where reference = $1 order by amount_centavos`,
    [id],
  );
  assert.deepEqual(adjusted, [
    { kind: 'refund_reversal', amount: '500' },
    { kind: 'refund_reversal', amount: '4500' },
  ]);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a refund that was resolved as not done and that the bank does is booked late', async () => {
  const shop = await openShop();
  const id = await stuckRefund(shop, 2_000);
  await resolve('refund', id, null);
  assert.deepEqual(await balanceOf(shop.keys), [9_802, 0]);
  gateway.clock.advance(10 * DAY_MS);
  await bank.runDue();
  await until('it is done late', async () => {
    gateway.clock.advance(STEP_MS);
    return (await read(shop.keys, shop.charge)).status === 'partially_refunded';
  });
  assert.deepEqual(await balanceOf(shop.keys), [7_802, 0]);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('reconciliation compares a resolved payout each day until the bank confirms it', async () => {
  const shop = await openShop();
  const id = await stuckPayout(shop);
  await resolve('payout', id, END_TO_END_ID);
  const differs = async (): Promise<boolean> => {
    const day = today();
    const since = gateway.clock.now();
    advanceToNextNoon();
    const { lines } = await reportSince(day, since);
    return lines.some(({ kind, subject }) => kind === 'payout_status' && subject === id);
  };
  assert.ok(await differs());
  assert.ok(await differs());
  bank.settlePayout(atBank(id));
  await confirmed('payouts', id);
  assert.equal(await differs(), false);
  assert.equal(await heldAtBank(gateway), bank.snapshot().balance);
});
