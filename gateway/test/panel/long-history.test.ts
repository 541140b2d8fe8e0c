import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { exportTransactions } from '#src/reports/transactions/export-transactions.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  PAYOUT,
  receivePayment,
  startGateway,
} from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';

const gateway = await startGateway({ after });
const LIST = '/api/panel/test/transactions';
const FIRST_PAGE = Buffer.from('ffffffff-ffff-ffff-ffff-ffffffffffff').toString('base64url');

interface List {
  data: { internal_id: string; amount: number }[];
  next_cursor: string | null;
  searched_until: string | null;
}

/** Paid charges by SQL, a second apart, of an amount that ends in `cents`. */
async function fill(merchantId: string, count: number): Promise<void> {
  await gateway.sql(
    `insert into charges (merchant_id, environment, id, status, amount_centavos, fee_centavos,
      payer_name, payer_document, qrcode, created_at, expires_at, is_simulated, paid_at,
      end_to_end_id)
    select $1, 'test', (lpad(to_hex(1730000000000 + n * 1000), 12, '0') || '70008000'
      || lpad(to_hex(n), 12, '0'))::uuid, 'paid', 1000 + n, 1, 'Maria Silva', '12345678909', 'x',
      to_timestamp(1730000000 + n), to_timestamp(1730086400 + n), false,
      to_timestamp(1730000030 + n), 'E99999999' || lpad(n::text, 23, '0')
    from generate_series(1, $2::bigint) as n`,
    [merchantId, count],
  );
}

test('an export has every line in the format of spreadsheets', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const member = await signIn(gateway, merchant);
  await fill(merchant.merchantId, 2_500);
  const payer = { ...CHARGE.payer, name: '=HYPERLINK("http://x";"y")' };
  const body = { amount: 123_456, payer, external_id: '@pedido; "7"' };
  const { internal_id: id } = await receivePayment(gateway, keys, body);
  await gateway.call('POST', '/v1/pix/payout', { keys, body: PAYOUT });
  const answer = await member.call('GET', `${LIST}.csv?type=charge`);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8');
  const name = answer.headers.get('content-disposition') ?? '';
  assert.match(name, /attachment; filename="[a-z0-9-]+-transacoes-teste-/);
  const bytes = await exportedBytes(member.cookie());
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
  const lines = answer.text.split('\r\n');
  assert.equal(lines.length, 1 + 2_501 + 1);
  assert.equal(new Set(lines).size, lines.length);
  assert.match(
    lines[1] ?? '',
    /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d;Cobrança;Paga;1234,56;\d+,\d\d;\d+,\d\d;0,00;/,
  );
  assert.ok(
    lines[1]?.includes(`;"'=HYPERLINK(""http://x"";""y"")";123.456.789-09;;"'@pedido; ""7""";`),
  );
  assert.ok(lines[1]?.includes(`;${id};`));
  assert.match(
    lines[2_501] ?? '',
    /^27\/10\/2024 00:33:21;Cobrança;Paga;10,01;0,01;10,00;0,00;Maria/,
  );
  const period = await member.call('GET', `${LIST}.csv?from=2024-10-28&amount_max=2000`);
  assert.equal(period.text.split('\r\n').length, 2);
});

async function exportedBytes(cookie: string): Promise<Buffer> {
  const response = await fetch(`${gateway.url}${LIST}.csv`, { headers: { cookie } });
  return Buffer.from(await response.arrayBuffer());
}

test('a search for a rare value in a long history reads bounded parts and finds it', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const member = await signIn(gateway, merchant);
  await fill(merchant.merchantId, 110_000);
  const read = async (query: string, cursor: string) =>
    (await member.call<List>('GET', `${LIST}?${query}&cursor=${cursor}`)).body;
  const pages: List[] = [];
  let cursor = FIRST_PAGE;
  for (let more = true; more; ) {
    const page = await read('status=paid&amount_min=1001&amount_max=1002', cursor);
    pages.push(page);
    more = page.next_cursor !== null;
    cursor = page.next_cursor ?? '';
  }
  assert.deepEqual(
    pages.map((page) => page.data.map(({ amount }) => amount)),
    [[], [], [1_002, 1_001]],
  );
  // 50,000 seconds a page, counted from the newest.
  assert.deepEqual(
    pages.map((page) => page.searched_until),
    [new Date(1_730_060_001_000), new Date(1_730_010_001_000), undefined].map(
      (at) => at?.toISOString() ?? null,
    ),
  );
  const search = {
    environment: 'test' as const,
    status: 'paid' as const,
    type: undefined,
    merchantId: merchant.merchantId,
    amountMin: 1_001n,
    amountMax: 1_002n,
    createdFrom: undefined,
    createdTo: undefined,
    paidFrom: undefined,
    paidTo: undefined,
    paymentLinkId: undefined,
    clientId: undefined,
    customerId: undefined,
    dueFrom: undefined,
    dueTo: undefined,
    term: undefined,
  };
  // Each part is a piece of the export, so that one whose reader has gone ends after it.
  const lines: number[] = [];
  for await (const piece of exportTransactions(gateway.appContext.database, search, 'pt-BR')) {
    lines.push(piece.split('\r\n').length - 1);
  }
  assert.deepEqual(lines, [1, 0, 0, 2]);
  const none = await read('status=pending&amount_min=5', FIRST_PAGE);
  assert.deepEqual(none, { data: [], next_cursor: null, searched_until: null });
});
