import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { commandActor } from '#src/ground/access/actor.ts';
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
import { testNow } from '../support/manual-clock.ts';
import { signIn } from '../support/panel.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const gateway = await startGateway({ after });

type Totals = Record<string, number | null>;

interface Overview {
  balance: { available: number; reserved: number };
  today: { paid_count: number; paid_amount: number; week_before_amount: number };
  days: { day: string; created_count: number; paid_count: number; paid_amount: number }[];
  totals: Totals;
  paid_share: number | null;
  period: { from: string; to: string; is_open: boolean };
  before: { from: string; to: string; totals: Totals; paid_share: number | null } | null;
  first_day: string | null;
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
      const weekBefore = lives.filter((one) => isPaid(one) && paidAgo(one) === 7);
      const { paid_count, paid_amount } = expected.at(-1) ?? assert.fail('no days');
      assert.deepEqual(overview.today, {
        paid_count,
        paid_amount,
        week_before_amount: weekBefore.reduce((total, one) => total + one.amount, 0),
      });
      const created = lives.filter((one) => one.createdDaysAgo < 7);
      const createdPaid = created.filter(isPaid).length;
      const sum = (pick: (day: (typeof expected)[0]) => number) =>
        expected.reduce((total, day) => total + pick(day), 0);
      const payments = sum((day) => day.paid_count);
      const ticket = payments === 0 ? null : Math.round(sum((day) => day.paid_amount) / payments);
      const { received_amount: _, ...totals } = overview.totals;
      assert.deepEqual(totals, {
        created_count: created.length,
        created_paid_count: createdPaid,
        paid_count: sum((day) => day.paid_count),
        paid_amount: sum((day) => day.paid_amount),
        refunded_count: 0,
        refunded_amount: 0,
        average_ticket: ticket,
      });
      const share =
        created.length === 0 ? null : Math.floor((createdPaid * 10_000) / created.length);
      assert.equal(overview.paid_share, share);
      assert.equal(overview.latest.length, Math.min(10, lives.length));
    }),
    { numRuns: 12 },
  );
  gateway.clock.set(testNow());
});

test('a period is compared with the one before if the history has all of it', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant);
  const read = async (query: string) => {
    const answer = await session.call<Overview>('GET', `/api/panel/test/overview?${query}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  // Ten in the morning of Brasília on 31 March.
  const now = Date.parse('2031-03-31T13:00:00Z');
  gateway.clock.set(now - 33 * DAY_MS);
  await receivePayment(gateway, keys, { ...CHARGE, amount: 10_000 });
  gateway.clock.set(now);
  const { internal_id: id } = await receivePayment(gateway, keys, { ...CHARGE, amount: 30_000 });
  await receivePayment(gateway, keys, { ...CHARGE, amount: 10_001 });
  const path = `/v1/transactions/${id}/refund`;
  assert.equal((await gateway.call('POST', path, { keys, body: { amount: 700 } })).status, 201);
  await until('the refund is done', async () => {
    gateway.clock.advance(1_000);
    return (await read('period=today')).totals.refunded_count === 1;
  });
  const today = await read('period=today');
  assert.deepEqual(today.period, { from: '2031-03-31', to: '2031-03-31', is_open: true });
  const { received_amount: _, ...totals } = today.totals;
  assert.deepEqual(totals, {
    created_count: 2,
    created_paid_count: 2,
    paid_count: 2,
    paid_amount: 40_001,
    refunded_count: 1,
    refunded_amount: 700,
    average_ticket: 20_001,
  });
  assert.deepEqual([today.before?.totals.paid_amount, today.before?.paid_share], [0, null]);
  // The first charge was on 26 February; the days of February that match those of March are all.
  const month = await read('period=this_month');
  assert.deepEqual([month.period.from, month.first_day], ['2031-03-01', '2031-02-26']);
  assert.equal(month.before, null);
  const { before } = await read('from=2031-03-15&to=2031-03-31');
  assert.deepEqual([before?.from, before?.to], ['2031-02-26', '2031-03-14']);
  assert.deepEqual([before?.totals.paid_amount, before?.totals.average_ticket], [10_000, 10_000]);
  assert.equal((await read('from=2031-03-14&to=2031-03-31')).before, null);
  const wrong = ['from=2031-02-30', 'from=2031-03-31&to=2031-03-30', 'to=2031-04-01'];
  for (const query of [...wrong, 'from=2030-03-01&to=2031-03-31']) {
    const answer = await session.call('GET', `/api/panel/test/overview?${query}`);
    assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_request'], query);
  }
  gateway.clock.set(testNow());
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
    overdue_charges: 0,
    disputes_to_defend: 0,
  });
  assert.equal(overview.latest.length, 2);
  assert.ok(overview.balance.available > 90_000);
  const wrong = await session.call('GET', '/api/panel/test/overview?days=8');
  assert.equal(wrong.status, 400);
  const { body: empty } = await session.call<Overview>('GET', '/api/panel/live/overview');
  assert.deepEqual([empty.latest, empty.paid_share, empty.days.length], [[], null, 30]);
});
