import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { createCredential } from '#src/accounts/merchants/credentials/manage-credentials.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { centavosOf, csvRows } from '../support/csv-rows.ts';
import {
  createMerchantWithKeys,
  type Keys,
  PAYOUT,
  receivePayment,
  startGateway,
  until,
} from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { pdfTexts } from '../support/pdf-texts.ts';
import { sheetRows, unzip } from '../support/xlsx-cells.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const FORMULA = '=HYPERLINK("http://mal.example";"clique")';

const gateway = await startGateway({ after }, { env: { DEFAULT_PAYOUT_FEE: '30' } });
const { keys, merchant } = await createMerchantWithKeys(gateway);
const partner = await createMerchantWithKeys(gateway);
const first = brazilianDayOf(gateway.clock.now());
await liveThreeDays();
const today = brazilianDayOf(gateway.clock.now());
const period = `from=${first}&to=${today}`;

/** Payments with fee and split, payouts that end and that wait, refunds, a dispute, a transfer. */
async function liveThreeDays(): Promise<void> {
  const payer = { name: FORMULA, document: '12345678909' };
  const split = [{ username: partner.username, percentage: 10 }];
  const paid = await receivePayment(gateway, keys, {
    amount: 100_000,
    payer,
    split,
    external_id: 'pedido;"7"',
  });
  await receivePayment(gateway, keys, { amount: 5_001, payer });
  await refund(paid.internal_id, 1_000);
  await payOut(7_000);
  gateway.clock.advance(DAY_MS);
  const contested = await receivePayment(gateway, keys, { amount: 3_000, payer });
  await gateway.call('POST', `/v1/test/charges/${contested.internal_id}/dispute`, {
    keys,
    body: {},
  });
  await payOut(1_234);
  const session = await signIn(gateway, merchant);
  await session.call('POST', '/api/panel/test/transfers', {
    headers: { 'idempotency-key': randomUUID() },
    body: { username: partner.username, amount: 300 },
  });
  gateway.clock.advance(DAY_MS);
  await receivePayment(gateway, keys, { amount: 777, payer });
  // Failed, and one that is still reserved: no money has left.
  const failing = { ...PAYOUT, amount: 100, pix_key_type: 'email', pix_key: 'falha@sandbox.com' };
  await gateway.call('POST', '/v1/pix/payout', { keys, body: failing });
}

async function refund(id: unknown, amount: number): Promise<void> {
  const path = `/v1/transactions/${id}/refund`;
  await gateway.call('POST', path, { keys, body: { amount } });
  gateway.clock.advance(60_000);
  await until('the refund is done', async () => {
    const { body } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
    return body.refunded_amount === amount;
  });
}

async function payOut(amount: number): Promise<void> {
  const { body } = await gateway.call('POST', '/v1/pix/payout', {
    keys,
    body: { ...PAYOUT, amount },
  });
  gateway.clock.advance(60_000);
  await until('the payout is paid', async () => {
    const read = await gateway.call('GET', `/v1/transactions/${body.internal_id}`, { keys });
    return read.body.status === 'paid';
  });
}

async function download(query: string, by: Keys = keys): Promise<Buffer> {
  const answer = await fetch(`${gateway.url}/v1/statement?${query}`, { headers: { ...by } });
  assert.equal(answer.status, 200, await answer.clone().text());
  return Buffer.from(await answer.arrayBuffer());
}

/** What the ledger says that the merchant has in all. */
async function totalOfLedger(): Promise<number> {
  const { body } = await gateway.call<Record<string, number>>('GET', '/v1/balance', { keys });
  const parts = ['available', 'reserved', 'blocked', 'pending_settlement', 'debt'];
  return parts.reduce((sum, name) => sum + (body[name] ?? 0) * (name === 'debt' ? -1 : 1), 0);
}

test('each movement is a line with gross, splits and fee apart, and the lines make the balance', async () => {
  const [head = [], ...rows] = csvRows(await download(`format=csv&${period}`));
  assert.deepEqual(head.slice(0, 9), [
    'Data',
    'Movimento',
    'Valor bruto',
    'Splits',
    'Tarifa',
    'Valor líquido',
    'Saldo',
    'Pagador ou favorecido',
    'CPF ou CNPJ',
  ]);
  const labels = rows.map(([, label]) => label);
  assert.deepEqual(labels.toSorted(), [
    'Cobrança recebida',
    'Cobrança recebida',
    'Cobrança recebida',
    'Cobrança recebida',
    'Devolução concluída',
    'Saque concluído',
    'Saque concluído',
    'Transferência enviada',
  ]);
  const split = rows.find(([, , gross]) => gross === '1000,00') ?? [];
  assert.deepEqual(split.slice(2, 4), ['1000,00', '-100,00']);
  assert.deepEqual([split[7], split[9]], [`'${FORMULA}`, 'pedido;"7"']);
  const payout = rows.find(([, label]) => label === 'Saque concluído') ?? [];
  assert.deepEqual(payout.slice(2, 6), ['-70,00', '0,00', '-0,30', '-70,30']);
  let total = 0;
  for (const row of rows) {
    const [gross = 0, splits = 0, fee = 0, net, balance] = row.slice(2, 7).map(centavosOf);
    assert.equal(gross + splits + fee, net, row.join(';'));
    total += net ?? 0;
    assert.equal(balance, total, row.join(';'));
    if (row[1] === 'Cobrança recebida') assert.match(row[10] ?? '', /^E\d{8}20/);
  }
  assert.equal(total, await totalOfLedger());
});

test('the totals of days chain, and each period begins where the one before ended', async () => {
  const [, ...days] = csvRows(await download(`format=days_csv&${period}`));
  assert.equal(days.length, 3);
  let closing = 0;
  for (const row of days) {
    const [opening, received = 0, sent = 0, fees = 0, end] = row.slice(1, 6).map(centavosOf);
    assert.equal(opening, closing);
    assert.equal((opening ?? 0) + received + sent + fees, end);
    closing = end ?? 0;
    const day = (row[0] ?? '').split('/').reverse().join('-');
    const [, ...alone] = csvRows(await download(`format=days_csv&from=${day}&to=${day}`));
    assert.deepEqual(alone, [row]);
    const [, ...movements] = csvRows(await download(`format=csv&from=${day}&to=${day}`));
    assert.equal(movements.length, Number(row[6]));
    assert.equal(centavosOf(movements.at(-1)?.[6]), end);
  }
  assert.equal(closing, await totalOfLedger());
});

test('the workbook has numbers and dates, a frozen head, harmless texts and a sheet of days', async () => {
  const files = unzip(await download(`format=xlsx&${period}`));
  const sheet = files.get('xl/worksheets/sheet1.xml') ?? '';
  assert.match(sheet, /<pane ySplit="1" topLeftCell="A2" [^>]*state="frozen"\/>/);
  assert.doesNotMatch(sheet, /<f>/);
  const [head, ...rows] = sheetRows(sheet);
  assert.equal(head?.length, 20);
  const csv = csvRows(await download(`format=csv&${period}`)).slice(1);
  assert.equal(rows.length, csv.length);
  for (const [index, row] of rows.entries()) {
    const cells = new Map(row.map(([column, style, value]) => [column, { style, value }]));
    const money = ['C', 'D', 'E', 'F', 'G'].map((column) => cells.get(column));
    assert.ok(money.every((cell) => cell?.style === 2));
    assert.deepEqual(
      money.map((cell) => Math.round(Number(cell?.value) * 100)),
      csv[index]?.slice(2, 7).map(centavosOf),
    );
    const at = (Number(cells.get('A')?.value) - 25_569) * DAY_MS;
    const [date = '', time] = new Date(Math.round(at / 1_000) * 1_000).toISOString().split('T');
    const day = date.split('-').reverse().join('/');
    assert.equal(`${day} ${time?.slice(0, 8)}`, csv[index]?.[0]);
    if (cells.get('B')?.value === 'Cobrança recebida') assert.equal(cells.get('H')?.value, FORMULA);
  }
  const days = sheetRows(files.get('xl/worksheets/sheet2.xml') ?? '');
  assert.equal(days.length, 4);
  assert.match(files.get('xl/workbook.xml') ?? '', /name="Movimentos".*name="Totais por dia"/);
});

test('the transactions of the OFX file sum to its closing balance, which is the ledger’s', async () => {
  const ofx = (await download(`format=ofx&${period}`)).toString();
  const amounts = [...ofx.matchAll(/<TRNAMT>(.*?)<\/TRNAMT>/g)].map(([, text]) => centavosOf(text));
  const closing = centavosOf(/<BALAMT>(.*?)<\/BALAMT>/.exec(ofx)?.[1]);
  assert.equal(amounts.length, 8);
  assert.equal(
    amounts.reduce((sum, amount) => sum + amount, 0),
    closing,
  );
  assert.equal(closing, await totalOfLedger());
  const ids = [...ofx.matchAll(/<FITID>(.*?)<\/FITID>/g)].map(([, id]) => id);
  assert.equal(new Set(ids).size, 8);
  assert.match(ofx, /<MEMO>Saque concluido \|.*bruto -70,00 tarifa -0,30/);
  const again = (await download(`format=ofx&from=${today}&to=${today}`)).toString();
  const [id = ''] = [...(/<FITID>(.*?)<\/FITID>/.exec(again)?.slice(1) ?? [])];
  assert.ok(ids.includes(id), 'a second import adds nothing');
});

test('the closing as PDF has the merchant, totals by kind, balances and days, always the same', async () => {
  const query = `format=pdf&${period}`;
  const pdf = await download(query);
  const texts = pdfTexts(pdf);
  const lines = (label: string) => texts[texts.indexOf(label) + 1];
  assert.ok(texts.includes(merchant.name));
  assert.ok(texts.includes('CPF ou CNPJ 11.222.333/0001-81'), texts.join('\n'));
  for (const label of ['Recebimentos (valor bruto)', 'Devoluções a pagadores', 'Saques']) {
    assert.ok(texts.includes(label), `${label}: ${texts.join('\n')}`);
  }
  assert.equal(lines('Recebimentos (valor bruto)'), '4');
  const begin = texts.indexOf('Resumo');
  const end = texts.indexOf('O saldo final por conta');
  const amounts = texts.slice(begin, end).filter((text) => /^-?R\$ /.test(text));
  const numbers = amounts.map((text) => centavosOf(text.replace('R$ ', '')));
  const sum = numbers.slice(0, -1).reduce((total, one) => total + one, 0);
  assert.equal(sum, numbers.at(-1), texts.slice(begin, end).join('\n'));
  assert.equal(numbers.at(-1), await totalOfLedger());
  const days = texts.filter((text) => /^\d\d\/\d\d\/\d{4}$/.test(text));
  assert.equal(days.length, 3);
  const past = `format=pdf&from=${first}&to=${addDays(today, -1)}`;
  assert.deepEqual(await download(past), await download(past));
});

test('the closing of a reader of English is in English, with the same amounts', async () => {
  const session = await signIn(gateway, merchant);
  const address = `${gateway.url}/api/panel/test/accounting/closing.pdf?${period}`;
  const headers = { cookie: session.cookie(), 'accept-language': 'en' };
  const english = await fetch(address, { headers });
  const texts = pdfTexts(Buffer.from(await english.arrayBuffer()));
  const portuguese = pdfTexts(await download(`format=pdf&${period}`));
  assert.ok(texts.includes('Payments received (gross)'), texts.join('\n'));
  const amounts = (from: readonly string[], money: RegExp) =>
    from.filter((text) => money.test(text)).map((text) => text.replaceAll(/\D/g, ''));
  assert.deepEqual(amounts(texts, /^-?R\$\d/), amounts(portuguese, /^-?R\$ /));
  const left = ['Saldo', 'Saques', 'Tarifas', 'Página', 'Conta '].filter((word) =>
    texts.some((text) => text.includes(word)),
  );
  assert.deepEqual(left, []);
});

test('files by API need the scopes of the data in them, and refuse unknown formats and parameters', async () => {
  const rights = { scopes: ['balance:read'], addresses: null } as const;
  const pair = await createCredential(
    gateway.appContext,
    merchant,
    { environment: 'test', name: 'saldo', rights },
    commandActor,
  );
  const limited = { 'client-id': pair.clientId, 'client-secret': pair.clientSecret };
  const refused = await gateway.call('GET', '/v1/statement?format=csv', { keys: limited });
  assert.deepEqual([refused.status, refused.body.code], [403, 'scope_missing']);
  assert.equal(
    (await download(`format=pdf&${period}`, limited)).subarray(0, 5).toString(),
    '%PDF-',
  );
  for (const query of ['format=doc', 'format=csv&account=available', 'format=xlsx&cursor=1']) {
    const wrong = await gateway.call('GET', `/v1/statement?${query}`, { keys });
    assert.deepEqual([wrong.status, wrong.body.code], [400, 'invalid_request'], query);
  }
  const json = await gateway.call('GET', '/v1/statement?format=json', { keys });
  assert.equal(json.body.account, 'available');
});

test('the panel downloads the same files, and other merchants have their own', async () => {
  const session = await signIn(gateway, merchant);
  const file = await session.call('GET', `/api/panel/test/accounting/movements.csv?${period}`);
  // Reading a text removes its byte order mark.
  const csv = (await download(`format=csv&${period}`)).toString();
  assert.equal(file.text, csv.replace('\u{FEFF}', ''));
  const name = /^attachment; filename="[a-z0-9-]+-movimentos-teste-\d{4}[\d-]*(-a-[\d-]+)?\.csv"$/;
  assert.match(String(file.headers.get('content-disposition')), name);
  const [, ...rows] = csvRows(await download(`format=csv&${period}`, partner.keys));
  assert.deepEqual(
    rows.map(([, label]) => label).toSorted(),
    // The partner bears its part of the refund.
    ['Devolução concluída', 'Split recebido', 'Transferência recebida'],
  );
});
