import type { IncomingHttpHeaders } from 'node:http';
import type { Member, PanelUser } from '#src/access/member-of-request.ts';
import { findMerchantById } from '#src/merchants/manage-merchants.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import type { Auth } from './auth.ts';

/** Who a session belongs to: somebody of a merchant, or an operator. */
export type PanelSession =
  | { readonly role: 'merchant'; readonly user: Member }
  | { readonly role: 'operator'; readonly user: PanelUser };

/**
 * The session of a request's cookie, with the merchant as it is now: read afresh for each request,
 * so that a sign-out and a suspension are effective at once.
 */
export async function readSession(
  { database, auth }: { database: Queryable; auth: Auth },
  { cookie }: IncomingHttpHeaders,
): Promise<PanelSession | undefined> {
  if (cookie === undefined) return undefined;
  const found = await auth.auth.api.getSession({
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
  if (user.role === 'operator') return { role: 'operator', user: person };
  const merchant = user.merchantId ? await findMerchantById(database, user.merchantId) : undefined;
  return merchant && { role: 'merchant', user: { ...person, merchant } };
}
