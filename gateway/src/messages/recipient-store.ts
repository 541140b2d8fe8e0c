import type { MemberRole } from '#src/ground/access/roles.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { NamedMerchant } from '#src/ground/mail/mailer.ts';

const OF_OPERATORS = {
  name: 'emails_of_operators',
  text: `select "email" from auth."user" where "role" = 'operator' limit $1`,
};
const OF_ROLES = {
  name: 'emails_of_merchant_roles',
  text: `select u."email" from auth.memberships ms join auth."user" u on u."id" = ms.user_id
    where ms.merchant_id = $1 and ms.role = any($2) and ($3::text is null or ms.user_id <> $3)
    order by ms.user_id limit $4`,
};

const READ_IN_ENGLISH = {
  name: 'emails_of_english_readers',
  text: `select "email" from auth."user" where "email" = any($1) and "language" = 'en'`,
};

const NAMED_MERCHANTS = {
  name: 'named_merchants_of_emails',
  text: `select u."email", m.name, m.username from auth."user" u
    join merchants m on m.merchant_id = $1
    where u."email" = any($2)
      and exists (select from auth.memberships ms
        where ms.user_id = u."id" and ms.merchant_id <> m.merchant_id)`,
};

/** More operators than a platform has, and as many members as a team may have. */
const OPERATORS_MAX = 100;
const MEMBERS_MAX = 50;

interface EmailRow extends Record<string, unknown> {
  readonly email: string;
}

/** The e-mails of the platform's operators, in no order. */
export async function selectOperatorEmails(database: Queryable): Promise<string[]> {
  const rows = await database.query<EmailRow>(OF_OPERATORS, [OPERATORS_MAX]);
  return rows.map(({ email }) => email);
}

/** The e-mails of a merchant's members with one of the roles, except one user. */
export async function selectMemberEmails(
  database: Queryable,
  { merchantId, exceptUser = null }: { merchantId: string; exceptUser?: string | null },
  roles: readonly MemberRole[],
): Promise<string[]> {
  const values = [merchantId, roles, exceptUser, MEMBERS_MAX];
  const rows = await database.query<EmailRow>(OF_ROLES, values);
  return rows.map(({ email }) => email);
}

/** A merchant, by those of these e-mails whose users have another merchant too. */
export async function selectNamedMerchants(
  database: Queryable,
  merchantId: string,
  emails: readonly string[],
): Promise<ReadonlyMap<string, NamedMerchant>> {
  const rows = await database.query<EmailRow & NamedMerchant>(NAMED_MERCHANTS, [
    merchantId,
    emails,
  ]);
  return new Map(rows.map(({ email, name, username }) => [email, { name, username }]));
}

/** The e-mails, of these, whose users read the panel in English. */
export async function selectEnglishReaders(
  database: Queryable,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database.query<EmailRow>(READ_IN_ENGLISH, [emails]);
  return new Set(rows.map(({ email }) => email));
}
