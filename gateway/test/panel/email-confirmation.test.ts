import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';

const gateway = await startGateway({ after });

test('a logged-in user who requests a confirmation e-mail gets the same answer as a visitor', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const person = await signIn(gateway, merchant);
  for (const email of [person.email, 'outra@exemplo.com.br']) {
    const path = '/api/account/email-confirmation';
    const answer = await person.call('POST', path, { body: { email } });
    assert.equal(answer.status, 202, answer.text);
  }
});
