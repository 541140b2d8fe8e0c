import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { createMerchantWithKeys, PAYOUT, receivePayment } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
gateway.clock.setToNoon();
const PATH = '/api/panel/test/statement';
const DAY_MS = 24 * 60 * 60 * 1_000;

interface Statement {
  readonly opening_balance: number;
  readonly closing_balance: number;
  readonly data: { sequence: number; kind: string; amount: number; balance_after: number }[];
  readonly next_cursor: string | null;
}

/** Two days: a payment on the first; a payment, a payout and a transfer on the second. */
async function liveTwoDays() {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const other = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys);
  const firstDay = brazilianDayOf(gateway.clock.now());
  gateway.clock.advance(DAY_MS);
  await receivePayment(gateway, keys, {
    amount: 5_000,
    payer: { name: 'Ana', document: '12345678909' },
  });
  await gateway.call('POST', '/v1/pix/payout', { keys, body: { ...PAYOUT, amount: 1_000 } });
  const session = await signIn(gateway, merchant);
  const body = { username: other.username, amount: 300 };
  const headers = { 'idempotency-key': randomUUID() };
  await session.call('POST', '/api/panel/test/transfers', { body, headers });
  return {
    session,
    keys,
    firstDay,
    secondDay: brazilianDayOf(gateway.clock.now()),
    username: merchant.username,
  };
}

test('pages list every entry with the balance after it', async () => {
  const { session } = await liveTwoDays();
  const { body } = await session.call<Statement>('GET', PATH);
  assert.deepEqual(
    body.data.map((one) => [one.sequence, one.kind, one.amount, one.balance_after]),
    [
      [4, 'transfer_sent', -300, 13_379],
      [3, 'payout_reserved', -1_000, 13_679],
      [2, 'charge_paid', 4_877, 14_679],
      [1, 'charge_paid', 9_802, 9_802],
    ],
  );
  const seen: number[] = [];
  let cursor = '';
  for (let page = 0; page < 2; page += 1) {
    const part = await session.call<Statement>('GET', `${PATH}?limit=2${cursor}`);
    seen.push(...part.body.data.map((one) => one.sequence));
    cursor = `&cursor=${part.body.next_cursor}`;
    assert.equal(part.body.next_cursor === null, page === 1);
  }
  assert.deepEqual(seen, [4, 3, 2, 1]);
});

test('entries are named in the language of the panel, and in Portuguese for programs', async () => {
  const { session, keys } = await liveTwoDays();
  const labels = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const { body } = await gateway.call<{ data: { label: string }[] }>('GET', path, { headers });
    return body.data.map(({ label }) => label);
  };
  const cookie = session.cookie();
  const english = ['Transfer sent', 'Payout', 'Charge received', 'Charge received'];
  assert.deepEqual(await labels(PATH, { cookie: `${cookie}; language=en` }), english);
  const portuguese = ['Transferência enviada', 'Saque', 'Cobrança recebida', 'Cobrança recebida'];
  assert.deepEqual(await labels(PATH, { cookie }), portuguese);
  const asked = { ...keys, 'accept-language': 'en' };
  const { body } = await gateway.call('GET', '/v1/statement?account=available', { headers: asked });
  assert.equal(Object(body).data[0].label, 'Cobrança recebida');
});

test('consecutive periods have no gap and show their opening and closing balance', async () => {
  const { session, firstDay, secondDay } = await liveTwoDays();
  const [first, second] = await Promise.all(
    [firstDay, secondDay].map((day) =>
      session.call<Statement>('GET', `${PATH}?from=${day}&to=${day}`),
    ),
  );
  assert.deepEqual(
    [first?.body.opening_balance, first?.body.closing_balance, first?.body.data.length],
    [0, 9_802, 1],
  );
  assert.deepEqual(
    [second?.body.opening_balance, second?.body.closing_balance, second?.body.data.length],
    [9_802, 13_379, 3],
  );
  const before = await session.call<Statement>('GET', `${PATH}?from=2020-01-01&to=2020-12-31`);
  assert.deepEqual([before.body.opening_balance, before.body.data], [0, []]);
  const wrong = await session.call('GET', `${PATH}?from=2026-02-30`);
  assert.deepEqual([wrong.status, wrong.body.code], [400, 'invalid_request']);
  const reserved = await session.call<Statement>('GET', `${PATH}?account=reserved`);
  assert.deepEqual(
    reserved.body.data.map((one) => [one.kind, one.amount]),
    [['payout_reserved', 1_000]],
  );
});

test('a Brazilian spreadsheet opens the CSV file', async () => {
  const { session, secondDay } = await liveTwoDays();
  const file = await session.call('GET', `${PATH}.csv`);
  assert.match(String(file.headers.get('content-type')), /^text\/csv/);
  assert.match(
    String(file.headers.get('content-disposition')),
    new RegExp(`extrato-disponivel-teste-.*${secondDay}\\.csv`),
  );
  const lines = file.text.replace('\u{FEFF}', '').trimEnd().split('\r\n');
  assert.equal(
    lines[0],
    'Data;Descrição;Valor;Saldo;Nome;CPF ou CNPJ;Sua referência;EndToEndId;UTM;' +
      'Transação;Referência;Lançamento;' +
      'Vencimento;Valor original;Abatimento;Desconto;Juros;Multa',
  );
  assert.deepEqual(
    lines.slice(1).map((line) => line.split(';').slice(1, 4)),
    [
      ['Cobrança recebida', '98,02', '98,02'],
      ['Cobrança recebida', '48,77', '146,79'],
      ['Saque', '-10,00', '136,79'],
      ['Transferência enviada', '-3,00', '133,79'],
    ],
  );
});

test('of one charge its payment, refund and dispute are listed, in each account', async () => {
  const { session, keys } = await liveTwoDays();
  const charge = await receivePayment(gateway, keys);
  const id = String(charge.internal_id);
  gateway.clock.advance(DAY_MS);
  await receivePayment(gateway, keys);
  const path = `/v1/transactions/${id}/refund`;
  const refunded = await gateway.call('POST', path, { keys, body: { amount: 500 } });
  assert.equal(refunded.status, 201, refunded.text);
  const disputed = await gateway.call('POST', `/v1/test/charges/${id}/dispute`, {
    keys,
    body: { amount: 700 },
  });
  assert.equal(disputed.status, 201, disputed.text);
  await receivePayment(gateway, keys);
  const entriesIn = async (account: string, chargeId = id) => {
    const query = `account=${account}&charge=${chargeId}`;
    const { body } = await session.call<Statement>('GET', `${PATH}?${query}`);
    return body.data.map(({ kind, amount }) => `${kind} ${amount}`);
  };
  assert.deepEqual(await entriesIn('available'), [
    'balance_blocked -700',
    'refund_reserved -500',
    'charge_paid 9802',
  ]);
  assert.deepEqual(await entriesIn('blocked'), ['balance_blocked 700']);
  assert.deepEqual(await entriesIn('debt'), []);
  const stranger = await createMerchantWithKeys(gateway);
  const theirs = await receivePayment(gateway, stranger.keys);
  assert.deepEqual(await entriesIn('available', String(theirs.internal_id)), []);
  assert.deepEqual(await entriesIn('available', 'x'), []);
});
