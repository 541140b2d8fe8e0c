import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, test } from 'node:test';
import { commandActor } from '#src/access/actor.ts';
import type { Merchant } from '#src/access/merchant.ts';
import { setOperatorLimits } from '#src/payouts/limits/change-payout-limits.ts';
import { NO_LIMITS, type PayoutLimits } from '#src/payouts/limits/payout-limits.ts';
import {
  createMerchantWithKeys,
  type Keys,
  PAYOUT,
  receivePayment,
  startGateway,
  until,
} from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';
import { type PanelSession, signIn } from '../support/panel.ts';
import { startWebhookSink, type WebhookSink } from '../support/webhook-sink.ts';

const DAY_MS = 86_400_000;
const gateway = await startGateway({ after });
const PATH = '/api/panel/test/payout-approvals';

interface Shop {
  readonly merchant: Merchant;
  readonly keys: Keys;
  readonly member: PanelSession;
}

const centavos = (amount: number) => BigInt(amount) as NonNullable<PayoutLimits['perDay']>;
const ABOVE_1000 = { approvalAbove: centavos(1_000) };

/** A merchant with 9,802 centavos that approves payouts, and a member with a second factor. */
async function openShop(limits: Partial<PayoutLimits> = ABOVE_1000): Promise<Shop> {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys);
  const scope = { merchantId: merchant.merchantId, environment: 'test' } as const;
  await setOperatorLimits(gateway.appContext, scope, () => ({ ...NO_LIMITS, ...limits }), {
    ...commandActor,
  });
  return { merchant, keys, member: await signIn(gateway, merchant, { hasSecondFactor: true }) };
}

async function request({ keys }: Shop, amount: number, status: string): Promise<string> {
  const body = { ...PAYOUT, amount };
  const answer = await gateway.call('POST', '/v1/pix/payout', { keys, body });
  assert.deepEqual([answer.status, answer.body.status], [201, status], answer.text);
  return String(answer.body.internal_id);
}

async function read({ keys }: Shop, id: string): Promise<Record<string, unknown>> {
  return (await gateway.call('GET', `/v1/transactions/${id}`, { keys })).body;
}

async function ends(shop: Shop, id: string, status: string): Promise<void> {
  await until(`it is ${status}`, async () => {
    gateway.clock.advance(1_000);
    return (await read(shop, id)).status === status;
  });
}

async function decide(member: PanelSession, id: string, decision: string) {
  const body = { code: await member.code() };
  return member.call('POST', `${PATH}/${id}/${decision}`, { body });
}

async function balanceOf({ keys }: Shop): Promise<unknown[]> {
  const { body } = await gateway.call('GET', '/v1/balance', { keys });
  return [body.available, body.reserved];
}

async function kindsOf(id: string): Promise<unknown[]> {
  const rows = await gateway.sql(
    'select kind from webhook_events where resource_id = $1 order by sequence',
    [id],
  );
  return rows.map(({ kind }) => kind);
}

/** Sets a server that approves the shop's payouts; returns the secret of its signatures. */
async function setServer({ member }: Shop, { url }: WebhookSink): Promise<string> {
  const body = { url, code: await member.code() };
  const set = await member.call('PUT', '/api/panel/test/approval-server', { body });
  assert.equal(set.status, 200, set.text);
  return String(set.body.secret);
}

async function callsOf({ member }: Shop): Promise<Record<string, unknown>[]> {
  const answer = await member.call('GET', '/api/panel/test/approval-server/calls');
  return answer.body.data as Record<string, unknown>[];
}

test('a payout above the amount is reserved and sent after a member approves it', async () => {
  const shop = await openShop();
  await ends(shop, await request(shop, 1_000, 'pending'), 'paid');
  const id = await request(shop, 1_001, 'awaiting_approval');
  assert.deepEqual(await balanceOf(shop), [7_801, 1_001]);
  gateway.clock.advance(60_000);
  const listed = await shop.member.call('GET', PATH);
  const [waiting] = listed.body.data as Record<string, unknown>[];
  assert.deepEqual([waiting?.id, waiting?.cause, waiting?.is_own], [id, 'amount', false]);
  const query = '/v1/transactions?type=payout&status=awaiting_approval';
  const filtered = await gateway.call('GET', query, { keys: shop.keys });
  assert.equal((filtered.body.data as unknown[]).length, 1);
  const approved = await decide(shop.member, id, 'approve');
  assert.equal(approved.status, 200, approved.text);
  await ends(shop, id, 'paid');
  assert.deepEqual(await kindsOf(id), ['payout.awaiting_approval', 'payout.paid']);
  const again = await decide(shop.member, id, 'approve');
  assert.deepEqual([again.status, again.body.code], [404, 'approval_not_found']);
});

test('a rejected payout fails, its money and its part of the limits return', async () => {
  const shop = await openShop({ ...ABOVE_1000, perDay: centavos(2_000) });
  const id = await request(shop, 2_000, 'awaiting_approval');
  assert.equal((await decide(shop.member, id, 'reject')).status, 200);
  const shown = await read(shop, id);
  assert.equal(shown.status, 'failed');
  assert.equal(Object(shown.failure_reason).code, 'not_approved');
  assert.deepEqual(await balanceOf(shop), [9_802, 0]);
  assert.deepEqual(await kindsOf(id), ['payout.awaiting_approval', 'payout.rejected']);
  await request(shop, 2_000, 'awaiting_approval');
});

test('a member approves no payout of its own, another member does, and both need a code', async () => {
  const shop = await openShop();
  const created = await shop.member.call('POST', '/api/panel/test/payouts', {
    headers: { 'idempotency-key': 'saque-do-proprio-membro' },
    body: { ...PAYOUT, amount: 2_000, code: await shop.member.code() },
  });
  assert.equal(created.body.status, 'awaiting_approval', created.text);
  const id = String(created.body.internal_id);
  const own = await decide(shop.member, id, 'approve');
  assert.deepEqual([own.status, own.body.code], [403, 'approval_of_own_payout']);
  const other = await signIn(gateway, shop.merchant, { hasSecondFactor: true });
  const withoutCode = await other.call('POST', `${PATH}/${id}/approve`, { body: {} });
  assert.equal(withoutCode.body.code, 'second_factor_invalid');
  assert.equal((await decide(other, id, 'approve')).status, 200);
  await ends(shop, id, 'paid');
});

test("another merchant's member can't see or decide about the payout", async () => {
  const [shop, stranger] = [await openShop(), await openShop()];
  const id = await request(shop, 2_000, 'awaiting_approval');
  assert.deepEqual((await stranger.member.call('GET', PATH)).body.data, []);
  const refused = await decide(stranger.member, id, 'approve');
  assert.deepEqual([refused.status, refused.body.code], [404, 'approval_not_found']);
  assert.equal((await read(shop, id)).status, 'awaiting_approval');
});

test('approvals and rejections at the same time decide once', async () => {
  const shop = await openShop();
  const others = [shop.member, await signIn(gateway, shop.merchant, { hasSecondFactor: true })];
  const id = await request(shop, 2_000, 'awaiting_approval');
  const codes = [await others[0]?.code(), await others[1]?.code()];
  const answers = await Promise.all(
    others.map((member, index) =>
      member.call('POST', `${PATH}/${id}/${index === 0 ? 'approve' : 'reject'}`, {
        body: { code: codes[index] },
      }),
    ),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404]);
});

test('a payout that nobody approves fails after seven days and its money returns', async () => {
  const shop = await openShop();
  const id = await request(shop, 2_000, 'awaiting_approval');
  gateway.clock.advance(7 * DAY_MS - 60_000);
  assert.equal((await read(shop, id)).status, 'awaiting_approval');
  gateway.clock.advance(120_000);
  await ends(shop, id, 'failed');
  assert.equal(Object((await read(shop, id)).failure_reason).code, 'approval_expired');
  assert.deepEqual(await balanceOf(shop), [9_802, 0]);
  assert.deepEqual(await kindsOf(id), ['payout.awaiting_approval', 'payout.rejected']);
});

test('only a new destination needs an approval above its own amount', async () => {
  const shop = await openShop({ newDestinationApprovalAbove: centavos(500) });
  await ends(shop, await request(shop, 500, 'pending'), 'paid');
  await request(shop, 501, 'pending');
  const other = await openShop({ newDestinationApprovalAbove: centavos(500) });
  await request(other, 501, 'awaiting_approval');
});

test('the server of the merchant gets a signed question, and its yes sends the payout', async (context) => {
  const sink = await startWebhookSink(context);
  sink.answerWith((_call, response) => {
    response.writeHead(200).end('{"approve": true}');
  });
  const shop = await openShop();
  const secret = await setServer(shop, sink);
  const id = await request(shop, 2_000, 'awaiting_approval');
  await ends(shop, id, 'paid');
  const [question] = sink.received;
  assert.equal(sink.received.length, 1);
  assert.equal(question?.event.event, 'payout.approval');
  assert.equal(question?.event.data.internal_id, id);
  const [, at = '', signature] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(question?.headers['x-service-signature'])) ?? [];
  const signed = `${at}.${question?.rawBody}`;
  assert.equal(createHmac('sha256', secret).update(signed).digest('hex'), signature);
  const [call] = await callsOf(shop);
  assert.deepEqual([call?.payout_id, call?.is_approved, call?.response_status], [id, true, 200]);
});

const NOES = [
  ['204 without a body', 204, ''],
  ['a text', 200, 'ok'],
  ['approve as a text', 200, '{"approve": "true"}'],
  ['approve: false', 200, '{"approve": false}'],
  ['more fields', 200, '{"approve": true, "amount": 1}'],
  ['a list', 200, '[true]'],
  ['another status', 201, '{"approve": true}'],
  ['a redirect', 302, '{"approve": true}'],
  ['an error', 500, '{"approve": true}'],
] as const;

for (const [what, status, body] of NOES) {
  test(`${what} of the server is a no`, async (context) => {
    const sink = await startWebhookSink(context);
    sink.answerWith((_call, response) => {
      response.writeHead(status, { location: `${sink.url}/outro` }).end(body);
    });
    const shop = await openShop();
    await setServer(shop, sink);
    const id = await request(shop, 2_000, 'awaiting_approval');
    await ends(shop, id, 'failed');
    assert.equal(Object((await read(shop, id)).failure_reason).code, 'not_approved');
    assert.equal(sink.received.length, 1);
    const [call] = await callsOf(shop);
    assert.deepEqual([call?.is_approved, call?.response_status], [false, status]);
  });
}

test('a server that does not answer is a no, with its reason', async (context) => {
  const sink = await startWebhookSink(context);
  sink.answerWith((_call, response) => response.destroy());
  const shop = await openShop();
  await setServer(shop, sink);
  const id = await request(shop, 2_000, 'awaiting_approval');
  await ends(shop, id, 'failed');
  const [call] = await callsOf(shop);
  assert.deepEqual([call?.is_approved, call?.response_status], [false, null]);
  assert.notEqual(call?.failure, null);
});

test('a yes whose commit was lost is asked again, and the payout is paid once', async (context) => {
  const sink = await startWebhookSink(context);
  const shop = await openShop();
  let questions = 0;
  sink.answerWith(async (_call, response) => {
    questions += 1;
    if (questions === 1) {
      // Ends the session that would commit the yes.
      await gateway.sql(
        `create or replace function end_session() returns trigger language plpgsql as $$
          begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`,
      );
      await gateway.sql(
        `create trigger lose_commit before insert on payout_approval_calls
          for each row execute function end_session()`,
      );
    } else {
      await gateway.sql('drop trigger lose_commit on payout_approval_calls');
    }
    response.writeHead(200).end('{"approve": true}');
  });
  await setServer(shop, sink);
  const id = await request(shop, 2_000, 'awaiting_approval');
  await ends(shop, id, 'paid');
  assert.equal(questions, 2);
  assert.deepEqual(await kindsOf(id), ['payout.awaiting_approval', 'payout.paid']);
  assert.deepEqual(await balanceOf(shop), [7_802, 0]);
});

test('without its server a merchant approves by members again', async (context) => {
  const sink = await startWebhookSink(context);
  const shop = await openShop();
  await setServer(shop, sink);
  const removed = await shop.member.call('DELETE', '/api/panel/test/approval-server');
  assert.equal(removed.status, 204, removed.text);
  const id = await request(shop, 2_000, 'awaiting_approval');
  assert.equal((await decide(shop.member, id, 'approve')).status, 200);
  await ends(shop, id, 'paid');
  assert.equal(sink.received.length, 0);
});

test('a repeat of a request that awaits an approval gets the first answer', async () => {
  const shop = await openShop();
  const options = {
    keys: shop.keys,
    headers: { 'idempotency-key': 'saque-que-aguarda' },
    body: { ...PAYOUT, amount: 2_000 },
  };
  const first = await gateway.call('POST', '/v1/pix/payout', options);
  const second = await gateway.call('POST', '/v1/pix/payout', options);
  assert.equal(second.text, first.text);
  assert.equal(first.body.status, 'awaiting_approval');
});

test('the database refuses to pay a payout that awaits an approval', async () => {
  const shop = await openShop();
  const id = await request(shop, 2_000, 'awaiting_approval');
  const pay = `update payouts set status = 'paid', paid_at = now() where id = $1`;
  await assert.rejects(gateway.sql(pay, [id]), /may not go from awaiting_approval to paid/);
});

test('at the end every ledger check passes', async () => {
  assert.deepEqual(await failedChecks(gateway), []);
});
