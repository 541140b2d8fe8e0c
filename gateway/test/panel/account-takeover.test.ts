import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { startGateway } from '../support/gateway.ts';
import { enableSecondFactor, logIn, mailedToken, PASSWORD } from '../support/panel.ts';
import { BEHIND_PROXY, createVisitors, type Visitor } from '../support/visitors.ts';

const gateway = await startGateway({ after }, { env: BEHIND_PROXY });
const { visitor, signUp, openAccount, mailsTo, resetToken } = createVisitors(gateway);
const FINISH = '/api/account/password-reset/finish';
const NEW_PASSWORD = 'outra-senha-longa';

function tryLogIn(session: Visitor, email: string, pass: string) {
  return session.call('POST', '/api/account/log-in', { email, password: pass });
}

test('the use of one reset link ends all others', async () => {
  const email = await openAccount('links');
  const [first, second] = [await resetToken(email), await resetToken(email)];
  const used = await visitor().call('POST', FINISH, { token: first, password: NEW_PASSWORD });
  assert.equal(used.status, 200, used.text);
  const other = await visitor().call('POST', FINISH, { token: second, password: 'mais-uma-longa' });
  assert.deepEqual([other.status, other.body.code], [422, 'link_invalid']);
  await logIn(gateway, email, NEW_PASSWORD);
});

test('of two reset links used concurrently exactly one sets the password', async () => {
  const email = await openAccount('corrida');
  const tokens = [await resetToken(email), await resetToken(email), await resetToken(email)];
  const answers = await Promise.all(
    tokens.map((token, index) =>
      visitor().call('POST', FINISH, { token, password: `${NEW_PASSWORD}-${index}` }),
    ),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422, 422]);
  await logIn(gateway, email, `${NEW_PASSWORD}-${answers.findIndex((one) => one.status === 200)}`);
});

test('a password change ends reset links and log-ins that wait for a code', async () => {
  const email = await openAccount('trocada');
  const owner = await logIn(gateway, email);
  await enableSecondFactor(owner);
  const token = await resetToken(email);
  const waiting = visitor(email);
  const half = await tryLogIn(waiting, email, PASSWORD);
  assert.deepEqual(half.body, { is_second_factor_needed: true });
  const changed = await owner.call('POST', '/api/account/password', {
    body: { current_password: PASSWORD, new_password: NEW_PASSWORD },
  });
  assert.equal(changed.status, 200, changed.text);
  const reset = await visitor().call('POST', FINISH, { token, password: 'mais-uma-longa' });
  assert.deepEqual([reset.status, reset.body.code], [422, 'link_invalid']);
  const code = await owner.code();
  const second = await waiting.call('POST', '/api/account/log-in/second-factor', { code });
  assert.deepEqual([second.status, second.body.code], [401, 'log_in_expired']);
});

test('the database stores no usable token', async () => {
  const email = await openAccount('resumos');
  const token = await resetToken(email);
  const rows = await gateway.sql(
    `select t::text as row from auth.password_resets t
      union all select v::text from auth."verification" v`,
  );
  assert.ok(rows.length > 0);
  assert.equal(
    rows.some(({ row }) => String(row).includes(token)),
    false,
  );
  const digest = createHash('sha256').update(token).digest('hex');
  assert.ok(rows.some(({ row }) => String(row).includes(digest)));
});

test('a sign-up checks the username first and reserves it also for a known e-mail', async () => {
  const known = await openAccount('conhecida');
  const taken = [
    await signUp('conhecida', { email: known }),
    await signUp('conhecida', { email: 'desconhecida@exemplo.com.br' }),
  ];
  assert.deepEqual(
    taken.map(({ answer }) => [answer.status, answer.body.code]),
    [
      [409, 'username_taken'],
      [409, 'username_taken'],
    ],
  );
  for (const [email, username] of [
    [known, 'sonda-um'],
    ['nova-sonda@exemplo.com.br', 'sonda-dois'],
  ]) {
    const first = await signUp('sonda', { email, username });
    assert.equal(first.answer.status, 202);
    // A second request for the username must not reveal that the first e-mail had an account.
    const again = await signUp('sonda', { email: `${username}@exemplo.com.br`, username });
    assert.deepEqual([again.answer.status, again.answer.body.code], [409, 'username_taken']);
  }
  assert.ok((await mailsTo(known)).includes('Você já tem uma conta'));
  const merchants = await gateway.sql("select from merchants where username = 'sonda-um'");
  assert.equal(merchants.length, 0);
});

test('two concurrent sign-ups with one e-mail create one account and get equal answers', async () => {
  const email = 'ao-mesmo-tempo@exemplo.com.br';
  const answers = await Promise.all(
    ['simultanea-a', 'simultanea-b', 'simultanea-c'].map((username) => signUp(username, { email })),
  );
  assert.deepEqual(
    answers.map(({ answer }) => answer.status),
    [202, 202, 202],
  );
  assert.deepEqual((await mailsTo(email)).sort(), [
    'Confirme seu e-mail',
    'Você já tem uma conta',
    'Você já tem uma conta',
  ]);
});

test('an e-mail change to a used address gets the same answer as to a free one', async () => {
  const [email, other] = [await openAccount('curiosa'), await openAccount('vizinha')];
  const owner = await logIn(gateway, email);
  for (const new_email of [other, 'livre@exemplo.com.br']) {
    const asked = await owner.call('POST', '/api/account/email', {
      body: { new_email, password: PASSWORD },
    });
    assert.deepEqual([asked.status, asked.body], [202, { status: 'ok' }]);
    const token = await mailedToken(gateway, email, 'confirmar-email');
    const path = '/api/account/email-confirmation/confirm';
    assert.equal((await visitor().call('POST', path, { token })).status, 200);
  }
  const asked = (await mailsTo(email)).filter(
    (one) => one === 'Autorize a alteração do seu e-mail',
  );
  assert.equal(asked.length, 2);
  assert.ok((await mailsTo(other)).includes('Você já tem uma conta'));
  assert.ok((await mailsTo('livre@exemplo.com.br')).includes('Confirme seu e-mail'));
  await logIn(gateway, email);
  await logIn(gateway, other);
});

test('one address gets at most five e-mails of a kind in an hour', async () => {
  const email = await openAccount('inundada');
  const before = (await mailsTo(email)).length;
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const { answer } = await signUp('inundada', { email, username: `onda-${attempt}` });
    assert.equal(answer.status, 202);
    const reset = await visitor().call('POST', '/api/account/password-reset', { email });
    assert.equal(reset.status, 202);
  }
  // The e-mail of the sign-up was one of the five.
  assert.equal((await mailsTo(email)).length, before + 4 + 5);
});

test('wrong passwords from one IP address do not lock out other addresses', async () => {
  const email = await openAccount('alvo');
  const attacker = visitor();
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 15; attempt += 1) {
    statuses.push((await tryLogIn(attacker, email, `tentativa-${attempt}`)).status);
  }
  assert.deepEqual(statuses, [...Array(10).fill(401), ...Array(5).fill(429)]);
  const locked = await tryLogIn(attacker, email, PASSWORD);
  assert.equal(locked.status, 429);
  assert.ok(Number(locked.headers.get('retry-after')) >= 1);
  assert.equal((await tryLogIn(visitor(), email, PASSWORD)).status, 200);
});

test('right passwords do not count as failures', async () => {
  const email = await openAccount('assidua');
  const owner = visitor(email);
  for (let attempt = 0; attempt < 15; attempt += 1) {
    assert.equal((await tryLogIn(owner, email, PASSWORD)).status, 200);
  }
});

test('an IP address that tries many accounts is blocked', async () => {
  const email = await openAccount('entre-muitas');
  const attacker = visitor();
  const statuses = new Set<number>();
  for (let attempt = 0; attempt < 110; attempt += 1) {
    const guessed = await tryLogIn(attacker, `conta-${attempt}@exemplo.com.br`, 'tentativa-longa');
    statuses.add(guessed.status);
  }
  assert.deepEqual([...statuses], [401, 429]);
  assert.equal((await tryLogIn(attacker, email, PASSWORD)).status, 429);
});
