import type { MemberRole } from '#src/ground/access/roles.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, param, paramsOf, shaped, sql } from '#src/ground/database/sql.ts';

/** More operators than a platform has, and as many members as a team may have. */
const OPERATORS_MAX = 100;
const MEMBERS_MAX = 50;

const EMAIL = shaped({ email: f.text }, ({ email }) => email);

const $ = paramsOf({ merchantId: f.uuid, exceptUser: f.orNull(f.text), limit: f.count });
const EMAILS = param('emails', f.listOf(f.text));

const listOperatorEmails = many(
  'emails_of_operators',
  EMAIL,
  sql`select "email" from auth."user" where "role" = 'operator' limit ${$.limit}`,
);
const listMemberEmails = many(
  'emails_of_merchant_roles',
  EMAIL,
  sql`select u."email" from auth.memberships ms join auth."user" u on u."id" = ms.user_id
    where ms.merchant_id = ${$.merchantId}
      and ms.role = any(${param('roles', f.listOf(f.textOf<MemberRole>()))})
      and (${$.exceptUser}::text is null or ms.user_id <> ${$.exceptUser})
    order by ms.user_id limit ${$.limit}`,
);

/** The e-mails of the platform's operators, in no order. */
export function selectOperatorEmails(database: Queryable): Promise<string[]> {
  return listOperatorEmails(database, { limit: OPERATORS_MAX });
}

/** The e-mails of a merchant's members with one of the roles, except one user. */
export function selectMemberEmails(
  database: Queryable,
  { merchantId, exceptUser = null }: { merchantId: string; exceptUser?: string | null },
  roles: readonly MemberRole[],
): Promise<string[]> {
  return listMemberEmails(database, { merchantId, exceptUser, roles, limit: MEMBERS_MAX });
}

/** Those of these e-mails whose users have another merchant too, with the merchant's names. */
export const selectNamedMerchants = many(
  'named_merchants_of_emails',
  { email: f.text, name: f.text, username: f.text },
  sql`select u."email", m.name, m.username from auth."user" u
    join merchants m on m.merchant_id = ${$.merchantId}
    where u."email" = any(${EMAILS})
      and exists (select from auth.memberships ms
        where ms.user_id = u."id" and ms.merchant_id <> m.merchant_id)`,
);

/** The e-mails, of these, whose users read the panel in English. */
export const selectEnglishReaders = many(
  'emails_of_english_readers',
  EMAIL,
  sql`select "email" from auth."user" where "email" = any(${EMAILS}) and "language" = 'en'`,
);
