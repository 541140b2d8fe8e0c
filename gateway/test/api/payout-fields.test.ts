import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  createKeys,
  createMerchantWithKeys,
  type Keys,
  PAYOUT,
  receivePayment,
  SANDBOX_KEYS,
  startGateway,
} from '../support/gateway.ts';

interface Problem {
  readonly code: string;
  readonly details?: readonly { readonly field: string; readonly message: string }[];
}

const gateway = await startGateway({ after }, { hasWorker: false });
const { keys, merchant } = await createMerchantWithKeys(gateway);
await receivePayment(gateway, keys, {
  amount: 1_000_000,
  payer: { name: 'Ana', document: '12345678909' },
});

function pay(change: object, by: Keys = keys) {
  const body = { ...PAYOUT, amount: 1, ...change };
  return gateway.call<Problem & Record<string, unknown>>('POST', '/v1/pix/payout', {
    keys: by,
    body,
  });
}

const UUID = '123e4567-e12b-12d1-a456-426655440000';
const UUID_V4 = '9d8a1e3c-4f5b-4c6d-8e7f-0a1b2c3d4e5f';

test('a Pix key is accepted in common spellings and stored in that of the DICT', async () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['phone', '+5511987654321', '+5511987654321'],
    ['phone', '(11) 98765-4321', '+5511987654321'],
    ['phone', '11987654321', '+5511987654321'],
    ['phone', '5511987654321', '+5511987654321'],
    ['phone', '+55 (11) 98765-4321', '+5511987654321'],
    ['phone', ' +55 11 3456-7890 ', '+551134567890'],
    ['phone', '1134567890', '+551134567890'],
    // 55 is the country code and also the area code of Santa Maria.
    ['phone', '55987654321', '+5555987654321'],
    ['phone', '5555987654321', '+5555987654321'],
    ['cpf', '123.456.789-09', '12345678909'],
    ['cpf', '12345678900', '12345678900'],
    ['cnpj', '11.222.333/0001-81', '11222333000181'],
    ['cnpj', '12.abc.345/01de-35', '12ABC34501DE35'],
    ['email', ' Maria.Silva@Exemplo.COM.br ', 'maria.silva@exemplo.com.br'],
    ['email', `${'a'.repeat(65)}@exemplo.com`, `${'a'.repeat(65)}@exemplo.com`],
    ['random', UUID.toUpperCase(), UUID],
    ['random', ` ${UUID_V4} `, UUID_V4],
    ['evp', UUID_V4, UUID_V4],
  ];
  for (const [pix_key_type, pix_key, kept] of cases) {
    const { status, body, text } = await pay({ pix_key_type, pix_key });
    assert.equal(status, 201, text);
    const type = pix_key_type === 'evp' ? 'random' : pix_key_type;
    assert.deepEqual([body.pix_key, body.pix_key_type], [kept, type]);
  }
});

test('a Pix key that does not fit its type is refused, and nothing is booked', async () => {
  const before = await gateway.sql('select from ledger_entries');
  const cases: readonly (readonly [string, string])[] = [
    ['phone', ''],
    ['phone', '987654321'],
    ['phone', '+1 212 555 0100'],
    ['phone', '+11987654321'],
    ['phone', '0119876543211'],
    ['phone', '+5501987654321'],
    ['phone', '+55119876543210'],
    ['phone', 'onze'],
    ['cpf', '1234567890'],
    ['cpf', '11222333000181'],
    ['cnpj', '12345678909'],
    ['cnpj', '12ABC34501DEAB'],
    ['email', 'maria'],
    ['email', 'a b@exemplo.com'],
    ['email', `${'a'.repeat(66)}@exemplo.com`],
    ['email', '@exemplo.com'],
    ['random', 'x'],
    ['random', UUID.replaceAll('-', '')],
    ['evp', '12345678909'],
  ];
  for (const [pix_key_type, pix_key] of cases) {
    const { status, body } = await pay({ pix_key_type, pix_key });
    assert.deepEqual([status, body.code], [422, 'invalid_pix_key'], `${pix_key_type} ${pix_key}`);
  }
  assert.equal((await gateway.sql('select from ledger_entries')).length, before.length);
});

test('every fault of a body is named, and optional fields may be null', async () => {
  const cases: readonly (readonly [readonly string[], object])[] = [
    [['amount'], { amount: 0 }],
    [['amount'], { amount: 1_000_000_000_000 }],
    [['amount'], { amount: '1' }],
    [['pix_key'], { pix_key: 11987654321 }],
    [['pix_key'], { pix_key: null }],
    [['pix_key_type'], { pix_key_type: 'PHONE' }],
    [['pix_key_type'], { pix_key_type: null }],
    [['beneficiary'], { beneficiary: undefined }],
    [['beneficiary.document', 'beneficiary.name'], { beneficiary: {} }],
    [['beneficiary.name'], { beneficiary: { ...PAYOUT.beneficiary, name: 'x'.repeat(201) } }],
    [['beneficiary.document'], { beneficiary: { ...PAYOUT.beneficiary, document: '1' } }],
    [['external_id'], { external_id: 'x'.repeat(129) }],
    [['webhook_url'], { webhook_url: 'x' }],
    [
      ['amount', 'beneficiary.name', 'external_id', 'pix_key', 'pix_key_type', 'webhook_url'],
      {
        amount: -1,
        pix_key: 1,
        pix_key_type: 'x',
        beneficiary: { ...PAYOUT.beneficiary, name: ' ' },
        external_id: '',
        webhook_url: 'ftp://x',
      },
    ],
  ];
  for (const [fields, change] of cases) {
    const { status, body } = await pay(change);
    assert.deepEqual([status, body.code], [400, 'invalid_request'], JSON.stringify(change));
    assert.deepEqual(body.details?.map((one) => one.field).sort(), fields);
  }
  assert.equal((await pay({ external_id: null, webhook_url: null, unknown: 1 })).status, 201);
});

test('a payout is answered with exactly nine fields, texts trimmed and documents without punctuation', async () => {
  const { body } = await pay({
    amount: 100,
    beneficiary: { name: ' João ', document: '11.222.333/0001-81' },
    external_id: ' saque-1 ',
  });
  const { internal_id, created_at, ...rest } = body;
  assert.deepEqual(rest, {
    external_id: 'saque-1',
    status: 'pending',
    amount: 100,
    fee_amount: 0,
    pix_key: '+5511987654321',
    pix_key_type: 'phone',
    beneficiary: { name: 'João', document: '11222333000181' },
  });
  assert.match(String(created_at), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const read = await gateway.call('GET', `/v1/transactions/${String(internal_id)}`, { keys });
  assert.deepEqual(read.body, {
    type: 'payout',
    ...body,
    paid_at: null,
    end_to_end_id: null,
    client_id: keys['client-id'],
    failure_reason: null,
  });
});

test('with a live key wrong check digits of the Pix key or the beneficiary are refused', async () => {
  const live = await createKeys(gateway.appContext, merchant, 'live');
  const wrongKey = { pix_key_type: 'cpf', pix_key: '12345678900' };
  assert.equal((await pay(wrongKey, live)).body.code, 'invalid_pix_key');
  const wrongDocument = { beneficiary: { name: 'João', document: '12345678900' } };
  const refused = await pay(wrongDocument, live);
  assert.deepEqual(
    refused.body.details?.map((one) => one.field),
    ['beneficiary.document'],
  );
  const several = await pay({ ...wrongDocument, amount: 0 }, live);
  const fields = several.body.details?.map((one) => one.field).sort();
  assert.deepEqual(fields, ['amount', 'beneficiary.document']);
  const none = await pay({ pix_key_type: 'cpf', pix_key: '529.982.247-25' }, live);
  assert.deepEqual([none.status, none.body.code], [503, 'provider_unavailable']);
  assert.match(String(none.headers.get('retry-after')), /^[1-9]\d*$/);
});

test('the Pix key that simulates a missing balance is refused for every test key, in any spelling', async () => {
  for (const by of [keys, SANDBOX_KEYS]) {
    const { status, body } = await pay(
      { pix_key_type: 'email', pix_key: ' SALDO@sandbox.com' },
      by,
    );
    assert.deepEqual([status, body.code], [422, 'insufficient_balance']);
  }
});
