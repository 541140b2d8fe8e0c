import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { pixCallbackUrl } from './pix-callback-url.ts';

const BODY = '{"pix":[]}';
const SECRET = 'whsec_um-segredo';
const DIGEST = createHmac('sha256', SECRET).update(BODY).digest('hex');

const ADDRESSES: Readonly<Record<string, string>> = {
  'https://loja.example': 'https://loja.example/pix',
  'https://loja.example/': 'https://loja.example/pix',
  'https://loja.example/retorno/': 'https://loja.example/retorno/pix',
  'https://loja.example/retorno?loja=7': 'https://loja.example/retorno/pix?loja=7',
  // A value that the merchant chose is sent as it is, as at Efí.
  'https://loja.example/retorno?hmac=xyz': 'https://loja.example/retorno/pix?hmac=xyz',
  'https://loja.example/retorno?hmac=xyz&ignorar=':
    'https://loja.example/retorno?hmac=xyz&ignorar=/pix',
  'https://loja.example/retorno?ignorar': 'https://loja.example/retorno?ignorar=/pix',
  'https://loja.example/retorno?hmac=': `https://loja.example/retorno/pix?hmac=${DIGEST}`,
  'https://a.br/?b=%20&hmac=&ignorar=': `https://a.br/?b=%20&hmac=${DIGEST}&ignorar=/pix`,
};

test('a call-back goes to the address with /pix, behind `ignorar` where that is in the query', () => {
  for (const [address, expected] of Object.entries(ADDRESSES)) {
    const callback = { body: BODY, secret: SECRET, resource: '/pix' };
    assert.equal(pixCallbackUrl(address, callback), expected, address);
  }
});
