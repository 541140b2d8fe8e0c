import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { logIn, signIn } from '../support/panel.ts';

const gateway = await startGateway({ after });
const { merchant } = await createMerchantWithKeys(gateway);
const partner = await createMerchantWithKeys(gateway);
const member = await signIn(gateway, merchant);
const CHARGES = '/api/panel/test/charges';
const BODY = {
  amount: 12_345,
  payer: { name: 'Maria Silva', document: '123.456.789-00' },
  external_id: 'balcão 7',
  expires_in: 3_600,
};

function key(name: string) {
  return { 'idempotency-key': `formulario-${name}` };
}

test('a form that is sent twice creates one charge, and the audit log records it', async () => {
  const split = [{ username: partner.username, percentage: 12.5 }];
  const form = { body: { ...BODY, split }, headers: key('um') };
  const [first, second] = await Promise.all([
    member.call('POST', CHARGES, form),
    member.call('POST', CHARGES, form),
  ]);
  assert.deepEqual([first.status, second.status], [201, 201]);
  assert.deepEqual(first.body, second.body);
  const id = String(first.body.internal_id);
  const read = await member.call('GET', `/api/panel/test/transactions/${id}`);
  const { qrcode, external_id: externalId, split: shares } = read.body;
  assert.deepEqual([qrcode, externalId], [first.body.qrcode, 'balcão 7']);
  const share = { username: partner.username, percentage: 12.5, amount: 1_543, status: 'pending' };
  assert.deepEqual(shares, [share]);
  const paid = await member.call('POST', `${CHARGES}/${id}/pay`);
  assert.deepEqual([paid.status, paid.body.status], [200, 'paid']);
  const again = await member.call('POST', `${CHARGES}/${id}/pay`);
  assert.deepEqual([again.status, again.body.code], [409, 'charge_not_payable']);
  const log = await gateway.sql(
    'select action, actor_name, merchant_id from audit_log where subject = $1 order by id',
    [id],
  );
  const line = { actor_name: member.email, merchant_id: merchant.merchantId };
  assert.deepEqual(log, [
    { action: 'charge.created', ...line },
    { action: 'charge.paid_by_hand', ...line },
  ]);
});

test('a pending charge is canceled at the panel once, and the audit log has who asked for it', async () => {
  const created = await member.call('POST', CHARGES, { body: BODY, headers: key('cancelada') });
  const id = String(created.body.internal_id);
  const path = `${CHARGES}/${id}/cancel`;
  const canceled = await member.call('POST', path);
  assert.deepEqual([canceled.status, canceled.body.status], [200, 'canceled']);
  assert.equal((await member.call('POST', path)).status, 200);
  const unknown = await member.call('POST', `${CHARGES}/${randomUUID()}/cancel`);
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'transaction_not_found']);
  const log = await gateway.sql(
    `select action, actor_name from audit_log where subject = $1 order by id offset 1`,
    [id],
  );
  assert.deepEqual(log, [{ action: 'charge.cancel_requested', actor_name: member.email }]);
});

test('a charge from the panel follows the rules of the API', async () => {
  const refusals = [
    { body: { ...BODY, amount: 1 }, code: 'amount_too_small' },
    { body: { ...BODY, amount: '1' }, code: 'invalid_request' },
    {
      body: { ...BODY, split: [{ username: 'ninguem', percentage: 5 }] },
      code: 'username_not_found',
    },
    { body: undefined, code: 'invalid_json' },
  ];
  for (const [index, { body, code }] of refusals.entries()) {
    const answer = await member.call('POST', CHARGES, { body, headers: key(`recusa-${index}`) });
    assert.equal(answer.body.code, code);
  }
  const keyless = await member.call('POST', CHARGES, { body: BODY });
  assert.equal(keyless.body.code, 'idempotency_key_missing');
  const path = '/api/panel/live/charges';
  const wrong = await member.call('POST', path, { body: BODY, headers: key('digitos') });
  assert.deepEqual(wrong.body.details, [
    {
      field: 'payer.document',
      message: 'informe um CPF ou CNPJ válido: os dígitos verificadores não conferem',
    },
  ]);
  const payer = { ...BODY.payer, document: '123.456.789-09' };
  const right = await member.call('POST', path, { body: { ...BODY, payer }, headers: key('real') });
  // Without a bank a live charge is refused here.
  assert.deepEqual([right.status, right.body.code], [503, 'provider_unavailable']);
  const stranger = await signIn(gateway, partner.merchant);
  const mine = await member.call('POST', CHARGES, { body: BODY, headers: key('minha') });
  const theirs = `${CHARGES}/${String(mine.body.internal_id)}/pay`;
  assert.equal((await stranger.call('POST', theirs)).status, 404);
});

test('the sandbox account creates and pays test charges only', async () => {
  const { email, password } = gateway.appContext.config.sandbox;
  const sandbox = await logIn(gateway, email, password);
  const made = await sandbox.call('POST', CHARGES, { body: BODY, headers: key('demo') });
  assert.equal(made.status, 201);
  const paid = await sandbox.call('POST', `${CHARGES}/${String(made.body.internal_id)}/pay`);
  assert.equal(paid.status, 200);
  const form = { body: BODY, headers: key('demo-real') };
  const real = await sandbox.call('POST', '/api/panel/live/charges', form);
  assert.deepEqual([real.status, real.body.code], [403, 'sandbox_forbidden']);
});
