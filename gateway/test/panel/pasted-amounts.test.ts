import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseAmount } from '../../../panel/src/components/parse-amount.ts';

const CENTAVOS_MAX = 999_999_999_999;
const amounts = fc.integer({ min: 0, max: CENTAVOS_MAX });

/** Reais and two decimals, with the separators of a country. */
function written(centavos: number, group: string, decimal: string): string {
  const digits = String(centavos).padStart(3, '0');
  const reais = digits.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, group);
  return `${reais}${decimal}${digits.slice(-2)}`;
}

test('amounts from messages, invoices and spreadsheets are read to the centavo', () => {
  const cases: readonly [string, number][] = [
    ['99,9', 9_990],
    ['1500.5', 150_050],
    ['R$ 1.234,56', 123_456],
    ['R$\u00a01.234,56', 123_456],
    ['1,234.56', 123_456],
    ['1.234.567,8', 123_456_780],
    ['1.234.567', 123_456_700],
    ['1,234,567', 123_456_700],
    [' 1500 ', 150_000],
    ['R$1500', 150_000],
    ['R$ 1.500', 150_000],
    ['1500,00 reais', 150_000],
    ['BRL 12.34', 1_234],
    ['0,01', 1],
    ['0.00', 0],
    ['9999999999,99', CENTAVOS_MAX],
  ];
  for (const [text, centavos] of cases) assert.equal(parseAmount(text), centavos, text);
});

test('text that is no amount or is ambiguous is refused', () => {
  const cases = ['1.500', '1,500', 'R$ 1,500', '12.34,56', '1,23,456.00', '1.234,567', '1,5.0'];
  const others = ['', 'abc', 'R$', '-5,00', '5,', ',50', '1..5', '1e3', '12 34', '10000000000,00'];
  const odd = ['0.123,45', '5 a 10', '1/2', '٣٫٥', '1.2.3', '1 234,56 ou 2'];
  for (const text of [...cases, ...others, ...odd]) {
    assert.equal(parseAmount(text), undefined, text);
  }
});

test('every amount in Brazilian, English or plain format is read correctly', () => {
  fc.assert(
    fc.property(amounts, (centavos) => {
      const brazilian = written(centavos, '.', ',');
      const forms = [brazilian, written(centavos, ',', '.'), `R$ ${brazilian}`];
      forms.push(written(centavos, '', ','), written(centavos, '', '.'));
      for (const form of forms) assert.equal(parseAmount(form), centavos, form);
    }),
  );
});

test('no text gives a negative, fractional or too large amount', () => {
  const texts = fc.string({ unit: fc.constantFrom(...'0123456789.,R$ -e') });
  fc.assert(
    fc.property(texts, (text) => {
      const centavos = parseAmount(text) ?? 0;
      assert.ok(Number.isSafeInteger(centavos) && centavos >= 0 && centavos <= CENTAVOS_MAX);
    }),
  );
});
