import { randomUUID } from 'node:crypto';
import { inviteMember } from '#src/accounts/auth/team/invite-member.ts';
import { changeMerchantStatus } from '#src/accounts/merchants/change-merchant.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import { targetRulesOf } from '#src/ground/http/target-rules.ts';
import { createEndpoint, testEndpoint } from '#src/webhooks/endpoints/manage-endpoints.ts';
import {
  createKeys,
  createMerchantWithKeys,
  type Keys,
  receivePayment,
  type TestGateway,
} from './gateway.ts';
import { applicationIdOf, signUpMerchant, submitKyc } from './kyc.ts';
import { logIn, openSession, type PanelSession, signIn, signInOperator } from './panel.ts';
import { subscriptionClient } from './subscriptions.ts';

/** The callers whose permissions are tested. */
export const CALLERS = [
  'nobody',
  'stranger',
  'sandbox',
  'unapproved',
  'suspended',
  'operatorWithoutCodes',
  'operator',
  'owner',
] as const;

export type Caller = (typeof CALLERS)[number];

/** A session for each caller, and the rows of the owner that they try to reach. */
export type PanelCallers = Awaited<ReturnType<typeof openPanelCallers>>;

/** Opens a session for each caller, and creates rows of the owner. */
export async function openPanelCallers(gateway: TestGateway) {
  const owner = await openOwner(gateway);
  const stranger = await createMerchantWithKeys(gateway);
  const suspended = await createMerchantWithKeys(gateway);
  const callers: Record<Caller, PanelSession> = {
    nobody: openSession(gateway, 'ninguem@exemplo.com.br'),
    stranger: await signIn(gateway, stranger.merchant),
    sandbox: await logInToSandbox(gateway),
    unapproved: (await signUpMerchant(gateway)).session,
    suspended: await signIn(gateway, suspended.merchant),
    operatorWithoutCodes: await signInOperator(gateway, { hasSecondFactor: false }),
    operator: owner.operator,
    owner: owner.session,
  };
  const decision = { change: 'suspend', reason: 'Teste' } as const;
  await changeMerchantStatus(gateway.appContext, suspended.username, decision, commandActor);
  const { username: recipientUsername } = await createMerchantWithKeys(gateway);
  return { callers, owner, recipientUsername, colleague: await openColleague(gateway, owner) };
}

/** A merchant that signed up, sent its documents, was approved and has a balance. */
async function openOwner(gateway: TestGateway) {
  const operator = await signInOperator(gateway);
  const { merchant, session, username } = await signUpMerchant(gateway);
  const kyc = await submitKyc(gateway, session);
  const applicationId = await applicationIdOf(operator, username);
  const path = `/api/operator/kyc/${applicationId}/approve`;
  const approved = await operator.callWithCode('POST', path);
  if (approved.status !== 200) throw new Error(approved.text);
  const keys = await createKeys(gateway.appContext, merchant, 'test');
  const charge = await receivePayment(gateway, keys);
  return {
    operator,
    merchant,
    session,
    username,
    keys,
    applicationId,
    documentId: String(kyc.body.documents[0]?.document_id),
    transactionId: String(charge.internal_id),
  };
}

/** A person in the owner's team, with the role `accountant`, who acts for a merchant of its own. */
async function openColleague(
  gateway: TestGateway,
  { merchant: { merchantId } }: Awaited<ReturnType<typeof openOwner>>,
): Promise<PanelSession> {
  const own = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, own.merchant);
  await gateway.sql(
    `insert into auth.memberships (merchant_id, user_id, role, created_at)
     select $1, "id", 'accountant', now() from auth."user" where "email" = $2`,
    [merchantId, session.email],
  );
  return session;
}

async function logInToSandbox(gateway: TestGateway): Promise<PanelSession> {
  const visitor = openSession(gateway, '');
  const { body } = await visitor.call('GET', '/api/account/sandbox-log-in');
  return logIn(gateway, String(body.email), String(body.password));
}

/**
 * Fills in the address of an operation with ids of the owner's rows. Creates a new row where the
 * operation would consume it.
 */
export async function addressOf(gateway: TestGateway, cast: PanelCallers, template: string) {
  const { owner } = cast;
  const values: Record<string, () => string | Promise<string>> = {
    environment: () => 'test',
    username: () => owner.username,
    client_id: async () =>
      (await createKeys(gateway.appContext, owner.merchant, 'test'))['client-id'],
    application_id: () =>
      template.includes('documents') ? owner.applicationId : newApplication(gateway, cast),
    document_id: () => owner.documentId,
    file_id: () => randomUUID(),
    user_id: () =>
      template.includes('/operators/') ? newOperatorId(gateway) : newUserId(gateway, cast),
    end_to_end_id: () => 'E99999008202611201200desconhecido',
    bank: () => 'efi',
    item: () => 'E99999008202611201200desconhecido',
    day: () => '2026-01-31',
    line: () => '2',
    kind: () => (template.includes('/notification-preferences/') ? 'dispute' : 'payout'),
    hold_id: () => randomUUID(),
    note_id: () => randomUUID(),
    decision: () => 'cancel',
    cause: () => 'payouts_stuck',
    sha256: () => '0'.repeat(64),
  };
  if (template.includes('/webhooks/')) {
    const webhook = await newWebhook(gateway, cast);
    Object.assign(values, { id: () => webhook.id, delivery_id: () => webhook.deliveryId });
  } else {
    values.id = () => idFor(gateway, cast, template);
  }
  let address = template;
  for (const [, name = ''] of template.matchAll(/\{(\w+)\}/g)) {
    const value = await values[name]?.();
    if (!value) throw new Error(`no value is known for ${name}`);
    address = address.replace(`{${name}}`, value);
  }
  return address;
}

async function idFor(
  gateway: TestGateway,
  { owner }: PanelCallers,
  template: string,
): Promise<string> {
  if (template.includes('/transactions/')) return owner.transactionId;
  if (template.includes('/incidents/')) return randomUUID();
  if (template.includes('/invitations/')) return newInvitationId(gateway, owner.merchant);
  if (template.includes('/products/')) return newProduct(gateway, owner.keys);
  if (template.includes('/customers/')) return newCustomer(gateway, owner.keys);
  if (template.includes('/payment-links/')) return newPaymentLink(gateway, owner.keys);
  if (template.includes('/disputes/')) return newDispute(gateway, owner.keys);
  if (template.includes('/subscriptions/')) {
    const client = subscriptionClient(gateway, owner.keys);
    return (await client.authorize((await client.create()).internal_id)).internal_id;
  }
  const [table, column, value] = template.includes('/sessions/')
    ? ['auth.session', '"userId"', await userIdOfNewSession(gateway, owner.session.email)]
    : ['mails', 'recipient', owner.session.email];
  if (template.includes('/charges/')) {
    const body = { amount: 1_000, payer: { name: 'Maria Silva', document: '12345678909' } };
    const made = await gateway.call('POST', '/v1/pix/qrcode', { keys: owner.keys, body });
    return String(made.body.internal_id);
  }
  const [row] = await gateway.sql(
    `select id from ${table} where ${column} = $1 order by id desc limit 1`,
    [value],
  );
  return String(row?.id);
}

async function newProduct(gateway: TestGateway, keys: Keys): Promise<string> {
  const options = { keys, body: { name: 'Caneca', amount: 7_900 } };
  return String((await gateway.call('POST', '/v1/products', options)).body.id);
}

async function newCustomer(gateway: TestGateway, keys: Keys): Promise<string> {
  const document = String(Math.trunc(gateway.clock.now() % 1e9)).padStart(11, '7');
  gateway.clock.advance(1);
  await receivePayment(gateway, keys, { amount: 1_000, payer: { name: 'Rosa Prado', document } });
  const path = `/v1/customers?search=${document}`;
  const { body } = await gateway.call<{ data: { id: string }[] }>('GET', path, { keys });
  return String(body.data[0]?.id);
}

async function newPaymentLink(gateway: TestGateway, keys: Keys): Promise<string> {
  const options = { keys, body: { title: 'Aula' } };
  return String((await gateway.call('POST', '/v1/payment-links', options)).body.id);
}

async function newOperatorId(gateway: TestGateway): Promise<string> {
  const { email } = await signInOperator(gateway, { hasSecondFactor: false });
  const [user] = await gateway.sql('select id from auth."user" where email = $1', [email]);
  return String(user?.id);
}

async function newInvitationId(
  { appContext, clock }: TestGateway,
  { merchantId }: Merchant,
): Promise<string> {
  const { database, mailer } = appContext;
  const attempts = { count: async () => undefined, undo: async () => {}, clientNetwork: String };
  const deps = { database, clock, mailer, attempts };
  const invited = { merchantId, email: 'novo@loja.example', memberRole: 'viewer' } as const;
  return (await inviteMember(deps, invited, commandActor)).id;
}

async function newDispute(
  gateway: TestGateway,
  keys: PanelCallers['owner']['keys'],
): Promise<string> {
  const charge = await receivePayment(gateway, keys);
  const path = `/v1/test/charges/${charge.internal_id}/dispute`;
  return String((await gateway.call('POST', path, { keys, body: {} })).body.internal_id);
}

/** The id of another user of the owner, whose session may be ended. */
async function newUserId(gateway: TestGateway, { owner }: PanelCallers): Promise<string> {
  const { email } = await signIn(gateway, owner.merchant);
  const [user] = await gateway.sql('select id from auth."user" where email = $1', [email]);
  return String(user?.id);
}

async function userIdOfNewSession(gateway: TestGateway, email: string): Promise<string> {
  await logIn(gateway, email);
  const [user] = await gateway.sql('select id from auth."user" where email = $1', [email]);
  return String(user?.id);
}

async function newWebhook(gateway: TestGateway, { owner }: PanelCallers) {
  const { appContext } = gateway;
  const deps = { ...appContext, targetRules: targetRulesOf(appContext.config) };
  const { merchantId, isSandbox } = owner.merchant;
  const scope = { merchantId, environment: 'test' } as const;
  const settings = { url: `http://127.0.0.1/${randomUUID()}` };
  const { id } = await createEndpoint(deps, { ...scope, isSandbox }, settings, commandActor);
  await testEndpoint(deps, { id, scope }, commandActor);
  const [delivery] = await gateway.sql('select id from webhook_deliveries where endpoint_id = $1', [
    id,
  ]);
  return { id, deliveryId: String(delivery?.id) };
}

async function newApplication(gateway: TestGateway, { owner }: PanelCallers): Promise<string> {
  const { session, username } = await signUpMerchant(gateway);
  await submitKyc(gateway, session);
  return applicationIdOf(owner.operator, username);
}
