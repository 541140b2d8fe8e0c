import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openLiveBank } from '#src/bank/open-live-bank.ts';
import { addDays, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import { HOUR_MS, MINUTE_MS } from '#src/ground/durations.ts';
import { newTxid, openStandardClient } from '../support/api-pix.ts';
import { createDisputer } from '../support/bank-disputes.ts';
import { faultsOfSchema } from '../support/bcb/standard.ts';
import { until } from '../support/gateway.ts';
import { failedChecks, startLiveInBuckets } from '../support/live.ts';
import { AUTOMATIC_ENV, NET, readersOf, subscriberOf } from '../support/live-cycles.ts';
import { createRefunder } from '../support/refunds.ts';
import { startWebhookSink, type WebhookSink } from '../support/webhook-sink.ts';

/** The whole gateway with its workers: nothing is run by hand but the clock. */
const live = await startLiveInBuckets(
  { after },
  {
    bankOptions: { refundDelayMs: 0, messageDelayMs: 0, tokenLifetimeSeconds: 1e9 },
    env: AUTOMATIC_ENV,
  },
);
const { gateway, bank } = live;
const { config, logger } = gateway.appContext;
assert.ok(config.bank);
const liveBank = openLiveBank(config.bank, { logger, now: gateway.clock.now });
after(() => liveBank.close());
const { subscribe } = subscriberOf({ bank, gateway, liveBank });
const { cycle, available, events } = readersOf({ gateway });
const { refund, read } = createRefunder(gateway);
const { disputesOf, passTime } = createDisputer(live);

/** Waits until a cycle has a status, while the clock goes on. */
function reaches(id: string, status: string): Promise<unknown> {
  return until(`the cycle is ${status}`, async () => {
    const rows = await gateway.sql(
      'select status from subscription_cycles where subscription_id = $1',
      [id],
    );
    if (rows[0]?.status === status) return true;
    gateway.clock.advance(MINUTE_MS);
    return undefined;
  });
}

test('workers charge a cycle, and its charge is refunded and taken back like any other', async () => {
  const sub = await subscribe();
  gateway.clock.set(startOfKnownDay(addDays(sub.due, -4)) + 5 * HOUR_MS);
  await reaches(sub.id, 'scheduled');
  await until('the bank has it', async () => (await cycle(sub.id)).seen !== null || undefined);
  gateway.clock.set(startOfKnownDay(sub.due) + 7 * HOUR_MS);
  await reaches(sub.id, 'paid');
  assert.equal(await available(sub), NET);
  assert.deepEqual((await events(sub)).slice(1), ['cycle.scheduled', 'cycle.paid']);
  const chargeId = String((await cycle(sub.id)).charge_id);
  const answer = await refund(sub.keys, chargeId, { amount: 1_000 });
  assert.equal(answer.status, 201, answer.text);
  await until('it is refunded', async () => {
    const { status } = await read(sub.keys, chargeId);
    if (status === 'partially_refunded') return true;
    passTime();
    return undefined;
  });
  const { end_to_end_id: endToEndId } = (
    await gateway.sql('select end_to_end_id from charges where id = $1', [chargeId])
  )[0] as { end_to_end_id: string };
  bank.takeBack(endToEndId, 500n, 'MED_PIX_AUTOMATICO');
  await until('the return is booked', async () => {
    if ((await disputesOf(chargeId, sub.keys)).length === 1) return true;
    passTime();
    return undefined;
  });
  const [dispute] = await disputesOf(chargeId, sub.keys);
  assert.deepEqual(
    [dispute?.reason, dispute?.returned_amount, dispute?.status],
    ['automatic_pix', 500, 'accepted'],
  );
  assert.deepEqual(await failedChecks(gateway), []);
  const metrics = await gateway.call('GET', '/metrics', {});
  assert.match(metrics.text, /^pix_gateway_cycles_without_pix 0$/m);
});

/** The notices that arrived at a path, in the order of their arrival. */
function noticesAt({ received }: WebhookSink, path: string, list: 'recs' | 'cobsr') {
  return received
    .filter((webhook) => webhook.path === path)
    .flatMap(({ rawBody }) => JSON.parse(rawBody)[list] as { txid?: string; status: string }[]);
}

test('a live merchant is told of its recurrence and of its charge as the document says', async (context) => {
  const sink = await startWebhookSink(context);
  const sub = await subscribe({ cyclesBy: 'merchant' });
  const call = async (method: string, path: string, body?: object) =>
    (await openStandardClient(gateway, sub.keys)).call(method, path, body);
  for (const path of ['/webhookrec', '/webhookcobr']) {
    const webhookUrl = `${sink.url}/erp`;
    assert.equal((await call('PUT', path, { webhookUrl })).status, 200);
    assert.equal((await call('GET', path)).body.webhookUrl, webhookUrl);
  }
  const txid = newTxid();
  const made = await call('PUT', `/cobr/${txid}`, {
    idRec: sub.recurrenceId,
    calendario: { dataDeVencimento: sub.due },
    valor: { original: '100.00' },
    recebedor: { conta: '1234567', tipoConta: 'PAGAMENTO' },
  });
  assert.equal(made.status, 201, made.text);
  await until('the bank has sent it', async () => {
    gateway.clock.advance(HOUR_MS);
    return (await call('GET', `/cobr/${txid}`)).body.status === 'ATIVA';
  });
  gateway.clock.set(startOfKnownDay(sub.due) + 7 * HOUR_MS);
  await reaches(sub.id, 'paid');
  const told = () => noticesAt(sink, '/erp/cobr', 'cobsr');
  const paid = await until('the payment arrives', async () => {
    gateway.clock.advance(MINUTE_MS);
    return told().find(({ status }) => status === 'CONCLUIDA');
  });
  const { body: read } = await call('GET', `/cobr/${txid}`);
  const { pix, atualizacao, tentativas } = read;
  assert.deepEqual(paid, {
    idRec: sub.recurrenceId,
    txid,
    status: 'CONCLUIDA',
    pix,
    atualizacao,
    tentativas,
  });
  const path = `/v1/subscriptions/${sub.id}/cancel`;
  assert.equal((await gateway.call('POST', path, { keys: sub.keys })).status, 200);
  const recs = () => noticesAt(sink, '/erp/rec', 'recs');
  await until('the end of the recurrence arrives', async () => {
    gateway.clock.advance(MINUTE_MS);
    return recs().some(({ status }) => status === 'CANCELADA');
  });
  for (const notice of told()) assert.deepEqual(faultsOfSchema('CobRNotification', notice), []);
  for (const notice of recs()) assert.deepEqual(faultsOfSchema('RecNotification', notice), []);
  for (const one of ['/webhookrec', '/webhookcobr']) {
    assert.equal((await call('DELETE', one)).status, 204);
  }
});
