import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from './support/shop.ts';

const AMOUNTS = [
  ['99.90', 9_990],
  ['0.1', 10],
  ['0.01', 1],
  ['19.99', 1_999],
  ['1.1500', 115],
  ['100', 10_000],
  ['100.', 10_000],
  ['33.3333', 3_333],
  ['33.335', 3_334],
  ['9.999', 1_000],
  ['0.001', 0],
  ['0.30000000000000004', 30],
  ['9999999999.99', 999_999_999_999],
] as const;
const NO_AMOUNTS = ['', '1,00', '-1.00', '1.2.3', '1e3', ' '];
const PERCENTAGES = [
  ['2', 200],
  ['2,5', 250],
  ['0.03 %', 3],
  ['100', 10_000],
  ['', 0],
  ['100,01', null],
  ['-1', null],
  ['dois', null],
  ['2%%', null],
  ['2% ao dia', null],
  ['1,234', null],
] as const;
const DOCUMENTS = [
  ['123.456.789-09', '12345678909'],
  ['11.222.333/0001-81', '11222333000181'],
  ['12.abc.345/01de-35', '12ABC34501DE35'],
  ['123.456.789-00', null],
  ['111.111.111-11', null],
  ['00000000000000', null],
  ['12345', null],
] as const;

/** Amounts and documents are read right. */
export function testTexts(noPhp: string | undefined): void {
  test('WooCommerce: amounts and documents are read', { skip: noPhp ?? false }, async (context) => {
    const shop = await startShop(context, { name: '', wordpress: undefined });
    for (const [text, centavos] of AMOUNTS) {
      assert.equal(await shop.call('centavos', text), centavos, text);
    }
    for (const text of NO_AMOUNTS) {
      await assert.rejects(shop.call('centavos', text), /não é um valor/, text);
    }
    assert.equal(await shop.call('centavos', 89.9), 8_990);
    assert.equal(await shop.call('centavos', 0.1 + 0.2), 30);
    for (const [text, basisPoints] of PERCENTAGES) {
      assert.equal(await shop.call('basis_points', text), basisPoints, text);
    }
    for (const [text, document] of DOCUMENTS) {
      assert.equal(await shop.call('tax_id', text), document, text);
    }
  });
}
