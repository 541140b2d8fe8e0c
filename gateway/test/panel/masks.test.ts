import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatTaxId,
  type Mask,
  maskCnpj,
  maskCpf,
  maskPhone,
  maskPostalCode,
  maskTaxId,
} from '../../../panel/src/components/masks.ts';

const WHOLE: [Mask, string, string][] = [
  [maskCpf, '52998224725', '529.982.247-25'],
  [maskCpf, ' 529.982.247-25 ', '529.982.247-25'],
  [maskCnpj, '11222333000181', '11.222.333/0001-81'],
  [maskCnpj, '12abc34501de35', '12.ABC.345/01DE-35'],
  [maskTaxId, '529982247', '529.982.247'],
  [maskTaxId, '112223330001', '11.222.333/0001'],
  [maskPostalCode, '01310100', '01310-100'],
  [maskPostalCode, '01.310-100', '01310-100'],
  [maskPhone, '11987654321', '(11) 98765-4321'],
  [maskPhone, '1132211234', '(11) 3221-1234'],
  [maskPhone, '5511987654321', '+55 (11) 98765-4321'],
  [maskPhone, '+55 11 98765 4321', '+55 (11) 98765-4321'],
  [maskPhone, '5532211234', '(55) 3221-1234'],
];

test('masks add the punctuation of CPF, CNPJ with letters, CEP and phone', () => {
  for (const [mask, text, shown] of WHOLE) assert.equal(mask(text), shown, text);
});

test('typing a value character by character ends in the same text as pasting it', () => {
  for (const [mask, text, shown] of WHOLE) {
    const typed = [...text.trim()].reduce((before, character) => mask(before + character), '');
    assert.equal(typed, shown, text);
  }
});

test('deleting from the end removes a character each time', () => {
  for (const [mask, text] of WHOLE) {
    for (let shown = mask(text); shown !== ''; ) {
      const shorter = mask(shown.slice(0, -1));
      assert.ok(shorter.length < shown.length, shown);
      shown = shorter;
    }
  }
});

test('a text that is no such number is unchanged, however long', () => {
  const others = ['ana@doceria.com.br', '529982247250', '***.982.247-**', '+1 212 555 0100', ''];
  for (const text of others) {
    for (const mask of [maskCpf, maskPostalCode, maskPhone, formatTaxId]) {
      assert.equal(mask(text), text);
    }
  }
});
