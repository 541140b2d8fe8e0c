import type { Queryable } from '#src/platform/database/database.ts';

const SELECT_SESSIONS = {
  name: 'sessions_of_user',
  text: `select "id", "createdAt" as created_at, "updatedAt" as seen_at,
      "ipAddress" as address, "userAgent" as user_agent
    from auth."session" where "userId" = $1 and "expiresAt" > $2
    order by "updatedAt" desc, "id" desc limit 100`,
};
const DELETE_SESSION = {
  name: 'session_delete',
  text: 'delete from auth."session" where "userId" = $1 and "id" = $2 returning "id"',
};
const DELETE_OTHER_SESSIONS = {
  name: 'sessions_delete_others',
  text: 'delete from auth."session" where "userId" = $1 and "id" <> $2 returning "id"',
};
const DELETE_OTHERS_BY_TOKEN = {
  name: 'sessions_delete_others_by_token',
  text: 'delete from auth."session" where "userId" = $1 and "token" <> $2',
};
const DELETE_BY_TOKEN = {
  name: 'session_delete_by_token',
  text: 'delete from auth."session" where "token" = $1',
};

export interface SessionRow extends Record<string, unknown> {
  readonly id: string;
  readonly created_at: number;
  readonly seen_at: number;
  readonly address: string | null;
  readonly user_agent: string | null;
}

/** Up to 100 open sessions of a user, the last used first. */
export function selectSessions(
  database: Queryable,
  userId: string,
  now: number,
): Promise<SessionRow[]> {
  return database.query<SessionRow>(SELECT_SESSIONS, [userId, new Date(now)]);
}

/** Ends a session of a user. Returns false if the user has no session with this id. */
export async function deleteSession(
  database: Queryable,
  userId: string,
  id: string,
): Promise<boolean> {
  return (await database.query(DELETE_SESSION, [userId, id])).length === 1;
}

/** Ends all sessions of a user except one. Returns how many ended. */
export async function deleteOtherSessions(
  database: Queryable,
  userId: string,
  keptId: string,
): Promise<number> {
  return (await database.query(DELETE_OTHER_SESSIONS, [userId, keptId])).length;
}

/** Ends all sessions of a user except the one with a token. */
export async function deleteOtherSessionsByToken(
  database: Queryable,
  userId: string,
  keptToken: string,
): Promise<void> {
  await database.query(DELETE_OTHERS_BY_TOKEN, [userId, keptToken]);
}

/** Ends the session with a token. */
export async function deleteSessionByToken(database: Queryable, token: string): Promise<void> {
  await database.query(DELETE_BY_TOKEN, [token]);
}
