import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cnpj, cpf } from 'cpf-cnpj-validator';
import fc from 'fast-check';
import { createEndToEndId } from './end-to-end-id.ts';
import {
  type PixKeyType,
  parsePixKey,
  pixKeyInDictForm,
  pixKeyTypeOf,
  pixKeyTypes,
} from './pix-key.ts';
import { parseTaxId } from './tax-id.ts';
import { idFromTxid, isTxid, txidFromId } from './txid.ts';

const CHECKED = { checkDigits: true };
const SHAPE_ONLY = { checkDigits: false };
// The message catalogue of the SPI: E, ISPB, yyyyMMddHHmm, 11 alphanumerics. Case matters.
const END_TO_END_ID =
  /^E[0-9A-Z]{8}[0-9]{4}[0-1][0-9][0-3][0-9][0-2][0-9][0-5][0-9][a-zA-Z0-9]{11}$/;
const CNPJ_CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

test('Brazilian phones in common spellings are normalised to E.164, and others are refused', () => {
  const spellings = {
    '(11) 98765-4321': '+5511987654321',
    '11987654321': '+5511987654321',
    '+55 11 98765-4321': '+5511987654321',
    '5511987654321': '+5511987654321',
    '(55) 3221-1234': '+555532211234',
    '+551132211234': '+551132211234',
    '\u202a+55 11 98765\u20114321\u202c': '+5511987654321',
  };
  for (const [spelling, key] of Object.entries(spellings)) {
    assert.equal(parsePixKey(spelling, 'phone', CHECKED), key, spelling);
  }
  for (const wrong of [
    '+1 212 555 0100',
    '98765-4321',
    '+55 11 98765-432',
    '1198765432',
    '01987654321',
    '+55',
    '',
    '55119876543210',
  ]) {
    assert.equal(parsePixKey(wrong, 'phone', CHECKED), undefined, wrong);
  }
});

test('every type of key has its own form, and the type is never guessed', () => {
  const uuid = '123E4567-e12b-12d1-a456-426655440000';
  assert.equal(parsePixKey(uuid, 'random', CHECKED), uuid.toLowerCase());
  assert.equal(parsePixKey('Maria@Example.com', 'email', CHECKED), 'maria@example.com');
  assert.equal(parsePixKey(`${'a'.repeat(70)}@b.com.br`, 'email', CHECKED), undefined);
  assert.equal(parsePixKey('529.982.247-25', 'cpf', CHECKED), '52998224725');
  assert.equal(parsePixKey('12.abc.345/01de-35', 'cnpj', CHECKED), '12ABC34501DE35');
  assert.equal(parsePixKey('51998259765', 'cpf', SHAPE_ONLY), '51998259765');
  assert.equal(parsePixKey('51998259765', 'phone', SHAPE_ONLY), '+5551998259765');
  assert.equal(pixKeyTypeOf('evp'), 'random');
  for (const type of pixKeyTypes) assert.equal(pixKeyTypeOf(type), type);
});

test('a key of an unknown type is brought into the form of the DICT', () => {
  const forms = {
    '7D9F0335-8DCC-4054-9BF9-0DBD61D36906': '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
    'Loja@Example.com': 'loja@example.com',
    '12.abc.345/01de-35': '12ABC34501DE35',
    '529.982.247-25': '52998224725',
    '+55 (11) 98765-4321': '+5511987654321',
    '11987654321': '11987654321',
    'outra coisa': 'outra coisa',
  };
  for (const [typed, form] of Object.entries(forms)) assert.equal(pixKeyInDictForm(typed), form);
});

test('a normalised key is normalised to itself', () => {
  const types = fc.constantFrom<PixKeyType>(...pixKeyTypes);
  fc.assert(
    fc.property(fc.string(), types, (text, type) => {
      const key = parsePixKey(text, type, SHAPE_ONLY);
      if (key !== undefined) assert.equal(parsePixKey(key, type, SHAPE_ONLY), key);
    }),
  );
});

test('check digits agree with an independent validator', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9]{11}$/), (digits) => {
      assert.equal(parseTaxId(digits, CHECKED) !== undefined, cpf.isValid(digits));
      assert.ok(parseTaxId(cpf.generate(), CHECKED));
    }),
  );
  const characters = fc.constantFrom(...CNPJ_CHARACTERS);
  const bases = fc.array(characters, { minLength: 12, maxLength: 12 });
  fc.assert(
    fc.property(bases, fc.stringMatching(/^[0-9]{2}$/), (base, digits) => {
      const text = base.join('') + digits;
      assert.equal(parseTaxId(text, CHECKED) !== undefined, cnpj.isValid(text), text);
    }),
    { numRuns: 2_000 },
  );
  assert.equal(parseTaxId('12.ABC.345/01DE-35', CHECKED)?.digits, '12ABC34501DE35');
  assert.equal(parseTaxId('12ABC34501DE36', CHECKED), undefined);
  assert.equal(parseTaxId('\u200e529.982.247\u201325', CHECKED)?.digits, '52998224725');
  assert.equal(parseTaxId('00000000000000', CHECKED), undefined);
  assert.equal(parseTaxId('11111111111', CHECKED), undefined);
  assert.equal(parseTaxId('11111111111', SHAPE_ONLY)?.kind, 'cpf');
});

test('end-to-end ids and txids have the forms that the Central Bank defines', () => {
  const random = new Uint8Array(11).fill(200);
  const at = Date.UTC(2026, 10, 20, 23, 5);
  const id = createEndToEndId({ ispb: '99999999', at, random });
  assert.match(id, END_TO_END_ID);
  assert.ok(id.startsWith('E99999999202611202305') && id.length === 32);
  const uuid = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70';
  assert.ok(isTxid(txidFromId(uuid)));
  assert.equal(idFromTxid(txidFromId(uuid)), uuid);
  assert.equal(idFromTxid('RP123456782019'), undefined);
});
