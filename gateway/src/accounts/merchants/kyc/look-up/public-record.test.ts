import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY_RECORD, readPublicRecord } from './public-record.ts';

test('the answers of usual sources for a CEP are read', () => {
  const address = { street: 'Avenida Paulista', district: 'Bela Vista', city: 'São Paulo' };
  const expected = { ...EMPTY_RECORD, ...address, postal_code: '01310100', state: 'SP' };
  const viaCep = {
    cep: '01310-100',
    logradouro: 'Avenida Paulista',
    complemento: '',
    bairro: 'Bela Vista',
    localidade: 'São Paulo',
    uf: 'SP',
    ibge: '3550308',
  };
  assert.deepEqual(readPublicRecord(viaCep), expected);
  const { district: neighborhood, ...rest } = address;
  const brasilApi = { ...rest, neighborhood, cep: '01310100', state: 'SP', service: 'correios' };
  assert.deepEqual(readPublicRecord(brasilApi), expected);
});

test('an answer of another form says nothing', () => {
  for (const answer of [null, 'texto', 7, [], { erro: 'true' }, { logradouro: {}, uf: 'XYZ' }]) {
    assert.deepEqual(readPublicRecord(answer), EMPTY_RECORD);
  }
  assert.deepEqual(readPublicRecord({ logradouro: 'a'.repeat(201) }), EMPTY_RECORD);
});
