import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskedAnswer, maskedBody } from './mask-body.ts';

const shown = (body: object) => JSON.parse(maskedBody(body) ?? '');

test('amounts, ids, codes, words and the rest of a description are shown, persons are not', () => {
  const qrcode = `00020101021226800014br.gov.bcb.pix${'5'.repeat(40)}`;
  const body = {
    amount: 1_234_567_890,
    external_id: 'pedido-123456789',
    description: 'mensalidade 03/2027, vence em 15/01/2027, de Ana Souza, ana@a.example',
    due_date: '2027-01-15',
    days_after_due: 30,
    fine: { type: 'percent', value: 200 },
    payer: {
      name: 'Ana Souza',
      document: '52998224725',
      email: 'ana@a.example',
      address: { street: 'Rua A', number: 12, postal_code: '01310100', city: 'Campinas' },
    },
    split: [{ username: 'joana', percentage: 12.5 }],
    pix_key: 'ana@a.example',
    qrcode,
    payment_url: '/pagar/01a1fb37',
    webhook_url: 'https://loja.example/segredo',
    valor: { original: '10.00' },
  };
  assert.deepEqual(shown(body), {
    ...body,
    description: 'mensalidade 03/2027, vence em 15/01/2027, de ••• ••• •••',
    payer: {
      name: '•••',
      document: '•••',
      email: '•••',
      address: { street: '•••', number: '•••', postal_code: '•••', city: '•••' },
    },
    split: [{ username: '•••', percentage: 12.5 }],
    pix_key: '•••',
    webhook_url: '•••',
  });
});

test('documents, telephones, e-mails and secrets are masked in every field', () => {
  const secrets = [
    '529.982.247-25',
    '52998224725',
    '11.222.333/0001-81',
    '(11) 98765-4321',
    '+55 11 98765 4321',
    'ana@a.example',
    'svc_sk_test_AbCd3fGh',
    'whsec_0123456789012345678901234567890123456789',
  ];
  const fields = ['description', 'title', 'reason', 'external_id', 'reference', 'status', 'nota'];
  for (const field of [...fields, 'qrcode', 'txid', 'payment_url', 'valor']) {
    for (const secret of secrets) {
      const text = JSON.stringify(shown({ [field]: `pago por ${secret}`, [`${field}2`]: secret }));
      const alone = JSON.stringify(shown({ [field]: secret }));
      for (const body of [text, alone]) assert.ok(!body.includes(secret), `${field}: ${body}`);
    }
  }
  const postal = shown({ description: 'entregar em 01310-100', nota: '01310-100' });
  assert.deepEqual(postal, { description: 'entregar em •••', nota: '•••' });
  const numbers = shown({ documento: 191, cpf: 52_998_224_725, valor: 52_998_224_725, cep: 1 });
  assert.deepEqual(Object.values(numbers), ['•••', '•••', '•••', '•••']);
});

test('the error and messages of a refusal are shown; those of other answers are not', () => {
  const details = [{ field: 'payer.document', message: 'Informe um CPF ou CNPJ válido.' }];
  const said = { error: 'Bad Request', message: 'Corrija os campos.' };
  const refusal = { code: 'invalid_request', ...said, details };
  assert.deepEqual(JSON.parse(maskedAnswer(JSON.stringify(refusal)) ?? ''), {
    ...refusal,
    details: [{ field: 'payer.document', message: 'Informe um CPF ou CNPJ válido.' }],
  });
  const other = { error: 'Ana Lima', message: 'Olá, Ana' };
  assert.deepEqual(shown(other), { error: '•••', message: '•••' });
});
