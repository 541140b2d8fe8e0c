import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DAY_MS } from '#src/ground/durations.ts';
import { createId } from '#src/ground/ids.ts';
import { keepPartitions } from '#src/host/expire-rows.ts';
import { createRequestLog } from '#src/reports/request-records/log/log-requests.ts';
import { CHARGE, createMerchantWithKeys, PAYOUT, SANDBOX_KEYS, until } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { startInBuckets } from '../support/two-buckets.ts';

type Row = Record<string, unknown>;
interface Page {
  readonly data: Row[];
  readonly next_cursor: string | null;
}

const gateway = await startInBuckets({ after });
const { merchant, keys } = await createMerchantWithKeys(gateway);
const owner = await signIn(gateway, merchant);
const PATH = '/api/panel/test/requests';

async function listed(query = ''): Promise<Row[]> {
  return (await owner.call<Page>('GET', `${PATH}${query}`)).body.data;
}

/** Waits until the log has the answer with an id. */
function logged(id: unknown): Promise<Row> {
  return until('it is logged', async () => {
    const { status, body } = await owner.call('GET', `${PATH}/${id}`);
    return status === 200 && body;
  });
}

test('a logged request has its facts, and bodies without persons, keys and secrets', async () => {
  const payer = { name: 'Joana Prado', document: '52998224725', email: 'joana@prado.example' };
  const body = { ...CHARGE, payer, external_id: 'Joana', utm: { source: 'Joana' }, Joana: 1 };
  const headers = { 'idempotency-key': 'chave-de-idempotencia-1' };
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body, headers });
  const again = await gateway.call('POST', '/v1/pix/qrcode', { keys, body, headers });
  const refused = await gateway.call('POST', '/v1/pix/payout', {
    keys,
    body: {
      ...PAYOUT,
      amount: 99,
      beneficiary: { name: 'Joana Prado', document: 52998224725 },
      type: 'Joana',
      code: keys['client-secret'],
      status: 'joana1',
      end_to_end_id: 'Joana',
    },
  });
  const webhook = await gateway.call('POST', '/v1/webhooks', {
    keys,
    body: { url: 'https://joana.example/prado', events: ['deposit.paid'] },
  });
  const first = await logged(created.headers.get('x-request-id'));
  assert.deepEqual(
    [first.operation, first.status, first.is_replay, first.client_id, first.omitted],
    ['createCharge', 201, false, keys['client-id'], 0],
  );
  const sent = JSON.parse(String(first.request_body));
  assert.deepEqual(
    [sent.amount, sent.payer, sent.external_id],
    [10_000, { name: '•••', document: '•••', email: '•••' }, '•••'],
  );
  const answer = JSON.parse(String(first.answer_body));
  const { internal_id: id, qrcode } = created.body;
  assert.deepEqual([answer.internal_id, answer.qrcode, answer.amount], [id, qrcode, 10_000]);
  assert.equal((await logged(again.headers.get('x-request-id'))).is_replay, true);
  const failed = await logged(refused.headers.get('x-request-id'));
  assert.deepEqual([failed.status, failed.code], [refused.status, refused.body.code]);
  await logged(webhook.headers.get('x-request-id'));
  const rows = JSON.stringify(await gateway.sql('select * from request_log'));
  const secrets = [
    'Joana',
    'joana1',
    'prado',
    '52998224725',
    keys['client-secret'],
    String(PAYOUT.pix_key),
  ];
  for (const secret of [...secrets, String(webhook.body.secret)]) {
    assert.ok(!rows.includes(secret), `${secret} is in the log`);
  }
});

test('filters find the requests of a key, an operation and a class of answers', async () => {
  const missing = await gateway.call('GET', '/v1/transactions/nada', { keys });
  const id = missing.headers.get('x-request-id');
  await logged(id);
  const idsOf = (rows: readonly Row[]) => rows.map((row) => row.id);
  assert.deepEqual(idsOf(await listed('?operation=getTransaction&status_class=4')), [id]);
  assert.ok(idsOf(await listed(`?client_id=${keys['client-id']}&status_class=4`)).includes(id));
  assert.deepEqual(await listed('?client_id=svc_pk_test_outra'), []);
  assert.ok((await listed('?status_class=2')).every(({ status }) => Number(status) < 300));
  const { body } = await owner.call<Page>('GET', `${PATH}?limit=1`);
  assert.equal(body.data[0]?.id, id);
  const next = await owner.call<Page>('GET', `${PATH}?limit=1&cursor=${body.next_cursor}`);
  assert.notEqual(next.body.data[0]?.id, id);
  const other = await createMerchantWithKeys(gateway);
  const stranger = await signIn(gateway, other.merchant);
  assert.equal((await stranger.call('GET', `${PATH}/${id}`)).status, 404);
  const finance = await signIn(gateway, merchant, { memberRole: 'finance' });
  assert.equal((await finance.call('GET', PATH)).status, 403);
});

test('ten requests a second of a key are logged, others counted; none of the sandbox', async () => {
  const other = await createMerchantWithKeys(gateway);
  const { clientId } = { clientId: other.keys['client-id'] };
  const log = createRequestLog(gateway.appContext);
  const facts = {
    clientId,
    merchantId: other.merchant.merchantId,
    environment: 'test' as const,
    method: 'GET',
    path: '/v1/balance',
    operation: 'getBalance',
    durationMs: 1,
    isReplay: false,
    code: undefined,
  };
  for (let count = 0; count < 30; count += 1) {
    const id = createId(gateway.clock.now());
    const read = () => ({ facts: { ...facts, id, status: 200 }, bodies: NOTHING });
    log.add({ ...facts, status: 200 }, read);
  }
  await log.close();
  const rows = await gateway.sql(
    'select omitted from request_log where client_id = $1 order by omitted',
    [clientId],
  );
  assert.deepEqual(
    rows.map(({ omitted }) => Number(omitted)),
    [...Array(9).fill(0), 20],
  );
  await gateway.call('GET', '/v1/balance', { keys: SANDBOX_KEYS });
  const balance = await gateway.call('GET', '/v1/balance', { keys });
  await logged(balance.headers.get('x-request-id'));
  const ofSandbox = 'select from request_log where client_id = $1';
  assert.deepEqual(await gateway.sql(ofSandbox, [SANDBOX_KEYS['client-id']]), []);
});
test('at most 300 requests of a merchant are logged in a minute, over all its keys', async () => {
  const { merchantId } = (await createMerchantWithKeys(gateway)).merchant;
  const log = createRequestLog(gateway.appContext);
  let others = 0;
  for (let count = 0; count < 400; count += 1) {
    const clientId = `svc_pk_test_${count % 50}`;
    const id = createId(gateway.clock.now());
    const facts = { merchantId, clientId, id, environment: 'test' as const, status: 200 };
    const more = { method: 'GET', path: '/', operation: undefined, durationMs: 1, code: undefined };
    log.add(facts, () => ({ facts: { ...facts, ...more, isReplay: false }, bodies: NOTHING }));
  }
  // Another merchant is logged all the same.
  const { merchantId: other } = merchant;
  log.add({ merchantId: other, clientId: 'k', status: 200 }, () => {
    others += 1;
    const id = createId(gateway.clock.now());
    const facts = { merchantId: other, clientId: 'k', id, environment: 'test' as const };
    const more = { method: 'GET', path: '/', operation: undefined, durationMs: 1, code: undefined };
    return { facts: { ...facts, ...more, isReplay: false, status: 200 }, bodies: NOTHING };
  });
  await log.close();
  const [row] = await gateway.sql(
    'select count(*) as count, sum(omitted) as omitted from request_log where merchant_id = $1',
    [merchantId],
  );
  assert.deepEqual([Number(row?.count), Number(row?.omitted), others], [300, 100, 1]);
});

const NOTHING = { request: undefined, answer: undefined };

test('the log is dropped after seven days', async () => {
  assert.ok((await listed()).length > 0);
  gateway.clock.advance(9 * DAY_MS);
  for (const database of gateway.appContext.database.buckets.all()) {
    await keepPartitions({ ...gateway.appContext, database });
  }
  assert.deepEqual(await gateway.sql('select from request_log'), []);
});
