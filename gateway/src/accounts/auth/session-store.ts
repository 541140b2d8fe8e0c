import * as f from '#src/ground/database/fields.ts';
import {
  countRows,
  many,
  maybeOne,
  paramsOf,
  run,
  send,
  shaped,
  sql,
} from '#src/ground/database/sql.ts';
import { MERCHANT, merchantOf } from '../merchants/merchant-store.ts';

/** A session as its user sees it. */
const SESSION = {
  id: f.text,
  createdAt: f.instant,
  seenAt: f.instant,
  address: f.orNull(f.text),
  userAgent: f.orNull(f.text),
};
export type OwnSession = f.RecordOf<typeof SESSION>;

const SESSION_USER = shaped(
  {
    sessionId: f.text,
    userId: f.text,
    userName: f.text,
    email: f.text,
    role: f.textOf<'merchant' | 'operator'>(),
    hasSecondFactor: f.bool,
    memberRole: f.orNull(f.text),
    operatorRole: f.orNull(f.text),
    ...f.eachOrNull(MERCHANT),
  },
  ({ sessionId, userId, userName, email, role, hasSecondFactor, ...row }) => ({
    person: { userId, sessionId, name: userName, email, hasSecondFactor },
    role,
    memberRole: row.memberRole,
    operatorRole: row.operatorRole,
    /** null for operators and former members. */
    merchant: row.merchantId === null ? null : merchantOf(row as f.RecordOf<typeof MERCHANT>),
  }),
);

const $ = paramsOf({
  id: f.text,
  userId: f.text,
  email: f.text,
  token: f.text,
  merchantId: f.uuid,
  now: f.instant,
  kept: f.count,
  limit: f.count,
});

/** The user of the open session with a token, and the merchant that it acts for; or undefined. */
export const selectSessionUser = maybeOne(
  'session_user',
  SESSION_USER,
  sql`select s."id" as session_id, u."id" as user_id, u."name" as user_name, u."email",
      u."role", coalesce(u."twoFactorEnabled", false) as has_second_factor,
      ms.role as member_role, u."operatorRole" as operator_role, m.*
    from auth."session" s join auth."user" u on u."id" = s."userId"
    left join auth.memberships ms
      on ms.merchant_id = s.merchant_id and ms.user_id = s."userId"
    left join merchants m on m.merchant_id = ms.merchant_id
    where s."token" = ${$.token} and s."expiresAt" > now()`,
);

/** Lets a session of a user act for another merchant, of which the user must be a member. */
export const setSessionMerchant = send(
  'session_act_for',
  sql`update auth."session" set merchant_id = ${$.merchantId}
    where "userId" = ${$.userId} and "id" = ${$.id.as('sessionId')}`,
);

/** Up to 100 open sessions of a user, the last used first. */
export const selectSessions = many(
  'sessions_of_user',
  SESSION,
  sql`select "id", "createdAt" as created_at, "updatedAt" as seen_at,
      "ipAddress" as address, "userAgent" as user_agent
    from auth."session" where "userId" = ${$.userId} and "expiresAt" > ${$.now}
    order by "updatedAt" desc, "id" desc limit 100`,
);

/** Deletes up to `limit` sessions that have expired; returns how many. */
export const deleteExpiredSessions = countRows(
  'sessions_delete_expired',
  sql`delete from auth."session" where "id" in (
      select "id" from auth."session" where "expiresAt" < now() order by "expiresAt"
      limit ${$.limit})
    returning "id"`,
);

/**
 * Ends up to `limit` of a user's oldest sessions, but keeps the newest `kept`; returns how many.
 */
export const deleteOldestSessions = countRows(
  'sessions_delete_oldest',
  sql`delete from auth."session" where "id" in (
      select "id" from auth."session"
      where "userId" = (select "id" from auth."user" where "email" = ${$.email})
      order by "createdAt" desc, "id" desc offset ${$.kept} limit ${$.limit})
    returning "id"`,
);

/** Ends a session of a user. Returns 0 if the user has no session with this id, else 1. */
export const deleteSession = countRows(
  'session_delete',
  sql`delete from auth."session" where "userId" = ${$.userId} and "id" = ${$.id} returning "id"`,
);

/** Ends all sessions of a user except one. Returns how many ended. */
export const deleteOtherSessions = countRows(
  'sessions_delete_others',
  sql`delete from auth."session"
    where "userId" = ${$.userId} and "id" <> ${$.id.as('keptId')} returning "id"`,
);

/** Ends all sessions of a user except the one with a token. */
export const deleteOtherSessionsByToken = run(
  'sessions_delete_others_by_token',
  sql`delete from auth."session"
    where "userId" = ${$.userId} and "token" <> ${$.token.as('keptToken')}`,
);

/** Ends the session with a token. */
export const deleteSessionByToken = run(
  'session_delete_by_token',
  sql`delete from auth."session" where "token" = ${$.token}`,
);
