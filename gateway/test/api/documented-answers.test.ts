import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { changeMerchantStatus } from '#src/accounts/merchants/change-merchant.ts';
import { createCredential } from '#src/accounts/merchants/credentials/manage-credentials.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { createAnswerCheck, type OpenApiDocument } from '../support/documented-answers.ts';
import { documentedOperations } from '../support/documented-operations.ts';
import {
  type Answer,
  type CallOptions,
  CHARGE,
  createKeys,
  createMerchantWithKeys,
  type Keys,
  PAYOUT,
  receivePayment,
  SANDBOX_KEYS,
  startGateway,
  until,
} from '../support/gateway.ts';
import { FILES } from '../support/kyc.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';

const gateway = await startGateway(
  { after },
  { env: { SANDBOX_PAYMENT_DELAY_SECONDS: '1', TRUST_PROXY: 'true' } },
);
const { body: document } = await gateway.call<OpenApiDocument>('GET', '/openapi.json');
const { faultOfAnswer, faultOf } = createAnswerCheck(document);
const origin = await createMerchantWithKeys(gateway);
const recipient = await createMerchantWithKeys(gateway);
const { keys } = origin;
const charges = '/v1/pix/qrcode';
const payouts = '/v1/pix/payout';

/** Calls, and compares the answer with the document and with the expected code or status. */
async function answered(
  expected: string | number,
  method: string,
  path: string,
  options: CallOptions = { keys },
): Promise<Answer> {
  const answer = await gateway.call(method, path, options);
  assert.equal(answer.body.code ?? answer.status, expected, answer.text);
  assert.equal(faultOfAnswer(method, path, answer), undefined);
  assert.ok(answer.headers.get('x-request-id'));
  return answer;
}

/** Charges and payouts in every state, with every optional field. */
async function makeTransactions(): Promise<string[]> {
  const split = [{ username: recipient.username, percentage: 12.5 }];
  const utm = { utm_source: 'loja', utm_campaign: 'natal' };
  const payer = { ...CHARGE.payer, email: 'maria@example.com' };
  const full = { ...CHARGE, external_id: 'p-1', expires_in: 60, payer, utm, split };
  const paid = await receivePayment(gateway, keys, full);
  const { body: pending } = await answered(201, 'POST', charges, { keys, body: full });
  const { body: payout } = await answered(201, 'POST', payouts, { keys, body: PAYOUT });
  const failing = { ...PAYOUT, amount: 100, pix_key_type: 'email', pix_key: 'falha@sandbox.com' };
  const { body: failed } = await answered(201, 'POST', payouts, { keys, body: failing });
  return [paid, pending, payout, failed].map((one) => String(one.internal_id));
}

test('transactions of every kind and state are answered as the OpenAPI document says', async () => {
  const ids = await makeTransactions();
  const read = async (id: string) => {
    return (await answered(200, 'GET', `/v1/transactions/${id}`)).body.status;
  };
  assert.deepEqual(await Promise.all(ids.slice(0, 2).map(read)), ['paid', 'pending']);
  gateway.clock.advance(61_000);
  await until('all have ended', async () => {
    return String(await Promise.all(ids.map(read))) === 'paid,expired,paid,failed';
  });
  await answered(200, 'GET', '/v1/transactions?limit=2');
  await answered(200, 'GET', '/v1/balance');
  for (const accept of ['image/png', 'image/svg+xml']) {
    const path = `${charges}/${ids[0]}/image`;
    const image = await answered(200, 'GET', path, { keys, headers: { accept } });
    const headers = { accept, 'if-none-match': String(image.headers.get('etag')) };
    await answered(304, 'GET', path, { keys, headers });
  }
  await answered('charge_not_payable', 'POST', `/v1/test/charges/${ids[1]}/pay`);
});

const UNKNOWN = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70';

/** The beginning of the code for an unknown one of these. */
const NOUNS: Readonly<Record<string, string>> = {
  disputes: 'dispute',
  events: 'event',
  'webhook-endpoints': 'webhook',
  'webhook-exams': 'webhook_exam',
  clocks: 'test_clock',
  batches: 'charge_batch',
  'payment-links': 'payment_link',
  products: 'product',
  customers: 'customer',
  subscriptions: 'subscription',
};

test('refusals that all operations share are answered as the OpenAPI document says', async () => {
  const ids = { charge: UNKNOWN, dispute: UNKNOWN, event: UNKNOWN, webhook: UNKNOWN };
  const operations = documentedOperations(document, ids);
  const other = await createMerchantWithKeys(gateway);
  const deps = { ...gateway.appContext, fees: gateway.appContext.config.fees };
  await changeMerchantStatus(deps, other.username, { change: 'suspend' }, commandActor);
  const rights = { scopes: ['transfers:read'] };
  const { clientId, clientSecret } = await createCredential(
    gateway.appContext,
    origin.merchant,
    { environment: 'test', name: 'restrita', rights },
    commandActor,
  );
  const restricted = { 'client-id': clientId, 'client-secret': clientSecret };
  for (const [index, { method, path }] of operations.entries()) {
    // Failures are limited by address.
    const headers = { 'x-forwarded-for': `192.0.2.${index}` };
    await answered('invalid_credentials', method, path, { headers });
    await answered('account_suspended', method, path, { keys: other.keys });
    await answered('scope_missing', method, path, { keys: restricted });
    if (method === 'GET') continue;
    // A batch needs a key, which is checked before the body is read.
    const keyed = { keys, headers: { 'idempotency-key': 'chave-de-recusas' } };
    await answered('invalid_json', method, path, { ...keyed, body: '{' });
    // A file of a dispute and a batch may be large, and have their own codes above their limits.
    if (!/\/(files|batches)$/.test(path)) {
      const body = `"${'a'.repeat(70_000)}"`;
      await answered('payload_too_large', method, path, { ...keyed, body });
    }
    const type = { ...keyed.headers, 'content-type': 'text/plain' };
    const plain = { keys, headers: type, body: '{}' };
    await answered('unsupported_media_type', method, path, plain);
  }
  const bodies: Readonly<Record<string, object>> = {
    defense: { text: 'Entregue.' },
    close: { outcome: 'rejected' },
    advance: { seconds: 1 },
    cycles: { amount: 1_000, due_on: '2030-01-15' },
    'check-secret': { secret: 'whsec_c2VncmVkbyBkZSBvdXRybyB3ZWJob29r' },
    files: { name: 'entrega.pdf', content: FILES.pdf.toString('base64') },
  };
  for (const { method, path } of operations.filter((one) => one.path.includes(UNKNOWN))) {
    const sent = bodies[path.split('/').at(-1) ?? ''] ?? (method === 'PATCH' ? {} : undefined);
    const body = method === 'GET' ? undefined : sent;
    const [, noun = 'charges'] = /\/([a-z-]+)\/[0-9a-f-]{36}/.exec(path) ?? [];
    const isFile = method === 'GET' && path.includes('/files/');
    const code = isFile ? 'dispute_file_not_found' : `${NOUNS[noun] ?? 'transaction'}_not_found`;
    await answered(code, method, path, { keys, body });
  }
  for (const { path } of operations.filter(({ query }) => query.includes('limit')))
    await answered('invalid_request', 'GET', `${path}?limit=0`);
});

test('refusals of a charge are answered as the OpenAPI document says', async () => {
  const charge = (change: object, by: Keys = keys) => ({
    keys: by,
    body: { ...CHARGE, ...change },
  });
  const to = (percentage: unknown, username: unknown = recipient.username) => ({
    split: [{ username, percentage }],
  });
  const twice = { split: [...to(1).split, ...to(1).split] };
  const live = await createKeys(gateway.appContext, origin.merchant, 'live');
  const refusals: [string, CallOptions][] = [
    ['invalid_request', charge({ amount: '1', payer: null })],
    ['amount_too_small', charge({ amount: 1 })],
    ['demo_cannot_split', charge(to(1), SANDBOX_KEYS)],
    ['invalid_split', charge({ split: 'x' })],
    ['too_many_splits', charge({ split: Array(21).fill(to(1).split[0]) })],
    ['invalid_percentage', charge(to(0.001))],
    ['duplicate_username', charge(twice)],
    ['self_split', charge(to(1, origin.username))],
    ['sum_exceeds_90', charge({ split: [...to(50).split, ...to(50, 'outra').split] })],
    ['username_not_found', charge(to(1, 'ninguem'))],
    ['split_exceeds_net', charge({ amount: 300, ...to(90) })],
    ['provider_unavailable', charge({}, live)],
    ['idempotency_key_invalid', { ...charge({}), headers: { 'idempotency-key': 'x' } }],
  ];
  for (const [code, options] of refusals) await answered(code, 'POST', charges, options);
  const headers = { 'idempotency-key': 'chave-da-loja' };
  await answered(201, 'POST', charges, { ...charge({}), headers });
  await answered(201, 'POST', charges, { ...charge({}), headers });
  const other = charge({ amount: 500 });
  await answered('idempotency_key_reused', 'POST', charges, { ...other, headers });
});

test('a preview, received shares and their refusals are answered as the OpenAPI document says', async () => {
  const path = '/v1/splits/preview';
  const one = { username: recipient.username };
  const split = [{ ...one, percentage: 5.55 }];
  const preview = (change: object, by: Keys = keys) => ({
    keys: by,
    body: { amount: 10_000, split, ...change },
  });
  await answered(200, 'POST', path, preview({}));
  await answered(200, 'POST', path, preview({ split: [{ ...one, amount: 250 }] }));
  const refusals: [string, CallOptions][] = [
    ['invalid_request', preview({ amount: null })],
    ['demo_cannot_split', preview({}, SANDBOX_KEYS)],
    ['invalid_split', preview({ split: [one] })],
    ['too_many_splits', preview({ split: Array(21).fill(split[0]) })],
    ['invalid_percentage', preview({ split: [{ ...one, percentage: 0 }] })],
    ['duplicate_username', preview({ split: [...split, ...split] })],
    ['self_split', preview({ split: [{ username: origin.username, amount: 1 }] })],
    ['username_not_found', preview({ split: [{ username: 'ninguem', amount: 1 }] })],
    ['split_exceeds_net', preview({ split: [{ ...one, amount: 9_803 }] })],
    ['amount_too_small', preview({ amount: 49, split: null })],
  ];
  for (const [code, options] of refusals) await answered(code, 'POST', path, options);
  const fixed = [{ ...one, amount: 250 }];
  const { internal_id: id } = await receivePayment(gateway, keys, { ...CHARGE, split: fixed });
  await answered(200, 'GET', `/v1/transactions/${String(id)}`);
  await answered(200, 'GET', '/v1/splits', { keys: recipient.keys });
});

test('refusals of a payout are answered as the OpenAPI document says', async () => {
  const payout = (change: object, by: Keys = SANDBOX_KEYS) => ({
    keys: by,
    body: { ...PAYOUT, ...change },
  });
  const live = await createKeys(gateway.appContext, origin.merchant, 'live');
  await answered('invalid_request', 'POST', payouts, payout({ beneficiary: {} }));
  await answered('invalid_pix_key', 'POST', payouts, payout({ pix_key: 'x' }));
  await answered('insufficient_balance', 'POST', payouts, payout({ amount: 1e9 }, keys));
  await answered('provider_unavailable', 'POST', payouts, payout({}, live));
  await answered(201, 'POST', payouts, payout({ external_id: 'saque-1' }));
  await answered('external_id_reused', 'POST', payouts, payout({ external_id: 'saque-1' }));
});

test('a refund and its refusals are answered as the OpenAPI document says', async () => {
  await receivePayment(gateway, keys);
  const { internal_id: id } = await receivePayment(gateway, keys);
  const { internal_id: open } = (await answered(201, 'POST', charges, { keys, body: CHARGE })).body;
  const path = (which: unknown) => `/v1/transactions/${String(which)}/refund`;
  const live = await createKeys(gateway.appContext, origin.merchant, 'live');
  await answered(201, 'POST', path(id), { keys, body: { amount: 100, reason: 'Troca' } });
  await answered('invalid_request', 'POST', path(id), { keys, body: { amount: '1' } });
  await answered('refund_not_possible', 'POST', path(open));
  await answered('refund_exceeds_payment', 'POST', path(id), { keys, body: { amount: 10_000 } });
  await answered('provider_unavailable', 'POST', path(id), { keys: live });
  await answered(200, 'GET', `/v1/transactions/${String(id)}`);
  gateway.clock.advance(91 * 24 * 60 * 60_000);
  await answered('refund_too_late', 'POST', path(id));
  await answered(200, 'GET', `/v1/transactions/${String(id)}`);
});

test('webhooks have the body that the OpenAPI document describes', async (context) => {
  const sink = await startWebhookSink({ after: (end) => context.after(end) });
  const webhook_url = `${sink.url}/aqui`;
  const failing = { pix_key_type: 'email', pix_key: 'falha@sandbox.com' };
  const bodies = [
    [charges, { ...CHARGE, webhook_url, utm: { utm_source: 'x' } }],
    [payouts, { ...PAYOUT, webhook_url }],
    [payouts, { ...PAYOUT, ...failing, webhook_url }],
  ] as const;
  for (const [path, body] of bodies)
    await answered(201, 'POST', path, { keys: SANDBOX_KEYS, body });
  gateway.clock.advance(1_000);
  await until('all arrived', async () => sink.received.length === bodies.length);
  for (const { event } of sink.received) {
    const schema = document.webhooks[event.event]?.post.requestBody.content['application/json'];
    assert.ok(schema);
    assert.equal(faultOf(schema.schema, event), undefined);
  }
  const kinds = sink.received.map((one) => one.event.event).sort();
  assert.deepEqual(kinds, ['deposit.paid', 'payout.failed', 'payout.paid']);
});
