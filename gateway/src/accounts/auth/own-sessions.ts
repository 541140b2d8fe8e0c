import type { Clock } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { deleteOtherSessions, deleteSession, selectSessions } from './session-store.ts';

/** An open session of a user. */
export interface OwnSession {
  readonly id: string;
  readonly createdAt: number;
  readonly seenAt: number;
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** Up to 100 open sessions of a user, the last used first. */
export async function listOwnSessions(
  { database, clock }: { readonly database: Queryable; readonly clock: Clock },
  userId: string,
): Promise<OwnSession[]> {
  const rows = await selectSessions(database, userId, clock.now());
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    seenAt: row.seen_at,
    address: row.address,
    userAgent: row.user_agent,
  }));
}

/** Ends one session of a user. Refuses `session_not_found`. */
export async function endOwnSession(
  database: Queryable,
  userId: string,
  id: string,
): Promise<void> {
  const isEnded = await deleteSession(database, userId, id);
  if (!isEnded) throw new Refusal('session_not_found');
}

/** Ends all sessions of a user except the one that asks for it. */
export async function endOtherSessions(
  database: Queryable,
  userId: string,
  currentId: string,
): Promise<void> {
  await deleteOtherSessions(database, userId, currentId);
}
