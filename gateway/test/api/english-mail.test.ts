import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { callGateway, startGateway, until } from '../support/gateway.ts';
import { startMailServer } from '../support/mail-server.ts';
import { PASSWORD } from '../support/panel.ts';

const server = await startMailServer({ after });
const gateway = await startGateway(
  { after },
  { env: { SMTP_URL: server.url, SMTP_FROM: 'Pix <pix@gateway.example>' } },
);

test('the words around the text of a mail are in the language of the text', async () => {
  for (const [language, username, words] of [
    ['en', 'english-shop', ['lang="en"', 'Open the page', 'Or copy the address:']],
    ['pt-BR', 'loja-brasileira', ['lang="pt-BR"', 'Ou copie o endere']],
  ] as const) {
    const email = `${username}@loja.example`;
    const { status, text } = await callGateway(`${gateway.url}/api/account/sign-up`, 'POST', {
      headers: { 'accept-language': language },
      body: { name: 'Shop', username, email, password: PASSWORD },
    });
    assert.equal(status, 202, text);
    const mail = await until('the mail is sent', async () =>
      server.messages.find((message) => message.includes(email)),
    );
    // Quoted-printable: an equals sign and soft ends of lines.
    const plain = mail.replaceAll('=\n', '').replaceAll('=3D', '=');
    for (const word of words) assert.ok(plain.includes(word), `${word} in ${plain}`);
  }
});

test('a recipient that is a list of addresses is one address to the mail server', async () => {
  const list = 'ana@casa.example,rui@casa.example';
  for (const one of list.split(',')) server.refusals.set(one, '550 5.1.1 not this person');
  const { mailer, database } = gateway.appContext;
  const message = { subject: 'Só para um', text: 'Oi.' };
  await database.transaction((tx) =>
    mailer.tell(tx, { email: list }, message, gateway.clock.now()),
  );
  const mail = await until('the mail server has answered', async () => {
    const [row] = await gateway.sql('select status, failure from mails where recipient = $1', [
      list,
    ]);
    return row?.status === 'sent' || row?.failure ? row : undefined;
  });
  assert.deepEqual([mail.status, mail.failure], ['sent', null]);
});
