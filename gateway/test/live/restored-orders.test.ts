import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandActor } from '#src/ground/access/actor.ts';
import { beginRestoration } from '#src/incoming/restorations/begin-restoration.ts';
import { approveByMember } from '#src/money-out/payouts/approval/decide-approval.ts';
import { setOperatorLimits } from '#src/money-out/payouts/limits/change-payout-limits.ts';
import { NO_LIMITS } from '#src/money-out/payouts/payout-limits.ts';
import { PLATFORM_STOP } from '#src/money-out/payouts/stop/payout-stop.ts';
import { resumePayouts, stopPayouts } from '#src/money-out/payouts/stop/stop-payouts.ts';
import { BANK_LEASE_MS, NOT_FOUND, startBankWorkers } from '../support/bank-workers.ts';
import { failedChecks } from '../support/live.ts';
import { centavosOf } from '../support/payout-approvals.ts';
import { createRefunder } from '../support/refunds.ts';

const { gateway, bank, shop, database, sending, receiving, ...workers } = await startBankWorkers();
const { createPaid, requestPayout, sendPayouts, sendRefunds, read } = workers;
const { appContext, clock } = gateway;
const { refund } = createRefunder(gateway);
const { merchantId } = shop.merchant;
const scope = { merchantId, environment: 'live' } as const;

/** Runs both workers until nothing is due; returns which orders they ask for and send. */
async function work(): Promise<{ asked: string[]; sent: string[] }> {
  const [asked, sent]: [string[], string[]] = [[], []];
  const payouts = {
    findPayout: async (id: string) => {
      asked.push(id);
      return NOT_FOUND;
    },
    sendPayout: (order: Parameters<typeof sending.sendPayout>[0]) => {
      sent.push(order.id);
      return sending.sendPayout(order);
    },
  };
  const refunds = {
    findRefund: async (_: string, id: string) => {
      asked.push(id);
      return NOT_FOUND;
    },
    sendRefund: (order: Parameters<typeof receiving.sendRefund>[0]) => {
      sent.push(order.refundId);
      return receiving.sendRefund(order);
    },
  };
  while (await sendPayouts(payouts));
  await sendRefunds(refunds);
  return { asked: asked.toSorted(), sent: sent.toSorted() };
}

test('after a restore every open order is stopped, asked for, and sent only after its quarantine', async () => {
  const charge = await createPaid();
  await createPaid();
  const pending = await requestPayout();
  const limits = { ...NO_LIMITS, approvalAbove: centavosOf(0) };
  await setOperatorLimits(appContext, scope, () => limits, commandActor);
  const unapproved = await requestPayout();
  const refunded = await refund(shop.keys, charge, { amount: 300 });
  assert.equal(refunded.status, 201, refunded.text);
  const restoredAt = clock.now();
  await beginRestoration(appContext, { backup: 'a', reachedAt: restoredAt, restoredAt }, undefined);
  const deps = { ...appContext, database };
  await approveByMember(deps, { ...scope, id: unapproved }, commandActor);

  const bankIds = [pending, unapproved, String(refunded.body.internal_id)].map((id) =>
    id.replaceAll('-', ''),
  );
  assert.deepEqual(await work(), { asked: bankIds.toSorted(), sent: [] });
  clock.advance(2 * BANK_LEASE_MS);
  // The platform's stop holds payouts and not refunds.
  assert.deepEqual((await work()).sent, bankIds.slice(2));
  await resumePayouts(appContext, PLATFORM_STOP, commandActor);
  clock.advance(60 * BANK_LEASE_MS);
  assert.deepEqual((await work()).sent, bankIds.slice(0, 2).toSorted());
  for (let step = 0; step < 3; step += 1) {
    clock.advance(60 * BANK_LEASE_MS);
    await bank.runDue();
    while (await sendPayouts());
    await sendRefunds();
  }
  assert.deepEqual(
    [(await read(pending)).status, (await read(unapproved)).status],
    ['paid', 'paid'],
  );
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a stop that was in force before a restore keeps its reason', async () => {
  await stopPayouts(appContext, PLATFORM_STOP, 'Incidente no banco', commandActor);
  const restoredAt = clock.now();
  await beginRestoration(appContext, { backup: 'b', reachedAt: restoredAt, restoredAt }, undefined);
  const [stop] = await gateway.sql('select reason from payout_stops where resumed_at is null');
  assert.equal(stop?.reason, 'Incidente no banco');
});
