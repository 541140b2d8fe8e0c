import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startGateway } from '../support/gateway.ts';
import { acting, choose, invite, join, openShop } from '../support/memberships.ts';
import { enableSecondFactor, openSession, signIn, signInOperator } from '../support/panel.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const JOIN = '/api/account/invitation/join';

/** A person who owns the first shop and is an accountant of the second one. */
async function openTwoShops() {
  const [first, second] = [await openShop(gateway), await openShop(gateway)];
  const person = await signIn(gateway, first.merchant);
  await join(gateway, second, { person, role: 'accountant' });
  return { first, second, person };
}

function idsOf(email: string) {
  return gateway.sql('select "id" from auth."user" where "email" = $1', [email]);
}

test('a person with an account accepts an invitation with its log-in and has two shops', async () => {
  const { first, second, person } = await openTwoShops();
  const { body } = await person.call('GET', '/api/account/session');
  const shops = [
    { ...shopOf(first.merchant), member_role: 'owner' },
    { ...shopOf(second.merchant), member_role: 'accountant' },
  ].sort((one, other) => one.name.toLowerCase().localeCompare(other.name.toLowerCase()));
  assert.deepEqual(new Set(body.merchants as object[]), new Set(shops));
  assert.deepEqual(await acting(person), [first.merchant.username, 'owner']);
  assert.equal((await idsOf(person.email)).length, 1);
  const log = await gateway.sql(
    `select action, subject, details from audit_log
     where merchant_id = $1 and action = 'member.joined'`,
    [second.merchant.merchantId],
  );
  const details = { role: 'accountant' };
  assert.deepEqual(log, [{ action: 'member.joined', subject: person.email, details }]);
  const mails = await gateway.sql('select subject from mails where recipient = $1', [
    second.owner.email,
  ]);
  assert.ok(mails.some(({ subject }) => String(subject).startsWith(`${person.email} entrou`)));
});

function shopOf({ username, name, status }: { username: string; name: string; status: string }) {
  return { username, name, status };
}

test('an invitation is accepted only by the log-in of its e-mail', async () => {
  const { second } = await openTwoShops();
  const [invited, other] = [await openShop(gateway), await openShop(gateway)];
  const email = invited.owner.email;
  const token = await invite(gateway, second, { email, role: 'viewer' });
  const visitor = openSession(gateway, '');
  const answers = [
    await visitor.call('POST', JOIN, { body: { token } }),
    await other.owner.call('POST', JOIN, { body: { token, code: await other.owner.code() } }),
  ];
  const codes = answers.map(({ status, body }) => [status, body.code]);
  assert.deepEqual(codes, [
    [401, 'not_logged_in'],
    [409, 'invitation_for_other'],
  ]);
  const joined = await invited.owner.callWithCode('POST', JOIN, { token });
  assert.deepEqual(joined.body, { username: second.merchant.username });
  const again = await invited.owner.callWithCode('POST', JOIN, { token });
  assert.equal(again.body.code, 'link_invalid');
});

test('a person with a second factor needs its code to accept an invitation', async () => {
  const [shop, other] = [await openShop(gateway), await openShop(gateway)];
  const person = other.owner;
  const token = await invite(gateway, shop, { email: person.email, role: 'owner' });
  const without = await person.call('POST', JOIN, { body: { token } });
  const wrong = await person.call('POST', JOIN, { body: { token, code: '000000' } });
  for (const { status, body } of [without, wrong]) {
    assert.deepEqual([status, body.code], [422, 'second_factor_invalid']);
  }
  assert.equal((await person.callWithCode('POST', JOIN, { token })).status, 200);
});

test('of concurrent acceptances by one person one makes the membership', async () => {
  const [shop, other] = [await openShop(gateway), await openShop(gateway)];
  const person = await signIn(gateway, other.merchant);
  const token = await invite(gateway, shop, { email: person.email, role: 'viewer' });
  const accept = () => person.call('POST', JOIN, { body: { token } });
  const answers = await Promise.all([accept(), accept(), accept()]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422, 422]);
});

test('an operator can’t join a team', async () => {
  const shop = await openShop(gateway);
  const operator = await signInOperator(gateway);
  const token = await invite(gateway, shop, { email: operator.email, role: 'owner' });
  const refused = await operator.callWithCode('POST', JOIN, { token });
  assert.deepEqual([refused.status, refused.body.code], [409, 'email_taken']);
  assert.equal((await choose(operator, shop.merchant.username)).status, 404);
});

test('the second factor of a person counts in each of its shops', async () => {
  const { second, person } = await openTwoShops();
  const [{ id } = { id: '' }] = await idsOf(person.email);
  const path = `/api/panel/team/members/${String(id)}`;
  const raised = await second.owner.callWithCode('PATCH', path, { member_role: 'owner' });
  assert.equal(raised.status, 200, raised.text);
  await choose(person, second.merchant.username);
  const body = { email: 'nova@loja.example', member_role: 'viewer' };
  const before = await person.call('POST', '/api/panel/team/invitations', { body });
  assert.equal(before.body.code, 'second_factor_required');
  await enableSecondFactor(person as Parameters<typeof enableSecondFactor>[0]);
  // Turning it on opens a new session, which acts for the same shop.
  assert.deepEqual(await acting(person), [second.merchant.username, 'owner']);
  const without = await person.call('POST', '/api/panel/team/invitations', { body });
  assert.equal(without.body.code, 'second_factor_invalid');
  assert.equal(
    (await person.callWithCode('POST', '/api/panel/team/invitations', body)).status,
    201,
  );
});

test('a change of a person’s log-in stands in the audit log of each of its shops', async () => {
  const { first, second, person } = await openTwoShops();
  await enableSecondFactor(person as Parameters<typeof enableSecondFactor>[0]);
  for (const { merchant } of [first, second]) {
    const rows = await gateway.sql(
      `select from audit_log
       where merchant_id = $1 and action = 'account.second_factor_enabled' and subject = $2`,
      [merchant.merchantId, person.email],
    );
    assert.equal(rows.length, 1);
  }
});
