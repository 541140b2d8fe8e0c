import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandActor } from '../../../gateway/src/ground/access/actor.ts';
import { createEndpoint } from '../../../gateway/src/webhooks/endpoints/manage-endpoints.ts';
import { eventKinds } from '../../../gateway/src/webhooks/webhook-event.ts';
import { readPage } from '../../../gateway/test/support/feed.ts';
import { until } from '../../../gateway/test/support/gateway.ts';
import { startWebhookSink } from '../../../gateway/test/support/webhook-sink.ts';
import { triggers } from '../../src/triggers.ts';
import { hurryTime, newDeveloper, world } from '../world.ts';

const { gateway } = world;

/** Those that a key alone makes happen. */
const MADE_BY_A_KEY = eventKinds.filter((kind) => !triggers[kind].needsMore);

test('trigger makes each event of a key really happen', async (context) => {
  const developer = await newDeveloper(context);
  hurryTime(context);
  const made = await Promise.all(
    MADE_BY_A_KEY.map((kind) => developer.json(['trigger', kind, '--wait', '60s'])),
  );
  assert.deepEqual(
    made.map(({ event }) => event),
    MADE_BY_A_KEY,
  );
  const { data } = await readPage(gateway, developer.keys, 'limit=100');
  for (const { event, event_id: id, resource_id: resource } of made) {
    const found = data.find((one) => one.id === id);
    assert.deepEqual([found?.event, found?.resource_id], [event, resource]);
  }
});

test('expiry, refund and return happen in a test clock, which is deleted; the key keeps its own clock', async (context) => {
  const developer = await newDeveloper(context);
  const { keys } = developer;
  const body = { name: 'own', bind_key: true };
  const { body: own } = await gateway.call('POST', '/v1/test/clocks', { keys, body });
  for (const kind of ['deposit.expired', 'deposit.refunded', 'payout.returned']) {
    assert.equal((await developer.json(['trigger', kind])).event, kind);
  }
  const clocks = await gateway.call<{ data: { id: string; client_ids: string[] }[] }>(
    ...(['GET', '/v1/test/clocks', { keys }] as const),
  );
  assert.deepEqual(
    clocks.body.data.map(({ id, client_ids: bound }) => [id, bound]),
    [[own.id, [keys['client-id']]]],
  );
});

test('in the sandbox, which has no clocks, a charge expires and is paid; nothing is returned', async (context) => {
  const developer = await newDeveloper(context);
  const env = { PIX_CLIENT_ID: '', PIX_CLIENT_SECRET: '' };
  const expired = await developer.pix(['trigger', 'deposit.expired'], { env });
  assert.deepEqual([expired.exitCode, /deposit\.paid também/.test(expired.stderr)], [0, true]);
  const returned = await developer.pix(['trigger', 'payout.returned'], { env });
  assert.deepEqual([returned.exitCode, /o sandbox não tem/.test(returned.stderr)], [5, true]);
});

test('the events of a share happen in the account of its recipient', async (context) => {
  const [developer, recipient] = [await newDeveloper(context), await newDeveloper(context)];
  hurryTime(context);
  const kinds = ['split.received', 'split.refunded', 'split.disputed'];
  const share = ['--recipient', recipient.username];
  await Promise.all(kinds.map((kind) => developer.json(['trigger', kind, ...share])));
  await until('the recipient has the events', async () => {
    const { data } = await readPage(gateway, recipient.keys);
    return kinds.every((kind) => data.some((one) => one.event === kind));
  });
});

test('webhook.test reaches a webhook of the account', async (context) => {
  const developer = await newDeveloper(context);
  const none = await developer.pix(['trigger', 'webhook.test']);
  assert.deepEqual([none.exitCode, /não tem webhooks/.test(none.stderr)], [5, true]);
  const sink = await startWebhookSink(context);
  await createEndpoint(
    { ...gateway.appContext, targetRules: { allowPrivateAddresses: true, allowPlainHttp: true } },
    { merchantId: developer.merchantId, environment: 'test', isSandbox: false },
    { url: sink.url, events: ['deposit.paid'] },
    commandActor,
  );
  const { event_id: id } = await developer.json(['trigger', 'webhook.test']);
  const shown = await developer.json(['events', 'show', String(id)]);
  assert.equal(shown.event, 'webhook.test');
});

test('what a key cannot make happen is refused with the reason, and live keys make nothing happen', async (context) => {
  const developer = await newDeveloper(context);
  for (const kind of ['balance.adjusted', 'payout.awaiting_approval']) {
    const { exitCode, stderr } = await developer.pix(['trigger', kind]);
    assert.deepEqual([kind, exitCode, /não pode ser provocado/.test(stderr)], [kind, 5, true]);
  }
  const live = { PIX_CLIENT_ID: 'svc_pk_live_x', PIX_CLIENT_SECRET: 'svc_sk_live_x' };
  const refused = await developer.pix(['trigger', 'deposit.paid'], { env: live });
  assert.deepEqual([refused.exitCode, /chave de teste/.test(refused.stderr)], [5, true]);
  const listed = await developer.pix(['trigger', '--list']);
  const names = listed.stdout.split('\n').map((line) => line.split(' ')[0]);
  assert.deepEqual(names.slice(0, -1), [...eventKinds]);
});
