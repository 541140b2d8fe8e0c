import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  type Answer,
  CHARGE,
  createKeys,
  createMerchantWithKeys,
  type Keys,
  startGateway,
} from '../support/gateway.ts';

interface Problem {
  readonly code: string;
  readonly details?: readonly { readonly field: string; readonly message: string }[];
}

const gateway = await startGateway({ after }, { hasWorker: false });
const { keys, merchant } = await createMerchantWithKeys(gateway);

function create(body: unknown, by: Keys = keys): Promise<Answer> {
  return gateway.call('POST', '/v1/pix/qrcode', { keys: by, body });
}

async function faultyFields(body: unknown, by: Keys = keys): Promise<readonly string[]> {
  const answer = await gateway.call<Problem>('POST', '/v1/pix/qrcode', { keys: by, body });
  assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_request'], answer.text);
  const details = answer.body.details ?? [];
  for (const { message } of details) assert.notEqual(message, '');
  return details.map((one) => one.field).sort();
}

/** Creates a charge from a valid body with this change, and returns it as the API reads it. */
async function accepted(change: object): Promise<Record<string, unknown>> {
  const created = await create({ ...CHARGE, ...change });
  assert.equal(created.status, 201, `${JSON.stringify(change)} ${created.text}`);
  const path = `/v1/transactions/${String(created.body.internal_id)}`;
  return (await gateway.call('GET', path, { keys })).body;
}

const payer = (change: object) => ({ payer: { ...CHARGE.payer, ...change } });
const pairs = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`utm_${index}`, 'x']));
const urlOf = (length: number) => `https://example.com/${'a'.repeat(length - 20)}`;

test('a creation, and its repeat, answer the address of the payment page in Link', async () => {
  const key = 'pedido-com-pagina-1';
  const send = () =>
    gateway.call('POST', '/v1/pix/qrcode', {
      keys,
      body: CHARGE,
      headers: { 'idempotency-key': key },
    });
  const [first, repeat] = [await send(), await send()];
  const link = first.headers.get('link');
  const [, address = ''] = /^<(.+)>; rel="payment"$/.exec(String(link)) ?? [];
  assert.equal(address, `${gateway.appContext.config.baseUrl}/pagar/${first.body.internal_id}`);
  assert.deepEqual([repeat.headers.get('link'), repeat.text], [link, first.text]);
  const page = await fetch(new URL(new URL(address).pathname, gateway.url));
  assert.match(await page.text(), /copia e cola/i);
});

test('a wrong field inside a rule of a due date is named, and no sentence is unfinished', async () => {
  const messages = async (change: object) => {
    const body = { ...CHARGE, due_date: '2099-01-15', ...change };
    const answer = await gateway.call<Problem>('POST', '/v1/pix/qrcode', { keys, body });
    assert.equal(answer.status, 400, answer.text);
    return (answer.body.details ?? []).map(({ field, message }) => [field, message]);
  };
  const fine = { type: 'percent', value: 0.5 };
  assert.deepEqual(await messages({ fine }), [['fine.value', 'deve ser um inteiro']]);
  assert.deepEqual(await messages({ fine: 5 }), [['fine', 'deve ser um objeto']]);
  const discounts = [{ mode: 'fixed_until', value: -1, until: '2099-01-01' }];
  assert.deepEqual(await messages({ discounts }), [['discounts.0.value', 'deve ser no mínimo 0']]);
  const day = [['due_date', 'deve ser um dia, como 2026-11-20']];
  assert.deepEqual(await messages({ due_date: 'x' }), day);
});

test('the lowest and highest value of every field are accepted', async () => {
  const bounds = [
    { amount: 999_999_999_999 },
    { amount: 51 },
    payer({ name: 'x' }),
    payer({ name: '\u{1f600}'.repeat(200) }),
    payer({ email: 'a@b.com' }),
    payer({ email: 'maria.silva+pix@exemplo.com.br' }),
    { external_id: 'x' },
    { external_id: 'ç'.repeat(128) },
    { expires_in: 60 },
    { expires_in: 2_592_000 },
    { webhook_url: 'http://localhost:9999/aqui?x=1#y' },
    { webhook_url: urlOf(2_048) },
    { utm: {} },
    { utm: pairs(10) },
    { utm: { utm_source: '' } },
    { utm: { utm_source: 'ã'.repeat(255) } },
  ];
  for (const change of bounds) await accepted(change);
});

test('a field beyond its bounds or of another type is refused and named', async () => {
  const cases: readonly (readonly [string, object])[] = [
    ...[0, -1, 1_000_000_000_000, 1.5, '100', true, null, [100], 1e300].map(
      (amount) => ['amount', { amount }] as const,
    ),
    ...[null, 'x', [], 1].map((whole) => ['payer', { payer: whole }] as const),
    ...['', ' ', '\t\n', 'x'.repeat(201), 1, null, 'a\u0000b', 'a\ud800'].map(
      (name) => ['payer.name', payer({ name })] as const,
    ),
    ...[
      '',
      '1234567890',
      '123456789012',
      '1234567890a',
      12345678909,
      null,
      '１２３４５６７８９０９',
    ].map((document) => ['payer.document', payer({ document })] as const),
    ...['', 'x', '@b.com', 'a@', 'a b@c.com', 1, {}, `${'a'.repeat(250)}@b.com`].map(
      (email) => ['payer.email', payer({ email })] as const,
    ),
    ...['', '  ', 'x'.repeat(129), 1, {}, '\u0000', '\udfff'].map(
      (external_id) => ['external_id', { external_id }] as const,
    ),
    ...[59, 2_592_001, 0, -60, 60.5, '60', true].map(
      (expires_in) => ['expires_in', { expires_in }] as const,
    ),
    ...['', 'x', '/aqui', 'ftp://example.com', 'javascript:alert(1)', 1, urlOf(2_049)].map(
      (webhook_url) => ['webhook_url', { webhook_url }] as const,
    ),
    ...['x', [], 1, pairs(11)].map((utm) => ['utm', { utm }] as const),
    ...['x'.repeat(256), 1, {}, '\u0000'].map(
      (utm_source) => ['utm.utm_source', { utm: { utm_source } }] as const,
    ),
  ];
  for (const [field, change] of cases) {
    const fields = await faultyFields({ ...CHARGE, ...change });
    assert.deepEqual(fields, [field], JSON.stringify(change));
  }
});

test('a missing required field is named, and a body that is not an object is refused', async () => {
  assert.deepEqual(await faultyFields({}), ['amount', 'payer']);
  assert.deepEqual(await faultyFields({ payer: {} }), ['amount', 'payer.document', 'payer.name']);
  for (const body of [[], 'null', '1', '"x"']) {
    assert.deepEqual(await faultyFields(body), ['body'], String(body));
  }
});

test('an amount that does not exceed the fee is refused with a code of its own', async () => {
  for (const amount of [1, 49]) {
    const { status, body } = await create({ ...CHARGE, amount });
    assert.deepEqual([status, body.code], [422, 'amount_too_small']);
  }
  // floor(50 * 149 / 10000) is 0, so the fee is 49 and one centavo is left.
  const least = await create({ ...CHARGE, amount: 50 });
  assert.deepEqual([least.body.fee_amount, least.body.net_amount], [49, 1]);
});

test('null counts as not sent, fields that are not sent are null, and a charge lasts a day by default', async () => {
  const nothing = {
    external_id: null,
    expires_in: null,
    webhook_url: null,
    utm: null,
    split: null,
  };
  for (const change of [{}, { ...nothing, ...payer({ email: null }) }]) {
    const charge = await accepted(change);
    assert.deepEqual(
      [charge.external_id, charge.utm, charge.split, charge.payer],
      [null, null, [], { ...CHARGE.payer, email: null }],
    );
    const lifeMs = Date.parse(String(charge.expires_at)) - Date.parse(String(charge.created_at));
    assert.equal(lifeMs, 86_400_000);
  }
});

test('texts are stored trimmed, and documents without punctuation and in capitals', async () => {
  const charge = await accepted({
    ...payer({ name: ' \t Maria  Silva \n', document: ' 12.abc.345/01de-35 ', email: ' a@b.com ' }),
    external_id: ' pedido 1 ',
    webhook_url: ' https://example.com/x ',
    utm: { utm_source: ' instagram ' },
  });
  assert.deepEqual(charge.payer, {
    name: 'Maria  Silva',
    document: '12ABC34501DE35',
    email: 'a@b.com',
  });
  assert.equal(charge.external_id, 'pedido 1');
  assert.deepEqual(charge.utm, { utm_source: 'instagram' });
  const [row] = await gateway.sql('select webhook_url from charges where id = $1', [
    charge.internal_id,
  ]);
  assert.equal(row?.webhook_url, 'https://example.com/x');
  // The last two characters of a CNPJ are digits in its alphanumeric form too.
  assert.deepEqual(await faultyFields({ ...CHARGE, ...payer({ document: '12ABC34501DEAB' }) }), [
    'payer.document',
  ]);
});

test('unknown fields are ignored, and so are names that every object inherits', async () => {
  const good = JSON.stringify(CHARGE).slice(1, -1);
  const bodies = [
    `{${good},"__proto__":{"amount":1,"split":"x"}}`,
    `{${good},"constructor":{"prototype":{"amount":1}}}`,
    `{${good},"toString":1,"status":"paid","internal_id":"x","fee_amount":0}`,
    `{${good},"utm":{"__proto__":"x","utm_source":"y"}}`,
  ];
  for (const body of bodies) {
    const created = await create(body);
    assert.equal(created.status, 201, created.text);
    assert.deepEqual([created.body.amount, created.body.fee_amount], [10_000, 198]);
    assert.equal(created.body.status, 'pending');
  }
  assert.deepEqual(await faultyFields('{"__proto__":{"amount":100,"payer":{}}}'), [
    'amount',
    'payer',
  ]);
});

test('with a live key wrong check digits are refused, together with all other faults', async () => {
  const live = await createKeys(gateway.appContext, merchant, 'live');
  const wrong = ['12345678900', '11111111111', '11222333000180', '12ABC34501DE36'];
  for (const document of wrong) {
    const body = { ...CHARGE, ...payer({ document }) };
    assert.deepEqual(await faultyFields(body, live), ['payer.document'], document);
    assert.equal((await create(body)).status, 201);
  }
  for (const document of ['529.982.247-25', '11222333000181', '12abc34501de35']) {
    const { status, body } = await create({ ...CHARGE, ...payer({ document }) }, live);
    assert.deepEqual([status, body.code], [503, 'provider_unavailable'], document);
  }
  const several = { amount: 0, ...payer({ document: '12345678900' }), expires_in: 1 };
  assert.deepEqual(await faultyFields(several, live), ['amount', 'expires_in', 'payer.document']);
});
