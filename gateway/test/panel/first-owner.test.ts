import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { runCli } from '../support/gateway-process.ts';
import { logIn, mailedToken, openSession } from '../support/panel.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const { config } = gateway.appContext;
const env = {
  DATABASE_URL: gateway.connectionString,
  ENCRYPTION_KEY: config.encryptionKey?.toString('base64') ?? '',
  BASE_URL: gateway.url,
  LOG_LEVEL: 'silent',
};
const EMAIL = 'dona@loja.example';

test('the first owner that a command invites joins by the link of the mail', async () => {
  const { merchant, username } = await createMerchantWithKeys(gateway);
  const invited = await runCli(env, 'merchant', 'invite', username, '--email', EMAIL, '--json');
  assert.equal(invited.exitCode, 0, invited.stderr);
  const answer = JSON.parse(invited.stdout);
  assert.deepEqual([answer.username, answer.email, answer.role], [username, EMAIL, 'owner']);
  const token = await mailedToken(gateway, EMAIL, 'convite');
  assert.ok(!invited.stdout.includes(token));
  const body = { token, name: 'Dona Maria', password: 'quatro palavras sem nexo' };
  const joined = await openSession(gateway, '').call('POST', '/api/account/invitation/accept', {
    body,
  });
  assert.equal(joined.status, 200, joined.text);
  const owner = await logIn(gateway, EMAIL, body.password);
  const session = await owner.call('GET', '/api/account/session');
  assert.equal(session.body.member_role, 'owner');
  const changes = await gateway.sql(
    `select action, actor_kind, actor_name, subject from audit_log
      where merchant_id = $1 and subject = $2 order by id`,
    [merchant.merchantId, EMAIL],
  );
  const [invitation, joining] = changes;
  assert.deepEqual(invitation, {
    action: 'member.invited',
    actor_kind: 'command',
    actor_name: 'cli',
    subject: EMAIL,
  });
  assert.equal(joining?.action, 'member.joined');
});
