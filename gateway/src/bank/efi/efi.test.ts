import assert from 'node:assert/strict';
import { test } from 'node:test';
import { centavos } from '#src/ground/money/centavos.ts';
import { OWN_KEY, openBank } from '../../../test/banking/open-for-test.ts';
import { type Deed, openSmallBank, type SmallAnswer } from '../../../test/banking/small-bank.ts';
import type { Outcome, PayoutOrder, SendingBank, SentPayout } from '../live-bank.ts';
import { readCallback } from './efi.ts';

const REQUESTED_AT = Date.parse('2026-11-20T20:15:00Z');
const ORDER: PayoutOrder = {
  id: '019aa2f47c1e7b3a9d523f1c8e6a4b70',
  amount: centavos(1_234n),
  pixKey: 'maria@example.com',
  pixKeyType: 'email',
  beneficiaryDocument: '529.982.247-25',
  description: undefined,
};
const E2E = 'E09089356202611201221abcdef12345';
const NOT_FOUND = fault(404, 'PixEnviadoNaoEncontrado');

function fault(status: number, name: string, more = ''): SmallAnswer {
  return { status, body: { nome: name, mensagem: `Pix não feito. ${more}` } };
}

function payout(status: string, more: object = {}): SmallAnswer {
  const horario = { solicitacao: new Date(REQUESTED_AT).toISOString() };
  return { status: 201, body: { idEnvio: ORDER.id, valor: '12.34', horario, status, ...more } };
}

function resultOf(outcome: Outcome<SentPayout>): string {
  if (outcome.kind === 'refused') return outcome.refusal.code;
  return outcome.kind === 'done' ? outcome.value.status : outcome.kind;
}

async function openSending(context: Parameters<typeof openSmallBank>[0]) {
  const server = await openSmallBank(context);
  const { sending } = openBank(context, server);
  assert.ok(sending);
  const answer = (put: Deed, get: Deed = NOT_FOUND): SendingBank => {
    server.onRequest = ({ method }) => (method === 'PUT' ? put : get);
    return sending;
  };
  return { server, answer };
}

test('a payout is sent from our key to the beneficiary’s key and document', async (context) => {
  const { server, answer } = await openSending(context);
  const bank = answer(payout('EM_PROCESSAMENTO', { e2eId: E2E }));
  const outcome = await bank.sendPayout({ ...ORDER, description: 'Venda 7' });
  assert.ok(outcome.kind === 'done');
  assert.deepEqual(outcome.value, {
    id: ORDER.id,
    endToEndId: E2E,
    status: 'pending',
    amount: 1_234n,
    requestedAt: REQUESTED_AT,
    refusal: null,
    returned: [],
  });
  assert.equal(server.requests[0]?.path, `/v3/gn/pix/${ORDER.id}`);
  assert.deepEqual(server.requests[0]?.body, {
    valor: '12.34',
    pagador: { chave: OWN_KEY, infoPagador: 'Venda 7' },
    favorecido: { chave: 'maria@example.com', cpf: '52998224725' },
  });
});

test('a payout is refused only if the bank refuses it and has none under its id', async (context) => {
  const { answer } = await openSending(context);
  const names = {
    chave_invalida: 'key_not_found',
    chave_nao_pertence_ao_documento: 'beneficiary_mismatch',
    documento_bloqueado: 'beneficiary_blocked',
    valor_invalido: 'amount_invalid',
    novidade: 'refused',
  };
  for (const [name, code] of Object.entries(names)) {
    assert.equal(resultOf(await answer(fault(400, name)).sendPayout(ORDER)), code);
  }
  const poor = fault(422, 'pagamento_negado', 'Saldo insuficiente');
  assert.equal(resultOf(await answer(poor).sendPayout(ORDER)), 'insufficient_funds');
  assert.equal(resultOf(await answer(poor, payout('REALIZADO')).sendPayout(ORDER)), 'paid');
  assert.equal(resultOf(await answer(poor, { status: 500 }).sendPayout(ORDER)), 'unknown');
  assert.equal(
    resultOf(await answer(poor, { status: 429, body: {} }).sendPayout(ORDER)),
    'unknown',
  );
  const kept = await answer(poor, payout('NAO_REALIZADO')).sendPayout(ORDER);
  assert.ok(kept.kind === 'done' && kept.value.refusal?.code === 'insufficient_funds');
});

test('a payout whose id exists at the bank is looked up and never sent under another id', async (context) => {
  const { server, answer } = await openSending(context);
  const twice = fault(409, 'id_envio_duplicado');
  const bank = answer(twice, payout('EM_PROCESSAMENTO', { endToEndId: E2E }));
  assert.equal(resultOf(await bank.sendPayout(ORDER)), 'pending');
  assert.equal(server.requests[1]?.path, `/v2/gn/pix/enviados/id-envio/${ORDER.id}`);
  assert.equal(resultOf(await answer(twice).sendPayout(ORDER)), 'unknown');
  const other = payout('REALIZADO', { valor: '12.35' });
  assert.equal(resultOf(await answer(twice, other).sendPayout(ORDER)), 'unknown');
  const another = payout('REALIZADO', { idEnvio: 'outroenvio' });
  assert.equal(resultOf(await answer(twice, another).sendPayout(ORDER)), 'unknown');
  // A proxy may write it after the bank has paid.
  const busy = { status: 503, body: {}, headers: { 'retry-after': '1' } };
  assert.equal(resultOf(await answer(busy).sendPayout(ORDER)), 'unknown');
});

test('a payout whose answer is lost is unknown and is sent once', async (context) => {
  const { server, answer } = await openSending(context);
  for (const deed of ['break', { status: 500 }, { status: 201, body: 'x' }] as const) {
    server.requests.length = 0;
    assert.equal(resultOf(await answer(deed).sendPayout(ORDER)), 'unknown');
    assert.equal(server.requests.length, 1);
  }
});

test('an unknown state of a payout gives an unknown outcome', async (context) => {
  const { answer } = await openSending(context);
  const states = { REALIZADO: 'paid', CONCLUIDA: 'paid', NAO_REALIZADO: 'failed' };
  for (const [word, status] of Object.entries({ ...states, AGENDADO: 'unknown' })) {
    const found = await answer('break', payout(word)).findPayout(ORDER.id);
    assert.equal(found.kind === 'done' ? found.value?.status : found.kind, status);
  }
  const erro = { codigo: 'AC03', motivo: 'Conta inexistente' };
  const failed = payout('NAO_REALIZADO', { gnExtras: { erro } });
  const found = await answer('break', failed).findPayout(ORDER.id);
  assert.ok(found.kind === 'done' && found.value?.refusal?.code === 'account_invalid');
  assert.deepEqual(await answer('break').findPayout(ORDER.id), { kind: 'done', value: undefined });
});

test('a payout is read with the amounts that the receiving bank returned', async (context) => {
  const { answer } = await openSending(context);
  const devolucoes = [
    { rtrId: 'D1', valor: '2.00', horario: '2026-11-20T20:20:00Z' },
    { rtrId: 'D2', valor: '1.00', status: 'EM_PROCESSAMENTO' },
  ];
  const found = await answer('break', payout('REALIZADO', { devolucoes })).findPayout(ORDER.id);
  assert.ok(found.kind === 'done');
  assert.deepEqual(found.value?.returned, [{ returnId: 'D1', amount: 200n }]);
});

test('the balance and its blocked part are read in centavos', async (context) => {
  const { server, answer } = await openSending(context);
  const bank = answer('break', { status: 200, body: { saldo: '1234.56' } });
  const plain = { amount: 123_456n, blocked: undefined };
  assert.deepEqual(await bank.readBalance(), { kind: 'done', value: plain });
  const bloqueios = { judicial: '1.00', med: '2.50', total: '3.50' };
  answer('break', { status: 200, body: { saldo: '1234.56', bloqueios } });
  const blocked = { byDisputes: 250n, total: 350n };
  assert.deepEqual(await bank.readBalance(), { kind: 'done', value: { ...plain, blocked } });
  assert.match(server.requests.at(-1)?.path ?? '', /saldo\?bloqueios=true$/);
});

test('the registration of the call-back says whether our server checks Efí’s certificate', async (context) => {
  const server = await openSmallBank(context, () => ({ status: 201, body: {} }));
  const url = 'https://gateway.example.com/x';
  await openBank(context, server).receiving.registerCallback(url);
  const guarded = openBank(context, server, { callbackAuthHeader: 'x-client-verify' });
  await guarded.receiving.registerCallback(url);
  const headers = server.requests.map((request) => request.headers['x-skip-mtls-checking']);
  assert.deepEqual(headers, ['true', 'false']);
});

test('a call-back lists received and sent Pix together', () => {
  const received = { endToEndId: E2E, valor: '1.00', horario: '2026-11-20T20:15:00Z' };
  const sent = { endToEndId: E2E, tipo: 'SOLICITACAO', status: 'NAO_REALIZADO', horario: null };
  const notices = readCallback({
    pix: [received, { ...sent, gnExtras: { idEnvio: ORDER.id } }, { ...received, ...sent }],
  });
  assert.deepEqual(
    notices?.map((notice) => notice.kind),
    ['received', 'payout'],
  );
  assert.deepEqual(notices?.[1], { kind: 'payout', id: ORDER.id });
});
