import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DAY_MS } from '#src/ground/durations.ts';
import { digestRequest, fieldsOf } from '#src/ground/idempotency/request-digest.ts';
import { createDisputer, type Json } from '../support/disputes.ts';
import { CHARGE, startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';

const gateway = await startGateway({ after });
const { createPaid, createShared, dispute, close, defend } = createDisputer(gateway);

test('the statement names the contested charge, and to a recipient only its origin', async () => {
  const { keys, merchant, recipient, id } = await createShared();
  const rejected = await dispute(keys, id, { amount: 1_000 });
  await close(keys, rejected.body.internal_id, 'rejected');
  const accepted = await dispute(keys, id, { amount: 2_000 });
  await close(keys, accepted.body.internal_id, 'accepted');
  async function entries(session: Awaited<ReturnType<typeof signIn>>): Promise<unknown[]> {
    const { body } = await session.call<{ data: Json[] }>('GET', '/api/panel/test/statement');
    return body.data
      .slice(0, 3)
      .map((entry) => [entry.kind, entry.amount, entry.transaction_id ?? null, entry.name ?? null]);
  }
  assert.deepEqual(await entries(await signIn(gateway, merchant)), [
    ['balance_blocked', -1_800, id, 'Maria Silva'],
    ['balance_released', 900, id, 'Maria Silva'],
    ['balance_blocked', -900, id, 'Maria Silva'],
  ]);
  assert.deepEqual(await entries(await signIn(gateway, recipient.merchant)), [
    ['balance_blocked', -200, null, merchant.name],
    ['balance_released', 100, null, merchant.name],
    ['balance_blocked', -100, null, merchant.name],
  ]);
});

test('only own disputes that can still get a defence are counted', async () => {
  const { keys, merchant, recipient, id } = await createShared();
  const session = await signIn(gateway, merchant);
  const count = async (one = session) =>
    (await one.call('GET', '/api/panel/test/disputes/count')).body.count;
  assert.equal(await count(), 0);
  const { body } = await dispute(keys, id, { amount: 1_000 });
  await dispute(keys, id, { amount: 2_000 });
  assert.equal(await count(), 2);
  assert.equal(await count(await signIn(gateway, recipient.merchant)), 0);
  await close(keys, body.internal_id, 'canceled');
  assert.equal(await count(), 1);
  gateway.clock.advance(30 * DAY_MS);
  assert.equal(await count(await signIn(gateway, merchant)), 0);
});

test('open disputes are listed by their deadline in pages, with payer and order', async () => {
  const { keys, merchant, id } = await createPaid({ ...CHARGE, external_id: 'pedido-1001' });
  const opened: string[] = [];
  for (const amount of [1_000, 1_100, 1_200, 1_300]) {
    opened.push(String((await dispute(keys, id, { amount })).body.internal_id));
  }
  const [first, second, third, closed] = opened;
  // The bank names deadlines in another order than the openings. Two have the same one.
  const days = [
    [first, '2027-01-03'],
    [second, '2027-01-01'],
    [third, '2027-01-01'],
  ];
  for (const [dispute, day] of days) {
    await gateway.sql('update disputes set defense_due_at = $2 where id = $1', [dispute, day]);
  }
  await close(keys, closed, 'canceled');
  const session = await signIn(gateway, merchant);
  const path = '/api/panel/test/disputes?status=open&limit=1';
  const seen: unknown[] = [];
  let cursor = '';
  do {
    const page = await session.call<{ data: Json[]; next_cursor: string | null }>(
      'GET',
      `${path}${cursor && `&cursor=${cursor}`}`,
    );
    const [row] = page.body.data;
    seen.push(row?.internal_id);
    assert.deepEqual(
      [row?.payer_name, row?.payer_document, row?.external_id],
      ['Maria Silva', 'CPF ***.456.789-**', 'pedido-1001'],
    );
    // The next page begins after a dispute that was closed meanwhile.
    if (seen.length === 1) await close(keys, row?.internal_id, 'canceled');
    cursor = page.body.next_cursor ?? '';
  } while (cursor !== '');
  assert.deepEqual(seen, [second, third, first]);
  const all = await session.call<{ data: Json[] }>('GET', '/api/panel/test/disputes');
  assert.deepEqual(
    all.body.data.map((row) => row.internal_id),
    opened.toReversed(),
  );
  const another = await createPaid();
  const stranger = await signIn(gateway, another.merchant);
  const theirs = await stranger.call('GET', '/api/panel/test/disputes?status=open');
  assert.deepEqual(theirs.body.data, []);
  const cursorOfAnother = Buffer.from(String(first)).toString('base64url');
  const after = await stranger.call(
    'GET',
    `/api/panel/test/disputes?status=open&cursor=${cursorOfAnother}`,
  );
  assert.deepEqual([after.status, after.body], [200, { data: [], next_cursor: null }]);
});

test('the home counts the disputes that wait for a defence', async () => {
  const { keys, merchant, id } = await createPaid();
  const session = await signIn(gateway, merchant);
  const count = async () => {
    const { body } = await session.call<{ attention: Json }>('GET', '/api/panel/test/overview');
    return body.attention.disputes_to_defend;
  };
  assert.equal(await count(), 0);
  const { body } = await dispute(keys, id);
  assert.equal(await count(), 1);
  await defend(keys, body.internal_id);
  assert.equal(await count(), 0);
});

test('the timeline of a transaction shows when its disputes were opened and closed', async () => {
  const { keys, merchant, id } = await createShared();
  const { body } = await dispute(keys, id, { amount: 1_000 });
  await close(keys, body.internal_id, 'canceled');
  const session = await signIn(gateway, merchant);
  const read = await session.call<{ timeline: Json[] }>(
    'GET',
    `/api/panel/test/transactions/${id}`,
  );
  const steps = read.body.timeline.filter((step) => step.dispute_id === body.internal_id);
  assert.deepEqual(
    steps.map(({ kind, amount, outcome }) => [kind, amount, outcome]),
    [
      ['dispute_opened', 1_000, undefined],
      ['dispute_closed', 1_000, 'canceled'],
    ],
  );
});

test('the digest of a keyed request names its door and path, and has what the path names', async () => {
  const { keys, merchant, id } = await createShared();
  const { body: first } = await dispute(keys, id, { amount: 1_000 });
  const { body: second } = await dispute(keys, id, { amount: 1_000 });
  const [open, another] = [String(first.internal_id), String(second.internal_id)];
  const body = { text: ' Entregue em 18/11. ' };
  const headers = { 'idempotency-key': 'defesa-dos-dois-lados' };
  const path = (disputeId: string) => `/v1/disputes/${disputeId}/defense`;
  const made = await gateway.call('POST', path(open), { keys, body, headers });
  assert.equal(made.status, 201, made.text);
  const other = await gateway.call('POST', path(another), { keys, body, headers });
  assert.equal(other.body.code, 'idempotency_key_reused');
  const session = await signIn(gateway, merchant);
  const panel = `/api/panel/test/disputes/${open}/defense`;
  const twin = await session.call('POST', panel, { headers, body });
  assert.equal(twin.body.code, 'idempotency_key_reused');
  const [row] = await gateway.sql('select request_sha256 from idempotency_keys where key = $1', [
    headers['idempotency-key'],
  ]);
  const fields = [...fieldsOf('text'), { name: 'internal_id', path: ['disputeId'] }];
  const content = { ...body, disputeId: open };
  const digest = digestRequest('POST /v1/disputes/defense', content, fields);
  assert.deepEqual(row?.request_sha256, digest);
});
