import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from '#src/ground/config/config.ts';
import { createMailSender } from '#src/ground/mail/send-mails.ts';
import { startGateway } from '../support/gateway.ts';
import { startMailServer } from '../support/mail-server.ts';

test('a mail is not sent to a server that offers no TLS, unless the operator allows it', async (context) => {
  const server = await startMailServer(context);
  const { appContext, sql } = await startGateway(context, { hasWorker: false });
  const { database, mailer, clock } = appContext;
  await database.transaction((tx) =>
    mailer.tell(tx, { email: 'a@b.example' }, { subject: 'Link', text: 'x' }, clock.now()),
  );
  const send = async (requiresTls: boolean, url = server.url) => {
    const deps = { ...appContext, makeFiles: async () => ({ files: [] }) };
    const sender = createMailSender(deps, { url, from: 'pix@b.example', requiresTls });
    await sql('update mails set next_attempt_at = created_at');
    await sender.sendDue();
    sender.close();
  };
  await send(true);
  await send(true, `${server.url}/?ignoreTLS=true`);
  assert.deepEqual(server.messages, []);
  const [mail] = await sql('select status, failure from mails');
  assert.equal(mail?.status, 'pending');
  assert.match(String(mail?.failure), /STARTTLS/);
  await send(false);
  assert.equal(server.messages.length, 1);
});

test('TLS is required of a mail server unless it is on this machine or the operator says so', () => {
  const requires = (SMTP_URL: string, env = {}) =>
    loadConfig({ SMTP_URL, ...env }).smtp?.requiresTls;
  for (const url of ['smtp://localhost:25', 'smtp://127.0.0.1', 'smtp://[::1]:25']) {
    assert.equal(requires(url), false, url);
  }
  for (const url of ['smtp://mail.example', 'smtp://10.0.0.5', 'smtp://postfix:25']) {
    assert.equal(requires(url), true, url);
    assert.equal(requires(url, { SMTP_REQUIRE_TLS: 'false' }), false, url);
  }
});
