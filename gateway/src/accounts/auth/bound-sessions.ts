import type { Queryable } from '#src/ground/database/database.ts';
import { deleteExpiredSessions, deleteOldestSessions } from './session-store.ts';

/** All visitors of the sandbox are one user; only its newest sessions stay open. */
const SANDBOX_SESSIONS_MAX = 20_000;

/**
 * Deletes up to `limit` expired sessions, and as many of the oldest of the sandbox's user. While
 * the sandbox is closed it keeps none.
 * @returns how many it deleted.
 */
export async function boundSessions(
  database: Queryable,
  sandbox: { readonly sandboxEmail: string; readonly isOpen: boolean; readonly limit: number },
): Promise<number> {
  const { sandboxEmail, isOpen, limit } = sandbox;
  const kept = isOpen ? SANDBOX_SESSIONS_MAX : 0;
  const ofSandbox = { email: sandboxEmail.toLowerCase(), kept, limit };
  return (
    (await deleteExpiredSessions(database, { limit })) +
    (await deleteOldestSessions(database, ofSandbox))
  );
}
