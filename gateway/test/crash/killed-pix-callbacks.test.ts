import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { openStandardClient, TEST_KEY } from '../support/api-pix.ts';
import { createDurableDatabase } from '../support/durable-database.ts';
import { CHARGE, callGateway, type Keys, until } from '../support/gateway.ts';
import { freePort, runCli, startGatewayProcess } from '../support/gateway-process.ts';
import { type ReceivedWebhook, startWebhookSink } from '../support/webhook-sink.ts';
import { openShop } from './crashing-gateway.ts';

const COUNT = 6;
const durable = await createDurableDatabase();
after(durable.drop);
const env = {
  ...durable.env,
  PORT: String(await freePort()),
  PROCESSES: '1',
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  DEFAULT_RATE_LIMIT_PER_MINUTE: '1000000',
  LOG_LEVEL: 'silent',
};

async function cli(words: string): Promise<Record<string, string>> {
  const { exitCode, stdout } = await runCli(env, ...words.split(' '), '--json');
  assert.equal(exitCode, 0, stdout);
  return JSON.parse(stdout);
}

async function pay(url: string, keys: Keys): Promise<string> {
  const created = await callGateway<{ internal_id: string }>(`${url}/v1/pix/qrcode`, 'POST', {
    keys,
    body: CHARGE,
  });
  const id = created.body.internal_id;
  const paid = await callGateway(`${url}/v1/test/charges/${id}/pay`, 'POST', { keys });
  assert.equal(paid.status, 200, paid.text);
  return id.replaceAll('-', '');
}

const txidsIn = ({ rawBody }: ReceivedWebhook): string[] =>
  JSON.parse(rawBody).pix.map(({ txid }: { txid: string }) => txid);

test('after kill -9 in the middle of a call-back every Pix of it arrives, and none twice more', async (context) => {
  const sink = await startWebhookSink(context);
  const client = new pg.Client({ connectionString: durable.ownerConnectionString });
  await client.connect();
  context.after(() => client.end());
  const first = await startGatewayProcess(env);
  const keys = await openShop(env, 'test');
  const standard = await openStandardClient(first, keys);
  const webhookUrl = `${sink.url}/retorno`;
  assert.equal((await standard.call('PUT', `/webhook/${TEST_KEY}`, { webhookUrl })).status, 200);
  const { rows: endpoints } = await client.query('select id from b0.webhook_endpoints');
  await cli(`webhook pause ${endpoints[0].id}`);
  const txids = [];
  for (let count = 0; count < COUNT; count += 1) txids.push(await pay(first.url, keys));
  // The first call-back gets no answer.
  sink.answerWith(() => {});
  await cli(`webhook resume ${endpoints[0].id}`);
  await until('the call-back is under way', async () => sink.received.length > 0);
  const before = sink.received.flatMap(txidsIn);
  await first.killHard();
  sink.answerWith((_webhook, response) => response.writeHead(204).end());
  const second = await startGatewayProcess(env);
  try {
    await until('all are delivered', async () => {
      const { rows } = await client.query(
        `select count(*)::int as count from b0.webhook_deliveries where status = 'delivered'`,
      );
      return rows[0].count === COUNT;
    });
    const later = sink.received.flatMap(txidsIn).slice(before.length);
    assert.deepEqual([...new Set([...before, ...later])].sort(), txids.toSorted());
    assert.deepEqual(later.toSorted(), txids.toSorted(), 'each arrives once after the crash');
    const { rows } = await client.query('select count(*)::int as count from b0.webhook_deliveries');
    assert.equal(rows[0].count, COUNT, 'no delivery is booked twice');
  } finally {
    assert.equal(await second.stop(), 0);
  }
});
