import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  createMerchantWithKeys,
  type Keys,
  SANDBOX_KEYS,
  startGateway,
  until,
} from '../support/gateway.ts';
import { createPayers, type Link, PAYER } from '../support/payment-links.ts';
import { BEHIND_PROXY } from '../support/visitors.ts';

const gateway = await startGateway({ after }, { buckets: 2, env: BEHIND_PROXY });
const { keys } = await createMerchantWithKeys(gateway);
const other = await createMerchantWithKeys(gateway);

async function createLink(body: object, by: Keys = keys): Promise<Link> {
  const answer = await gateway.call<Link>('POST', '/v1/payment-links', { keys: by, body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

async function read({ id }: Link): Promise<Link> {
  const answer = await gateway.call<Link>('GET', `/v1/payment-links/${id}`, { keys });
  assert.equal(answer.status, 200);
  return answer.body;
}

async function pay(id: string | undefined, scenario?: string) {
  const path = `/v1/test/charges/${id}/pay`;
  const answer = await gateway.call('POST', path, { keys, body: scenario ? { scenario } : {} });
  assert.equal(answer.status, 200, answer.text);
}

/** The counters of a link agree with its charges and holds. */
async function assertCounted(link: Link): Promise<void> {
  const [row] = await gateway.sql(
    `select l.sold_count, l.received_centavos,
      (select count(*) from charges where payment_link_id = l.id and paid_at is not null) as sold,
      (select coalesce(sum(amount_centavos), 0) from charges
        where payment_link_id = l.id and paid_at is not null) as received,
      (select count(*) from payment_link_holds where link_id = l.id) as held,
      (select count(*) from charges where payment_link_id = l.id and status = 'pending') as pending
    from payment_links l where id = $1`,
    [link.id],
  );
  assert.equal(row?.sold_count, row?.sold);
  assert.equal(String(row?.received_centavos), String(row?.received));
  assert.equal(row?.held, row?.pending);
}

const { visitor } = createPayers(gateway.url);

test('a payer opens a link, makes one charge by sending the form twice, and its payment is counted', async () => {
  const link = await createLink({ title: 'Oficina <1>', amount: 9_990, stock: 2 });
  const payer = visitor();
  const page = await payer.open(link);
  assert.equal(page.status, 200);
  assert.match(page.headers.get('content-security-policy') ?? '', /form-action 'self'/);
  assert.match(page.text, /Oficina &lt;1&gt;/);
  assert.match(page.text, /Link de teste/);
  assert.match(page.text, /R\$\s99,90/);
  assert.doesNotMatch(page.text, /<script(?! type="module" src="\/link\/assets\/)/);
  assert.ok(Buffer.byteLength(page.text) < 25 * 1_024);
  const form = { ...PAYER, token: await payer.token(link) };
  const both = await Promise.all([payer.send(link, form), payer.send(link, form)]);
  assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([303]));
  assert.equal(both[0]?.chargeId, both[1]?.chargeId);
  const id = both[0]?.chargeId;
  const { body: charge } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
  assert.equal(charge.amount, 9_990);
  assert.equal(charge.payment_link_id, link.id);
  assert.equal(charge.client_id, null);
  assert.deepEqual((await read(link)).held_count, 1);
  await pay(id);
  const paid = await read(link);
  assert.deepEqual(
    [paid.sold_count, paid.held_count, paid.available_count, paid.received_amount],
    [1, 0, 1, 9_990],
  );
  await assertCounted(link);
});

test('two buyers of the last piece get one charge, and the piece returns when it expires', async () => {
  const link = await createLink({ title: 'Último', amount: 5_000, stock: 1 });
  const elsewhere = createPayers(await gateway.openSecondApi(), 100);
  const buyers = [visitor, elsewhere.visitor].flatMap((open) => [open(), open(), open()]);
  const answers = await Promise.all(buyers.map((buyer) => buyer.buy(link)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 409, 409, 409, 409, 409]);
  assert.match(answers.find(({ status }) => status === 409)?.text ?? '', /Esgotado/);
  assert.match((await visitor().open(link)).text, /Esgotado/);
  await assertCounted(link);
  const first = answers.find(({ chargeId }) => chargeId);
  await gateway.call('POST', `/v1/transactions/${first?.chargeId}/cancel`, { keys });
  const second = await visitor().buy(link);
  assert.equal(second.status, 303);
  gateway.clock.advance(31 * 60_000);
  await until('the hold ends', async () => (await read(link)).held_count === 0);
  const third = await visitor().buy(link);
  assert.equal(third.status, 303);
  await pay(third.chargeId);
  await assertCounted(link);
  await pay(second.chargeId, 'late');
  const sold = await read(link);
  assert.deepEqual([sold.sold_count, sold.available_count, sold.oversold_count], [2, 0, 1]);
  assert.equal((await visitor().buy(link)).status, 409);
});

test('a form that is sent again leads to its charge, also after the link has closed', async () => {
  const link = await createLink({ title: 'Última', amount: 5_000, stock: 1 });
  const payer = visitor();
  const form = { ...PAYER, token: await payer.token(link) };
  const first = await payer.send(link, form);
  assert.equal(first.status, 303);
  const again = await payer.send(link, form);
  assert.deepEqual([again.status, again.chargeId], [303, first.chargeId]);
  const path = `/v1/payment-links/${link.id}`;
  await gateway.call('PATCH', path, { keys, body: { status: 'paused' } });
  assert.equal((await payer.send(link, form)).chargeId, first.chargeId);
  assert.equal((await visitor().buy(link)).status, 409);
  await assertCounted(link);
});

test('one network holds few pieces of a stock, and others still buy', async () => {
  const link = await createLink({ title: 'Poucos', amount: 5_000, stock: 5 });
  const greedy = visitor();
  const answers = [];
  for (let index = 0; index < 4; index += 1) answers.push(await greedy.buy(link));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [303, 303, 303, 429],
  );
  assert.match(answers[3]?.text ?? '', /Muitas tentativas/);
  assert.equal((await visitor().buy(link)).status, 303);
  await pay(answers[0]?.chargeId);
  assert.equal((await greedy.buy(link)).status, 303);
});

test('a merchant changes, pauses and reopens its link, and another merchant can’t read or change it', async () => {
  const link = await createLink({ title: 'Aula', min_amount: 100 });
  const path = `/v1/payment-links/${link.id}`;
  const patch = (body: object, by = keys) => gateway.call('PATCH', path, { keys: by, body });
  assert.equal((await patch({ status: 'paused' }, other.keys)).body.code, 'payment_link_not_found');
  assert.equal((await gateway.call('GET', path, { keys: other.keys })).status, 404);
  assert.equal((await patch({ status: 'paused' })).body.status, 'paused');
  assert.match((await visitor().open(link)).text, /não aceita mais pagamentos/);
  assert.equal((await visitor().buy(link, { amount: '10' })).status, 409);
  const fixed = await patch({ status: 'active', amount: 1_000, title: 'Aula 2' });
  assert.deepEqual([fixed.body.amount, fixed.body.min_amount], [1_000, null]);
  const { chargeId } = await visitor().buy(link);
  await patch({ amount: 2_000 });
  await pay(chargeId);
  assert.equal((await read(link)).received_amount, 1_000);
  assert.deepEqual((await patch({ stock: 0 })).body.code, 'invalid_request');
  await patch({ stock: 3 });
  const { chargeId: second } = await visitor().buy(link);
  await pay(second);
  const below = await patch({ stock: 1 });
  assert.deepEqual(below.body.details, [{ field: 'stock', message: 'já houve 2 pagamentos' }]);
  await patch({ expires_at: '2020-01-01' });
  assert.equal((await visitor().buy(link)).status, 409);
  const actions = await gateway.sql(
    'select action, count(*) as count from audit_log where subject = $1 group by 1 order by 1',
    [link.id],
  );
  assert.deepEqual(actions, [
    { action: 'payment_link.changed', count: '5' },
    { action: 'payment_link.created', count: '1' },
  ]);
});

test('a link that could not be paid is refused at its creation, and a repeat creates no second', async () => {
  const post = (body: object, by = keys, headers = {}) =>
    gateway.call('POST', '/v1/payment-links', { keys: by, body, headers });
  const refused = [
    [{ title: '' }, 'invalid_request'],
    [{ title: 'x', amount: 10 }, 'amount_too_small'],
    [{ title: 'x', amount: 1_000, min_amount: 5 }, 'invalid_request'],
    [{ title: 'x', min_amount: 10, max_amount: 5 }, 'invalid_request'],
    [{ title: 'x', return_url: 'javascript:alert(1)' }, 'invalid_request'],
    [{ title: 'x', return_url: 'https://banco.example@loja.example' }, 'invalid_request'],
  ] as const;
  for (const [body, code] of refused) assert.equal((await post(body)).body.code, code);
  assert.equal((await post({ title: 'x' }, SANDBOX_KEYS)).body.code, 'sandbox_forbidden');
  const headers = { 'idempotency-key': 'um-link-so' };
  const first = await post({ title: 'Um' }, keys, headers);
  const repeat = await post({ title: 'Um' }, keys, headers);
  assert.equal(repeat.body.id, first.body.id);
  assert.equal(repeat.headers.get('idempotency-replayed'), 'true');
  const list = await gateway.call<{ data: Link[]; next_cursor: string }>(
    'GET',
    '/v1/payment-links?limit=1',
    { keys },
  );
  assert.equal(list.body.data[0]?.id, first.body.id);
  const next = await gateway.call<{ data: Link[] }>(
    'GET',
    `/v1/payment-links?limit=100&cursor=${list.body.next_cursor}`,
    { keys },
  );
  assert.ok(next.body.data.length > 3 && next.body.data.every(({ id }) => id !== first.body.id));
});

test('the page of an unknown link, or of a merchant that is suspended, takes no payment', async () => {
  const { merchant, keys: own } = await createMerchantWithKeys(gateway);
  const link = await createLink({ title: 'Fechada', amount: 5_000 }, own);
  await gateway.sql("update merchants set status = 'suspended' where merchant_id = $1", [
    merchant.merchantId,
  ]);
  assert.match((await visitor().open(link)).text, /Pagamento indisponível/);
  assert.equal((await visitor().buy(link)).status, 409);
  const unknown = { ...link, url: '/link/019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b79' };
  const answer = await visitor().open(unknown);
  assert.equal(answer.status, 404);
  assert.match(answer.text, /Link não encontrado/);
});
