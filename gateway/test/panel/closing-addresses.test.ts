import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';

const PATH = '/api/panel/closing-mails';
const MONTHLY = { periods: ['month'], language: 'pt-BR' };

const gateway = await startGateway({ after });
const { merchant } = await createMerchantWithKeys(gateway);
const owner = await signIn(gateway, merchant, { hasSecondFactor: true });
const post = async (body: object, step: -1 | 0 | 1 = 0) =>
  owner.call<Record<string, unknown> & { id: string }>('POST', `${PATH}/recipients`, {
    body: { ...body, code: await owner.code(step) },
  });

test('an address without an e-mail, a period or a language that exist is refused', async () => {
  for (const body of [
    { ...MONTHLY, email: 'isto não é um e-mail' },
    { ...MONTHLY, email: 'a@b.example', periods: [] },
    { ...MONTHLY, email: 'a@b.example', periods: ['year'] },
    { ...MONTHLY, email: 'a@b.example', language: 'fr' },
    {},
  ]) {
    const refused = await post(body);
    assert.deepEqual([refused.status, refused.body.code], [400, 'invalid_request'], refused.text);
  }
  for (const formats of [[], ['docx'], ['pdf', 'csv', 'ofx', 'xlsx', 'pdf']]) {
    const none = await owner.call('PUT', `${PATH}/formats`, { body: { formats } });
    assert.deepEqual([none.status, none.body.code], [400, 'invalid_request'], none.text);
  }
});

test('an address is named once, and at most ten are named, also by requests at the same time', async () => {
  const first = await post({ ...MONTHLY, email: 'contador@contabil.example' });
  assert.equal(first.status, 201, first.text);
  const twice = await post({ ...MONTHLY, email: 'Contador@Contabil.example' });
  assert.deepEqual([twice.status, twice.body.code], [409, 'closing_recipient_exists']);
  for (let index = 0; index < 8; index += 1) {
    const other = await post({ ...MONTHLY, email: `outro-${index}@contabil.example` });
    assert.equal(other.status, 201, other.text);
  }
  // Each request at the same time needs a code of its own.
  const steps = [-1, 0, 1] as const;
  const answers = await Promise.all(
    steps.map((step) => post({ ...MONTHLY, email: `ultimo-${step}@contabil.example` }, step)),
  );
  const refused = answers.filter(({ body }) => body.code === 'too_many_closing_recipients');
  assert.equal(refused.length, 2);
  const { body } = await owner.call<{ data: object[] }>('GET', PATH);
  assert.equal(body.data.length, 10);
});

test('a role that only reads sees the addresses and changes none', async () => {
  const viewer = await signIn(gateway, merchant, { memberRole: 'viewer' });
  const { status, body } = await viewer.call<{ data: { id: string }[] }>('GET', PATH);
  assert.equal(status, 200);
  const denied = await viewer.call('DELETE', `${PATH}/recipients/${body.data[0]?.id}`);
  assert.deepEqual([denied.status, denied.body.code], [403, 'role_missing']);
});

test('an address that is asked again and again gets at most five mails an hour', async () => {
  const { body } = await owner.call<{ data: { id: string; email: string }[] }>('GET', PATH);
  // The first was also counted when it was named again.
  const [, address] = body.data;
  for (let count = 0; count < 7; count += 1) {
    const asked = await owner.call('POST', `${PATH}/recipients/${address?.id}/ask`);
    assert.equal(asked.status, 200, asked.text);
  }
  const mails = await gateway.sql('select from mails where recipient = $1', [address?.email]);
  assert.equal(mails.length, 5);
});

test('a new address needs the second-factor code, and its naming is told to the owners', async () => {
  const shop = await createMerchantWithKeys(gateway);
  const boss = await signIn(gateway, shop.merchant, { hasSecondFactor: true });
  const plain = await signIn(gateway, shop.merchant, { memberRole: 'finance' });
  const body = { ...MONTHLY, email: 'novo@contabil.example' };
  const path = `${PATH}/recipients`;
  const withoutCode = await boss.call('POST', path, { body });
  assert.deepEqual([withoutCode.status, withoutCode.body.code], [422, 'second_factor_invalid']);
  const withoutFactor = await plain.call('POST', path, { body });
  assert.deepEqual(
    [withoutFactor.status, withoutFactor.body.code],
    [403, 'second_factor_required'],
  );
  await gateway.sql('delete from mails');
  const mailsTo = async (recipient: string) =>
    gateway.sql('select subject from mails where recipient = $1', [recipient]);
  assert.deepEqual(await mailsTo(body.email), []);
  assert.equal((await boss.callWithCode('POST', path, body)).status, 201);
  assert.equal((await mailsTo(body.email)).length, 1);
  assert.deepEqual(await mailsTo(boss.email), [{ subject: 'Novo endereço recebe os fechamentos' }]);
  assert.deepEqual(await mailsTo(plain.email), []);
});
