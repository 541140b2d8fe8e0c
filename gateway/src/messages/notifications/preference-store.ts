import type { MemberRole } from '#src/ground/access/roles.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, param, paramsOf, send, sql } from '#src/ground/database/sql.ts';
import { NOTIFICATION_RULES, type NotificationKind } from './notification-kind.ts';

const PREFERENCE = {
  kind: f.textOf<NotificationKind>(),
  isEnabled: f.bool,
  /** In centavos; null if the member has not chosen an amount. */
  minCentavos: f.orNull(f.bigint),
};
/** A member who gets the mails of a kind, at the confirmed e-mail. */
const READER = { userId: f.text, email: f.text, minCentavos: PREFERENCE.minCentavos };
export type Reader = f.RecordOf<typeof READER>;

const $ = paramsOf({
  ...PREFERENCE,
  merchantId: f.uuid,
  userId: f.text,
  summarisedDay: f.orNull(f.day),
  at: f.instant,
  limit: f.count,
});
const ROLES = f.listOf(f.textOf<MemberRole>());

/** The most members of a merchant who get mails of a kind. */
const READERS_MAX = 50;

/** The choices of a member of a merchant; kinds without a choice are missing. */
export const selectPreferences = many(
  'notification_preferences_of_member',
  PREFERENCE,
  sql`select kind, is_enabled, min_centavos from notification_preferences
    where merchant_id = ${$.merchantId} and user_id = ${$.userId}`,
);

/**
 * Sends the update of a member's preference. `summarisedDay` is for summaries: the last day that is
 * over. A member who turns summaries on gets no summary of days that are already over.
 */
export const savePreference = send(
  'notification_preference_save',
  sql`insert into notification_preferences as p
      (merchant_id, user_id, kind, is_enabled, min_centavos, summarised_day, updated_at)
    values (${$.merchantId}, ${$.userId}, ${$.kind}, ${$.isEnabled}, ${$.minCentavos},
      ${$.summarisedDay}::date, ${$.at})
    on conflict (merchant_id, user_id, kind) do update set is_enabled = excluded.is_enabled,
      min_centavos = excluded.min_centavos, updated_at = excluded.updated_at,
      summarised_day = case when p.is_enabled then p.summarised_day
        else greatest(p.summarised_day, excluded.summarised_day) end`,
);

const listReaders = many(
  'notification_readers',
  READER,
  sql`select ms.user_id, u."email", p.min_centavos
    from auth.memberships ms join auth."user" u on u."id" = ms.user_id
    left join notification_preferences p
      on p.merchant_id = ms.merchant_id and p.user_id = ms.user_id and p.kind = ${$.kind}
    where ms.merchant_id = ${$.merchantId} and u."emailVerified"
      and ms.role = any(${param('roles', ROLES)})
      and coalesce(p.is_enabled, ms.role = any(${param('enabledFor', ROLES)}))
    order by ms.user_id limit ${$.limit}`,
);

/** The members of a merchant who get the mails of a kind: up to 50. */
export function selectReaders(
  database: Queryable,
  merchantId: string,
  kind: NotificationKind,
): Promise<Reader[]> {
  const { roles, enabledFor } = NOTIFICATION_RULES[kind];
  return listReaders(database, { merchantId, kind, roles, enabledFor, limit: READERS_MAX });
}
