import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createMerchant } from '#src/accounts/merchants/open-merchant.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { CHARGE, createMerchantWithKeys, PAYOUT, startGateway } from '../support/gateway.ts';
import { openSession, PASSWORD, signIn } from '../support/panel.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const { keys, merchant } = await createMerchantWithKeys(gateway);
const member = await signIn(gateway, merchant);

/** Right-to-left override and mark, zero-width space, soft hyphen, filler, tag, line, blank. */
const HIDDEN = [
  '\u202e',
  '\u200f',
  '\u200b',
  '\u00ad',
  '\u3164',
  '\u{e0041}',
  '\u2028',
  '\u2800',
  '\ufe0f',
];
const EMOJI = ['Combo 1️⃣ + refri', 'Mesa #️⃣', 'Pub 🏴󠁧󠁢󠁥󠁮󠁧󠁿 Loja'];
const VISIBLE = [
  'José d’Ávila',
  'Padaria ❤️ Pão',
  'Família 👨‍👩‍👧 Silva',
  '株式会社',
  'مخبز',
  ...EMOJI,
];
const RESERVED = [
  'admin',
  'operador',
  'suporte',
  'suporte-oficial',
  'sup0rte',
  'a.d.m.i.n',
  'admin2',
  'pix',
  '_operador_',
];

function signUp(change: object) {
  const session = openSession(gateway, 'x');
  const body = {
    name: 'Loja',
    username: 'uma-loja-qualquer',
    email: 'uma-loja@exemplo.com.br',
    password: PASSWORD,
    ...change,
  };
  return session.call('POST', '/api/account/sign-up', { body });
}

for (const username of RESERVED) {
  test(`the reserved username ${username} is refused at sign-up and in commands`, async () => {
    const refused = await signUp({ username });
    assert.deepEqual([refused.status, refused.body.code], [422, 'username_reserved']);
    const { database, clock, config } = gateway.appContext;
    const deps = { database, clock, fees: config.fees };
    const account = { username, name: 'Loja', document: '11222333000181', isApproved: true };
    await assert.rejects(createMerchant(deps, account, commandActor), {
      code: 'username_reserved',
    });
  });
}

test('usernames that only contain a common word are allowed', async () => {
  for (const username of ['loja-pix', 'administrando-lares', 'banco-de-couro', 'apiario']) {
    const { status, text } = await signUp({ username, email: `${username}@exemplo.com.br` });
    assert.equal(status, 202, text);
  }
});

for (const hidden of HIDDEN) {
  const name = `Loja${hidden} Boa`;
  const code = `U+${hidden.codePointAt(0)?.toString(16).padStart(4, '0')}`;
  test(`names and URLs with the hidden character ${code} are refused`, async () => {
    const webhook = { url: `http://127.0.0.1/${hidden}aviso` };
    const answers = [
      await signUp({ name }),
      await gateway.call('POST', '/v1/pix/qrcode', {
        keys,
        body: { ...CHARGE, payer: { ...CHARGE.payer, name } },
      }),
      await gateway.call('POST', '/v1/pix/payout', {
        keys,
        body: { ...PAYOUT, beneficiary: { ...PAYOUT.beneficiary, name } },
      }),
      await member.call('POST', '/api/panel/test/credentials', { body: { name } }),
      await member.call('POST', '/api/panel/test/webhooks', { body: webhook }),
    ];
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body.code]),
      answers.map(() => [400, 'invalid_request']),
    );
  });
}

test('names in other scripts, with accents and emoji are allowed', async () => {
  for (const name of VISIBLE) {
    const body = { ...CHARGE, payer: { ...CHARGE.payer, name } };
    const made = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
    assert.equal(made.status, 201, made.text);
    const product = { name, description: name, amount: 500 };
    const link = { title: name, description: name, amount: 500 };
    for (const [path, sent] of [
      ['/v1/products', product],
      ['/v1/payment-links', link],
    ] as const) {
      const saved = await gateway.call('POST', path, { keys, body: sent });
      assert.equal(saved.status, 201, saved.text);
      assert.equal(saved.body.description, name);
    }
  }
});

test('a command refuses a merchant name with a hidden character', async () => {
  const { database, clock, config } = gateway.appContext;
  const deps = { database, clock, fees: config.fees };
  const account = { username: 'loja-oculta', document: '11222333000181', isApproved: true };
  await assert.rejects(createMerchant(deps, { ...account, name: 'Loja\u202e' }, commandActor), {
    code: 'name_invalid',
  });
});
