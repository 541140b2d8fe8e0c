import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { centavos, centavosToDecimal } from '#src/ground/money/centavos.ts';
import { requireAmount, requireBalance, requireInstant, UnreadableAnswer } from './json-fields.ts';

test('every amount is read back from the decimal text that is sent to the bank', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 999_999_999_999n }), (amount) => {
      const valor = centavosToDecimal(centavos(amount));
      assert.equal(requireAmount({ valor }, 'valor'), amount);
    }),
  );
});

test('a text that is not an amount of the standard is refused', () => {
  const wrong = ['1', '1.0', '1.000', '-1.00', '1,00', ' 1.00', '1e3', '12345678901.00', '', null];
  for (const valor of [...wrong, 1, 1.5, undefined]) {
    assert.throws(() => requireAmount({ valor }, 'valor'), UnreadableAnswer, String(valor));
  }
});

test('a balance may be negative and longer than an amount', () => {
  assert.equal(requireBalance({ saldo: '-12.34' }, 'saldo'), -1_234n);
  assert.equal(requireBalance({ saldo: '-0.05' }, 'saldo'), -5n);
  assert.equal(requireBalance({ saldo: '123456789012.00' }, 'saldo'), 12_345_678_901_200n);
});

test('an instant without a time zone is refused', () => {
  const at = Date.UTC(2026, 10, 20, 12, 30, 1);
  assert.equal(requireInstant({ horario: '2026-11-20T12:30:01Z' }, 'horario'), at);
  assert.equal(requireInstant({ horario: '2026-11-20T09:30:01.000-03:00' }, 'horario'), at);
  for (const horario of ['2026-11-20T12:30:01', '2026-11-20', '2026-13-20T12:30:01Z', 1]) {
    assert.throws(() => requireInstant({ horario }, 'horario'), UnreadableAnswer);
  }
});
