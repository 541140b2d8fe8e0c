import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CHARGE, createMerchantWithKeys, PAYOUT, receivePayment } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { createPayers, type Link } from '../support/payment-links.ts';
import { startInBuckets } from '../support/two-buckets.ts';
import { BEHIND_PROXY } from '../support/visitors.ts';

const gateway = await startInBuckets({ after }, { hasWorker: false, env: BEHIND_PROXY });
const shop = await createMerchantWithKeys(gateway);
const member = await signIn(gateway, shop.merchant);
const other = await createMerchantWithKeys(gateway);
const stranger = await signIn(gateway, other.merchant);
const { visitor } = createPayers(gateway.url);
const DAY_MS = 86_400_000;

interface Item {
  internal_id: string;
  name: string;
  document: string;
  email: string | null;
  amount: number;
  status: string;
  description: string | null;
  payment_link_id: string | null;
  paid_at: string | null;
}
interface List {
  data: Item[];
  next_cursor: string | null;
}

async function createLink(title: string): Promise<Link> {
  const body = { title, amount: 9_990 };
  const answer = await gateway.call<Link>('POST', '/v1/payment-links', { keys: shop.keys, body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

async function buy(link: Link, name: string, email: string): Promise<string> {
  // Ids sort by the millisecond, so each charge gets its own.
  gateway.clock.advance(1);
  const { chargeId = '' } = await visitor().buy(link, { name, email });
  assert.notEqual(chargeId, '');
  return chargeId;
}

async function pay(id: string): Promise<void> {
  const answer = await gateway.call('POST', `/v1/test/charges/${id}/pay`, {
    keys: shop.keys,
    body: {},
  });
  assert.equal(answer.status, 200, answer.text);
}

async function listed(query: string, session = member): Promise<List> {
  const answer = await session.call<List>('GET', `/api/panel/test/transactions?${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

async function listedByKey(query: string, keys = shop.keys): Promise<string[]> {
  const answer = await gateway.call<List>('GET', `/v1/transactions?${query}`, { keys });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data.map(({ internal_id: id }) => id);
}

const course = await createLink('Curso de Pão');
const book = await createLink('Livro de receitas');
await receivePayment(gateway, shop.keys, { ...CHARGE, amount: 90_000 });
await gateway.call('POST', '/v1/pix/payout', { keys: shop.keys, body: PAYOUT });
const ana = await buy(course, 'Ana Lima', 'ana@example.com');
const bia = await buy(course, 'Bia Reis', '');
const caio = await buy(book, 'Caio Melo', 'caio@example.com');
await pay(ana);

test('the buyers of a link are listed with what they typed, newest first, and of no other link', async () => {
  const { data } = await listed(`payment_link=${course.id}`);
  assert.deepEqual(
    data.map(({ name, document, email, amount, status }) => ({
      name,
      document,
      email,
      amount,
      status,
    })),
    [
      { name: 'Bia Reis', document: '12345678909', email: null, amount: 9_990, status: 'pending' },
      {
        name: 'Ana Lima',
        document: '12345678909',
        email: 'ana@example.com',
        amount: 9_990,
        status: 'paid',
      },
    ],
  );
  const first = await listed(`payment_link=${course.id}&limit=1`);
  const second = await listed(`payment_link=${course.id}&limit=1&cursor=${first.next_cursor}`);
  assert.deepEqual(
    [...first.data, ...second.data].map(({ internal_id: id }) => id),
    [bia, ana],
  );
  assert.equal(second.next_cursor, null);
});

test('the filter of a link takes the other filters too', async () => {
  const ids = async (query: string) =>
    (await listed(`payment_link=${course.id}&${query}`)).data.map((row) => row.internal_id);
  assert.deepEqual(await ids('status=paid'), [ana]);
  assert.deepEqual(await ids('search=bia'), [bia]);
  assert.deepEqual(await ids('search=caio'), []);
  assert.deepEqual(await ids('type=payout'), []);
  assert.deepEqual(await ids('amount_min=9991'), []);
});

test('a charge of a link has the title of its link in the list', async () => {
  const { data } = await listed('type=charge&status=pending');
  assert.deepEqual(
    data.map((row) => [row.name, row.description, row.payment_link_id]),
    [
      ['Caio Melo', 'Livro de receitas', book.id],
      ['Bia Reis', 'Curso de Pão', course.id],
    ],
  );
});

test('the CSV file of a link has its buyers with document and e-mail', async () => {
  const path = `/api/panel/test/transactions.csv?payment_link=${course.id}`;
  const { text } = await member.call('GET', path);
  const lines = text.trimEnd().split('\r\n').slice(1);
  assert.equal(lines.length, 2);
  assert.match(lines[1] ?? '', /;Ana Lima;123\.456\.789-09;.*;ana@example\.com;Curso de Pão;/);
});

test('a merchant sees no buyers of the link of another, and a text that is no id finds nothing', async () => {
  assert.deepEqual((await listed(`payment_link=${course.id}`, stranger)).data, []);
  assert.deepEqual(await listedByKey(`payment_link_id=${course.id}`, other.keys), []);
  for (const id of ['x', "' or 1=1", '%']) {
    assert.deepEqual((await listed(`payment_link=${encodeURIComponent(id)}`)).data, []);
    assert.deepEqual(await listedByKey(`payment_link_id=${encodeURIComponent(id)}`), []);
  }
});

test('the API lists the charges of a link, and the transactions that were paid in a period', async () => {
  assert.deepEqual(await listedByKey(`payment_link_id=${course.id}`), [bia, ana]);
  assert.deepEqual(await listedByKey(`payment_link_id=${course.id}&status=paid`), [ana]);
  const paid = (await listed(`payment_link=${course.id}&status=paid`)).data[0]?.paid_at ?? '';
  const at = (ms: number) => new Date(Date.parse(paid) + ms).toISOString();
  const link = `payment_link_id=${course.id}`;
  assert.deepEqual(await listedByKey(`${link}&paid_from=${paid}&paid_to=${at(1)}`), [ana]);
  assert.deepEqual(await listedByKey(`${link}&paid_from=${at(1)}`), []);
  assert.deepEqual(await listedByKey(`${link}&paid_to=${paid}`), []);
  assert.deepEqual(await listedByKey(`paid_to=${at(-DAY_MS)}`), []);
  const wrong = await gateway.call('GET', '/v1/transactions?paid_from=ontem', { keys: shop.keys });
  assert.deepEqual([wrong.status, wrong.body.code], [400, 'invalid_request']);
});

test('transactions are found by the day of their payment, not by that of their creation', async () => {
  gateway.clock.advance(2 * DAY_MS);
  const { body } = await gateway.call('POST', '/v1/pix/qrcode', {
    keys: shop.keys,
    body: { ...CHARGE, expires_in: 7 * 86_400 },
  });
  const late = String(body.internal_id);
  gateway.clock.advance(2 * DAY_MS);
  await pay(late);
  const day = new Date(gateway.clock.now() - 3 * 3_600_000).toISOString().slice(0, 10);
  const rows = (await listed(`paid_from=${day}&paid_to=${day}`)).data;
  assert.deepEqual(
    rows.map((row) => row.internal_id),
    [late],
  );
  const before = new Date(gateway.clock.now() - 2 * DAY_MS).toISOString().slice(0, 10);
  assert.deepEqual((await listed(`paid_to=${before}&payment_link=${book.id}`)).data, []);
  assert.equal((await listed(`from=${day}`)).data.length, 0);
  assert.ok(!(await listed(`paid_to=${before}`)).data.some((row) => row.internal_id === late));
  assert.notEqual(caio, late);
});
