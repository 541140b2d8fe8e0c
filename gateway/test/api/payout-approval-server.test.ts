import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, test } from 'node:test';
import { startGateway, until } from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';
import { type ApprovingShop, approvalSteps } from '../support/payout-approvals.ts';
import { startWebhookSink, type WebhookSink } from '../support/webhook-sink.ts';

const gateway = await startGateway({ after });
const { openShop, request, read, ends, decide, balanceOf, kindsOf } = approvalSteps(gateway);

/** Sets a server that approves the shop's payouts; returns the secret of its signatures. */
async function setServer({ member }: ApprovingShop, { url }: WebhookSink): Promise<string> {
  const body = { url, code: await member.code() };
  const set = await member.call('PUT', '/api/panel/test/approval-server', { body });
  assert.equal(set.status, 200, set.text);
  return String(set.body.secret);
}

async function callsOf({ member }: ApprovingShop): Promise<Record<string, unknown>[]> {
  const answer = await member.call('GET', '/api/panel/test/approval-server/calls');
  return answer.body.data as Record<string, unknown>[];
}

test('the server of the merchant gets a signed call, and its yes sends the payout', async (context) => {
  const sink = await startWebhookSink(context);
  sink.answerWith((_call, response) => {
    response.writeHead(200).end('{"approve": true}');
  });
  const shop = await openShop();
  const secret = await setServer(shop, sink);
  const id = await request(shop, 2_000, 'awaiting_approval');
  await ends(shop, id, 'paid');
  const [received] = sink.received;
  assert.equal(sink.received.length, 1);
  assert.equal(received?.event.event, 'payout.approval');
  assert.equal(received?.event.data.internal_id, id);
  const [, at = '', signature] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(received?.headers['x-service-signature'])) ?? [];
  const signed = `${at}.${received?.rawBody}`;
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
  let calls = 0;
  sink.answerWith(async (_call, response) => {
    calls += 1;
    if (calls === 1) {
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
  assert.equal(calls, 2);
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

test('the yes of a server that was removed during its answer does not count', async (context) => {
  const sink = await startWebhookSink(context);
  const shop = await openShop();
  sink.answerWith(async (_call, response) => {
    const removed = await shop.member.call('DELETE', '/api/panel/test/approval-server');
    assert.equal(removed.status, 204, removed.text);
    response.writeHead(200).end('{"approve": true}');
  });
  await setServer(shop, sink);
  const id = await request(shop, 2_000, 'awaiting_approval');
  await until('the answer is stored', async () => (await callsOf(shop)).length === 1);
  assert.equal((await read(shop, id)).status, 'awaiting_approval');
  assert.equal((await decide(shop.member, id, 'approve')).status, 200);
  await ends(shop, id, 'paid');
});

test('at the end every ledger check passes', async () => {
  assert.deepEqual(await failedChecks(gateway), []);
});
