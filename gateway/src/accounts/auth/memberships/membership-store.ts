import type { MemberRole } from '#src/ground/access/roles.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { MerchantStatus } from '../../merchants/merchant.ts';

/** The most merchants of a person: the log-in and the audit log read all of them. */
export const MEMBERSHIPS_MAX = 100;

const OF_USER = {
  name: 'memberships_of_user',
  text: `select ms.merchant_id, ms.role, m.username, m.name, m.status
    from auth.memberships ms join merchants m on m.merchant_id = ms.merchant_id
    where ms.user_id = $1 order by lower(m.name), m.username limit $2`,
};
const MERCHANTS = {
  name: 'merchants_of_user',
  text: `select merchant_id from auth.memberships where user_id = $1
    order by created_at, merchant_id limit $2`,
};
const OPENED = {
  name: 'membership_opened_by_log_in',
  text: `select merchant_id from auth.memberships where user_id = $1
    order by chosen_at desc nulls last, created_at, merchant_id limit 1`,
};
const INSERT = {
  name: 'membership_insert',
  text: `insert into auth.memberships (merchant_id, user_id, role, created_at)
    values ($1, $2, $3, $4) on conflict do nothing returning user_id`,
};
const CHOOSE = {
  name: 'membership_choose',
  text: `update auth.memberships ms set chosen_at = $3 from merchants m
    where ms.user_id = $1 and m.username = $2 and m.merchant_id = ms.merchant_id
    returning m.merchant_id`,
};
const DELETE = {
  name: 'membership_delete',
  text: 'delete from auth.memberships where merchant_id = $1 and user_id = $2',
};
const DELETE_CODES = {
  name: 'membership_delete_codes',
  text: 'delete from auth.used_codes where user_id = $1',
};
const DELETE_USER = {
  name: 'membership_delete_user',
  text: `delete from auth."user" where "id" = $1 and "role" = 'merchant'`,
};

interface MembershipRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly role: MemberRole;
  readonly username: string;
  readonly name: string;
  readonly status: MerchantStatus;
}

/** A merchant of a person, and the person's role there. */
export interface Membership {
  readonly merchantId: string;
  readonly memberRole: MemberRole;
  readonly username: string;
  readonly name: string;
  readonly status: MerchantStatus;
}

/** The merchants of a user by their names; none of an operator. */
export async function selectMemberships(
  database: Queryable,
  userId: string,
): Promise<Membership[]> {
  const rows = await database.query<MembershipRow>(OF_USER, [userId, MEMBERSHIPS_MAX]);
  return rows.map(({ merchant_id: merchantId, role: memberRole, username, name, status }) => ({
    merchantId,
    memberRole,
    username,
    name,
    status,
  }));
}

/** The ids of the merchants of a user, the oldest membership first; none of an operator. */
export async function selectMerchantsOfUser(
  database: Queryable,
  userId: string,
): Promise<string[]> {
  const values = [userId, MEMBERSHIPS_MAX];
  const rows = await database.query<{ merchant_id: string }>(MERCHANTS, values);
  return rows.map(({ merchant_id: merchantId }) => merchantId);
}

/**
 * The merchant that a new session of a user acts for: the one that the person chose last, or else
 * the oldest membership; undefined for an operator.
 */
export async function selectOpenedMerchant(
  database: Queryable,
  userId: string,
): Promise<string | undefined> {
  return (await database.query<{ merchant_id: string }>(OPENED, [userId]))[0]?.merchant_id;
}

/** Adds a user to a team. Returns false if it is a member already. */
export async function insertMembership(
  tx: Transaction,
  membership: {
    readonly merchantId: string;
    readonly userId: string;
    readonly memberRole: MemberRole;
  },
  at: number,
): Promise<boolean> {
  const { merchantId, userId, memberRole } = membership;
  return (await tx.query(INSERT, [merchantId, userId, memberRole, new Date(at)])).length === 1;
}

/**
 * Marks a merchant as the one that a user chose last, and locks the membership. Returns the
 * merchant's id; undefined for an unknown merchant and for one without the user, alike.
 */
export async function chooseMembership(
  tx: Transaction,
  { userId, username }: { readonly userId: string; readonly username: string },
  at: number,
): Promise<string | undefined> {
  const values = [userId, username, new Date(at)];
  return (await tx.query<{ merchant_id: string }>(CHOOSE, values))[0]?.merchant_id;
}

/** Sends the delete of a membership, with the user's sessions and preferences for the merchant. */
export function deleteMembership(
  tx: Transaction,
  { merchantId, userId }: { readonly merchantId: string; readonly userId: string },
): void {
  tx.send(DELETE, [merchantId, userId]);
}

/** Sends the delete of a user without memberships: the password and the second factor. */
export function deleteUser(tx: Transaction, userId: string): void {
  tx.send(DELETE_CODES, [userId]);
  tx.send(DELETE_USER, [userId]);
}
