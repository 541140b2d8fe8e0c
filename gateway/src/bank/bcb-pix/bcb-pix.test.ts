import assert from 'node:assert/strict';
import { test } from 'node:test';
import { centavos } from '#src/ground/money/centavos.ts';
import { centralBankStandard } from '../../../test/banking/central-bank-standard.ts';
import { OWN_KEY, openBank } from '../../../test/banking/open-for-test.ts';
import {
  type ArrivedRequest,
  openSmallBank,
  type SmallAnswer,
} from '../../../test/banking/small-bank.ts';
import type { ChargeOrder, RefundOrder } from '../live-bank.ts';

const ORDER: ChargeOrder = {
  txid: '7978c0c97ea847e78e8849634473c1f1',
  amount: centavos(12_345n),
  expiresInSeconds: 3_600,
  payer: { name: 'Maria da Silva', document: '52998224725' },
  merchantName: 'Padaria',
  merchantCity: 'Recife',
};
const E2E = 'E12345678202611201221abcdef12345';
const REFUND: RefundOrder = {
  endToEndId: E2E,
  refundId: 'devolucao1',
  amount: centavos(100n),
  reason: 'Produto em falta',
};
const DUPLICATE: SmallAnswer = { status: 409, body: { nome: 'txid_duplicado', mensagem: 'x' } };
const NOT_OPEN: SmallAnswer = problem(400, 'CobOperacaoInvalida');
const NO_CHARGE: SmallAnswer = problem(404, 'CobNaoEncontrado');

function problem(status: number, name: string): SmallAnswer {
  const type = `https://pix.bcb.gov.br/api/v2/error/${name}`;
  return { status, body: { type, title: name, status } };
}

function charge(more: object = {}): SmallAnswer {
  const calendario = { criacao: '2026-11-20T20:15:00Z', expiracao: 3600 };
  const valor = { original: '123.45' };
  const fixed = { revisao: 0, status: 'ATIVA', chave: OWN_KEY, pixCopiaECola: '000201' };
  return { status: 201, body: { txid: ORDER.txid, calendario, valor, ...fixed, ...more } };
}

function refund(more: object = {}): SmallAnswer {
  const horario = { solicitacao: '2026-11-20T20:15:00Z' };
  const body = {
    id: REFUND.refundId,
    rtrId: 'D1',
    valor: '1.00',
    horario,
    status: 'EM_PROCESSAMENTO',
  };
  return { status: 201, body: { ...body, ...more } };
}

/** A bank that answers by method. */
function byMethod(answers: Readonly<Record<string, SmallAnswer>>) {
  return ({ method }: ArrivedRequest) => answers[method] ?? { status: 500 };
}

test('the check of requests finds faults by the standard of the Central Bank', () => {
  const standard = centralBankStandard();
  const path = `/cob/${ORDER.txid}`;
  const calendario = { expiracao: 1 };
  const body = { calendario, valor: { original: '1.00' }, chave: OWN_KEY };
  assert.deepEqual(standard.faultsOf({ method: 'PUT', path, body }), []);
  for (const wrong of [
    { method: 'PUT', path, body: { ...body, valor: { original: '1' } } },
    { method: 'PUT', path, body: { ...body, extra: 1 } },
    { method: 'PUT', path: '/cob/short', body },
    { method: 'POST', path: '/nothing', body },
    { method: 'GET', path: '/pix?inicio=2026-11-20T20:15:00Z', body: undefined },
  ]) {
    assert.notEqual(standard.faultsOf(wrong).length, 0, JSON.stringify(wrong));
  }
});

test('a charge is registered under its txid, with its payer', async (context) => {
  const server = await openSmallBank(context, () => charge());
  const { receiving } = openBank(context, server, { provider: 'api-pix' });
  const outcome = await receiving.registerCharge(ORDER);
  assert.ok(outcome.kind === 'done');
  assert.equal(outcome.value.status, 'active');
  assert.equal(server.requests[0]?.path, `/cob/${ORDER.txid}`);
  assert.deepEqual(server.requests[0]?.body, {
    calendario: { expiracao: 3_600 },
    devedor: { cpf: '52998224725', nome: 'Maria da Silva' },
    valor: { original: '123.45' },
    chave: OWN_KEY,
    solicitacaoPagador: 'Padaria',
  });
});

test('a txid that exists at the bank is our charge if amount and key are the same', async (context) => {
  const server = await openSmallBank(context);
  const { receiving } = openBank(context, server);
  for (const no of [DUPLICATE, NOT_OPEN]) {
    const kinds: string[] = [];
    for (const found of [
      charge({ status: 'CONCLUIDA' }),
      charge({ valor: { original: '123.44' } }),
      charge({ chave: 'other@example.com' }),
      charge({ txid: ORDER.txid.toUpperCase() }),
    ]) {
      server.onRequest = byMethod({ PUT: no, GET: found });
      const outcome = await receiving.registerCharge(ORDER);
      kinds.push(outcome.kind === 'refused' ? outcome.refusal.code : outcome.kind);
    }
    assert.deepEqual(kinds, ['done', 'id_taken', 'id_taken', 'unknown']);
  }
});

test('a charge is refused only if the bank refuses it and has none under its txid', async (context) => {
  const server = await openSmallBank(context, byMethod({ PUT: NOT_OPEN, GET: NO_CHARGE }));
  const { receiving } = openBank(context, server);
  const outcome = await receiving.registerCharge(ORDER);
  assert.ok(outcome.kind === 'refused' && outcome.refusal.code === 'refused');
  server.onRequest = byMethod({ PUT: DUPLICATE, GET: NO_CHARGE });
  assert.equal((await receiving.registerCharge(ORDER)).kind, 'unknown');
  server.onRequest = byMethod({ PUT: DUPLICATE, GET: { status: 429, body: {} } });
  assert.equal((await receiving.registerCharge(ORDER)).kind, 'unknown');
});

test('a charge that the bank registers with other values is unknown', async (context) => {
  const server = await openSmallBank(context);
  const { receiving } = openBank(context, server);
  for (const more of [{ valor: { original: '1.00' } }, { chave: 'x' }, { status: 'NOVO' }]) {
    server.onRequest = () => charge(more);
    assert.equal((await receiving.registerCharge(ORDER)).kind, 'unknown');
  }
});

test('a charge is found with its payments, and is missing only if the bank says so', async (context) => {
  const pix = [{ endToEndId: E2E, valor: '123.45', horario: '2026-11-20T20:16:00Z' }];
  const server = await openSmallBank(context, () => charge({ status: 'CONCLUIDA', pix }));
  const { receiving } = openBank(context, server);
  const found = await receiving.findCharge(ORDER.txid);
  assert.ok(found.kind === 'done' && found.value?.status === 'completed');
  assert.equal(found.value.payments[0]?.pixKey, OWN_KEY);
  server.onRequest = () => NO_CHARGE;
  assert.deepEqual(await receiving.findCharge(ORDER.txid), { kind: 'done', value: undefined });
  server.onRequest = () => ({ status: 404, body: { message: 'no Route matched' } });
  assert.equal((await receiving.findCharge(ORDER.txid)).kind, 'unknown');
});

test('an open charge is canceled, and a paid one is refused', async (context) => {
  const removed = charge({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
  const server = await openSmallBank(context, byMethod({ PATCH: removed }));
  const { receiving } = openBank(context, server);
  assert.equal((await receiving.cancelCharge(ORDER.txid)).kind, 'done');
  server.onRequest = byMethod({ PATCH: NOT_OPEN, GET: removed });
  assert.equal((await receiving.cancelCharge(ORDER.txid)).kind, 'done');
  server.onRequest = byMethod({ PATCH: NOT_OPEN, GET: charge({ status: 'CONCLUIDA' }) });
  const paid = await receiving.cancelCharge(ORDER.txid);
  assert.ok(paid.kind === 'refused' && paid.refusal.code === 'charge_paid');
  server.onRequest = byMethod({ PATCH: charge() });
  assert.equal((await receiving.cancelCharge(ORDER.txid)).kind, 'unknown');
});

test('received payments are listed by pages and found by their end-to-end id', async (context) => {
  const pix = { endToEndId: E2E, valor: '1.00', horario: '2026-11-20T20:16:00Z', chave: OWN_KEY };
  const paginacao = { paginaAtual: 1, itensPorPagina: 100, quantidadeDePaginas: 3 };
  const server = await openSmallBank(context, ({ path }) => ({
    status: 200,
    body: path.includes('?') ? { parametros: { paginacao }, pix: [pix] } : pix,
  }));
  const { receiving } = openBank(context, server);
  const from = Date.UTC(2026, 10, 20, 20, 0, 0, 500);
  const page = await receiving.listReceived({ from, to: from + 60_000 }, 1);
  assert.ok(page.kind === 'done' && page.value.hasMore);
  assert.equal(page.value.payments[0]?.txid, null);
  const query = new URL(server.requests[0]?.path ?? '', server.url).searchParams;
  assert.equal(query.get('inicio'), '2026-11-20T20:00:00Z');
  assert.equal(query.get('fim'), '2026-11-20T20:01:01Z');
  const found = await receiving.findReceived(E2E);
  assert.ok(found.kind === 'done' && found.value?.amount === 100n);
  assert.equal((await receiving.findReceived(E2E.toLowerCase())).kind, 'unknown');
});

test('a refund is refused only if the bank refuses it and has none under its id', async (context) => {
  const server = await openSmallBank(context, () => refund());
  const { receiving } = openBank(context, server);
  const sent = await receiving.sendRefund(REFUND);
  assert.ok(sent.kind === 'done' && sent.value.status === 'pending');
  assert.deepEqual(server.requests[0]?.body, { valor: '1.00', descricao: 'Produto em falta' });
  const no = problem(400, 'PixDevolucaoInvalida');
  server.onRequest = byMethod({ PUT: no, GET: refund({ status: 'DEVOLVIDO' }) });
  const again = await receiving.sendRefund(REFUND);
  assert.ok(again.kind === 'done' && again.value.status === 'done');
  server.onRequest = byMethod({ PUT: no, GET: problem(404, 'PixDevolucaoNaoEncontrada') });
  const refused = await receiving.sendRefund(REFUND);
  assert.ok(refused.kind === 'refused' && refused.refusal.code === 'refund_invalid');
  const busy = { status: 503, body: {}, headers: { 'retry-after': '1' } };
  for (const [PUT, GET] of [
    [no, refund({ valor: '2.00' })],
    [no, problem(403, 'AcessoNegado')],
    [problem(409, 'PixDevolucaoDuplicada'), problem(404, 'PixDevolucaoNaoEncontrada')],
    [busy, refund()],
  ] as const) {
    server.onRequest = byMethod({ PUT, GET });
    assert.equal((await receiving.sendRefund(REFUND)).kind, 'unknown', JSON.stringify(PUT));
  }
  server.onRequest = () => refund({ status: 'NOVO' });
  assert.equal((await receiving.findRefund(E2E, REFUND.refundId)).kind, 'unknown');
});

test('the call-back address is registered, found and removed for our Pix key', async (context) => {
  const webhookUrl = 'https://gateway.example.com/banks/x';
  const server = await openSmallBank(
    context,
    byMethod({
      PUT: { status: 200, body: { webhookUrl } },
      GET: { status: 200, body: { webhookUrl, chave: '+5511987654321' } },
      DELETE: { status: 204 },
    }),
  );
  const pixKey = '+5511987654321';
  const { receiving } = openBank(context, server, { provider: 'api-pix', pixKey });
  assert.deepEqual(await receiving.registerCallback(webhookUrl), {
    kind: 'done',
    value: undefined,
  });
  assert.deepEqual(await receiving.findCallback(), { kind: 'done', value: webhookUrl });
  assert.equal((await receiving.removeCallback()).kind, 'done');
  assert.equal(server.requests[0]?.path, '/webhook/%2B5511987654321');
  server.onRequest = () => problem(404, 'WebhookNaoEncontrado');
  assert.deepEqual(await receiving.findCallback(), { kind: 'done', value: undefined });
  assert.equal((await receiving.removeCallback()).kind, 'done');
});
