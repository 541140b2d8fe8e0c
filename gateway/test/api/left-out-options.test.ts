import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ledgerChecksOf } from '#src/host/ledger-checks.ts';
import { verifyLedger } from '#src/ledger/verify.ts';
import type { Room } from '#src/room.ts';
import { ROOMS } from '#src/rooms.ts';
import { OPTIONS } from '../../tools/rooms.ts';
import { bearer, requestToken } from '../support/api-pix.ts';
import { readPage } from '../support/feed.ts';
import {
  createMerchantWithKeys,
  PAYOUT,
  startGateway,
  type TestGateway,
  until,
} from '../support/gateway.ts';
import { payShared } from '../support/two-buckets.ts';
import { openEndpoint } from '../support/webhook-sink.ts';

const ID = '01900000-0000-7000-8000-000000000000';
const ERROR_LEVEL = 50;

/** Routes of each option; those that its operations describe are compared with the documents. */
const ROUTES: Readonly<Record<(typeof OPTIONS)[number], readonly string[]>> = {
  // It has only a command.
  'bank/exam': [],
  'charges/batches': ['GET /v1/charges/batches', 'PUT /pix/v2/lotecobv/1'],
  'charges/links': ['GET /v1/payment-links', 'GET /v1/products', `GET /link/${ID}`],
  subscriptions: ['GET /v1/subscriptions', `GET /assinar/${ID}`, 'GET /pix/v2/rec'],
  'money-out/payouts/batches': ['GET /api/panel/test/payout-batches'],
  'api-pix': ['POST /pix/oauth/token', 'GET /pix/v2/cob'],
  'disputes/files': [`GET /v1/disputes/${ID}/files`],
  'webhooks/exams': ['POST /v1/test/webhook-exams'],
  'messages/payer-mails': ['GET /v1/payer-mails/settings', 'GET /api/panel/test/payer-mails'],
  'messages/status': ['GET /status', 'GET /api/operator/incidents'],
  'reports/closing-mails': ['GET /v1/closings', 'GET /v1/closings/settings'],
  'reports/customers': ['GET /v1/customers'],
  'reports/request-records': ['GET /api/panel/test/requests'],
};

for (const option of OPTIONS) {
  test(`without ${option} the core works and its routes answer 404`, async (context) => {
    const rooms = ROOMS.filter(({ name }) => name !== option);
    assert.equal(rooms.length, ROOMS.length - 1);
    const gateway = await startGateway(context, { rooms });
    await runCore(context, gateway);
    const report = await verifyLedger(gateway.appContext.database, await ledgerChecksOf(rooms));
    assert.ok(report.isClean);
    assert.deepEqual(await missingOf(gateway, ROUTES[option]), ROUTES[option]);
    assert.deepEqual(await missingStyles(gateway), []);
    const ids = await operationsOf(option);
    assert.deepEqual(
      (await documented(gateway)).filter((id) => ids.includes(id)),
      [],
    );
    const errors = gateway.logLines.filter((line) => JSON.parse(line).level >= ERROR_LEVEL);
    assert.deepEqual(errors, []);
  });
}

test('with all options each of their routes exists and each operation is documented', async (context) => {
  const gateway = await startGateway(context, { hasWorker: false });
  assert.deepEqual(await missingOf(gateway, Object.values(ROUTES).flat()), []);
  const ids = (await Promise.all(OPTIONS.map(operationsOf))).flat();
  const known = await documented(gateway);
  assert.ok(ids.length > 50);
  assert.deepEqual(
    ids.filter((id) => !known.includes(id)),
    [],
  );
});

/** A charge that is paid and shared, its webhook, a payout and a refund. */
async function runCore(
  context: Parameters<typeof openEndpoint>[0],
  gateway: TestGateway,
): Promise<void> {
  const origin = await createMerchantWithKeys(gateway);
  const recipient = await createMerchantWithKeys(gateway);
  const { keys } = origin;
  const shop = await openEndpoint(context, gateway, origin.merchant);
  const id = await payShared(gateway, origin, recipient);
  const payout = { ...PAYOUT, amount: 1_000 };
  const sent = await gateway.call('POST', '/v1/pix/payout', { keys, body: payout });
  const path = `/v1/transactions/${id}/refund`;
  const refunded = await gateway.call('POST', path, { keys, body: { amount: 2_000 } });
  assert.deepEqual([sent.status, refunded.status], [201, 201], `${sent.text} ${refunded.text}`);
  gateway.clock.advance(31_000);
  const read = async (transaction: unknown) =>
    (await gateway.call('GET', `/v1/transactions/${transaction}`, { keys })).body;
  await until(
    'the payout is paid',
    async () => (await read(sent.body.internal_id)).status === 'paid',
  );
  await until('the refund is paid', async () => (await read(id)).status === 'partially_refunded');
  await until('all webhooks arrive', async () => {
    const { data } = await readPage(gateway, keys);
    return data.length >= 3 && data.every(({ delivered }) => delivered);
  });
  assert.ok(shop.received.length >= 3);
}

/** Which of the routes don't exist. */
async function missingOf(
  gateway: TestGateway,
  routes: readonly string[],
): Promise<readonly string[]> {
  const { keys } = await createMerchantWithKeys(gateway);
  const token = String((await requestToken(gateway.url, keys)).body.access_token);
  const missing = routes.map(async (route) => {
    const [method = '', path = ''] = route.split(' ');
    const isStandard = path.startsWith('/pix/v2/');
    const { status, body } = await gateway.call(
      method,
      path,
      isStandard ? { headers: bearer(token) } : { keys },
    );
    // The Central Bank's API has no codes.
    return status === 404 && (isStandard || body.code === 'route_not_found') ? route : [];
  });
  return (await Promise.all(missing)).flat();
}

/** The styles of the page for an unknown address that don't exist. */
async function missingStyles({ call }: TestGateway): Promise<readonly string[]> {
  const { text } = await call('GET', '/nowhere', { headers: { accept: 'text/html' } });
  const paths = [...text.matchAll(/rel="stylesheet" href="([^"]+)"/g)].map(([, path = '']) => path);
  assert.equal(paths.length, 2);
  const answers = await Promise.all(paths.map((path) => call('GET', path)));
  return paths.filter((_, index) => answers[index]?.status !== 200);
}

/** The ids of the operations of an option, at each door. */
async function operationsOf(option: string): Promise<readonly string[]> {
  const record = ROOMS.find(({ name }) => name === option) as Room;
  const operations = (await record.operations?.()) ?? [];
  return operations
    .flatMap(({ program, member, operator }) => [program?.id, member?.id, operator?.id])
    .filter((id) => id !== undefined);
}

/** The ids of all operations in the documents of the API and of the panel. */
async function documented({ call }: TestGateway): Promise<readonly string[]> {
  const answers = await Promise.all(
    ['/openapi.json', '/api/panel-openapi.json'].map((path) => call('GET', path)),
  );
  return answers.flatMap(({ text }) =>
    [...text.matchAll(/"operationId":"(\w+)"/g)].map(([, id = '']) => id),
  );
}
