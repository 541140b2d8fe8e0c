import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readBankConfig } from '#src/ground/config/read-bank-config.ts';
import { testCertificates } from '../../test/banking/certificates.ts';

type Environment = Record<string, string | undefined>;

const SECRET = 'segredo-que-nao-aparece-em-lugar-nenhum';

function read(env: Environment) {
  return readBankConfig(env, (message) => new RangeError(message));
}

/** The error message of a wrong environment, which must be one line. */
function faultOf(env: Environment): string {
  try {
    read(env);
  } catch (error) {
    assert.ok(error instanceof RangeError);
    assert.ok(!error.message.includes('\n') && !error.message.includes(SECRET));
    return error.message;
  }
  assert.fail('The environment was accepted.');
}

function rightEnvironment(context: TestContext): Environment & { folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'bank-config-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const { authority, client, pkcs12 } = testCertificates();
  writeFileSync(join(folder, 'client.p12'), pkcs12('senha'));
  writeFileSync(join(folder, 'open.p12'), pkcs12(''));
  writeFileSync(join(folder, 'client.pem'), client.certificate);
  writeFileSync(join(folder, 'client.key'), client.key);
  writeFileSync(join(folder, 'both.pem'), Buffer.concat([client.certificate, client.key]));
  writeFileSync(join(folder, 'ca.pem'), authority);
  return {
    folder,
    PROVIDER: 'efi',
    PROVIDER_CLIENT_ID: 'Client_Id_1',
    PROVIDER_CLIENT_SECRET: SECRET,
    PROVIDER_CERTIFICATE: join(folder, 'client.p12'),
    PROVIDER_CERTIFICATE_PASSPHRASE: 'senha',
    PROVIDER_PIX_KEY: 'recebedor@example.com',
    PROVIDER_CALLBACK_SECRET: 'a'.repeat(24),
  };
}

test('without a provider there is no bank', () => {
  assert.equal(read({}), undefined);
  assert.equal(read({ PROVIDER: ' ', PROVIDER_CLIENT_ID: 'x' }), undefined);
});

test('Efí needs credentials, a certificate and a Pix key; everything else has a default', (context) => {
  const config = read(rightEnvironment(context));
  assert.ok(config && Object.isFrozen(config));
  assert.equal(config.baseUrl, 'https://pix.api.efipay.com.br');
  assert.equal(config.tokenUrl, 'https://pix.api.efipay.com.br/oauth/token');
  assert.equal(config.tokenBody, 'json');
  assert.equal(config.timeoutMs, 10_000);
  assert.equal(config.isPaymentConfirmed, true);
  assert.equal(config.clientCertificate.kind, 'pkcs12');
});

test('the environment and the address of the bank can be set', (context) => {
  const env = { ...rightEnvironment(context), PROVIDER_ENVIRONMENT: 'homologation' };
  assert.equal(read(env)?.baseUrl, 'https://pix-h.api.efipay.com.br');
  const local = read({ ...env, PROVIDER_BASE_URL: 'https://localhost:9443/' });
  assert.equal(local?.tokenUrl, 'https://localhost:9443/oauth/token');
});

test('a certificate is read from a pair of files, one file or a bundle', (context) => {
  const { folder, ...env } = rightEnvironment(context);
  const bare = { ...env, PROVIDER_CERTIFICATE_PASSPHRASE: undefined };
  const pair = {
    ...bare,
    PROVIDER_CERTIFICATE: join(folder, 'client.pem'),
    PROVIDER_CERTIFICATE_KEY: join(folder, 'client.key'),
    PROVIDER_CA: join(folder, 'ca.pem'),
  };
  assert.equal(read(pair)?.clientCertificate.kind, 'pem');
  assert.ok(read(pair)?.certificateAuthority);
  const both = { ...bare, PROVIDER_CERTIFICATE: join(folder, 'both.pem') };
  assert.equal(read(both)?.clientCertificate.kind, 'pem');
  const open = { ...bare, PROVIDER_CERTIFICATE: join(folder, 'open.p12') };
  assert.equal(read(open)?.clientCertificate.kind, 'pkcs12');
});

test('the account for Pix Automático has a number, and perhaps a branch and a type', (context) => {
  const env = rightEnvironment(context);
  assert.equal(read(env)?.receivingAccount, undefined);
  const numbered = { ...env, PROVIDER_ACCOUNT_NUMBER: '1234567' };
  const account = { branch: undefined, number: '1234567', type: 'checking' };
  assert.deepEqual(read(numbered)?.receivingAccount, account);
  const full = { ...numbered, PROVIDER_ACCOUNT_BRANCH: '0001', PROVIDER_ACCOUNT_TYPE: 'payment' };
  assert.deepEqual(read(full)?.receivingAccount, { ...account, branch: '0001', type: 'payment' });
  for (const [name, value] of [
    ['PROVIDER_ACCOUNT_NUMBER', '12.345-6'],
    ['PROVIDER_ACCOUNT_BRANCH', '0001-9'],
    ['PROVIDER_ACCOUNT_TYPE', 'corrente'],
  ] as const) {
    assert.match(faultOf({ ...full, [name]: value }), new RegExp(`^${name} inválida`));
  }
  assert.match(faultOf({ ...env, PROVIDER_ACCOUNT_BRANCH: '0001' }), /^PROVIDER_ACCOUNT_BRANCH/);
});

test('a bank of the standard needs its API address and its token address', (context) => {
  const env = { ...rightEnvironment(context), PROVIDER: 'api-pix' };
  assert.match(faultOf(env), /^PROVIDER_BASE_URL é obrigatória/);
  const withBase = { ...env, PROVIDER_BASE_URL: 'https://api.banco.example/pix/v2/' };
  assert.match(faultOf(withBase), /^PROVIDER_TOKEN_URL é obrigatória/);
  const config = read({ ...withBase, PROVIDER_TOKEN_URL: 'https://auth.banco.example/token' });
  assert.equal(config?.baseUrl, 'https://api.banco.example/pix/v2');
  assert.equal(config?.tokenBody, 'form');
});

test('the profile of a bank is read from its file', (context) => {
  const env = rightEnvironment(context);
  assert.equal(read(env)?.profile, undefined);
  const path = join(import.meta.dirname, '../../../docs/bancos/simulador-efi.json');
  assert.equal(read({ ...env, PROVIDER_PROFILE: path })?.profile?.document, '2.9.0');
  const wrong = { ...env, PROVIDER_PROFILE: join(env.folder, 'ca.pem') };
  assert.equal(faultOf(wrong), 'PROVIDER_PROFILE inválida: esperado JSON');
});

test('recurrences are called ended only with a profile that takes them away', (context) => {
  const env = { ...rightEnvironment(context), PROVIDER_RECURRENCES_ENDED: 'true' };
  assert.match(faultOf(env), /^PROVIDER_RECURRENCES_ENDED inválida: só existe com/);
  const whole = join(import.meta.dirname, '../../../docs/bancos/simulador-efi.json');
  const path = join(env.folder, 'banco.json');
  const lacking = { ...JSON.parse(readFileSync(whole, 'utf8')), missing: ['rec'] };
  writeFileSync(path, JSON.stringify(lacking));
  assert.equal(read({ ...env, PROVIDER_PROFILE: path })?.areRecurrencesEnded, true);
  assert.match(faultOf({ ...env, PROVIDER_PROFILE: whole }), /^PROVIDER_RECURRENCES_ENDED/);
});

test('a wrong variable is named in one line that contains no secret', (context) => {
  const { folder, ...env } = rightEnvironment(context);
  const wrong: Environment = {
    PROVIDER: 'outro',
    PROVIDER_ENVIRONMENT: 'sandbox',
    PROVIDER_BASE_URL: 'http://pix.example.com',
    PROVIDER_TOKEN_URL: 'https://x.example/?a=1',
    PROVIDER_TOKEN_BODY: 'xml',
    PROVIDER_CLIENT_ID: '',
    PROVIDER_CLIENT_SECRET: undefined,
    PROVIDER_CERTIFICATE: join(folder, 'missing.p12'),
    PROVIDER_CA: join(folder, 'client.p12'),
    PROVIDER_PIX_KEY: 'two words',
    PROVIDER_ACCOUNT_NAME: 'Sem documento\u200b',
    PROVIDER_ACCOUNT_DOCUMENT: '11.222.333/0001-80',
    PROVIDER_TIMEOUT_SECONDS: '0',
    PROVIDER_CALLBACK_SECRET: 'short',
    PROVIDER_CALLBACK_AUTH: 'não é cabeçalho',
    PROVIDER_CONFIRM_PAYMENTS: 'sim',
  };
  const holder = {
    PROVIDER_ACCOUNT_NAME: 'Plataforma Ltda',
    PROVIDER_ACCOUNT_DOCUMENT: '11.222.333/0001-81',
  };
  assert.deepEqual(read({ ...env, ...holder })?.accountHolder, {
    name: 'Plataforma Ltda',
    document: '11222333000181',
  });
  for (const [name, value] of Object.entries(wrong)) {
    assert.match(
      faultOf({ ...env, ...holder, [name]: value }),
      new RegExp(`^${name} (inválida|é obrig)`),
    );
  }
  const passphrase = { ...env, PROVIDER_CERTIFICATE_PASSPHRASE: 'outra' };
  assert.match(faultOf(passphrase), /PROVIDER_CERTIFICATE_PASSPHRASE não combinam/);
  const standard = { ...env, PROVIDER: 'api-pix', PROVIDER_ENVIRONMENT: 'production' };
  assert.match(faultOf(standard), /só existe com PROVIDER=efi/);
});
