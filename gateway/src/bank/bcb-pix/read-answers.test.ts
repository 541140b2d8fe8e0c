import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBrCode } from '../../../test/support/parse-br-code.ts';
import { readAutomaticCallback } from './automatic/automatic-callbacks.ts';
import { readCallback } from './callbacks.ts';
import { UnreadableAnswer } from './json-fields.ts';
import { readCharge } from './read-charge.ts';
import { readPage, readPayment, readRefund } from './read-payment.ts';
import { readFault, refusalOf } from './read-refusal.ts';

const TXID = '7978c0c97ea847e78e8849634473c1f1';
const E2E = 'E12345678202611201221abcdef12345';
const KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';
const CHARGE = {
  calendario: { criacao: '2026-11-20T20:15:00.358Z', expiracao: 3600 },
  txid: TXID,
  revisao: 0,
  location: 'pix.example.com/qr/v2/2353c790eefb11eaadc10242ac120002',
  status: 'ATIVA',
  valor: { original: '123.45' },
  chave: KEY,
};
const REFUND = {
  id: 'D1',
  rtrId: 'D12345678202611201221abcdef12345',
  valor: '1.00',
  horario: { solicitacao: '2026-11-20T20:15:00Z' },
  status: 'DEVOLVIDO',
};
const PIX = { endToEndId: E2E, valor: '110.00', horario: '2026-11-20T20:15:00Z' };

test('a charge without a code gets one from its location, with the name of the merchant', () => {
  const names = { merchantName: 'Padaria São João', merchantCity: 'Brasília' };
  const { charge, pixKey } = readCharge(CHARGE, { names });
  const code = parseBrCode(charge.code);
  assert.ok(code.kind === 'dynamic');
  assert.equal(code.url, CHARGE.location);
  assert.equal(code.merchantName, 'Padaria Sao Joao');
  assert.equal(pixKey, KEY);
  assert.equal(charge.amount, 12_345n);
  assert.equal(charge.createdAt, Date.UTC(2026, 10, 20, 20, 15, 0, 358));
  const nested = {
    ...CHARGE,
    location: undefined,
    loc: { location: `https://${CHARGE.location}` },
  };
  assert.equal(readCharge(nested, { names }).charge.code, charge.code);
  assert.equal(readCharge({ ...CHARGE, pixCopiaECola: '000201x' }).charge.code, '000201x');
});

test('unknown fields are ignored; unknown states, missing fields and other txids are refused', () => {
  assert.equal(readCharge({ ...CHARGE, novidade: [1] }).charge.status, 'active');
  assert.throws(() => readCharge({ ...CHARGE, status: 'PAUSADA' }), UnreadableAnswer);
  assert.throws(() => readCharge({ ...CHARGE, location: undefined }), UnreadableAnswer);
  for (const field of ['txid', 'chave', 'valor', 'status', 'calendario']) {
    assert.throws(() => readCharge({ ...CHARGE, [field]: undefined }), UnreadableAnswer, field);
  }
  const pix = [{ ...PIX, txid: TXID.toUpperCase() }];
  assert.throws(() => readCharge({ ...CHARGE, pix }), UnreadableAnswer);
});

test('a payment in a charge gets the charge’s txid and key; a single payment has only its own', () => {
  const [paid] = readCharge({ ...CHARGE, status: 'CONCLUIDA', pix: [PIX] }).charge.payments;
  assert.equal(paid?.txid, TXID);
  assert.equal(paid?.pixKey, KEY);
  assert.equal(paid?.amount, 11_000n);
  const alone = readPayment({ ...PIX, txid: '***' });
  assert.equal(alone.txid, null);
  assert.equal(alone.pixKey, null);
  assert.equal(readPayment({ ...PIX, chave: 'other' }).pixKey, 'other');
});

test('a refund of the MED is distinguished from ours', () => {
  assert.equal(readRefund(REFUND).isRequestedByReceiver, true);
  assert.equal(readRefund({ ...REFUND, natureza: 'ORIGINAL' }).isRequestedByReceiver, true);
  for (const natureza of ['MED_FRAUDE', 'MED_OPERACIONAL', 'MED_PIX_AUTOMATICO', 'NOVA']) {
    assert.equal(readRefund({ ...REFUND, natureza }).isRequestedByReceiver, false);
  }
});

test('a refund of an unknown state is unreadable alone and pending inside its payment', () => {
  const strange = { ...REFUND, status: 'EM_ANALISE' };
  assert.throws(() => readRefund(strange), UnreadableAnswer);
  const payment = readPayment({ ...PIX, devolucoes: strange });
  assert.equal(payment.refunds[0]?.status, 'pending');
});

test('a page tells whether a next page exists, and lists readable and unreadable items', () => {
  const page = (paginacao: unknown, pix: unknown = [PIX]) =>
    readPage({ parametros: { paginacao }, pix }, { page: 0, size: 1 });
  assert.equal(page({ paginaAtual: 0, quantidadeDePaginas: 2 }).hasMore, true);
  assert.equal(page({ paginaAtual: 0, quantidadeDePaginas: 1 }).hasMore, false);
  assert.equal(page(undefined).hasMore, true);
  assert.equal(page(undefined, undefined).hasMore, true);
  assert.deepEqual(page({ quantidadeDePaginas: 0 }, null).payments, []);
  assert.throws(() => page({ paginaAtual: 1, quantidadeDePaginas: 3 }), UnreadableAnswer);
  assert.equal(page({ paginaAtual: '0', quantidadeDePaginas: '1' }).hasMore, false);
  assert.equal(page({ quantidadeDePaginas: '2' }, []).hasMore, true);
  assert.throws(() => page({ paginaAtual: '1' }), UnreadableAnswer);
  const mixed = page({}, [PIX, { ...PIX, endToEndId: 'E-estranho', valor: '1' }, 7]);
  assert.deepEqual(
    mixed.payments.map(({ endToEndId }) => endToEndId),
    [E2E],
  );
  assert.deepEqual(
    mixed.unreadable.map(({ id, reason }) => [id, reason]),
    [
      ['E-estranho', 'A resposta do banco tem um campo ausente ou desconhecido: valor.'],
      [null, 'A resposta do banco tem um campo ausente ou desconhecido: pix.'],
    ],
  );
  assert.notEqual(mixed.unreadable[0]?.digest, mixed.unreadable[1]?.digest);
});

test('all three forms of a refusal give the same fields and a message for the merchant', () => {
  const standard = {
    type: 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida',
    title: 'Cobrança inválida.',
    status: 400,
    violacoes: [{ razao: 'não respeita o schema', propriedade: 'cob.valor.original', valor: '0' }],
  };
  const own = { nome: 'valor_invalido', mensagem: 'Campo valor inválido' };
  assert.equal(refusalOf(readFault(standard)).code, 'amount_invalid');
  assert.match(refusalOf(readFault(standard)).bankWords, /CobOperacaoInvalida Cobrança inválida/);
  assert.equal(refusalOf(readFault(own)).code, 'amount_invalid');
  assert.equal(refusalOf(readFault({ error: 'insufficient_scope' })).code, 'access_denied');
  const poor = { type: 'https://x/QrcodeOperacaoInvalida', detail: 'Saldo insuficiente' };
  assert.equal(refusalOf(readFault(poor)).code, 'insufficient_funds');
  const empty = refusalOf(readFault({ violacoes: 'x', nome: 7 }));
  assert.deepEqual(empty.code, 'refused');
  assert.equal(empty.message, 'O banco recusou a operação.');
});

test('a call-back gives its readable payments, and a body of another form gives undefined', () => {
  const notices = readCallback({ pix: [{ ...PIX, txid: TXID, chave: KEY }, {}, 7] });
  assert.equal(notices?.length, 1);
  assert.ok(notices[0]?.kind === 'received' && notices[0].payment.endToEndId === E2E);
  assert.deepEqual(readCallback({ pix: [] }), []);
  for (const body of [undefined, null, [], 'x', {}, { pix: {} }, { evento: 'teste_webhook' }]) {
    assert.equal(readCallback(body), undefined);
  }
});

test('a call-back that is a bare list, one payment or one item of a list is read as the standard one', () => {
  const item = { ...PIX, txid: TXID, chave: KEY };
  const standard = readCallback({ pix: [item] });
  for (const body of [[item], item, { pix: item }]) assert.deepEqual(readCallback(body), standard);
  const [recurrence, cycle] = [{ idRec: 'RR1' }, { idRec: 'RR1', txid: TXID }];
  assert.equal(readCallback([recurrence, cycle]), undefined);
  assert.deepEqual(readAutomaticCallback([recurrence, cycle]), [
    { kind: 'recurrence', id: 'RR1' },
    { kind: 'cycle', txid: TXID },
  ]);
  assert.deepEqual(
    readAutomaticCallback({ cobsr: cycle }),
    readAutomaticCallback({ cobsr: [cycle] }),
  );
});

test('a page without its list is empty only if the bank counts no payments on it', () => {
  const asked = { page: 0, size: 100 };
  const page = (quantidadeTotalDeItens: unknown) => ({
    parametros: { paginacao: { paginaAtual: 0, quantidadeDePaginas: 1, quantidadeTotalDeItens } },
  });
  assert.deepEqual(readPage(page(0), asked).payments, []);
  for (const total of [1, '1', '3', 'três', 1.5]) {
    assert.throws(() => readPage(page(total), asked), UnreadableAnswer, String(total));
  }
  assert.deepEqual(readPage(page('0'), asked).payments, []);
  assert.deepEqual(readPage({}, asked).payments, []);
});
