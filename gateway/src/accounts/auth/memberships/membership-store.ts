import type { MemberRole } from '#src/ground/access/roles.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  countRows,
  many,
  maybeOne,
  paramsOf,
  send,
  shaped,
  sql,
} from '#src/ground/database/sql.ts';
import type { MerchantStatus } from '../../merchants/merchant.ts';

/** The most merchants of a person: the log-in and the audit log read all of them. */
export const MEMBERSHIPS_MAX = 100;

/** A merchant of a person, and the person's role there. */
const MEMBERSHIP = {
  merchantId: f.uuid,
  memberRole: f.inColumn('role', f.textOf<MemberRole>()),
  username: f.text,
  name: f.text,
  status: f.textOf<MerchantStatus>(),
};
export type Membership = f.RecordOf<typeof MEMBERSHIP>;
const MERCHANT_ID = shaped({ merchantId: f.uuid }, ({ merchantId }) => merchantId);

/** A user of a merchant. */
const MERCHANT_USER = {
  userId: f.inColumn('id', f.text),
  name: f.text,
  email: f.text,
  isEmailConfirmed: f.bool,
  hasSecondFactor: f.bool,
  /** Null if the user has no session. */
  seenAt: f.orNull(f.instant),
};
export type MerchantUser = f.RecordOf<typeof MERCHANT_USER>;

const $ = paramsOf({ ...MEMBERSHIP, userId: f.text, at: f.instant, limit: f.count });

const listMemberships = many(
  'memberships_of_user',
  MEMBERSHIP,
  sql`select ms.merchant_id, ms.role, m.username, m.name, m.status
    from auth.memberships ms join merchants m on m.merchant_id = ms.merchant_id
    where ms.user_id = ${$.userId} order by lower(m.name), m.username limit ${$.limit}`,
);

/** The merchants of a user by their names; none of an operator. */
export function selectMemberships(database: Queryable, userId: string): Promise<Membership[]> {
  return listMemberships(database, { userId, limit: MEMBERSHIPS_MAX });
}

const listMerchants = many(
  'merchants_of_user',
  MERCHANT_ID,
  sql`select merchant_id from auth.memberships where user_id = ${$.userId}
    order by created_at, merchant_id limit ${$.limit}`,
);

/** The ids of the merchants of a user, the oldest membership first; none of an operator. */
export function selectMerchantsOfUser(database: Queryable, userId: string): Promise<string[]> {
  return listMerchants(database, { userId, limit: MEMBERSHIPS_MAX });
}

/**
 * The merchant that a new session of a user acts for: the one that the person chose last, or else
 * the oldest membership; undefined for an operator.
 */
export const selectOpenedMerchant = maybeOne(
  'membership_opened_by_log_in',
  MERCHANT_ID,
  sql`select merchant_id from auth.memberships where user_id = ${$.userId}
    order by chosen_at desc nulls last, created_at, merchant_id limit 1`,
);

/** Up to 100 users of a merchant. `seenAt` is null if the user has no session for it. */
export const selectMerchantUsers = many(
  'users_of_merchant',
  MERCHANT_USER,
  sql`select u."id", u."name", u."email", u."emailVerified" as is_email_confirmed,
      coalesce(u."twoFactorEnabled", false) as has_second_factor,
      (select max(s."updatedAt") from auth."session" s
        where s."userId" = u."id" and s.merchant_id = ms.merchant_id) as seen_at
    from auth.memberships ms join auth."user" u on u."id" = ms.user_id
    where ms.merchant_id = ${$.merchantId} order by ms.created_at, u."id" limit 100`,
);

/** Adds a user to a team. Returns 0 if it is a member already, else 1. */
export const insertMembership = countRows(
  'membership_insert',
  sql`insert into auth.memberships (merchant_id, user_id, role, created_at)
    values (${$.merchantId}, ${$.userId}, ${$.memberRole}, ${$.at})
    on conflict do nothing returning user_id`,
);

/**
 * Marks a merchant as the one that a user chose last, and locks the membership. Returns the
 * merchant's id; undefined for an unknown merchant and for one without the user, alike.
 */
export const chooseMembership = maybeOne(
  'membership_choose',
  MERCHANT_ID,
  sql`update auth.memberships ms set chosen_at = ${$.at} from merchants m
    where ms.user_id = ${$.userId} and m.username = ${$.username}
      and m.merchant_id = ms.merchant_id
    returning m.merchant_id`,
);

/** Sends the delete of a membership; foreign keys delete its sessions and preferences too. */
export const deleteMembership = send(
  'membership_delete',
  sql`delete from auth.memberships
    where merchant_id = ${$.merchantId} and user_id = ${$.userId}`,
);

const deleteCodes = send(
  'membership_delete_codes',
  sql`delete from auth.used_codes where user_id = ${$.userId}`,
);
const deleteUserRow = send(
  'membership_delete_user',
  sql`delete from auth."user" where "id" = ${$.userId} and "role" = 'merchant'`,
);

/** Sends the delete of a user without memberships: the password and the second factor. */
export function deleteUser(tx: Transaction, userId: string): void {
  deleteCodes(tx, { userId });
  deleteUserRow(tx, { userId });
}
