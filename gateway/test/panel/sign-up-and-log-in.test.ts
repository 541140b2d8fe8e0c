import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startGateway } from '../support/gateway.ts';
import { enableSecondFactor, logIn, mailedToken, openSession, PASSWORD } from '../support/panel.ts';

const gateway = await startGateway({ after });

async function signUp(name: string) {
  const email = `${name}@exemplo.com.br`;
  const session = openSession(gateway, email);
  const body = { name: `Loja ${name}`, username: name, email, password: PASSWORD };
  const answer = await session.call('POST', '/api/account/sign-up', { body });
  return { answer, session, email };
}

async function signUpAndConfirm(name: string) {
  const { session, email } = await signUp(name);
  const token = await mailedToken(gateway, email, 'confirmar-email');
  const path = '/api/account/email-confirmation/confirm';
  assert.equal((await session.call('POST', path, { body: { token } })).status, 200);
  return email;
}

test('an account can log in after its e-mail was confirmed', async () => {
  const { answer, session, email } = await signUp('floricultura');
  assert.deepEqual([answer.status, answer.body], [202, { status: 'ok' }]);
  const body = { email, password: PASSWORD };
  const early = await session.call('POST', '/api/account/log-in', { body });
  assert.deepEqual([early.status, early.body.code], [403, 'email_not_confirmed']);
  const token = await mailedToken(gateway, email, 'confirmar-email');
  const path = '/api/account/email-confirmation/confirm';
  const confirmed = await session.call('POST', path, { body: { token } });
  assert.deepEqual([confirmed.status, confirmed.headers.getSetCookie()], [200, []]);
  assert.equal((await session.call('GET', '/api/account/session')).status, 401);
  const entered = await session.call('POST', '/api/account/log-in', { body });
  assert.deepEqual(entered.body, { is_second_factor_needed: false });
  const [cookie = ''] = entered.headers.getSetCookie();
  for (const flag of [/HttpOnly/i, /SameSite=Lax/i]) assert.match(cookie, flag);
  const me = await session.call('GET', '/api/account/session');
  assert.deepEqual(me.body, {
    role: 'merchant',
    has_live_bank: false,
    has_live_subscriptions: false,
    member_role: 'owner',
    view: null,
    operator_role: null,
    user: { name: 'Loja floricultura', email, has_second_factor: false },
    merchant: {
      username: 'floricultura',
      name: 'Loja floricultura',
      status: 'pending_kyc',
      is_sandbox: false,
      fees: { charge_basis_points: 149, charge_fixed: 49, payout: 0 },
    },
    merchants: [
      {
        username: 'floricultura',
        name: 'Loja floricultura',
        status: 'pending_kyc',
        member_role: 'owner',
      },
    ],
  });
  await session.call('POST', '/api/account/log-out');
  assert.equal((await session.call('GET', '/api/account/session')).status, 401);
});

test('no answer reveals which e-mails have an account', async () => {
  const email = await signUpAndConfirm('padaria');
  const known = await signUp('padaria2');
  const session = openSession(gateway, email);
  const body = { name: 'Outra', username: 'outra-padaria', email, password: PASSWORD };
  const again = await session.call('POST', '/api/account/sign-up', { body });
  assert.deepEqual([again.status, again.text], [known.answer.status, known.answer.text]);
  const merchants = await gateway.sql("select from merchants where username = 'outra-padaria'");
  assert.equal(merchants.length, 0);
  const reset = (address: string) =>
    session.call('POST', '/api/account/password-reset', { body: { email: address } });
  const [there, notThere] = [await reset(email), await reset('ninguem@exemplo.com.br')];
  assert.deepEqual([there.status, there.text], [notThere.status, notThere.text]);
  const wrong = (address: string) =>
    session.call('POST', '/api/account/log-in', { body: { email: address, password: 'errada' } });
  const [first, second] = [await wrong(email), await wrong('ninguem@exemplo.com.br')];
  assert.deepEqual([first.status, first.text], [second.status, second.text]);
  assert.deepEqual([first.status, first.body.code], [401, 'log_in_failed']);
});

test('a used username and invalid fields are refused in Portuguese', async () => {
  const session = openSession(gateway, 'x@exemplo.com.br');
  const call = (body: object) => session.call('POST', '/api/account/sign-up', { body });
  const whole = {
    name: 'Loja',
    username: 'sandbox',
    email: 'x@exemplo.com.br',
    password: PASSWORD,
  };
  const taken = await call(whole);
  assert.deepEqual([taken.status, taken.body.code], [409, 'username_taken']);
  const bad = await call({ ...whole, username: 'Maiúsculo!' });
  assert.deepEqual([bad.status, bad.body.code], [422, 'username_invalid']);
  const short = await call({ ...whole, password: 'curta', email: 'x' });
  assert.deepEqual(short.body.details, [
    { field: 'email', message: 'informe um e-mail válido' },
    { field: 'password', message: 'deve ter de 10 a 128 caracteres' },
  ]);
});

test('a reset link sets a new password once and ends all sessions', async () => {
  const email = await signUpAndConfirm('sapataria');
  const before = await logIn(gateway, email);
  const session = openSession(gateway, email);
  await session.call('POST', '/api/account/password-reset', { body: { email } });
  const body = {
    token: await mailedToken(gateway, email, 'nova-senha'),
    password: 'outra-senha-longa',
  };
  const path = '/api/account/password-reset/finish';
  assert.equal((await session.call('POST', path, { body })).status, 200);
  const again = await session.call('POST', path, { body });
  assert.deepEqual([again.status, again.body.code], [422, 'link_invalid']);
  assert.equal((await before.call('GET', '/api/account/session')).status, 401);
  await assert.rejects(logIn(gateway, email));
  await logIn(gateway, email, 'outra-senha-longa');
  const changes = await gateway.sql(
    `select action, actor_address from audit_log
      where actor_name = $1 and action not like 'account.log%' order by id`,
    [email],
  );
  assert.deepEqual(
    changes.map(({ action }) => action),
    ['account.opened', 'account.email_confirmed', 'account.password_reset'],
  );
  assert.ok(changes.every(({ actor_address: address }) => address === '127.0.0.1'));
});

test('log-in asks for the second factor, and each code and recovery code works once', async () => {
  const email = await signUpAndConfirm('joalheria');
  const owner = await logIn(gateway, email);
  await enableSecondFactor(owner);
  const codes = await owner.call('POST', '/api/account/second-factor/recovery-codes', {
    body: { password: PASSWORD, code: await owner.code() },
  });
  const [recoveryCode] = [codes.body.recovery_codes].flat();
  const step = async (body: object) => {
    const session = openSession(gateway, email);
    const first = await session.call('POST', '/api/account/log-in', {
      body: { email, password: PASSWORD },
    });
    assert.deepEqual(first.body, { is_second_factor_needed: true });
    assert.equal((await session.call('GET', '/api/account/session')).status, 401);
    const second = await session.call('POST', '/api/account/log-in/second-factor', { body });
    const me = await session.call('GET', '/api/account/session');
    return [second.status, second.body.code, me.status];
  };
  const code = await owner.libraryCode();
  assert.deepEqual(await step({ code: '000000' }), [422, 'second_factor_invalid', 401]);
  assert.deepEqual(await step({ code }), [200, undefined, 200]);
  assert.deepEqual(await step({ code }), [422, 'second_factor_invalid', 401]);
  assert.deepEqual(await step({ recovery_code: recoveryCode }), [200, undefined, 200]);
  assert.deepEqual(await step({ recovery_code: recoveryCode }), [
    422,
    'second_factor_invalid',
    401,
  ]);
});

test('two concurrent submissions of one code open one session', async () => {
  const email = await signUpAndConfirm('otica');
  const owner = await logIn(gateway, email);
  await enableSecondFactor(owner);
  const code = await owner.libraryCode();
  const outcomes = await Promise.all(
    [1, 2, 3].map(async () => {
      const session = openSession(gateway, email);
      const body = { email, password: PASSWORD };
      await session.call('POST', '/api/account/log-in', { body });
      await session.call('POST', '/api/account/log-in/second-factor', { body: { code } });
      return (await session.call('GET', '/api/account/session')).status;
    }),
  );
  assert.deepEqual(outcomes.sort(), [200, 401, 401]);
});

test('sessions are listed and ended, and a new password ends all others', async () => {
  const email = await signUpAndConfirm('livraria');
  const [phone, desk] = [await logIn(gateway, email), await logIn(gateway, email)];
  const list = await desk.call<{ data: { id: string; is_current: boolean }[] }>(
    'GET',
    '/api/account/sessions',
  );
  assert.doesNotMatch(list.text, /token/);
  const other = list.body.data.find((one) => !one.is_current);
  assert.equal(list.body.data.length, 2);
  await desk.call('DELETE', `/api/account/sessions/${other?.id}`);
  assert.equal((await phone.call('GET', '/api/account/session')).status, 401);
  const third = await logIn(gateway, email);
  const wrong = await desk.call('POST', '/api/account/password', {
    body: { current_password: 'errada', new_password: 'outra-senha-longa' },
  });
  assert.deepEqual([wrong.status, wrong.body.code], [422, 'password_wrong']);
  const changed = await desk.call('POST', '/api/account/password', {
    body: { current_password: PASSWORD, new_password: 'outra-senha-longa' },
  });
  assert.equal(changed.status, 200);
  assert.equal((await third.call('GET', '/api/account/session')).status, 401);
  assert.equal((await desk.call('GET', '/api/account/session')).status, 200);
});

test('an e-mail change needs a confirmation of the old and the new address', async () => {
  const email = await signUpAndConfirm('papelaria');
  const session = await logIn(gateway, email);
  const newEmail = 'nova-papelaria@exemplo.com.br';
  const path = '/api/account/email';
  const wrong = await session.call('POST', path, {
    body: { new_email: newEmail, password: 'errada' },
  });
  assert.deepEqual([wrong.status, wrong.body.code], [422, 'password_wrong']);
  const asked = await session.call('POST', path, {
    body: { new_email: newEmail, password: PASSWORD },
  });
  assert.equal(asked.status, 202);
  const confirm = async (recipient: string) => {
    const token = await mailedToken(gateway, recipient, 'confirmar-email');
    const visitor = openSession(gateway, recipient);
    const body = { token };
    return visitor.call('POST', '/api/account/email-confirmation/confirm', { body });
  };
  assert.equal((await confirm(email)).status, 200);
  await logIn(gateway, email);
  assert.equal((await confirm(newEmail)).status, 200);
  await logIn(gateway, newEmail);
  await assert.rejects(logIn(gateway, email));
});

test('password attempts are limited, and requests from other sites are refused', async () => {
  const email = await signUpAndConfirm('mercearia');
  const session = openSession(gateway, email);
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 40 && statuses.at(-1) !== 429; attempt += 1) {
    const body = { email, password: `tentativa-${attempt}` };
    statuses.push((await session.call('POST', '/api/account/log-in', { body })).status);
  }
  assert.equal(statuses.at(-1), 429);
  assert.equal(statuses.filter((status) => status === 401).length, statuses.length - 1);
  for (const headers of [
    { origin: 'https://outro.example' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
  ]) {
    const answer = await session.call('POST', '/api/account/log-out', { headers });
    assert.deepEqual([answer.status, answer.body.code], [403, 'foreign_page']);
  }
});

test('the log has no password, code or link', () => {
  const lines = gateway.logLines.join('');
  for (const secret of [PASSWORD, 'outra-senha-longa', 'confirmar-email#', 'nova-senha#']) {
    assert.equal(lines.includes(secret), false, secret);
  }
});
