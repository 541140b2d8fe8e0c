import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { after, type TestContext, test } from 'node:test';
import pg from 'pg';
import { createMigratedDatabase } from '../support/database-server.ts';
import { CHARGE, callGateway, SANDBOX_KEYS, until } from '../support/gateway.ts';
import { childrenOf, freePort, startGatewayProcess } from '../support/gateway-process.ts';
import { type ReceivedWebhook, startWebhookSink } from '../support/webhook-sink.ts';

/** The first process works too. */
const PROCESSES = 3;
const PER_URL_MAX = 64;
const SLOTS_FREED_AT_ONCE = 4;
/**
 * A request that is so young is under way. An attempt ends after 10 seconds without an answer, and
 * its end may be seen after the request that has its slot.
 */
const UNDER_WAY_MS = 5_000;
/** How many charges are paid at once. */
const BATCH = 8;

const database = await createMigratedDatabase();
const client = new pg.Client({ connectionString: database.ownerConnectionString });
const gateway = await startGatewayProcess({
  ...database.env,
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  PORT: String(await freePort()),
  PROCESSES: String(PROCESSES),
  LOG_LEVEL: 'silent',
  SANDBOX_PAYMENT_DELAY_SECONDS: '600',
  SANDBOX_RATE_LIMIT_PER_MINUTE: '1000000',
  DEFAULT_RATE_LIMIT_PER_MINUTE: '1000000',
});
await client.connect();
after(async () => {
  await client.end();
  await gateway.killHard();
  await database.drop();
});

/**
 * Sends a request over a connection of its own: the processes take turns. It is repeated while a
 * process that is busy or ends answers 503.
 */
function send(path: string, body?: object) {
  const headers = { connection: 'close', 'idempotency-key': randomUUID() };
  const options = { keys: SANDBOX_KEYS, headers, ...(body && { body }) };
  return until(`${path} is answered`, async () => {
    const answer = await callGateway<Record<string, unknown>>(
      `${gateway.url}${path}`,
      'POST',
      options,
    );
    return answer.status !== 503 && answer;
  });
}

/** Creates a charge and pays it. */
async function payCharge(webhookUrl: string): Promise<void> {
  const created = await send('/v1/pix/qrcode', { ...CHARGE, webhook_url: webhookUrl });
  assert.equal(created.status, 201, created.text);
  const paid = await send(`/v1/test/charges/${created.body.internal_id}/pay`);
  assert.equal(paid.status, 200, paid.text);
}

/** A receiver that holds its answers until `answer` or `release`. */
async function startHoldingSink(context: TestContext) {
  const sink = await startWebhookSink(context);
  const held = new Map<string, ServerResponse>();
  const lost = new Set<string>();
  const began = new Map<ServerResponse, number>();
  let most = 0;
  const idOf = ({ headers }: ReceivedWebhook) => String(headers['x-service-delivery']);
  sink.answerWith((webhook, response) => {
    const id = idOf(webhook);
    const now = performance.now();
    held.set(id, response);
    began.set(response, now);
    const underWay = [...began.values()].filter((at) => now - at < UNDER_WAY_MS);
    most = Math.max(most, underWay.length);
    response.on('close', () => {
      began.delete(response);
      if (!response.writableFinished) lost.add(id);
    });
  });
  return {
    url: `${sink.url}/webhook`,
    /** How often each delivery arrived. */
    arrivals: () => Map.groupBy(sink.received, idOf),
    /** The deliveries whose sender broke the connection. */
    lost,
    held,
    /** How many were held at once, at most. */
    most: () => most,
    /** Answers a few, whose slots are then free. */
    answer(count: number) {
      for (const response of [...began.keys()].slice(0, count)) {
        began.delete(response);
        response.writeHead(204).end();
      }
    },
    release() {
      sink.answerWith((_webhook, response) => response.writeHead(204).end());
      this.answer(held.size);
    },
  };
}

/** Moves the ends of the leases by a day, forwards or back; those that began since stay. */
function moveLeases(direction: '+' | '-'): string {
  const from = direction === '+' ? 'now()' : "now() + interval '12 hours'";
  const tables = ['webhook_deliveries', 'webhook_leases'];
  const statements = tables.map(
    (table) => `update b0.${table} set leased_until = leased_until ${direction} interval '24 hours'
      where leased_until > ${from}`,
  );
  return statements.join(';');
}

async function servingCount(): Promise<number> {
  const { text } = await callGateway(`${gateway.url}/metrics`, 'GET');
  return Number(/^pix_gateway_http_processes (\d+)$/m.exec(text)?.[1]);
}

async function leasesByProcess(): Promise<number[]> {
  const { rows } = await client.query<{ leases: number }>(
    `select count(*)::int as leases from (
        select lease_holder as leased_by from b0.webhook_deliveries
        where leased_until > now() and lease_holder is not null
        union all select leased_by from b0.webhook_leases
      ) leased group by leased_by`,
  );
  return rows.map(({ leases }) => leases);
}

test('all processes together send one URL as many deliveries at once as one process may', async (context) => {
  const sink = await startHoldingSink(context);
  const count = 3 * PER_URL_MAX;
  await Promise.all(Array.from({ length: count }, () => payCharge(sink.url)));
  await until('several processes have leases', async () => (await leasesByProcess()).length > 1);
  await until('no slot is left', async () => sink.held.size > PER_URL_MAX - PROCESSES);
  await until('all arrive', async () => {
    sink.answer(SLOTS_FREED_AT_ONCE);
    return sink.arrivals().size === count;
  });
  assert.ok(sink.most() <= PER_URL_MAX, `${sink.most()} at once`);
  sink.release();
});

test('the deliveries of a process that was killed are sent by another before their leases end', async (context) => {
  await until('all are recorded', async () => (await leasesByProcess()).length === 0);
  for (const round of [0, 1]) {
    await until('all serve', async () => (await servingCount()) === PROCESSES - 1);
    const sink = await startHoldingSink(context);
    const victim = childrenOf(gateway)[round];
    assert.ok(victim !== undefined);
    // A process that has just begun may get none of the first connections.
    let count = 0;
    for (; count === 0 || (await leasesByProcess()).length < PROCESSES - 1; count += BATCH) {
      assert.ok(count < PER_URL_MAX / 2, 'a process that serves gets no payment');
      await Promise.all(Array.from({ length: BATCH }, () => payCharge(sink.url)));
    }
    await until('all arrive', async () => sink.held.size === count);
    // No lease ends before they arrive again.
    await client.query(moveLeases('+'));
    process.kill(victim, 'SIGKILL');
    await until('connections break', async () => sink.lost.size > 0);
    const lost = [...sink.lost];
    await until('they arrive again', async () =>
      lost.every((id) => (sink.arrivals().get(id)?.length ?? 0) > 1),
    );
    // The results of the others are booked under the leases that they had.
    await client.query(moveLeases('-'));
    sink.release();
    const twice = [...sink.arrivals().values()].filter(({ length }) => length > 1);
    assert.ok(twice.length <= sink.lost.size, 'no other delivery is sent twice');
    await until('all are recorded', async () => (await leasesByProcess()).length === 0);
  }
});
