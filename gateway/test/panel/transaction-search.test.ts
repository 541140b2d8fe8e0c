import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createSearchPacker } from '#src/reports/transactions/pack-search-chunks.ts';
import { CHARGE, createMerchantWithKeys, PAYOUT, receivePayment } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const CHUNK = 4_096;
const gateway = await startInBuckets({ after }, { hasWorker: false });
const shop = await createMerchantWithKeys(gateway);
const member = await signIn(gateway, shop.merchant);
const other = await createMerchantWithKeys(gateway);
const stranger = await signIn(gateway, other.merchant);

interface Item {
  internal_id: string;
  name: string;
  amount: number;
}
interface List {
  data: Item[];
  next_cursor: string | null;
  searched_until: string | null;
}

async function search(text: string, options: { session?: typeof member; query?: string } = {}) {
  const { session = member, query = '' } = options;
  const path = `/api/panel/test/transactions?search=${encodeURIComponent(text)}${query}`;
  const answer = await session.call<List>('GET', path);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data.map(({ internal_id: id }) => id);
}

async function charge(
  payer: { name: string; document: string; email?: string },
  amount: number,
  externalId: string,
  description: string | null = null,
) {
  const body = { ...CHARGE, amount, external_id: externalId, description, payer };
  const { body: created } = await gateway.call('POST', '/v1/pix/qrcode', {
    keys: shop.keys,
    body,
  });
  return String(created.internal_id);
}

const joao = await charge(
  { name: 'João Ávila d’Ângelo', document: '12345678909' },
  123_456,
  'pedido-1',
);
const maria = await charge(
  { name: 'MARIA CONCEIÇÃO', document: '11222333000181' },
  15_000,
  'pedido-2',
);
const numbered = await charge({ name: 'Loja Cedilha', document: '98765432100' }, 4_500, '15000');
const rita = await charge(
  { name: "Rita D'Ávila", document: '52998224725', email: 'rita.alves@escola.example' },
  77_700,
  'matricula-2026-17',
  'Mensalidade de março',
);

const TERMS: Readonly<Record<string, readonly string[]>> = {
  'joao avila': [joao],
  'JOÃO ÂNGELO': [joao],
  conceicao: [maria],
  'conceição maria': [maria],
  'joao maria': [],
  '123.456.789-09': [joao],
  '12345678909': [joao],
  '456.789': [joao],
  '***.456.789-**': [joao],
  '789-09': [joao],
  '11.222.333/0001-81': [maria],
  '11.222.333': [maria],
  'R$ 1.234,56': [joao],
  '1234,56': [joao],
  '1234.56': [joao],
  '1.234': [joao],
  '1.235': [],
  '150': [numbered, maria],
  '15000': [numbered],
  '15.000': [],
  'pedido-2': [maria],
  'pedido-': [maria, joao],
  'matricula-20': [rita],
  'matricula 2026 17': [rita],
  mensalidade: [rita],
  'MARÇO mensalidade': [rita],
  'rita março': [rita],
  'rita.alves@escola.example': [rita],
  'rita.alves@': [rita],
  '@escola': [rita],
  davila: [rita],
  "d'avila": [rita, joao],
  'D`ÁVILA': [rita, joao],
  'rita@': [],
  'Rita.Alves@Escola': [rita],
  'd avila': [rita, joao],
  avila: [rita, joao],
  dangelo: [joao],
  "rita d'angelo": [],
  ngelo: [],
  '%': [],
  _: [],
};

for (const [text, expected] of Object.entries(TERMS)) {
  test(`the search for "${text}" finds ${expected.length}, and only of the merchant`, async () => {
    assert.deepEqual(await search(text), expected);
    assert.deepEqual(await search(text, { session: stranger }), []);
    const live = await member.call<List>(
      'GET',
      `/api/panel/live/transactions?search=${encodeURIComponent(text)}`,
    );
    assert.deepEqual(live.body.data, []);
  });
}

test('a search takes the other filters too, and finds the beneficiary of a payout', async () => {
  await receivePayment(gateway, shop.keys, { ...CHARGE, amount: 90_000 });
  const { body } = await gateway.call('POST', '/v1/pix/payout', { keys: shop.keys, body: PAYOUT });
  const id = String(body.internal_id);
  const read = await member.call<Item>('GET', `/api/panel/test/transactions/${id}`);
  assert.equal(read.status, 200);
  const { beneficiary } = read.body as unknown as { beneficiary: { name: string } };
  assert.ok((await search(beneficiary.name)).includes(id));
  assert.ok(!(await search(beneficiary.name, { query: '&type=charge' })).includes(id));
  assert.deepEqual(await search('joao', { query: '&status=paid' }), []);
  assert.deepEqual(await search('joao', { query: '&status=pending&amount_min=100000' }), [joao]);
});

/** Live charges by SQL, a second apart; `n` is in the name and the amount. */
async function fill(merchantId: string, from: number, to: number): Promise<void> {
  await gateway.sql(
    `insert into charges (merchant_id, environment, id, status, amount_centavos, fee_centavos,
      payer_name, description, payer_email, external_id, payer_document, qrcode, created_at,
      expires_at, is_simulated)
    select merchant_id, 'live', (lpad(to_hex(1730000000000 + n * 1000), 12, '0') || '70008000'
      || lpad(to_hex(n), 12, '0'))::uuid, 'expired', 100000 + n, 1,
      case when n % 1000 = 7 then 'Zélia D''Ávila' else 'Maria Silva' end,
      case when n % 1000 = 7 then 'Curso de Pão' end, 'maria' || n || '@example.com',
      'pedido-' || n,
      lpad((40000000000 + n)::text, 11, '0'), 'x', to_timestamp(1730000000 + n),
      to_timestamp(1730086400 + n), false
    from generate_series($2::bigint, $3::bigint) as n, bucket_merchants where merchant_id = $1`,
    [merchantId, from, to],
  );
}

async function pack(): Promise<void> {
  for (const bucket of gateway.appContext.database.buckets.all()) {
    const round = createSearchPacker(gateway.appContext);
    for (let count = 0; count < 5; count += 1) await round(bucket);
  }
}

test('packed and newer transactions are found in one list without a gap', async () => {
  const { merchantId } = shop.merchant;
  await fill(merchantId, 1, CHUNK + 2_000);
  await pack();
  const chunks = await gateway.sql(
    'select (length(ids) / 16)::text as rows from search_chunks where merchant_id = $1',
    [merchantId],
  );
  assert.deepEqual(chunks, [{ rows: String(CHUNK) }]);
  const amounts: number[] = [];
  let cursor: string | null = null;
  do {
    const query: string = `search=zelia&limit=2${cursor === null ? '' : `&cursor=${cursor}`}`;
    const { body } = await member.call<List>('GET', `/api/panel/live/transactions?${query}`);
    amounts.push(...body.data.map(({ amount }) => amount));
    cursor = body.next_cursor;
  } while (cursor !== null);
  assert.deepEqual(amounts, [106_007, 105_007, 104_007, 103_007, 102_007, 101_007, 100_007]);
  const found = async (text: string, query = '') => {
    const path = `/api/panel/live/transactions?search=${encodeURIComponent(text)}${query}`;
    return (await member.call<List>('GET', path)).body.data.map(({ amount }) => amount);
  };
  for (const text of ['curso pão', 'davila', "zelia d'avila curso"]) {
    assert.deepEqual(await found(`${text} `, '&amount_max=101007'), [101_007, 100_007], text);
  }
  assert.deepEqual(await found('maria42@example.com'), [100_042]);
  const references = [...Array(10)].map((_, index) => 104_099 - index);
  assert.deepEqual(await found('pedido 409'), [...references, 100_409]);
  assert.deepEqual(await found('1.000,42'), [100_042]);
  assert.deepEqual(await found('400.000.000-43'), [100_043]);
  assert.deepEqual(await found('zelia', '&amount_max=101007'), [101_007, 100_007]);
  assert.deepEqual(await found('zelia', '&status=paid'), []);
  assert.deepEqual(await found('zelia', '&from=2024-10-28'), []);
  const stolen = await stranger.call<List>('GET', '/api/panel/live/transactions?search=zelia');
  assert.deepEqual(stolen.body.data, []);
});

test('a chunk of an older version is packed again, with the words of all texts', async () => {
  const { merchantId } = shop.merchant;
  const outdated = 'select count(*)::text as n from search_chunks where words is null';
  await gateway.sql(
    `update search_chunks set words = null, numbers = null,
      lines = repeat(E' maria silva\\t1\\tB\\n', ${CHUNK})
    where merchant_id = $1`,
    [merchantId],
  );
  const search = '/api/panel/live/transactions?search=curso&amount_max=101007';
  const found = async () =>
    (await member.call<List>('GET', search)).body.data.map(({ amount }) => amount);
  assert.deepEqual([await gateway.sql(outdated), await found()], [[{ n: '1' }], []]);
  await pack();
  assert.deepEqual(
    [await gateway.sql(outdated), await found()],
    [[{ n: '0' }], [101_007, 100_007]],
  );
});

test('rows of which an older draft may still become a charge are not packed', async () => {
  const { merchantId } = other.merchant;
  await fill(merchantId, 1, CHUNK);
  await gateway.sql(
    `insert into charge_drafts (merchant_id, environment, id, draft, created_at, due_at)
    select merchant_id, environment, (left(id::text, 24) || 'ffffffffffff')::uuid, '{}', created_at,
      now() + interval '1 day'
    from charges
    where merchant_id = $1 order by id offset 10 limit 1`,
    [merchantId],
  );
  const count = 'select count(*)::text as n from search_chunks where merchant_id = $1';
  await pack();
  assert.deepEqual(await gateway.sql(count, [merchantId]), [{ n: '0' }]);
  await gateway.sql('delete from charge_drafts where merchant_id = $1', [merchantId]);
  await pack();
  assert.deepEqual(await gateway.sql(count, [merchantId]), [{ n: '1' }]);
});

test('a merchant whose chunk can not be packed keeps no other from its chunks', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    const { merchant } = await createMerchantWithKeys(gateway);
    ids.push(merchant.merchantId);
    await fill(merchant.merchantId, 1, CHUNK);
  }
  // Merchants are packed in the order of their ids. The first of each bucket are refused.
  const refused = ids.slice(0, 2).map((id) => `'${id}'`);
  await gateway.sql(
    `create function public.refuse_chunk() returns trigger language plpgsql as
      $$ begin raise exception 'a bad chunk'; end $$`,
  );
  await gateway.sql(
    `create trigger refuse_chunk before insert on search_chunks for each row
      when (new.merchant_id in (${refused.join()})) execute function public.refuse_chunk()`,
  );
  await pack();
  const packed = await gateway.sql(
    'select merchant_id from search_chunks where merchant_id = any($1::uuid[]) order by 1',
    [ids],
  );
  assert.deepEqual(
    packed.map((row) => row.merchant_id),
    ids.slice(2),
  );
});
