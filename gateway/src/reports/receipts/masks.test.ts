import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskParty, maskPixKey } from './masks.ts';

const CPF = '52998224725';

test('a public Pix key that is a CPF hides all digits that the masked document hides', () => {
  const party = { name: 'João Souza', document: CPF, institution: null };
  assert.equal(maskPixKey(CPF, true), maskParty(party).document);
  assert.equal(maskPixKey(CPF, false), '***.982.247-**');
  assert.equal(maskPixKey('11444777000161', true), '**.***.777/****-**');
  assert.equal(maskPixKey('+5511987654321', true), '+55***21');
  assert.equal(maskPixKey('joao@exemplo.com.br', true), 'joa***br');
});
