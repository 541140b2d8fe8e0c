import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import {
  invitationMail,
  joinedMail,
  removedMail,
  roleChangedMail,
} from '#src/accounts/auth/team/team-mails.ts';
import * as userMails from '#src/accounts/auth/user-mails.ts';
import { approvedMail, rejectedMail } from '#src/accounts/merchants/kyc/kyc-mails.ts';
import type { Message } from '#src/ground/mail/mailer.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { paymentMailText } from '#src/messages/notifications/payments/payment-mail-texts.ts';
import { adjustmentMail } from '#src/money-out/adjustments/adjustment-mails.ts';
import type { PayoutMailKind } from '#src/money-out/payouts/mails/payout-mail.ts';
import { payoutMessage } from '#src/money-out/payouts/mails/payout-mail-texts.ts';
import { callGateway, startGateway } from '../support/gateway.ts';
import { applicationIdOf, signUpMerchant, submitKyc } from '../support/kyc.ts';
import { PASSWORD, type PanelSession, signInOperator } from '../support/panel.ts';

const gateway = await startGateway({ after });
const operator = await signInOperator(gateway);
const APP = 'https://pix.exemplo';
const PORTUGUESE = /[àáâãçéêíóôõú]|\b(você|seu|sua|para|saque|pagamento|senha|conta)\b/i;

async function subjectsTo(email: string): Promise<string[]> {
  const rows = await gateway.sql('select subject from mails where recipient = $1 order by id', [
    email,
  ]);
  return rows.map(({ subject }) => String(subject));
}

/** Opens the panel in a language: what each page load does. */
async function openPanel(session: PanelSession, language: string): Promise<void> {
  const cookie = `${session.cookie()}; language=${language}`;
  const answer = await fetch(`${gateway.url}/api/account/session`, { headers: { cookie } });
  assert.equal(answer.status, 200);
}

async function approve(username: string): Promise<void> {
  const id = await applicationIdOf(operator, username);
  const { status, text } = await operator.call('POST', `/api/operator/kyc/${id}/approve`, {
    body: { code: await operator.code() },
  });
  assert.equal(status, 200, text);
}

test('the mail of a sign-up is in the language of the browser, Portuguese without one', async () => {
  for (const [language, subject] of [
    ['en-GB,en;q=0.9', 'Confirm your e-mail'],
    ['pt-BR', 'Confirme seu e-mail'],
    ['fr', 'Confirme seu e-mail'],
  ] as const) {
    const email = `${randomUUID()}@loja.example`;
    const body = { name: 'Café', username: `cafe-${randomUUID().slice(0, 8)}`, email };
    const url = `${gateway.url}/api/account/sign-up`;
    const options = { headers: { 'accept-language': language } };
    const answer = await callGateway(url, 'POST', {
      ...options,
      body: { ...body, password: PASSWORD },
    });
    assert.equal(answer.status, 202, answer.text);
    assert.deepEqual(await subjectsTo(email), [subject]);
    await callGateway(`${gateway.url}/api/account/email-confirmation`, 'POST', { body: { email } });
    assert.deepEqual(await subjectsTo(email), [subject, subject]);
  }
});

test('a member gets mails in the language in which it opened the panel last', async () => {
  const english = await signUpMerchant(gateway);
  await openPanel(english.session, 'pt-BR');
  await openPanel(english.session, 'en');
  await submitKyc(gateway, english.session);
  await approve(english.username);
  assert.ok((await subjectsTo(english.session.email)).includes('Your registration was approved'));
  const neverSeen = await signUpMerchant(gateway);
  await submitKyc(gateway, neverSeen.session);
  await approve(neverSeen.username);
  assert.ok((await subjectsTo(neverSeen.session.email)).includes('Seu cadastro foi aprovado'));
});

const DETAILS = {
  actor: 'ana@loja.example',
  reason: 'payouts_stopped',
  name: 'Ana',
  pix_key: 'a@b.example',
  change: 'saved',
  payout_id: randomUUID(),
};
const KINDS: readonly PayoutMailKind[] = [
  'awaiting',
  'rejected',
  'expired',
  'failed',
  'stopped',
  'resumed',
  'raise_asked',
  'raise_valid',
  'beneficiary',
  'automatic_skipped',
];
const payoutMail = (kind: PayoutMailKind, payoutCount: bigint) =>
  payoutMessage(
    {
      merchantId: randomUUID(),
      kind,
      subject: '',
      payoutCount,
      amount: 123_450n,
      requestedBy: null,
      details: DETAILS,
    },
    APP,
  );
const payments = (count: number) =>
  Array.from({ length: count }, () => ({
    chargeId: randomUUID(),
    amount: 5_000n,
    at: 1_790_000_000_000,
    externalId: '1001',
  }));
const min = centavos(1_000n);

/** All mails that members get, but those that the stories above and below read. */
const MAILS: readonly (readonly [string, Message])[] = [
  ['confirm', userMails.confirmEmailMail(APP, 'token')],
  ['registered', userMails.alreadyRegisteredMail(APP)],
  ['reset', userMails.resetPasswordMail(APP, 'token')],
  ['change', userMails.confirmEmailChangeMail(APP, 'a@b.example', 'token')],
  ['password', userMails.passwordChangedMail(APP)],
  ['replaced', userMails.secondFactorReplacedMail(APP, 'a@b.example')],
  ['factor', userMails.secondFactorChangedMail(APP, true)],
  ['invitation', invitationMail(APP, { merchant: 'Shop', role: 'owner', token: 'token' })],
  ['role', roleChangedMail('Shop', 'finance')],
  ['removed', removedMail('Shop')],
  ['joined', joinedMail(APP, { merchant: 'Shop', email: 'a@b.example', role: 'viewer' })],
  ['approved', approvedMail(APP)],
  ['rejected', rejectedMail(APP, 'unreadable')],
  ...KINDS.flatMap((kind) =>
    [1n, 2n].map((count) => [`payout ${kind} ${count}`, payoutMail(kind, count)] as const),
  ),
  ...[1, 2, 12].map(
    (count) =>
      [
        `payments ${count}`,
        paymentMailText({ kind: 'payments', payments: payments(count) }, { min, appUrl: APP }),
      ] as const,
  ),
  ['digest', paymentMailText({ kind: 'digest', count: 3, sum: 900n }, { min, appUrl: APP })],
];

test('each mail to members has an English text with the links of the Portuguese one', () => {
  const linksOf = (text: string) =>
    text.match(/https:\S+/g)?.map((link) => link.replace(/[.:]$/, ''));
  for (const [name, { text, en }] of MAILS) {
    assert.ok(en, name);
    // Addresses of pages are Portuguese in each language.
    const words = `${en.subject} ${en.text}`.replaceAll(/https:\S+/g, '');
    assert.doesNotMatch(words, PORTUGUESE, name);
    assert.deepEqual(linksOf(en.text), linksOf(text), name);
  }
});

test('an English mail about an adjustment has the amounts in English notation', () => {
  const { en } = adjustmentMail(APP, {
    kind: 'adjustment',
    amount: centavos(-123_450n),
    debt: centavos(100n),
    blocked: centavos(0n),
    reason: 'Court order',
    reference: null,
    environment: 'live',
  } as Parameters<typeof adjustmentMail>[1]);
  assert.equal(en?.subject, 'Adjustment of your balance');
  assert.match(en?.text ?? '', /^The platform debited R\$1,234\.50 from your balance\./);
  assert.match(
    en?.text ?? '',
    /did not cover R\$1\.00, which became a debt\. Environment: production\./,
  );
});
