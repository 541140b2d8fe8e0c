import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { centavos } from '#src/ground/money/centavos.ts';
import { openBank } from '../../../../test/banking/open-for-test.ts';
import {
  openSmallBank,
  type SmallAnswer,
  type SmallBank,
} from '../../../../test/banking/small-bank.ts';
import type { CycleOrder, RecurrenceOrder, RecurringBank } from '../../recurring-bank.ts';

const ID = 'RR1234567820260310abcdefghijk';
const ORDER: RecurrenceOrder = {
  contract: 'c1',
  description: 'Música',
  payer: { name: 'Maria da Silva', document: '52998224725' },
  firstDay: '2026-03-20',
  lastDay: null,
  interval: 'monthly',
  price: { kind: 'fixed', amount: centavos(3_500n) },
  retries: true,
  hasCode: false,
  firstChargeTxid: null,
};
const CYCLE: CycleOrder = {
  txid: '7978c0c97ea847e78e8849634473c1f1',
  recurrenceId: ID,
  amount: centavos(3_500n),
  dueDate: '2026-03-20',
  note: null,
};
const PERIOD = { from: 0, to: 1_000 };

async function open(
  context: TestContext,
): Promise<{ readonly server: SmallBank; readonly recurring: RecurringBank }> {
  const server = await openSmallBank(context);
  const receivingAccount = { branch: undefined, number: '1', type: 'checking' } as const;
  const { recurring } = openBank(context, server, { provider: 'api-pix', receivingAccount });
  assert.ok(recurring);
  return { server, recurring };
}

function recurrence(more: object = {}): SmallAnswer {
  const vinculo = { contrato: 'c1', devedor: { cpf: '52998224725', nome: 'Maria da Silva' } };
  const calendario = { dataInicial: '2026-03-20', periodicidade: 'MENSAL' };
  const fixed = { idRec: ID, status: 'CRIADA', vinculo, calendario, valor: { valorRec: '35.00' } };
  return { status: 201, body: { ...fixed, ...more } };
}

function cycle(more: object = {}): SmallAnswer {
  const calendario = { criacao: '2026-03-10', dataDeVencimento: '2026-03-20' };
  const fixed = { idRec: ID, txid: CYCLE.txid, status: 'CRIADA', valor: { original: '35.00' } };
  return { status: 201, body: { ...fixed, calendario, ...more } };
}

test('a rejected request has the bank’s reason, a word of no list too, and none without it', async (context) => {
  const { server, recurring } = await open(context);
  const endings = [
    [{ rejeicao: { motivo: 'DADOS_BANCARIOS_INVALIDOS' } }, 'DADOS_BANCARIOS_INVALIDOS'],
    [{ rejeicao: { motivo: 'CONTA_SALARIO' } }, 'CONTA_SALARIO'],
    [{ rejeicao: { motivo: null } }, null],
    [{ rejeicao: 'CONTA_SALARIO' }, null],
    [undefined, null],
  ] as const;
  for (const [encerramento, reason] of endings) {
    const request = { idSolicRec: 'SC1', status: 'REJEITADA', encerramento };
    server.onRequest = () => recurrence({ solicitacao: [request] });
    const found = await recurring.findRecurrence(ID);
    assert.equal(found.kind, 'done');
    assert.deepEqual(found.value?.authorizations, [
      { id: 'SC1', recurrenceId: ID, status: 'rejected', reason },
    ]);
  }
});

test('a recurrence that the bank makes with other values is unknown', async (context) => {
  const { server, recurring } = await open(context);
  server.onRequest = () => recurrence();
  assert.equal((await recurring.createRecurrence(ORDER)).kind, 'done');
  const devedor = { cpf: '12345678909', nome: 'Maria da Silva' };
  for (const wrong of [
    { vinculo: { contrato: 'c2', devedor: { cpf: '52998224725' } } },
    { vinculo: { contrato: 'c1', devedor } },
    { calendario: { dataInicial: '2026-03-21', periodicidade: 'MENSAL' } },
    { calendario: { dataInicial: '2026-03-20', periodicidade: 'ANUAL' } },
    { calendario: { dataInicial: '2026-03-20', periodicidade: 'QUINZENAL' } },
    { calendario: { dataInicial: '2026-03-20', dataFinal: '2027-03-20', periodicidade: 'MENSAL' } },
    { valor: { valorRec: '35.01' } },
    { valor: { valorMinimoRecebedor: '35.00' } },
    { politicaRetentativa: 'NAO_PERMITE' },
    { status: 'NOVA' },
  ]) {
    server.onRequest = () => recurrence(wrong);
    const outcome = await recurring.createRecurrence(ORDER);
    assert.equal(outcome.kind, 'unknown', JSON.stringify(wrong));
  }
});

test('nothing is made again while the bank lists an unreadable recurrence', async (context) => {
  const { server, recurring } = await open(context);
  const other = recurrence({ vinculo: { contrato: 'c2', devedor: { cpf: '52998224725' } } }).body;
  server.onRequest = () => ({ status: 200, body: { recs: [other, { idRec: 'RR2' }] } });
  assert.equal((await recurring.createRecurrence(ORDER, PERIOD)).kind, 'unknown');
  assert.deepEqual(
    server.requests.map(({ method }) => method),
    ['GET'],
  );
  // The same contract with another amount is not ours to guess about.
  const changed = recurrence({ valor: { valorRec: '1.00' } }).body;
  server.onRequest = () => ({ status: 200, body: { recs: [changed] } });
  assert.equal((await recurring.createRecurrence(ORDER, PERIOD)).kind, 'unknown');
});

test('a cycle that the bank makes with other values is unknown', async (context) => {
  const { server, recurring } = await open(context);
  server.onRequest = () => cycle();
  assert.equal((await recurring.createCycle(CYCLE)).kind, 'done');
  assert.deepEqual(server.requests[0]?.body, {
    idRec: ID,
    calendario: { dataDeVencimento: '2026-03-20' },
    valor: { original: '35.00' },
    ajusteDiaUtil: true,
    recebedor: { conta: '1', tipoConta: 'CORRENTE' },
  });
  for (const wrong of [
    { idRec: 'RR1' },
    { txid: `${CYCLE.txid}a` },
    { valor: { original: '35.01' } },
    { calendario: { dataDeVencimento: '2026-03-21' } },
    { status: 'NOVA' },
    { tentativas: [{ dataLiquidacao: '2026-03-20', tipo: 'X', status: 'PAGA', endToEndId: 'E' }] },
  ]) {
    server.onRequest = () => cycle(wrong);
    const outcome = await recurring.createCycle(CYCLE);
    assert.equal(outcome.kind, 'unknown', JSON.stringify(wrong));
  }
});

test('a retry or an end that the bank did not make is unknown', async (context) => {
  const { server, recurring } = await open(context);
  server.onRequest = () => cycle();
  assert.equal((await recurring.retryCycle(CYCLE.txid, '2026-03-24')).kind, 'unknown');
  assert.equal((await recurring.cancelCycle(CYCLE.txid)).kind, 'unknown');
  server.onRequest = () => recurrence();
  assert.equal((await recurring.cancelRecurrence(ID)).kind, 'unknown');
});
