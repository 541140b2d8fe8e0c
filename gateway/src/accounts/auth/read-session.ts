import type { IncomingHttpHeaders } from 'node:http';
import type { Member, Operator } from '#src/ground/access/member-of-request.ts';
import { memberRoleOf, operatorRoleOf } from '#src/ground/access/roles.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { AuthLibrary } from './auth-library.ts';
import { selectSessionUser } from './session-store.ts';

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
  const found = token === undefined ? undefined : await selectSessionUser(database, { token });
  if (!found) return undefined;
  const { person, merchant } = found;
  if (found.role === 'operator') {
    const operatorRole = operatorRoleOf(found.operatorRole);
    return { role: 'operator', user: { ...person, operatorRole } };
  }
  if (merchant === null) return undefined;
  const memberRole = memberRoleOf(found.memberRole);
  return { role: 'merchant', user: { ...person, merchant, memberRole } };
}
