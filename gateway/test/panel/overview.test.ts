import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { commandActor } from '#src/access/actor.ts';
import { createEndpoint } from '#src/webhooks/endpoints/manage-endpoints.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  type Keys,
  PAYOUT,
  receivePayment,
  startGateway,
  until,
} from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const gateway = await startGateway({ after });

interface Overview {
  balance: { available: number; reserved: number };
  days: { day: string; created_count: number; paid_count: number; paid_amount: number }[];
  totals: Record<string, number>;
  paid_share: number | null;
  latest: { internal_id: string }[];
  attention: Record<string, unknown>;
}

async function overviewOf(session: Awaited<ReturnType<typeof signIn>>, days: number) {
  const path = `/api/panel/test/overview?days=${days}`;
  const answer = await session.call<Overview>('GET', path);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

/** A charge created some days before the last day, and optionally paid some days later. */
interface Life {
  amount: number;
  createdDaysAgo: number;
  paidAfterDays: number | null;
}

const life: fc.Arbitrary<Life> = fc.record({
  amount: fc.integer({ min: 600, max: 1_000_000 }),
  createdDaysAgo: fc.integer({ min: 0, max: 9 }),
  paidAfterDays: fc.option(fc.integer({ min: 0, max: 4 })),
});

interface Days {
  keys: Keys;
  endsAt: number;
  /** Called at the end of each day: frequent reads must give the same totals as one read. */
  look: () => Promise<unknown>;
}

async function live({ keys, endsAt, look }: Days, lives: readonly Life[]) {
  const charges = lives.map((one) => ({ ...one, id: '' }));
  for (let ago = 9; ago >= 0; ago -= 1) {
    gateway.clock.set(endsAt - ago * DAY_MS);
    for (const charge of charges) {
      const { createdDaysAgo, paidAfterDays } = charge;
      if (createdDaysAgo === ago) {
        const body = { ...CHARGE, amount: charge.amount, expires_in: 2_592_000 };
        const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
        charge.id = String(created.body.internal_id);
      }
      if (paidAfterDays !== null && createdDaysAgo - paidAfterDays === ago) {
        await gateway.call('POST', `/v1/test/charges/${charge.id}/pay`, { keys });
      }
    }
    await look();
  }
}

test('days and totals match the payments made', async () => {
  // A minute before midnight in Brasília: a count by UTC would use another day.
  const endsAt = Date.parse('2032-05-21T02:59:00Z');
  await fc.assert(
    fc.asyncProperty(fc.array(life, { maxLength: 12 }), fc.boolean(), async (lives, looks) => {
      const { merchant, keys } = await createMerchantWithKeys(gateway);
      const session = await signIn(gateway, merchant);
      const look = async () => looks && (await overviewOf(session, 7));
      await live({ keys, endsAt, look }, lives);
      const overview = await overviewOf(session, 7);
      const isPaid = ({ createdDaysAgo: ago, paidAfterDays: days }: Life) =>
        days !== null && days <= ago;
      const paidAgo = (one: Life) => one.createdDaysAgo - (one.paidAfterDays ?? 0);
      const expected = [6, 5, 4, 3, 2, 1, 0].map((ago) => {
        const paid = lives.filter((one) => isPaid(one) && paidAgo(one) === ago);
        return {
          day: `2032-05-${20 - ago}`,
          created_count: lives.filter((one) => one.createdDaysAgo === ago).length,
          paid_count: paid.length,
          paid_amount: paid.reduce((sum, one) => sum + one.amount, 0),
        };
      });
      assert.deepEqual(overview.days, expected);
      const created = lives.filter((one) => one.createdDaysAgo < 7);
      const createdPaid = created.filter(isPaid).length;
      const sum = (pick: (day: (typeof expected)[0]) => number) =>
        expected.reduce((total, day) => total + pick(day), 0);
      assert.deepEqual(overview.totals, {
        created_count: created.length,
        created_paid_count: createdPaid,
        paid_count: sum((day) => day.paid_count),
        paid_amount: sum((day) => day.paid_amount),
      });
      const share =
        created.length === 0 ? null : Math.floor((createdPaid * 10_000) / created.length);
      assert.equal(overview.paid_share, share);
      assert.equal(overview.latest.length, Math.min(10, lives.length));
    }),
    { numRuns: 12 },
  );
  gateway.clock.set(Date.now());
});

test('the overview reports received money, failing webhooks and failed payouts', async (context) => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant);
  const sink = await startWebhookSink(context);
  sink.answerWith((webhook, response) => {
    response.writeHead(webhook.path === '/gone' ? 410 : 500).end();
  });
  const targetRules = { allowPrivateAddresses: true, allowPlainHttp: true };
  const owner = { ...merchant, environment: 'test' } as const;
  for (const path of ['/gone', '/broken']) {
    await createEndpoint(
      { ...gateway.appContext, targetRules },
      owner,
      { url: `${sink.url}${path}` },
      commandActor,
    );
  }
  await receivePayment(gateway, keys, { ...CHARGE, amount: 100_000 });
  const body = { ...PAYOUT, pix_key: 'falha@sandbox.com', pix_key_type: 'email' };
  await gateway.call('POST', '/v1/pix/payout', { keys, body });
  const reserved = await overviewOf(session, 30);
  assert.equal(reserved.days.length, 30);
  gateway.clock.advance(60_000);
  const overview = await until('the failures are reported', async () => {
    const found = await overviewOf(session, 90);
    const {
      failed_payouts: payouts,
      failed_deliveries: gone,
      retrying_deliveries: broken,
    } = found.attention;
    return payouts === 1 && gone === 2 && broken === 2 && found;
  });
  assert.equal(overview.days.length, 90);
  assert.deepEqual(overview.attention, {
    merchant_status: 'active',
    retrying_deliveries: 2,
    failed_deliveries: 2,
    failed_payouts: 1,
  });
  assert.equal(overview.latest.length, 2);
  assert.ok(overview.balance.available > 90_000);
  const wrong = await session.call('GET', '/api/panel/test/overview?days=8');
  assert.equal(wrong.status, 400);
  const { body: empty } = await session.call<Overview>('GET', '/api/panel/live/overview');
  assert.deepEqual([empty.latest, empty.paid_share, empty.days.length], [[], null, 30]);
});
