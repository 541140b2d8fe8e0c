import type { Queryable, Transaction } from '#src/ground/database/database.ts';

const SELECT_SESSIONS = {
  name: 'sessions_of_user',
  text: `select "id", "createdAt" as created_at, "updatedAt" as seen_at,
      "ipAddress" as address, "userAgent" as user_agent
    from auth."session" where "userId" = $1 and "expiresAt" > $2
    order by "updatedAt" desc, "id" desc limit 100`,
};
const SELECT_USER = {
  name: 'session_user',
  text: `select s."id" as session_id, u."id" as user_id, u."name" as user_name, u."email",
      u."role", coalesce(u."twoFactorEnabled", false) as has_second_factor,
      ms.role as member_role, u."operatorRole" as operator_role, m.*
    from auth."session" s join auth."user" u on u."id" = s."userId"
    left join auth.memberships ms
      on ms.merchant_id = s.merchant_id and ms.user_id = s."userId"
    left join merchants m on m.merchant_id = ms.merchant_id
    where s."token" = $1 and s."expiresAt" > now()`,
};
const ACT_FOR = {
  name: 'session_act_for',
  text: `update auth."session" set merchant_id = $3 where "userId" = $1 and "id" = $2`,
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

const DELETE_EXPIRED = {
  name: 'sessions_delete_expired',
  text: `delete from auth."session" where "id" in (
      select "id" from auth."session" where "expiresAt" < now() order by "expiresAt" limit $1)
    returning "id"`,
};
const DELETE_OLDEST = {
  name: 'sessions_delete_oldest',
  text: `delete from auth."session" where "id" in (
      select "id" from auth."session"
      where "userId" = (select "id" from auth."user" where "email" = $1)
      order by "createdAt" desc, "id" desc offset $2 limit $3)
    returning "id"`,
};

export interface SessionRow extends Record<string, unknown> {
  readonly id: string;
  readonly created_at: number;
  readonly seen_at: number;
  readonly address: string | null;
  readonly user_agent: string | null;
}

/** The user of an open session, and the merchant that it acts for with the role there. */
export interface SessionUserRow extends Record<string, unknown> {
  readonly session_id: string;
  readonly user_id: string;
  readonly user_name: string;
  readonly email: string;
  readonly role: string;
  readonly has_second_factor: boolean;
  readonly member_role: string | null;
  readonly operator_role: string | null;
  /** Followed by the other columns of `merchants`; null for operators and former members. */
  readonly merchant_id: string | null;
}

/** The user of the open session with a token; undefined when there is none. */
export async function selectSessionUser(
  database: Queryable,
  token: string,
): Promise<SessionUserRow | undefined> {
  return (await database.query<SessionUserRow>(SELECT_USER, [token]))[0];
}

/** Lets a session of a user act for another merchant, of which the user must be a member. */
export function setSessionMerchant(
  tx: Transaction,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  merchantId: string,
): void {
  tx.send(ACT_FOR, [userId, sessionId, merchantId]);
}

/** Up to 100 open sessions of a user, the last used first. */
export function selectSessions(
  database: Queryable,
  userId: string,
  now: number,
): Promise<SessionRow[]> {
  return database.query<SessionRow>(SELECT_SESSIONS, [userId, new Date(now)]);
}

/** Deletes up to `limit` sessions that have expired; returns how many. */
export async function deleteExpiredSessions(database: Queryable, limit: number): Promise<number> {
  return (await database.query(DELETE_EXPIRED, [limit])).length;
}

/**
 * Ends up to `limit` of a user's oldest sessions, but keeps the newest `kept`; returns how many.
 */
export async function deleteOldestSessions(
  database: Queryable,
  { email, kept, limit }: { readonly email: string; readonly kept: number; readonly limit: number },
): Promise<number> {
  return (await database.query(DELETE_OLDEST, [email, kept, limit])).length;
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
