import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnreadableAnswer } from '../bcb-pix/json-fields.ts';
import { readDispute } from './disputes.ts';

/** An item in the form of Efí's documentation. */
const LISTED = {
  idInfracao: '8ad75c93-6150-422c-929e-822f361c7a6b',
  endToEndId: 'E09089356202312181249APId91a6304',
  protocolo: '1313',
  valor: '100',
  status: 'ABERTA',
  razao: 'Solicitacao de devolução',
  dadosAnalise: { abertura: '2023-12-22T16:01:35Z', prazoFinalizacao: '2023-12-29T16:01:35Z' },
  criadoEm: '2023-12-22T16:00:00Z',
};

test('an amount is read in reais, as a text or a number', () => {
  const amounts = { '100': 10_000n, '100.5': 10_050n, '0.01': 1n, '12.34': 1_234n };
  for (const [valor, amount] of Object.entries(amounts)) {
    assert.equal(readDispute({ ...LISTED, valor }).amount, amount, valor);
    assert.equal(readDispute({ ...LISTED, valor: Number(valor) }).amount, amount, valor);
  }
  for (const valor of ['', '0', '1,00', '1.005', 'NaN', -1, 1e21, 0.1 + 0.2, null]) {
    assert.throws(() => readDispute({ ...LISTED, valor }), UnreadableAnswer, String(valor));
  }
});

test('each state of Efí is read, and an unknown one is unreadable', () => {
  const states = {
    ABERTA: 'open',
    EM_DEFESA: 'in_defense',
    ACEITA: 'accepted',
    REJEITADA: 'rejected',
    CANCELADA_EFI: 'canceled',
  };
  for (const [status, state] of Object.entries(states)) {
    assert.equal(readDispute({ ...LISTED, status }).status, state);
  }
  assert.throws(() => readDispute({ ...LISTED, status: 'SUSPENSA' }), UnreadableAnswer);
});

test('missing instants are null, and the creation is used as the opening', () => {
  const { openedAt, defenseDueAt, closedAt, defense } = readDispute(LISTED);
  assert.equal(openedAt, Date.UTC(2023, 11, 22, 16, 1, 35));
  assert.equal(defenseDueAt, Date.UTC(2023, 11, 29, 16, 1, 35));
  assert.deepEqual([closedAt, defense], [null, null]);
  const bare = readDispute({ ...LISTED, dadosAnalise: undefined });
  assert.equal(bare.openedAt, Date.UTC(2023, 11, 22, 16));
  assert.equal(bare.defenseDueAt, null);
});
