import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, test } from 'node:test';
import { commandActor } from '#src/ground/access/actor.ts';
import { rotateEndpointSecret } from '#src/webhooks/endpoints/manage-endpoints.ts';
import { COB, newTxid, openStandardClient, TEST_KEY } from '../support/api-pix.ts';
import { createDisputer } from '../support/disputes.ts';
import { CHARGE, createMerchantWithKeys, receivePayment, until } from '../support/gateway.ts';
import { type PanelSession, signIn } from '../support/panel.ts';
import { createRefunder } from '../support/refunds.ts';
import { startInBuckets } from '../support/two-buckets.ts';
import {
  type ReceivedWebhook,
  startWebhookSink,
  type WebhookSink,
} from '../support/webhook-sink.ts';

const gateway = await startInBuckets({ after });
const { refund, endRefunds } = createRefunder(gateway);
const { dispute, defend, close } = createDisputer(gateway);
const deps = {
  ...gateway.appContext,
  targetRules: { allowPrivateAddresses: true, allowPlainHttp: true },
};

interface Pix extends Record<string, unknown> {
  readonly txid: string;
  readonly devolucoes?: readonly Record<string, unknown>[];
}

function pixIn({ rawBody }: ReceivedWebhook): Pix[] {
  return JSON.parse(rawBody).pix;
}

function find({ received }: Pick<WebhookSink, 'received'>, isWanted: (pix: Pix) => boolean) {
  return received.flatMap(pixIn).find(isWanted);
}

/** A shop whose ERP has set its webhook by the standard. */
async function openShop(context: Parameters<typeof startWebhookSink>[0], path = '/retorno') {
  const sink = await startWebhookSink(context);
  const party = await createMerchantWithKeys(gateway);
  const client = await openStandardClient(gateway, party.keys);
  const webhookUrl = `${sink.url}${path}`;
  const set = await client.call('PUT', `/webhook/${TEST_KEY}`, { webhookUrl });
  assert.equal(set.status, 200, set.text);
  const session = await signIn(gateway, party.merchant);
  const listed = await session.call<{ data: { id: string; pix_key: string | null }[] }>(
    'GET',
    '/api/panel/test/webhooks',
  );
  const [endpoint] = listed.body.data;
  assert.equal(endpoint?.pix_key, TEST_KEY);
  return { ...party, sink, client, session, endpointId: String(endpoint?.id) };
}

interface Exam {
  readonly id: string;
  readonly status: string;
  readonly checks: readonly { readonly name: string; readonly result: string }[];
}

async function examine(session: PanelSession, endpointId: string) {
  const path = `/api/panel/test/webhooks/${endpointId}/exam`;
  const begun = await session.call<Exam>('POST', path);
  assert.equal(begun.status, 201, begun.text);
  const exam = await until('the exam ends', async () => {
    const { body } = await session.call<{ data: Exam }>('GET', path);
    return body.data.status !== 'running' && body.data;
  });
  const checks = Object.fromEntries(exam.checks.map(({ name, result }) => [name, result]));
  return { status: exam.status, checks };
}

async function runRetriesNow(): Promise<void> {
  await gateway.sql(
    `update webhook_deliveries set next_attempt_at = $1
      where status = 'pending' and attempt_count > 0 and next_attempt_at > $1`,
    [new Date(gateway.clock.now())],
  );
}

test('a paid charge arrives at /pix in the form of the standard', async (context) => {
  const { sink, keys, client } = await openShop(context);
  const charge = await receivePayment(gateway, keys);
  const [webhook] = await until(
    'it arrives',
    async () => sink.received.length > 0 && sink.received,
  );
  assert.equal(webhook?.path, '/retorno/pix');
  assert.equal(webhook?.headers['x-service-event'], undefined);
  const path = `/v1/transactions/${String(charge.internal_id)}`;
  const { body: paid } = await gateway.call('GET', path, { keys });
  const [pix] = (webhook && pixIn(webhook)) ?? [];
  assert.deepEqual(pix, {
    endToEndId: paid.end_to_end_id,
    txid: String(charge.internal_id).replaceAll('-', ''),
    valor: '100.00',
    componentesValor: { original: { valor: '100.00' } },
    chave: TEST_KEY,
    horario: paid.paid_at,
  });
  const read = await client.call('GET', `/pix/${paid.end_to_end_id}`);
  assert.deepEqual(pix, read.body, 'it is what GET /pix answers');
});

test('a cob and its devolução arrive with the names of their merchant', async (context) => {
  const { sink, keys, client } = await openShop(context);
  await receivePayment(gateway, keys);
  const txid = newTxid();
  const made = await client.call('PUT', `/cob/${txid}`, COB);
  assert.equal(made.status, 201, made.text);
  const list = await gateway.call<{ data: { internal_id: string }[] }>(
    'GET',
    `/v1/transactions?external_id=${txid}`,
    { keys },
  );
  const id = list.body.data[0]?.internal_id;
  const paid = await gateway.call('POST', `/v1/test/charges/${id}/pay`, { keys });
  assert.equal(paid.status, 200, paid.text);
  const pix = await until('it arrives', async () => find(sink, (one) => one.txid === txid));
  assert.equal(pix.devolucoes, undefined);
  const path = `/pix/${String(pix.endToEndId)}/devolucao/troca7`;
  const asked = await client.call('PUT', path, { valor: '10.00' });
  assert.equal(asked.status, 201, asked.text);
  await endRefunds();
  const later = await until('its refund arrives', async () =>
    find(sink, (one) => one.txid === txid && one.devolucoes !== undefined),
  );
  const read = await client.call('GET', `/pix/${String(pix.endToEndId)}`);
  assert.deepEqual(later, read.body);
  const [devolucao] = later.devolucoes ?? [];
  assert.deepEqual([devolucao?.id, devolucao?.status], ['troca7', 'DEVOLVIDO']);
});

test('a refund that is done arrives with its Pix', async (context) => {
  const { sink, keys } = await openShop(context);
  await receivePayment(gateway, keys);
  const charge = await receivePayment(gateway, keys);
  await until('both arrive', async () => sink.received.flatMap(pixIn).length === 2);
  const asked = await refund(keys, String(charge.internal_id), { amount: 4_000, reason: 'Troca' });
  assert.equal(asked.status, 201, asked.text);
  await endRefunds();
  const told = await until('the refund arrives', async () =>
    sink.received.flatMap(pixIn).find(({ devolucoes }) => devolucoes !== undefined),
  );
  assert.equal(told.txid, String(charge.internal_id).replaceAll('-', ''));
  const [devolucao] = told.devolucoes ?? [];
  const { rtrId, horario, ...others } = devolucao ?? {};
  assert.match(String(rtrId), /^D/);
  assert.deepEqual(Object.keys(Object(horario)), ['solicitacao', 'liquidacao']);
  assert.deepEqual(others, {
    id: String(asked.body.internal_id).replaceAll('-', ''),
    valor: '40.00',
    natureza: 'ORIGINAL',
    descricao: 'Troca',
    status: 'DEVOLVIDO',
  });
});

test('what a dispute has returned arrives with its Pix, and a dispute without a return does not', async (context) => {
  const { sink, keys, client } = await openShop(context);
  await receivePayment(gateway, keys);
  const txid = newTxid();
  const made = await client.call('PUT', `/cob/${txid}`, COB);
  assert.equal(made.status, 201, made.text);
  const list = await gateway.call<{ data: { internal_id: string }[] }>(
    'GET',
    `/v1/transactions?external_id=${txid}`,
    { keys },
  );
  const id = String(list.body.data[0]?.internal_id);
  await gateway.call('POST', `/v1/test/charges/${id}/pay`, { keys });
  await until('both are paid', async () => sink.received.flatMap(pixIn).length === 2);
  const rejected = await dispute(keys, id, { amount: 1_000 });
  await defend(keys, rejected.body.internal_id);
  await close(keys, rejected.body.internal_id, 'rejected');
  const accepted = await dispute(keys, id, { amount: 2_500 });
  await close(keys, accepted.body.internal_id, 'accepted');
  const told = await until('it arrives', async () =>
    find(sink, (one) => one.txid === txid && one.devolucoes !== undefined),
  );
  const read = await client.call('GET', `/pix/${String(told.endToEndId)}`);
  assert.deepEqual(told, read.body);
  const [devolucao] = told.devolucoes ?? [];
  assert.deepEqual([devolucao?.natureza, devolucao?.valor], ['MED_FRAUDE', '25.00']);
  await until('no delivery waits', async () => {
    const rows = await gateway.sql(
      `select from webhook_deliveries d join webhook_events e on e.id = d.event_id
        where e.resource_id = any($1) and d.status = 'pending'`,
      [[rejected.body.internal_id, accepted.body.internal_id]],
    );
    return rows.length === 0;
  });
  assert.equal(sink.received.flatMap(pixIn).length, 3);
});

test('a Pix of a charge with a due date is what GET /pix answers', async (context) => {
  const { sink, keys, client } = await openShop(context);
  const day = new Date(gateway.clock.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const fine = { type: 'percent', value: 200 };
  const body = { ...CHARGE, due_date: day, fine, rebate: { type: 'fixed', value: 500 } };
  await receivePayment(gateway, keys, body);
  const pix = await until('it arrives', async () => find(sink, () => true));
  assert.equal(pix.valor, '95.00');
  const read = await client.call('GET', `/pix/${String(pix.endToEndId)}`);
  assert.deepEqual(pix, read.body);
});

test('several Pix that wait arrive in one call-back, each once, and each is recorded', async (context) => {
  const { sink, keys, session, endpointId } = await openShop(context);
  const path = `/api/panel/test/webhooks/${endpointId}`;
  await session.call('PATCH', path, { body: { status: 'paused' } });
  const charges = [];
  for (let count = 0; count < 5; count += 1) charges.push(await receivePayment(gateway, keys));
  await session.call('PATCH', path, { body: { status: 'active' } });
  await until('all arrive', async () => sink.received.flatMap(pixIn).length >= 5);
  assert.equal(sink.received.length, 1, 'they came in one');
  const txids = charges.map(({ internal_id: id }) => String(id).replaceAll('-', ''));
  assert.deepEqual(
    sink.received.flatMap(pixIn).map(({ txid }) => txid),
    txids,
  );
  const list = await until('all are delivered', async () => {
    const { body } = await session.call<{ data: { id: string; status: string }[] }>(
      'GET',
      `${path}/deliveries?status=delivered`,
    );
    return body.data.length === 5 && body.data;
  });
  const one = await session.call<{ body: string; attempts: { request_headers: unknown[] }[] }>(
    'GET',
    `${path}/deliveries/${list[0]?.id}`,
  );
  assert.equal(JSON.parse(one.body.body).pix[0].txid, txids.at(-1));
  assert.deepEqual(
    one.body.attempts[0]?.request_headers.map((header) => Object(header).name),
    ['content-type', 'x-service-signature'],
  );
});

test('call-backs that failed are tried again together, and sent again by a person', async (context) => {
  const { sink, keys, session, endpointId } = await openShop(context);
  sink.answerWith((_webhook, response) => response.writeHead(500).end());
  await receivePayment(gateway, keys);
  await receivePayment(gateway, keys);
  await until('both fail once', async () => {
    const rows = await gateway.sql(
      `select from webhook_deliveries where endpoint_id = $1 and attempt_count = 1`,
      [endpointId],
    );
    return rows.length === 2;
  });
  sink.answerWith((_webhook, response) => response.writeHead(204).end());
  await runRetriesNow();
  const last = await until('both arrive again', async () => {
    const newest = sink.received.at(-1);
    return newest && pixIn(newest).length === 2 && newest;
  });
  assert.equal(new Set(pixIn(last).map(({ txid }) => txid)).size, 2);
  const path = `/api/panel/test/webhooks/${endpointId}/deliveries`;
  const { body } = await session.call<{ data: { id: string }[] }>('GET', path);
  const before = sink.received.length;
  const resent = await session.call('POST', `${path}/${body.data[0]?.id}/resend`);
  assert.equal(resent.status, 202, resent.text);
  await until('it arrives again', async () => sink.received.length === before + 1);
});

test('an empty hmac in the address gets the HMAC of each body by the secret', async (context) => {
  const { sink, keys, endpointId } = await openShop(context, '/in?hmac=&ignorar=');
  const { secret } = await rotateEndpointSecret(deps, { id: endpointId }, commandActor);
  await receivePayment(gateway, keys);
  const [webhook] = await until(
    'it arrives',
    async () => sink.received.length > 0 && sink.received,
  );
  const digest = createHmac('sha256', secret)
    .update(webhook?.rawBody ?? '')
    .digest('hex');
  assert.equal(webhook?.path, `/in?hmac=${digest}&ignorar=/pix`);
});

test('another merchant’s Pix, and events without a Pix, never arrive', async (context) => {
  const { sink, keys } = await openShop(context);
  const other = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, other.keys);
  const created = await gateway.call('POST', '/v1/pix/qrcode', {
    keys,
    body: { amount: 500, payer: { name: 'Maria', document: '12345678909' } },
  });
  const path = `/v1/transactions/${String(created.body.internal_id)}/cancel`;
  const canceled = await gateway.call('POST', path, { keys });
  assert.equal(canceled.status, 200, canceled.text);
  const own = await receivePayment(gateway, keys);
  await until('the own Pix arrives', async () => sink.received.length > 0);
  assert.deepEqual(
    sink.received.flatMap(pixIn).map(({ txid }) => txid),
    [String(own.internal_id).replaceAll('-', '')],
  );
});

test('a Pix goes to the address of its own key, and one that names no key to all', async (context) => {
  const { sink, keys, client, session } = await openShop(context);
  const alias = 'erp@loja.example';
  const body = { pix_keys: [alias] };
  const named = await session.call('PUT', '/api/panel/test/api-pix/pix-keys', { body });
  assert.equal(named.status, 200, named.text);
  const webhookUrl = `${sink.url}/alias`;
  assert.equal((await client.call('PUT', `/webhook/${alias}`, { webhookUrl })).status, 200);
  const txid = newTxid();
  await client.call('PUT', `/cob/${txid}`, { ...COB, chave: alias });
  const list = await gateway.call<{ data: { internal_id: string }[] }>(
    'GET',
    `/v1/transactions?external_id=${txid}`,
    { keys },
  );
  const path = `/v1/test/charges/${list.body.data[0]?.internal_id}/pay`;
  assert.equal((await gateway.call('POST', path, { keys })).status, 200);
  await receivePayment(gateway, keys);
  await until('all arrive', async () => sink.received.length === 3);
  const arrived = sink.received.map((one) => [one.path, pixIn(one)[0]?.txid === txid]);
  assert.deepEqual(arrived.sort(), [
    ['/alias/pix', false],
    ['/alias/pix', true],
    ['/retorno/pix', false],
  ]);
  await until('none is left', async () => {
    const rows = await gateway.sql(`select from webhook_deliveries where status = 'pending'`);
    return rows.length === 0;
  });
});

test('the test of an endpoint is a call-back without Pix', async (context) => {
  const { sink, session, endpointId } = await openShop(context);
  const tested = await session.call('POST', `/api/panel/test/webhooks/${endpointId}/test`);
  assert.ok(tested.status < 300, tested.text);
  const [webhook] = await until(
    'it arrives',
    async () => sink.received.length > 0 && sink.received,
  );
  assert.deepEqual([webhook?.path, webhook?.rawBody], ['/retorno/pix', '{"pix":[]}']);
});

test('the events of an endpoint of API Pix can’t be chosen', async (context) => {
  const { session, endpointId } = await openShop(context);
  const path = `/api/panel/test/webhooks/${endpointId}`;
  const refused = await session.call('PATCH', path, { body: { events: ['payout.paid'] } });
  assert.equal(refused.body.code, 'webhook_events_invalid');
});

test('an exam sends one Pix, two in one and a slow one, and passes a program that answers 2xx', async (context) => {
  const { sink, session, endpointId } = await openShop(context);
  const report = await examine(session, endpointId);
  assert.deepEqual(report, {
    status: 'passed',
    checks: {
      valid: 'passed',
      repeated: 'passed',
      older_sequence: 'skipped',
      old_time: 'skipped',
      wrong_signature: 'skipped',
      changed_body: 'skipped',
      after_rotation: 'skipped',
      slow: 'passed',
    },
  });
  assert.deepEqual(
    sink.received.map((webhook) => [webhook.path, pixIn(webhook).length]),
    [1, 2, 1, 1].map((count) => ['/retorno/pix', count]),
  );
});

test('an exam finds a program that takes a Pix with a wrong HMAC', async (context) => {
  const { sink, session, endpointId } = await openShop(context, '/in?hmac=');
  const careless = await examine(session, endpointId);
  assert.deepEqual(
    [careless.status, careless.checks.wrong_signature, careless.checks.changed_body],
    ['failed', 'failed', 'failed'],
  );
  const { secret } = await rotateEndpointSecret(deps, { id: endpointId }, commandActor);
  sink.answerWith(({ path, rawBody }, response) => {
    const digest = createHmac('sha256', secret).update(rawBody).digest('hex');
    response.writeHead(path.endsWith(`=${digest}`) ? 204 : 401).end();
  });
  const careful = await examine(session, endpointId);
  assert.equal(careful.status, 'passed', JSON.stringify(careful));
});
