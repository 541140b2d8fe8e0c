import {
  grantedScopes,
  hasScope,
  type KeyRights,
  type KeyScope,
} from '#src/ground/access/key-rights.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Member } from '#src/ground/access/member-of-request.ts';
import { type MemberRole, memberRoleTexts } from '#src/ground/access/roles.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { Call } from '#src/ground/http/operation.ts';

/**
 * The scopes of what developers may not do in production at the panel: they send money or events
 * elsewhere, answer disputes, or hand out and erase a person's data.
 */
export const OWNERS_SCOPES: readonly KeyScope[] = [
  'refunds:write',
  'payouts:write',
  'transfers:write',
  'webhooks:write',
  'disputes:write',
  'customers:write',
];

/**
 * Refuses `role_missing` if a developer creates or changes a live key whose scopes allow what
 * developers may not do at the panel.
 */
export function refuseMoneyKey(
  { memberRole, environment }: { memberRole: MemberRole; environment: Environment },
  { scopes }: Pick<KeyRights, 'scopes'>,
): void {
  if (memberRole !== 'developer' || environment === 'test') return;
  if (!hasScope(grantedScopes(scopes), OWNERS_SCOPES)) return;
  throw new Refusal('role_missing', { roles: memberRoleTexts(['owner']) });
}

/** `refuseMoneyKey` for a member and an environment. */
export function roleCheckOf(
  { memberRole }: Pick<Member, 'memberRole'>,
  environment: Environment,
): (rights: KeyRights) => void {
  return (rights) => refuseMoneyKey({ memberRole, environment }, rights);
}

/** The key that the path of a member's call names, with the check of the member's role. */
export function keyOfCall({
  owner: { scope },
  member,
  params,
}: Call<unknown, unknown, { readonly client_id: string }>) {
  return { clientId: params.client_id, scope, checkRole: roleCheckOf(member, scope.environment) };
}
