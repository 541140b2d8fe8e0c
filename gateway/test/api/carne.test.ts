import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import jsQR from 'jsqr';
import { addDays, brazilianDate, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { CHARGE, createMerchantWithKeys, type Keys, until } from '../support/gateway.ts';
import { pdfTexts } from '../support/pdf-texts.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const PATH = '/v1/charges/batches';
const FIRST = businessDayFrom(addDays(brazilianDayOf(gateway.clock.now()), 10));
const RULES = {
  fine: { type: 'percent', value: 200 },
  interest: { mode: 'percent_per_month', value: 100 },
  discounts: [{ mode: 'fixed_until', value: 500, until: FIRST }],
};
const ANA = { name: 'Ana Souza', document: '52998224725' };

async function createBatch(keys: Keys, charges: readonly object[]): Promise<string> {
  const headers = { 'idempotency-key': `carne-${randomUUID()}` };
  const answer = await gateway.call('POST', PATH, { keys, headers, body: { charges } });
  assert.equal(answer.status, 201, answer.text);
  await until('the batch is completed', async () => {
    const { body } = await gateway.call('GET', `${PATH}/${answer.body.id}`, { keys });
    return body.status === 'completed';
  });
  return String(answer.body.id);
}

async function download(keys: Keys, id: string, query = '', headers = {}) {
  const answer = await fetch(`${gateway.url}${PATH}/${id}/carne.pdf${query}`, {
    headers: { ...keys, ...headers },
  });
  const content = Buffer.from(await answer.arrayBuffer());
  return { answer, content };
}

interface Made {
  readonly data: readonly { readonly charge: { readonly qrcode: string; internal_id: string } }[];
}

/** The texts of the QR codes of a PDF: its images of one bit a pixel, lines with a PNG filter. */
function codesIn(pdf: Buffer): string[] {
  const image = /\/Width (\d+)\n\/Height (\d+)[\s\S]*?\/Length (\d+)(?:\n\/[^\n]*)*\n>>\nstream\n/g;
  const codes: string[] = [];
  for (const found of pdf.toString('latin1').matchAll(image)) {
    const [width, height, length] = found.slice(1, 4).map(Number) as [number, number, number];
    const from = found.index + found[0].length;
    const lines = inflateSync(pdf.subarray(from, from + length));
    const pixels = pixelsOf(lines, width, height);
    const code = jsQR.default(pixels, width, height)?.data;
    if (code !== undefined) codes.push(code);
  }
  return codes;
}

/** The pixels of lines with the filters 0 (none) and 2 (up) of PNG. */
function pixelsOf(lines: Buffer, width: number, height: number): Uint8ClampedArray {
  const bytes = Math.ceil(width / 8);
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
  let above = Buffer.alloc(bytes);
  for (let row = 0; row < height; row += 1) {
    const at = row * (bytes + 1);
    const line = Buffer.from(lines.subarray(at + 1, at + 1 + bytes));
    if (lines[at] === 2) for (const [x, byte] of above.entries()) line[x] = (line[x] ?? 0) + byte;
    for (let x = 0; x < width; x += 1) {
      const isLight = ((line[x >> 3] ?? 0) >> (7 - (x & 7))) & 1;
      pixels.fill(isLight ? 255 : 0, (row * width + x) * 4, (row * width + x) * 4 + 3);
    }
    above = line;
  }
  return pixels;
}

test('a carnê has a slip of each charge with its number, day, amount, rules and code', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const days = [FIRST, addDays(FIRST, 30), addDays(FIRST, 60), addDays(FIRST, 90)];
  const charges = days.map((due_date, index) => ({
    amount: 12_345 + index,
    payer: ANA,
    due_date,
    ...(index === 0 ? RULES : {}),
    external_id: `aluno-7-${index}`,
    description: 'Mensalidade',
  }));
  const id = await createBatch(keys, [...charges, CHARGE]);
  const { answer, content } = await download(keys, id);
  assert.equal(answer.status, 200, content.toString());
  assert.equal(answer.headers.get('content-type'), 'application/pdf');
  assert.match(
    String(answer.headers.get('content-disposition')),
    /filename="carne-[0-9a-f-]+\.pdf"/,
  );
  const texts = pdfTexts(content);
  const words = texts.join(' ');
  for (const number of ['1/4', '2/4', '3/4', '4/4', '1/1']) assert.ok(texts.includes(number));
  for (const day of days) assert.ok(texts.includes(brazilianDate(day)), day);
  for (const amount of ['R$ 123,45', 'R$ 123,48', 'R$ 100,00']) assert.ok(texts.includes(amount));
  assert.match(words, /Ana Souza · 529\.982\.247-25/);
  assert.match(words, /Mensalidade/);
  assert.match(words, /aluno-7-3/);
  assert.match(words, /Desconto de R\$ 5,00 até/);
  assert.match(words, /multa de 2%/);
  assert.match(words, /juros de 1% ao mês/);
  assert.match(words, /TESTE: não pague/);
  assert.ok(words.includes(merchant.name));
  assert.equal(content.toString('latin1').match(/\/Type \/Page\n/g)?.length, 2, 'three a page');
  const made = await gateway.call<Made>('GET', `${PATH}/${id}/items`, { keys });
  const codes = made.body.data.map(({ charge }) => charge.qrcode);
  assert.deepEqual(codesIn(content), codes);
  const lettersOnly = texts.join('');
  for (const code of codes) assert.ok(lettersOnly.includes(code), 'copy and paste');
});

test('the slips of a payer stand together in the order of their due dates', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const bruno = { name: 'Bruno Sá', document: '12345678909' };
  const on = (payer: object, days: number) => ({
    amount: 1_000,
    payer,
    due_date: addDays(FIRST, days),
  });
  const charges = [on(ANA, 60), on(bruno, 30), on(ANA, 0), on(bruno, 0), on(ANA, 30)];
  const id = await createBatch(keys, charges);
  const made = await gateway.call<Made>('GET', `${PATH}/${id}/items`, { keys });
  const codes = made.body.data.map(({ charge }) => charge.qrcode);
  const { content } = await download(keys, id);
  assert.deepEqual(
    codesIn(content),
    [2, 4, 0, 3, 1].map((index) => codes[index]),
  );
});

test('a slip of a charge that was paid has no code, so that it is not paid again', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const id = await createBatch(keys, [CHARGE, CHARGE]);
  const made = await gateway.call<Made>('GET', `${PATH}/${id}/items`, { keys });
  const [paid, open] = made.body.data.map(({ charge }) => charge);
  await gateway.call('POST', `/v1/test/charges/${paid?.internal_id}/pay`, { keys });
  const { content } = await download(keys, id, '', { 'accept-language': 'en' });
  assert.deepEqual(codesIn(content), [open?.qrcode]);
  assert.ok(pdfTexts(content).includes('Already paid'));
});

test('a file has up to 300 charges, and the next file begins where it ends', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const charges = Array.from({ length: 302 }, (_, index) => ({
    ...CHARGE,
    external_id: `${index}`,
  }));
  const id = await createBatch(keys, charges);
  const numbersOf = (content: Buffer) =>
    pdfTexts(content).filter((text) => /^\d+\/302$/.test(text)).length / 2;
  const [first, second] = [await download(keys, id), await download(keys, id, '?from=301')];
  assert.equal(numbersOf(first.content), 300);
  assert.equal(numbersOf(second.content), 2);
  const end = await gateway.call('GET', `${PATH}/${id}/carne.pdf?from=303`, { keys });
  assert.equal(end.body.code, 'carne_empty', end.text);
});

test('a carnê of another merchant is not found, and one of a batch under way is not ready', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const stranger = await createMerchantWithKeys(gateway);
  const id = await createBatch(keys, [CHARGE]);
  const other = await gateway.call('GET', `${PATH}/${id}/carne.pdf`, { keys: stranger.keys });
  assert.equal(other.body.code, 'charge_batch_not_found', other.text);
  const open = randomUUID().replace(/^.{14}./, '01a20db1-b6b3-7');
  await gateway.sql(
    `insert into charge_batches (merchant_id, environment, id, status, line_count, invalid_count,
       total_centavos, refused_count, created_at, accepted_at, due_at)
     select merchant_id, 'test', $2, 'processing', 1, 0, 1, 0, now(), now(), 'infinity'
     from charge_batches where merchant_id = $1`,
    [merchant.merchantId, open],
  );
  const early = await gateway.call('GET', `${PATH}/${open}/carne.pdf`, { keys });
  assert.equal(early.body.code, 'carne_not_ready', early.text);
});

test('a shop downloads up to twenty carnês a minute', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const id = await createBatch(keys, [CHARGE]);
  const path = `${PATH}/${id}/carne.pdf?from=2`;
  for (let count = 0; count < 20; count += 1) {
    assert.equal((await gateway.call('GET', path, { keys })).body.code, 'carne_empty');
  }
  assert.equal((await gateway.call('GET', path, { keys })).body.code, 'rate_limited');
});
