import assert from 'node:assert/strict';
import { test } from 'node:test';
import { centavos } from '#src/ground/money/centavos.ts';
import type { BankDueRules } from '../due-charge.ts';
import { dueFields, readDueRules } from './due-rules.ts';
import { UnreadableAnswer } from './json-fields.ts';

const PLAIN: BankDueRules = {
  amount: centavos(10_000n),
  dueDate: '2026-12-10',
  daysAfterDue: 30,
  fine: null,
  interest: null,
  rebate: null,
  discounts: [],
};

test('rules that a bank returns in another form are read alike', () => {
  const { calendario, valor } = dueFields(PLAIN);
  const { validadeAposVencimento: _, ...withoutDays } = calendario;
  assert.deepEqual(readDueRules({ calendario: withoutDays, valor }), PLAIN);
  const zeros = {
    ...valor,
    multa: { modalidade: 1, valorPerc: '0.00' },
    desconto: { modalidade: 3, valorPerc: '0.00' },
  };
  assert.deepEqual(readDueRules({ calendario, valor: zeros }), PLAIN);
  const texts = { ...valor, multa: { modalidade: '2', valorPerc: '2.00' } };
  assert.deepEqual(readDueRules({ calendario, valor: texts }).fine, {
    type: 'percent',
    value: 200n,
  });
  const unordered = {
    ...valor,
    desconto: {
      modalidade: 1,
      descontoDataFixa: [
        { data: '2026-12-05', valorPerc: '1.00' },
        { data: '2026-12-01', valorPerc: '2.00' },
      ],
    },
  };
  const { discounts } = readDueRules({ calendario, valor: unordered });
  assert.deepEqual(
    discounts.map(({ until }) => until),
    ['2026-12-01', '2026-12-05'],
  );
});

test('rules with an unknown mode, day or amount are refused', () => {
  const { calendario, valor } = dueFields(PLAIN);
  for (const wrong of [
    { calendario: { ...calendario, dataDeVencimento: '10/12/2026' }, valor },
    { calendario: { ...calendario, validadeAposVencimento: -1 }, valor },
    { calendario: {}, valor },
    { calendario, valor: { original: '100' } },
    { calendario, valor: { ...valor, juros: { modalidade: 9, valorPerc: '1.00' } } },
    { calendario, valor: { ...valor, multa: { valorPerc: '1.00' } } },
    { calendario, valor: { ...valor, multa: { modalidade: 1 } } },
  ]) {
    assert.throws(() => readDueRules(wrong), UnreadableAnswer);
  }
});
