import type { IncomingHttpHeaders } from 'node:http';
import type { Member, Operator, PanelUser } from '#src/access/member-of-request.ts';
import { memberRoleOf, operatorRoleOf } from '#src/access/roles.ts';
import { findMerchantById } from '#src/merchants/find-merchant.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import type { AuthLibrary } from './auth-library.ts';

/** The user of a session: a merchant's member or an operator. */
export type PanelSession =
  | { readonly role: 'merchant'; readonly user: Member }
  | { readonly role: 'operator'; readonly user: Operator };

/**
 * Reads the session of a request's cookie, with the merchant's current state; undefined if there is
 * no open session. It is read for each request, so that a log-out, a
 * suspension or a change of role works at once.
 */
export async function readSession(
  { database, auth }: { database: Queryable; auth: AuthLibrary },
  { cookie }: IncomingHttpHeaders,
): Promise<PanelSession | undefined> {
  if (cookie === undefined) return undefined;
  const { api } = await auth.library();
  const found = await api.getSession({
    headers: new Headers({ cookie }),
    query: { disableRefresh: true },
  });
  if (!found) return undefined;
  const { user, session } = found;
  const person: PanelUser = {
    userId: user.id,
    sessionId: session.id,
    name: user.name,
    email: user.email,
    hasSecondFactor: user.twoFactorEnabled === true,
  };
  if (user.role === 'operator') {
    const operatorRole = operatorRoleOf(user.operatorRole);
    return { role: 'operator', user: { ...person, operatorRole } };
  }
  const merchant = user.merchantId ? await findMerchantById(database, user.merchantId) : undefined;
  if (!merchant) return undefined;
  const memberRole = memberRoleOf(user.memberRole);
  return { role: 'merchant', user: { ...person, merchant, memberRole } };
}
