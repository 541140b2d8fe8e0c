import assert from 'node:assert/strict';
import type { TestGateway } from './gateway.ts';
import { mailedToken, openSession, PASSWORD } from './panel.ts';

/** The variables of a gateway that trusts the forwarded addresses of visitors. */
export const BEHIND_PROXY = { TRUST_PROXY: 'true' };

/** The actions of visitors without an account, each from its own address. */
export function createVisitors(gateway: TestGateway) {
  let addresses = 0;

  /** A visitor with a new address. */
  function visitor(email = 'visitante@exemplo.com.br') {
    addresses += 1;
    const address = `203.0.${Math.floor(addresses / 250)}.${1 + (addresses % 250)}`;
    const session = openSession(gateway, email);
    const call = (method: string, path: string, body?: object) =>
      session.call(method, path, { body, headers: { 'x-forwarded-for': address } });
    return { ...session, call };
  }

  async function signUp(name: string, change: object = {}) {
    const email = `${name}@exemplo.com.br`;
    const body = { name: `Loja ${name}`, username: name, email, password: PASSWORD, ...change };
    const answer = await visitor().call('POST', '/api/account/sign-up', body);
    return { answer, email };
  }

  async function openAccount(name: string): Promise<string> {
    const { email } = await signUp(name);
    const token = await mailedToken(gateway, email, 'confirmar-email');
    const path = '/api/account/email-confirmation/confirm';
    assert.equal((await visitor().call('POST', path, { token })).status, 200);
    return email;
  }

  async function mailsTo(email: string): Promise<unknown[]> {
    const rows = await gateway.sql('select subject from mails where recipient = $1', [email]);
    return rows.map(({ subject }) => subject);
  }

  async function resetToken(email: string): Promise<string> {
    const before = (await mailsTo(email)).length;
    await visitor().call('POST', '/api/account/password-reset', { email });
    assert.equal((await mailsTo(email)).length, before + 1);
    return mailedToken(gateway, email, 'nova-senha');
  }

  return { visitor, signUp, openAccount, mailsTo, resetToken };
}

export type Visitor = ReturnType<ReturnType<typeof createVisitors>['visitor']>;
