import type { IncomingHttpHeaders } from 'node:http';
import type { Member, Operator, PanelUser } from '#src/ground/access/member-of-request.ts';
import { memberRoleOf, operatorRoleOf } from '#src/ground/access/roles.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type MerchantRow, merchantFromRow } from '../merchants/find-merchant.ts';
import type { AuthLibrary } from './auth-library.ts';
import { type SessionUserRow, selectSessionUser } from './session-store.ts';

/** The user of a session: a merchant's member or an operator. */
export type PanelSession =
  | { readonly role: 'merchant'; readonly user: Member }
  | { readonly role: 'operator'; readonly user: Operator };

/**
 * Reads the session of a request's cookie, with the merchant's current state; undefined if there is
 * no open session. Each request reads it, so a log-out, a suspension or a change of role takes
 * effect at once. The log-in library would take three times as long.
 */
export async function readSession(
  { database, auth }: { database: Queryable; auth: AuthLibrary },
  { cookie }: IncomingHttpHeaders,
): Promise<PanelSession | undefined> {
  const token = cookie === undefined ? undefined : await auth.sessionToken(cookie);
  const user = token === undefined ? undefined : await selectSessionUser(database, token);
  if (!user) return undefined;
  const person: PanelUser = {
    userId: user.user_id,
    sessionId: user.session_id,
    name: user.user_name,
    email: user.email,
    hasSecondFactor: user.has_second_factor,
  };
  if (user.role === 'operator') {
    const operatorRole = operatorRoleOf(user.operator_role);
    return { role: 'operator', user: { ...person, operatorRole } };
  }
  if (user.merchant_id === null) return undefined;
  const merchant = merchantFromRow(user as SessionUserRow & MerchantRow);
  const memberRole = memberRoleOf(user.member_role);
  return { role: 'merchant', user: { ...person, merchant, memberRole } };
}
