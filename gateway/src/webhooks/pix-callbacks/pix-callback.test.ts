import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PixNames, paymentsInEvents, pixCallbackBody } from './pix-callback.ts';

const CHARGE = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70';
const REFUND = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b73';
const PAID = {
  internal_id: CHARGE,
  external_id: null,
  amount: 12_345,
  paid_at: '2026-11-24T15:30:12.000Z',
  end_to_end_id: 'E12345678202611241530abcdef12345',
};
const REFUNDS = [
  {
    internal_id: REFUND,
    status: 'failed',
    amount: 5,
    reason: null,
    done_at: null,
    created_at: '2026-11-24T16:00:00.000Z',
    return_id: null,
    failure_reason: { code: 'refused', message: 'O banco não fez a devolução.' },
  },
];
const event = (sequence: number, kind: string, data: object) =>
  JSON.stringify({ event: kind, sequence, data });
const NO_NAMES: PixNames = {
  charges: new Map(),
  contested: new Map(),
  returnOf: ({ status }) => ({ status }),
};

test('a Pix is in a call-back once, as its newest event shows it, in any order of the events', () => {
  const bodies = [
    event(2, 'deposit.refunded', { ...PAID, refunds: REFUNDS }),
    event(1, 'deposit.paid', PAID),
  ];
  for (const given of [bodies, bodies.toReversed()]) {
    const { pix } = JSON.parse(pixCallbackBody(given, 'chave@loja.example', NO_NAMES));
    assert.equal(pix.length, 1);
    assert.equal(pix[0].devolucoes[0].status, 'failed');
  }
});

test('charges and refunds have the names of their merchant', () => {
  const bodies = [event(1, 'deposit.refunded', { ...PAID, refunds: REFUNDS })];
  assert.deepEqual(paymentsInEvents(bodies), [
    {
      id: CHARGE,
      externalId: null,
      endToEndId: PAID.end_to_end_id,
      hasRefunds: true,
      isContested: false,
      isUntold: false,
    },
  ]);
  const charges = new Map([[CHARGE, { txid: 'pedido7', pixKey: 'outra@loja.example' }]]);
  const names: PixNames = { charges, contested: new Map(), returnOf: () => ({ id: 'd1' }) };
  const { pix } = JSON.parse(pixCallbackBody(bodies, 'chave@loja.example', names));
  assert.deepEqual(pix, [
    {
      endToEndId: PAID.end_to_end_id,
      txid: 'pedido7',
      valor: '123.45',
      chave: 'outra@loja.example',
      horario: PAID.paid_at,
      componentesValor: { original: { valor: '123.45' } },
      devolucoes: [{ id: 'd1' }],
    },
  ]);
});

test('a Pix of a charge with a due date has the paid amount and its parts above zero', () => {
  const parts = { original: 12_345, interest: 41, fine: 246, rebate: 0, discount: 0 };
  const data = { ...PAID, amount: 12_632, paid_amount: 12_632, ...parts };
  const bodies = [event(1, 'deposit.paid', data)];
  const [pix] = JSON.parse(pixCallbackBody(bodies, 'k', NO_NAMES)).pix;
  assert.deepEqual(
    [pix.valor, pix.componentesValor],
    [
      '126.32',
      { original: { valor: '123.45' }, juros: { valor: '0.41' }, multa: { valor: '2.46' } },
    ],
  );
});

test('a contested Pix is in a call-back once, as it is now, with whatever events tell of it', () => {
  const dispute = (returned: number) =>
    event(2, 'dispute.closed', {
      transaction_id: CHARGE,
      end_to_end_id: PAID.end_to_end_id,
      returned_amount: returned,
    });
  const contested = new Map([[CHARGE, { endToEndId: PAID.end_to_end_id, devolucoes: ['MED'] }]]);
  const names: PixNames = { ...NO_NAMES, contested };
  const paid = event(3, 'deposit.refunded', { ...PAID, refunds: REFUNDS, disputed_amount: 5 });
  for (const bodies of [[dispute(5)], [dispute(5), paid], [paid, dispute(5)], [paid]]) {
    const { pix } = JSON.parse(pixCallbackBody(bodies, 'k', names));
    assert.deepEqual(pix, [contested.get(CHARGE)], String(bodies.length));
  }
  const untold = [dispute(0), dispute(5)].map((body) => paymentsInEvents([body])[0]?.isUntold);
  assert.deepEqual(untold, [true, false]);
  // Its charge was deleted.
  assert.equal(pixCallbackBody([dispute(5)], 'k', NO_NAMES), '{"pix":[]}');
});

test('an event without a Pix is left out', () => {
  const bodies = [event(1, 'webhook.test', { type: 'test' })];
  assert.equal(pixCallbackBody(bodies, 'k', NO_NAMES), '{"pix":[]}');
});
