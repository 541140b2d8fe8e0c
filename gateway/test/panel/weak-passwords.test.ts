import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startGateway } from '../support/gateway.ts';
import { logIn } from '../support/panel.ts';
import { BEHIND_PROXY, createVisitors } from '../support/visitors.ts';

const gateway = await startGateway({ after }, { env: BEHIND_PROXY });
const { visitor, signUp, openAccount, resetToken } = createVisitors(gateway);
const FINISH = '/api/account/password-reset/finish';
const NEW_PASSWORD = 'outra-senha-longa';

test('passwords that are common or near the e-mail or the name are refused', async () => {
  const weak = [
    'senha12345',
    '1234567890',
    'P4ssw0rd2026',
    'flamengo2024!',
    'aaaaaaaaaaaa',
    'abcdefghijkl',
    'brasilbrasil',
    'mercadinho@exemplo',
    'Merc4dinho-2026',
    'antonia-1987',
  ];
  const owner = { email: 'mercadinho@exemplo.com.br', username: 'mercadinho', name: 'Antônia' };
  for (const password of weak) {
    const { answer } = await signUp('mercadinho', { ...owner, password });
    assert.deepEqual([answer.status, answer.body.code], [422, 'password_too_weak'], password);
  }
  for (const [index, password] of [
    'cavalo-bateria-grampo',
    'x7GkP2mQzL',
    'Zé da Feira, 14h',
  ].entries()) {
    const { answer } = await signUp(`forte-${index}`, { password });
    assert.equal(answer.status, 202, password);
  }
});

test('a weak password is refused by reset links, which stay usable, and by changes', async () => {
  const email = await openAccount('teimosa');
  const token = await resetToken(email);
  const weak = await visitor().call('POST', FINISH, { token, password: 'teimosa2026' });
  assert.deepEqual([weak.status, weak.body.code], [422, 'password_too_weak']);
  const strong = await visitor().call('POST', FINISH, { token, password: NEW_PASSWORD });
  assert.equal(strong.status, 200);
  const owner = await logIn(gateway, email, NEW_PASSWORD);
  const changed = await owner.call('POST', '/api/account/password', {
    body: { current_password: NEW_PASSWORD, new_password: 'password123' },
  });
  assert.deepEqual([changed.status, changed.body.code], [422, 'password_too_weak']);
});
