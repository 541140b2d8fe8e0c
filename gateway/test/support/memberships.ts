import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import type { MemberRole } from '#src/ground/access/roles.ts';
import { createMerchantWithKeys, type TestGateway } from './gateway.ts';
import { mailedToken, type PanelSession, signIn } from './panel.ts';

/** A merchant with an owner who has a second factor. */
export interface Shop {
  readonly merchant: Merchant;
  readonly owner: PanelSession;
}

/** Opens a merchant with an owner. */
export async function openShop(gateway: TestGateway, environment: Environment = 'test') {
  // The log-ins of all people of a test come from one address.
  await gateway.sql('delete from auth."rateLimit"');
  const { merchant, keys } = await createMerchantWithKeys(gateway, environment);
  return { merchant, keys, owner: await signIn(gateway, merchant, { hasSecondFactor: true }) };
}

/** Invites an e-mail to a team, and returns the token of the mail. */
export async function invite(
  gateway: TestGateway,
  { owner }: Shop,
  person: { readonly email: string; readonly role: MemberRole },
): Promise<string> {
  await gateway.sql('delete from mails where recipient = $1', [person.email]);
  const body = { email: person.email, member_role: person.role };
  const answer = await owner.callWithCode('POST', '/api/panel/team/invitations', body);
  if (answer.status !== 201) throw new Error(`not invited: ${answer.text}`);
  return mailedToken(gateway, person.email, 'convite');
}

/** Adds a person who has an account to the team of another merchant. */
export async function join(
  gateway: TestGateway,
  shop: Shop,
  { person, role }: { readonly person: PanelSession; readonly role: MemberRole },
): Promise<void> {
  const token = await invite(gateway, shop, { email: person.email, role });
  const answer = await person.call('POST', '/api/account/invitation/join', { body: { token } });
  if (answer.status !== 200) throw new Error(`not joined: ${answer.text}`);
}

/** Lets a person's session act for another of its merchants. */
export function choose(person: PanelSession, username: string) {
  return person.call('POST', '/api/account/merchant', { body: { username } });
}

/** The username of the merchant that a person's session acts for, and the role there. */
export async function acting(person: PanelSession) {
  const { body } = await person.call<{
    merchant: { username: string } | null;
    member_role: MemberRole | null;
  }>('GET', '/api/account/session');
  return [body.merchant?.username, body.member_role] as const;
}
