import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, test } from 'node:test';
import { commandActor } from '#src/ground/access/actor.ts';
import { createEndpoint } from '#src/webhooks/endpoints/manage-endpoints.ts';
import { ownerAddressOf, run } from '../support/database-server.ts';
import { CHARGE, createMerchantWithKeys, startGateway, until } from '../support/gateway.ts';
import { createRefunder } from '../support/refunds.ts';
import { type ReceivedWebhook, startWebhookSink } from '../support/webhook-sink.ts';

const MINUTE_MS = 60_000;
const gateway = await startGateway({ after });
const deps = {
  ...gateway.appContext,
  targetRules: { allowPrivateAddresses: true, allowPlainHttp: true },
};
const { refund, read, endRefunds } = createRefunder(gateway);

async function prepare(context: Parameters<typeof startWebhookSink>[0]) {
  const sink = await startWebhookSink(context);
  const owner = await createMerchantWithKeys(gateway);
  const scope = { merchantId: owner.merchant.merchantId, environment: 'test' as const };
  const endpoint = await createEndpoint(
    deps,
    { ...scope, isSandbox: false },
    { url: `${sink.url}/in` },
    commandActor,
  );
  return { sink, ...owner, endpoint };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

async function charge({ keys }: Pick<Prepared, 'keys'>): Promise<string> {
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  assert.equal(created.status, 201, created.text);
  return String(created.body.internal_id);
}

async function pay({ keys }: Pick<Prepared, 'keys'>, id: string): Promise<number> {
  return (await gateway.call('POST', `/v1/test/charges/${id}/pay`, { keys })).status;
}

/** Makes the waiting retries of an endpoint due now, and returns how many there were. */
async function runRetriesNow(endpointId: string): Promise<number> {
  const retries = await gateway.sql(
    `update webhook_deliveries set next_attempt_at = $2
      where endpoint_id = $1 and status = 'pending' and next_attempt_at > $2
      returning id`,
    [endpointId, new Date(gateway.clock.now())],
  );
  return retries.length;
}

async function rowsOf(text: string, id: string | undefined): Promise<number> {
  return (await gateway.sql(text, [id])).length;
}

test('a payment that is rolled back after its event was written sends no webhook', async (context) => {
  const prepared = await prepare(context);
  const id = await charge(prepared);
  await run(
    ownerAddressOf(gateway.connectionString),
    `create function public.fail_here() returns trigger language plpgsql
      as $$ begin raise exception 'a failure after the event'; end $$`,
  );
  // The daily totals are written after the event, in the same transaction.
  await gateway.sql(
    `create trigger fail_here before insert or update on charge_days
      for each row execute function public.fail_here()`,
  );
  assert.equal(await pay(prepared, id), 500);
  await gateway.sql('drop trigger fail_here on charge_days');
  const events = 'select from webhook_events where resource_id = $1';
  assert.equal(await rowsOf(events, id), 0);
  assert.equal((await read(prepared.keys, id)).status, 'pending');
  // When the next event arrives, an earlier one would have arrived too.
  const other = await charge(prepared);
  assert.equal(await pay(prepared, other), 200);
  await until('the next event arrives', async () => prepared.sink.received.length > 0);
  const received = prepared.sink.received.map(({ event }) => event.data.internal_id);
  assert.deepEqual(received, [other]);
});

test('every event is delivered or marked as failed when most answers fail', async (context) => {
  const flaky = await prepare(context);
  const gone = await prepare(context);
  let answers = 0;
  flaky.sink.answerWith((_webhook, response) => {
    answers += 1;
    response.writeHead(answers % 3 === 0 ? 204 : 500).end();
  });
  gone.sink.answerWith((_webhook, response) => response.writeHead(410).end());
  const ids: string[] = [];
  for (let count = 0; count < 10; count += 1) {
    for (const prepared of [flaky, gone]) {
      const id = await charge(prepared);
      ids.push(id);
      assert.equal(await pay(prepared, id), 200);
    }
  }
  const open = `select from webhook_deliveries d join webhook_events e on e.id = d.event_id
    where e.resource_id = any($1) and d.status = 'pending'`;
  await until('no delivery waits', async () => {
    await runRetriesNow(flaky.endpoint.id);
    return (await gateway.sql(open, [ids])).length === 0;
  });
  const rows = await gateway.sql(
    `select e.resource_id as id, d.status, d.endpoint_id from webhook_events e
      left join webhook_deliveries d on d.event_id = e.id where e.resource_id = any($1)`,
    [ids],
  );
  assert.deepEqual(rows.map(({ id }) => id).sort(), ids.toSorted());
  for (const { status, endpoint_id: endpointId } of rows) {
    assert.equal(status, endpointId === flaky.endpoint.id ? 'delivered' : 'failed');
  }
});

function timeOf({ headers }: ReceivedWebhook): number {
  return Number(/t=(\d+)/.exec(String(headers['x-service-signature']))?.[1]);
}

/** Whether the signature is right: over the time, a full stop and the bytes. */
function isSigned(webhook: ReceivedWebhook, secret: string): boolean {
  const signed = `${timeOf(webhook)}.${webhook.rawBody}`;
  const expected = createHmac('sha256', secret).update(signed).digest('hex');
  return String(webhook.headers['x-service-signature']).includes(`v1=${expected}`);
}

test('each attempt has the id and bytes of the event, its own time and a valid signature', async (context) => {
  const prepared = await prepare(context);
  const { sink, endpoint } = prepared;
  sink.answerWith((_webhook, response) => response.writeHead(500).end());
  assert.equal(await pay(prepared, await charge(prepared)), 200);
  await until('the first attempt', async () => sink.received.length === 1);
  for (const count of [2, 3]) {
    gateway.clock.advance(MINUTE_MS);
    await until('the retry waits', async () => (await runRetriesNow(endpoint.id)) === 1);
    await until(`attempt ${count}`, async () => sink.received.length === count);
  }
  const attempts = sink.received;
  assert.equal(new Set(attempts.map(({ event }) => event.id)).size, 1);
  assert.equal(new Set(attempts.map(({ rawBody }) => rawBody)).size, 1);
  const times = attempts.map(timeOf);
  assert.equal(new Set(times).size, times.length, `times ${times.join(', ')}`);
  for (const attempt of attempts) assert.ok(isSigned(attempt, endpoint.secret));
});

/** The transaction of a receiver that keeps the event with the highest sequence. */
function consume(webhooks: readonly ReceivedWebhook[]): Record<string, unknown> | undefined {
  let known: ReceivedWebhook['event'] | undefined;
  for (const { event } of webhooks) {
    if (!known || event.sequence > known.sequence) known = event;
  }
  return known?.data;
}

test('events that arrive in any order give a receiver the same transaction', async (context) => {
  const prepared = await prepare(context);
  const { sink, keys } = prepared;
  // This balance covers the fee of the refunded charge.
  assert.equal(await pay(prepared, await charge(prepared)), 200);
  const id = await charge(prepared);
  assert.equal(await pay(prepared, id), 200);
  for (const amount of [100, 200]) {
    assert.equal((await refund(keys, id, { amount })).status, 201);
    await endRefunds();
  }
  const ofCharge = () => sink.received.filter(({ event }) => event.data.internal_id === id);
  await until('three events arrive', async () => ofCharge().length === 3);
  const [one, two, three] = ofCharge();
  assert.ok(one && two && three);
  const now = await read(keys, id);
  const orders = [
    [one, two, three],
    [one, three, two],
    [two, one, three],
    [two, three, one],
    [three, one, two],
    [three, two, one],
  ];
  for (const order of orders) {
    const known = consume(order);
    assert.deepEqual([known?.status, known?.refunded_amount], [now.status, 300]);
  }
});
