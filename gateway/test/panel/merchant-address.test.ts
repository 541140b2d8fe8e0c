import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { applicationIdOf, PERSON, signUpMerchant, submitKyc } from '../support/kyc.ts';
import { logIn, signIn, signInOperator } from '../support/panel.ts';

const gateway = await startGateway({ after });
const operator = await signInOperator(gateway);
const PATH = '/api/panel/address';
const ADDRESS = {
  postal_code: '20040-002',
  street: ' Avenida Rio Branco ',
  number: '156',
  complement: '',
  district: 'Centro',
  city: 'Rio de Janeiro',
  state: 'rj',
};
const STORED = {
  postal_code: '20040002',
  street: 'Avenida Rio Branco',
  number: '156',
  complement: null,
  district: 'Centro',
  city: 'Rio de Janeiro',
  state: 'RJ',
};

interface Own extends Record<string, unknown> {
  address: Record<string, string | null> | null;
}

test('an approved application gives the merchant its address, which it can change', async () => {
  const { session, username } = await signUpMerchant(gateway);
  const none = await session.call<Own>('GET', PATH);
  assert.deepEqual([none.status, none.body.address], [200, null]);
  await submitKyc(gateway, session);
  const early = await session.call('PUT', PATH, { body: { address: ADDRESS } });
  assert.deepEqual([early.status, early.body.code], [403, 'account_not_approved']);
  const path = `/api/operator/kyc/${await applicationIdOf(operator, username)}`;
  await operator.callWithCode('POST', `${path}/approve?submission=1`);
  const proven = await session.call<Own>('GET', PATH);
  const expected = { ...PERSON.address, postal_code: '01310100', state: 'SP' };
  assert.deepEqual(proven.body.address, expected);

  const changed = await session.call<Own>('PUT', PATH, { body: { address: ADDRESS } });
  assert.deepEqual([changed.status, changed.body.address], [200, STORED], changed.text);
  const seen = await operator.call<Own>('GET', `/api/operator/merchants/${username}`);
  assert.deepEqual(seen.body.address, STORED);
  const [entry] = await gateway.sql(
    `select actor_name, details from audit_log where action = 'merchant.address_changed'`,
  );
  assert.deepEqual(entry, {
    actor_name: session.email,
    details: {
      old_postal_address: 'Avenida Paulista, 1000, Sala 5, Bela Vista, São Paulo, SP, 01310100',
      postal_address: 'Avenida Rio Branco, 156, Centro, Rio de Janeiro, RJ, 20040002',
    },
  });
});

test('every missing or wrong field of an address is named, and nothing is stored', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant);
  const body = { address: { ...ADDRESS, postal_code: '2004', street: ' ', state: 'XX' } };
  const refused = await session.call<{ details: unknown }>('PUT', PATH, { body });
  assert.deepEqual(
    [refused.status, refused.body.details],
    [
      400,
      [
        { field: 'address.postal_code', message: 'informe os 8 dígitos do CEP' },
        { field: 'address.street', message: 'informe este dado' },
        { field: 'address.state', message: 'informe a sigla de um estado brasileiro' },
      ],
    ],
  );
  assert.equal((await session.call<Own>('GET', PATH)).body.address, null);
});

test('a merchant reads only its own address, and the sandbox has none', async () => {
  const one = await createMerchantWithKeys(gateway);
  const other = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, one.merchant);
  await session.call('PUT', PATH, { body: { address: ADDRESS } });
  const stranger = await signIn(gateway, other.merchant);
  assert.equal((await stranger.call<Own>('GET', PATH)).body.address, null);
  const { email, password } = gateway.appContext.config.sandbox;
  const sandbox = await logIn(gateway, email, password);
  const refused = await sandbox.call('PUT', PATH, { body: { address: ADDRESS } });
  assert.deepEqual([refused.status, refused.body.code], [403, 'sandbox_forbidden']);
});
