import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { resetSecondFactor } from '#src/accounts/auth/reset-second-factor.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { enableSecondFactor, logIn, signIn, signInOperator } from '../support/panel.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const OPERATORS = '/api/operator/operators';

interface OperatorList {
  readonly data: readonly { user_id: string; email: string; operator_role: string }[];
}

async function idOf(email: string): Promise<string> {
  const [row] = await gateway.sql('select id from auth."user" where email = $1', [email]);
  return String(row?.id);
}

test('an admin creates an operator, who gets a mail, and changes and removes it', async () => {
  const admin = await signInOperator(gateway);
  const body = { name: 'Olga', email: 'Olga@Operador.example', operator_role: 'support' };
  const made = await admin.callWithCode('POST', OPERATORS, body);
  assert.equal(made.status, 201, made.text);
  const again = await admin.callWithCode('POST', OPERATORS, body);
  assert.deepEqual([again.status, again.body.code], [409, 'email_taken']);
  const email = 'olga@operador.example';
  const mails = await gateway.sql('select subject from mails where recipient = $1', [email]);
  assert.deepEqual(mails, [{ subject: 'Seu acesso de operador' }]);
  const path = `${OPERATORS}/${await idOf(email)}`;
  const changed = await admin.callWithCode('PATCH', path, { operator_role: 'finance' });
  assert.equal(changed.status, 200, changed.text);
  const list = await admin.call<OperatorList>('GET', OPERATORS);
  const olga = list.body.data.find((one) => one.email === email);
  assert.equal(olga?.operator_role, 'finance');
  assert.equal((await admin.callWithCode('POST', `${path}/remove`)).status, 200);
  const log = await gateway.sql(
    `select action, actor_name from audit_log where subject = $1 order by id`,
    [email],
  );
  assert.deepEqual(
    log.map((line) => [line.action, line.actor_name]),
    ['operator.created', 'operator.role_changed', 'operator.removed'].map((action) => [
      action,
      admin.email,
    ]),
  );
});

test('a view ends with a change of the operator’s role', async () => {
  const admin = await signInOperator(gateway);
  const { username } = await createMerchantWithKeys(gateway);
  const helper = await signInOperator(gateway, { operatorRole: 'support' });
  const viewing = await helper.call('POST', `/api/operator/merchants/${username}/view`);
  assert.equal(viewing.status, 200);
  const role = { operator_role: 'finance' };
  const path = `${OPERATORS}/${await idOf(helper.email)}`;
  assert.equal((await admin.callWithCode('PATCH', path, role)).status, 200);
  const read = await helper.call('GET', '/api/panel/test/transactions');
  assert.deepEqual([read.status, read.body.code], [403, 'not_permitted']);
  assert.equal((await helper.call('GET', '/api/account/session')).body.view, null);
});

test('a removed operator is refused at its next request', async () => {
  const admin = await signInOperator(gateway);
  const other = await signInOperator(gateway, { operatorRole: 'support' });
  assert.equal((await other.call('GET', '/api/operator/merchants')).status, 200);
  const path = `${OPERATORS}/${await idOf(other.email)}/remove`;
  assert.equal((await admin.callWithCode('POST', path)).status, 200);
  assert.equal((await other.call('GET', '/api/operator/merchants')).status, 401);
});

test('only admins read mails, because a mail can hold a link that sets a password', async () => {
  const support = await signInOperator(gateway, { operatorRole: 'support' });
  const [mail] = await gateway.sql('select id from mails limit 1');
  const refused = await support.call('GET', `/api/operator/mails/${mail?.id}`);
  assert.deepEqual([refused.status, refused.body.code], [403, 'role_missing']);
});

test('of two admins who demote each other at once one stays, also in the database', async () => {
  await gateway.sql(`update auth."user" set "operatorRole" = 'support'
    where "operatorRole" = 'admin' and id <> (
      select min(id) from auth."user" where "operatorRole" = 'admin')`);
  const [first, second] = [await signInOperator(gateway), await signInOperator(gateway)];
  const [rest] = await gateway.sql(
    `update auth."user" set "operatorRole" = 'support'
     where "operatorRole" = 'admin' and email <> all($1) returning id`,
    [[first.email, second.email]],
  );
  assert.ok(rest);
  const codes = [await first.code(), await second.code()];
  const paths = [
    `${OPERATORS}/${await idOf(second.email)}`,
    `${OPERATORS}/${await idOf(first.email)}`,
  ];
  const answers = await Promise.all(
    [first, second].map((by, index) =>
      by.call('PATCH', paths[index] ?? '', {
        body: { operator_role: 'finance', code: codes[index] },
      }),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  const admins = await gateway.sql(`select id from auth."user" where "operatorRole" = 'admin'`);
  assert.equal(admins.length, 1);
  await assert.rejects(
    gateway.sql(`delete from auth."user" where "operatorRole" = 'admin'`),
    /needs an admin/,
  );
});

test('the command that resets a second factor ends the sessions and tells the user', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const owner = await signIn(gateway, merchant, { hasSecondFactor: true });
  const { appContext } = gateway;
  await resetSecondFactor(appContext, owner.email.toUpperCase(), commandActor);
  assert.equal((await owner.call('GET', '/api/account/session')).status, 401);
  const back = await logIn(gateway, owner.email);
  const me = await back.call<{ user: object }>('GET', '/api/account/session');
  assert.equal(Object(me.body.user).has_second_factor, false);
  await enableSecondFactor(back);
  const sent = await gateway.sql('select subject from mails where recipient = $1 order by id', [
    owner.email,
  ]);
  assert.ok(sent.some(({ subject }) => String(subject).endsWith('desativada')));
});
