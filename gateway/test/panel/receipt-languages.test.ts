import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createId } from '#src/ground/ids.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  PAYOUT,
  receivePayment,
  startGateway,
  until,
} from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { pdfTexts } from '../support/pdf-texts.ts';

const ENGLISH = { 'accept-language': 'en-GB,en;q=0.9,pt;q=0.1' };
const CODE_LINE = /^[0-9A-Z]{6}(-[0-9A-Z]{6})*-?$/;
/** Words of the Portuguese receipt that no name of the tests has. */
const PORTUGUESE =
  /comprovante (de|não|confere|emitido)|devolu|quem |institui|dados da|código|horário|conferir/i;

const gateway = await startGateway({ after });
const { keys, merchant } = await createMerchantWithKeys(gateway);
const charge = await receivePayment(gateway, keys, {
  ...CHARGE,
  amount: 123_456,
  external_id: 'pedido-7',
});
const chargeId = String(charge.internal_id);
const path = `/v1/transactions/${chargeId}/receipt`;

async function download(address: string, headers: Readonly<Record<string, string>>) {
  const answer = await fetch(gateway.url + address, { headers });
  assert.equal(answer.status, 200, await answer.clone().text());
  const pdf = Buffer.from(await answer.arrayBuffer());
  const texts = pdfTexts(pdf);
  return {
    texts,
    all: texts.join('\n'),
    code: texts.filter((line) => CODE_LINE.test(line)).join(''),
    language: /\/Lang \(([^)]*)\)/.exec(pdf.toString('latin1'))?.[1],
    name: /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1],
    headers: answer.headers,
  };
}

async function visit(address: string, headers: Readonly<Record<string, string>>) {
  const answer = await fetch(gateway.url + address, { headers });
  const text = await answer.text();
  assert.match(answer.headers.get('vary') ?? '', /accept-language, cookie/);
  const language = /<html lang="([^"]+)">/.exec(text)?.[1];
  assert.equal(answer.headers.get('content-language'), language);
  return { status: answer.status, text, language };
}

test('a receipt is in the language of the request, with the same code in both', async () => {
  const english = await download(path, { ...keys, ...ENGLISH });
  assert.equal(english.name, `payment-receipt-${chargeId}.pdf`);
  assert.deepEqual([english.language, english.headers.get('content-language')], ['en', 'en']);
  assert.match(english.headers.get('vary') ?? '', /accept-language/);
  for (const text of ['Pix payment receipt', 'R$ 1.234,56', merchant.name, 'Paid by', 'pedido-7']) {
    assert.ok(english.texts.includes(text), `${text}: ${english.all}`);
  }
  assert.match(english.all, /^\d{1,2} \w{3,4} 2026, \d\d:\d\d:\d\d \(Brasília time\)$/m);
  assert.ok(english.texts.includes('TEST, no value'), 'the mark across the page has one line');
  assert.doesNotMatch(english.all, PORTUGUESE);
  const portuguese = await download(path, { ...keys });
  assert.equal(portuguese.name, `comprovante-pagamento-${chargeId}.pdf`);
  assert.equal(portuguese.language, 'pt-BR');
  assert.match(portuguese.all, PORTUGUESE);
  assert.equal(english.code, portuguese.code);
  assert.notEqual(english.code, '');
  // What clients of the API send without being asked.
  assert.equal((await download(path, { ...keys, 'accept-language': '*' })).language, 'pt-BR');
});

test('the receipts of a payout and of a refund are in English in the English panel', async () => {
  const session = await signIn(gateway, merchant);
  const payout = await gateway.call('POST', '/v1/pix/payout', { keys, body: PAYOUT });
  const refund = await gateway.call('POST', `/v1/transactions/${chargeId}/refund`, {
    keys,
    body: { amount: 456, reason: 'Peça com defeito' },
  });
  gateway.clock.advance(60_000);
  const cookie = `${session.cookie()}; language=en`;
  for (const [made, title, name] of [
    [payout, 'Receipt of a Pix sent', 'payout-receipt'],
    [refund, 'Pix refund receipt', 'refund-receipt'],
  ] as const) {
    const id = String(made.body.internal_id);
    const address = `/api/panel/test/transactions/${id}/receipt.pdf`;
    const headers = { cookie, 'accept-language': 'pt-BR' };
    await until('it is done', async () => (await fetch(gateway.url + address, { headers })).ok);
    const receipt = await download(address, headers);
    assert.ok(receipt.texts.includes(title), receipt.all);
    assert.equal(receipt.name, `${name}-${id}.pdf`);
    assert.doesNotMatch(receipt.all, PORTUGUESE);
    assert.equal((await visit(`/comprovante/${receipt.code}`, ENGLISH)).status, 200);
  }
});

test('the public page verifies codes in the language of the reader', async () => {
  const { code } = await download(path, { ...keys });
  const right = await visit(`/comprovante/${code}`, ENGLISH);
  assert.deepEqual([right.status, right.language], [200, 'en']);
  assert.match(right.text, /This receipt is authentic/);
  assert.match(right.text, /R\$ 1\.234,56/);
  const empty = await visit('/comprovante', { cookie: 'language=en' });
  assert.match(empty.text, /<title>Verify a receipt/);
  const wrong = await visit(`/comprovante?codigo=${code.slice(0, -1)}`, ENGLISH);
  assert.equal(wrong.status, 404);
  assert.match(wrong.text, /This receipt is not authentic/);
  for (const { text } of [right, empty, wrong]) assert.doesNotMatch(text, PORTUGUESE);
  const both = { ...ENGLISH, cookie: 'language=pt-BR' };
  assert.match((await visit(`/comprovante/${code}`, both)).text, /Este comprovante confere/);
});

test('too many checks are refused in the language of the reader', async () => {
  const unknown = `/comprovante/${createId(0)}`;
  await Promise.all(Array.from({ length: 60 }, () => visit(unknown, ENGLISH)));
  await until('the limit', async () => (await visit(unknown, ENGLISH)).status === 429);
  assert.match((await visit(unknown, ENGLISH)).text, /Too many attempts/);
  assert.match((await visit(unknown, {})).text, /Muitas tentativas/);
});

test('the payment page in English leads to the English receipt', async () => {
  for (const [query, headers, language] of [
    ['?lang=en', {}, 'en'],
    ['', ENGLISH, 'en'],
    ['?lang=pt-BR', ENGLISH, 'pt-BR'],
  ] as const) {
    const page = await fetch(`${gateway.url}/pagar/${chargeId}${query}`, { headers });
    const text = await page.text();
    const [, address = ''] = /href="([^"]+\/comprovante\.pdf[^"]*)"/.exec(text) ?? [];
    // Browsers send the headers of their own language.
    const receipt = await download(address, ENGLISH);
    assert.equal(receipt.language, language, address);
    assert.match(receipt.name ?? '', language === 'en' ? /^payment-receipt/ : /^comprovante/);
  }
});
