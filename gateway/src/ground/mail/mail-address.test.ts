import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import fc from 'fast-check';
import { isMailAddress } from './mail-address.ts';

const RIGHT = ['ana@exemplo.com.br', "o'neil+loja@a-b.c0", 'A_1@xn--caf-dma.com.br'];
const WRONG = [
  '',
  'ana',
  'ana@',
  '@exemplo.com',
  'ana@localhost',
  'ana@exemplo.',
  'ana@-a.com',
  'ana@a-.com',
  'ana@a.com,bia@b.com',
  'ana@a.com;bia@b.com',
  'Ana <ana@a.com>',
  'ana@b@a.com',
  '"a"@a.com',
  '.ana@a.com',
  'ana.@a.com',
  'a..b@a.com',
  'joão@a.com',
  'ana@café.com',
  'ana@a.com\n',
  ' a@a.com',
  'an\u200ba@a.com',
  `${'a'.repeat(250)}@a.com`,
];

test('one address of a domain with a point is taken, and nothing else', () => {
  for (const text of RIGHT) assert.ok(isMailAddress(text), text);
  for (const text of WRONG) assert.ok(!isMailAddress(text), text);
});

test('an address is what format email of the API document says', () => {
  const { email: format } = fullFormats;
  assert.ok(format instanceof RegExp);
  const typed = fc.stringMatching(/^[a-c.'-]{1,5}@{1,2}[a-c.-]{1,9}$/);
  const isSame = (text: string) => isMailAddress(text) === format.test(text);
  fc.assert(fc.property(fc.oneof(typed, fc.emailAddress()), isSame));
});
