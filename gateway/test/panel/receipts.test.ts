import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { resealValues } from '#src/accounts/encryption/reseal-values.ts';
import { createCredential } from '#src/accounts/merchants/credentials/manage-credentials.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { readReceiptKey } from '#src/ground/database/installation.ts';
import { createSecretBox } from '#src/ground/encryption/encryption.ts';
import { createId } from '#src/ground/ids.ts';
import { drawReceipt, openReceipts } from '#src/reports/receipts/draw-receipt.ts';
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

const PAYER = { name: 'Ângela Łuczak de São João', document: '12345678909' };
const CODE_LINE = /^[0-9A-Z]{6}(-[0-9A-Z]{6})*-?$/;

const gateway = await startGateway({ after });
const { appContext } = gateway;
const { keys, merchant } = await createMerchantWithKeys(gateway);
const charge = await receivePayment(gateway, keys, {
  amount: 123_456,
  payer: PAYER,
  external_id: 'pedido-7',
});
const chargeId = String(charge.internal_id);

async function request(id: unknown, by: Keys = keys) {
  return fetch(`${gateway.url}/v1/transactions/${id}/receipt`, { headers: { ...by } });
}

async function download(id: unknown) {
  const answer = await request(id);
  assert.equal(answer.status, 200, await answer.clone().text());
  assert.equal(answer.headers.get('content-type'), 'application/pdf');
  return readPdf(Buffer.from(await answer.arrayBuffer()));
}

function readPdf(pdf: Buffer) {
  const texts = pdfTexts(pdf);
  const code = texts.filter((line) => CODE_LINE.test(line)).join('');
  return { pdf, texts, code };
}

async function check(code: string) {
  const answer = await fetch(`${gateway.url}/comprovante/${encodeURIComponent(code)}`);
  return { status: answer.status, text: await answer.text() };
}

test('the receipt of a payment has what a comprovante de Pix has, and is the same file', async () => {
  const { pdf, texts, code } = await download(chargeId);
  const { body } = await gateway.call('GET', `/v1/transactions/${chargeId}`, { keys });
  const expected = [
    'Comprovante de pagamento Pix',
    'R$ 1.234,56',
    'Ângela Luczak de São João',
    '***.456.789-**',
    merchant.name,
    '11.222.333/0001-81',
    'ISPB 99999999',
    String(body.end_to_end_id),
    chargeId,
    'pedido-7',
  ];
  for (const text of expected) assert.ok(texts.includes(text), `${text}: ${texts.join('\n')}`);
  assert.ok(texts.some((text) => text.startsWith('TESTE, sem valor')));
  assert.ok(texts.some((text) => /^\d\d\/\d\d\/2026 .* \(horário de Brasília\)$/.test(text)));
  assert.match(code, /^[0-9A-Z]{6}(-[0-9A-Z]{6}){11}$/);
  assert.deepEqual((await download(chargeId)).pdf, pdf);
});

test('the public page verifies a code as people type it and shows masked facts', async () => {
  const { code } = await download(chargeId);
  const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')}`;
  for (const text of [code, code.replaceAll('-', ''), typed]) {
    const { status, text: page } = await check(text);
    assert.equal(status, 200, text);
    assert.match(page, /Este comprovante confere/);
    assert.match(page, /R\$ 1\.234,56/);
    assert.match(page, /Â\*\*\* Ł\*\*\*/);
    assert.match(page, /TESTE, sem valor/);
    assert.doesNotMatch(page, /Luczak|456\.789|12345678909|pedido-7/);
  }
  const form = await fetch(`${gateway.url}/comprovante`);
  assert.match(await form.text(), /<form action="\/comprovante"/);
  const sent = await fetch(`${gateway.url}/comprovante?codigo=${encodeURIComponent(typed)}`);
  assert.equal(sent.status, 200);
});

test('a code with any changed character, of another payment or of no payment is refused', async () => {
  const { code } = await download(chargeId);
  const plain = code.replaceAll('-', '');
  for (const at of [0, 2, 30, 52, 53, 60, 71]) {
    const other = plain[at] === '7' ? '8' : '7';
    const { status, text } = await check(plain.slice(0, at) + other + plain.slice(at + 1));
    assert.equal(status, 404, `character ${at}`);
    assert.match(text, /Este comprovante não confere/);
    assert.doesNotMatch(text, /Loja|1\.234/);
  }
  const second = await receivePayment(gateway, keys);
  const { code: secondCode } = await download(second.internal_id);
  const ofSecond = secondCode.replaceAll('-', '');
  // The tag has the last 96 of 360 bits.
  assert.equal((await check(ofSecond.slice(0, 50) + plain.slice(50))).status, 404);
  for (const text of ['x', '%', 'A'.repeat(72), `${plain}A`, '<script>']) {
    assert.equal((await check(text)).status, 404, text);
  }
  // The typed code stays in the field, so that it can be corrected.
  const wrong = await (await fetch(`${gateway.url}/comprovante?codigo=ABC-"1`)).text();
  assert.match(wrong, /name="codigo" value="ABC-&quot;1"/);
});

test('a receipt of a payout and of a refund name both sides, and follow the money', async () => {
  const payout = await gateway.call('POST', '/v1/pix/payout', { keys, body: PAYOUT });
  const payoutId = payout.body.internal_id;
  const waiting = await request(payoutId);
  assert.equal(waiting.status, 409);
  assert.equal(Object(await waiting.json()).code, 'receipt_not_ready');
  const refund = await gateway.call('POST', `/v1/transactions/${chargeId}/refund`, {
    keys,
    body: { amount: 456, reason: 'Peça com defeito' },
  });
  const refundId = refund.body.internal_id;
  const isReady = async (id: unknown) => (await request(id)).status === 200;
  gateway.clock.advance(60_000);
  await until('both are done', async () => (await isReady(payoutId)) && isReady(refundId));
  const sent = await download(payoutId);
  for (const text of ['Comprovante de Pix enviado', PAYOUT.beneficiary.name, PAYOUT.pix_key]) {
    assert.ok(sent.texts.includes(text), `${text}: ${sent.texts.join('\n')}`);
  }
  const returned = await download(refundId);
  const { body } = await gateway.call('GET', `/v1/transactions/${chargeId}`, { keys });
  const returnId = String(Object(body).refunds[0].return_id);
  for (const text of ['Comprovante de devolução de Pix', 'R$ 4,56', returnId, chargeId]) {
    assert.ok(returned.texts.includes(text), `${text}: ${returned.texts.join('\n')}`);
  }
  assert.ok((await download(chargeId)).texts.includes('Devolvido depois'));
  await gateway.call('POST', `/v1/test/charges/${chargeId}/dispute`, { keys, body: {} });
  const contested = (await download(chargeId)).texts;
  assert.equal(contested[contested.indexOf('Contestado (MED)') + 1], 'R$ 1.230,00');
  for (const { code } of [sent, returned]) assert.equal((await check(code)).status, 200);
  assert.doesNotMatch((await check(sent.code)).text, new RegExp(PAYOUT.beneficiary.name));
});

test('the public page shows no digit of a CPF that its mask hides, also when it is the Pix key', async () => {
  const cpf = '52998224725';
  await receivePayment(gateway, keys);
  const beneficiary = { name: 'Rita Reis', document: cpf };
  const body = { ...PAYOUT, pix_key_type: 'cpf', pix_key: cpf, beneficiary };
  const { body: payout, status } = await gateway.call('POST', '/v1/pix/payout', { keys, body });
  assert.equal(status, 201);
  gateway.clock.advance(60_000);
  await until('it is paid', async () => (await request(payout.internal_id)).status === 200);
  const { text } = await check((await download(payout.internal_id)).code);
  const shown = [...text.matchAll(/<dd>([^<]*\*[^<]*)<\/dd>/g)].map(([, fact]) => fact);
  assert.deepEqual(shown, ['R*** R***', '***.***.247-**', '***.***.247-**']);
});

test('only the merchant and a key with the scope get a receipt; a pending charge has none', async () => {
  const stranger = await createMerchantWithKeys(gateway);
  assert.equal((await request(chargeId, stranger.keys)).status, 404);
  assert.equal((await request(createId(0))).status, 404);
  assert.equal((await request('x')).status, 404);
  const rights = { scopes: ['payouts:read'], addresses: null } as const;
  const pair = await createCredential(
    appContext,
    merchant,
    { environment: 'test', name: 'saques', rights },
    commandActor,
  );
  const limited = { 'client-id': pair.clientId, 'client-secret': pair.clientSecret };
  const refused = await request(chargeId, limited);
  assert.deepEqual([refused.status, Object(await refused.json()).code], [403, 'scope_missing']);
  const pending = await gateway.call('POST', '/v1/pix/qrcode', {
    keys,
    body: { amount: 500, payer: PAYER },
  });
  assert.equal((await request(pending.body.internal_id)).status, 409);
  const session = await signIn(gateway, merchant);
  const path = `/api/panel/test/transactions/${chargeId}/receipt.pdf`;
  const file = await session.call('GET', path);
  assert.match(file.headers.get('content-disposition') ?? '', /comprovante-pagamento-.*\.pdf/);
  const other = await signIn(gateway, stranger.merchant);
  assert.equal((await other.call('GET', path)).status, 404);
});

test('the receipt on the payment page hides the payer and the references', async () => {
  const { database, secretBox } = appContext;
  const receipts = openReceipts({
    database,
    secretBox,
    baseUrl: gateway.url,
    productName: 'Pagui',
    readPaperBrand: async () => ({ name: 'Pagui', logo: undefined }),
    readPaperLogo: async () => undefined,
  });
  const key = { merchantId: merchant.merchantId, environment: 'test' as const, id: chargeId };
  const audience = { reader: 'payer', language: 'pt-BR' } as const;
  const { texts, code } = readPdf((await drawReceipt(receipts, key, audience)).pdf);
  const all = texts.join('\n');
  assert.doesNotMatch(all, /Luczak|456\.789|pedido-7/);
  assert.match(all, /Pagui/);
  assert.ok(texts.includes('***.***.789-**') && texts.includes(merchant.name), all);
  assert.equal((await check(code)).status, 200);
});

test('codes fit after the encryption key was rotated and the old one forgotten', async () => {
  const { database, secretBox } = appContext;
  const before = await readReceiptKey(database, secretBox);
  const [row] = await gateway.sql('select sealed_receipt_key as sealed from installation');
  assert.ok(!Buffer.from(row?.sealed as Buffer).includes(before), 'it is stored sealed');
  const oldKey = appContext.config.encryptionKey ?? randomBytes(32);
  const newKey = randomBytes(32);
  await resealValues({ database, secretBox: createSecretBox(() => [newKey, oldKey]) });
  assert.deepEqual(await readReceiptKey(database, createSecretBox(newKey)), before);
  await assert.rejects(readReceiptKey(database, createSecretBox(oldKey)));
});
