import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { NOTIFICATION_RULES, type NotificationKind } from './notification-kind.ts';

const OF_MEMBER = {
  name: 'notification_preferences_of_member',
  text: `select kind, is_enabled, min_centavos from notification_preferences
    where merchant_id = $1 and user_id = $2`,
};
// A member who turns summaries on gets no summary of days that are already over.
const SAVE = {
  name: 'notification_preference_save',
  text: `insert into notification_preferences as p
      (merchant_id, user_id, kind, is_enabled, min_centavos, summarised_day, updated_at)
    values ($1, $2, $3, $4, $5, $6::date, $7)
    on conflict (merchant_id, user_id, kind) do update set is_enabled = excluded.is_enabled,
      min_centavos = excluded.min_centavos, updated_at = excluded.updated_at,
      summarised_day = case when p.is_enabled then p.summarised_day
        else greatest(p.summarised_day, excluded.summarised_day) end`,
};
const READERS = {
  name: 'notification_readers',
  text: `select ms.user_id, u."email", p.min_centavos
    from auth.memberships ms join auth."user" u on u."id" = ms.user_id
    left join notification_preferences p
      on p.merchant_id = ms.merchant_id and p.user_id = ms.user_id and p.kind = $2
    where ms.merchant_id = $1 and u."emailVerified" and ms.role = any($3)
      and coalesce(p.is_enabled, ms.role = any($4))
    order by ms.user_id limit $5`,
};

/** The most members of a merchant who get mails of a kind. */
const READERS_MAX = 50;

export interface PreferenceRow extends Record<string, unknown> {
  readonly kind: NotificationKind;
  readonly is_enabled: boolean;
  readonly min_centavos: bigint | null;
}

/** The choices of a member of a merchant; kinds without a choice are missing. */
export function selectPreferences(
  database: Queryable,
  merchantId: string,
  userId: string,
): Promise<PreferenceRow[]> {
  return database.query<PreferenceRow>(OF_MEMBER, [merchantId, userId]);
}

export interface PreferenceToSave {
  readonly merchantId: string;
  readonly userId: string;
  readonly kind: NotificationKind;
  readonly isEnabled: boolean;
  readonly minCentavos: bigint | null;
  /** For summaries: the last day that is over. */
  readonly summarisedDay: string | null;
  readonly at: number;
}

/** Sends the update of a member's preferences. */
export function savePreference(tx: Transaction, preference: PreferenceToSave): void {
  const { merchantId, userId, kind, isEnabled, minCentavos, summarisedDay, at } = preference;
  tx.send(SAVE, [merchantId, userId, kind, isEnabled, minCentavos, summarisedDay, new Date(at)]);
}

/** A member who gets the mails of a kind, at the confirmed e-mail. */
export interface Reader {
  readonly userId: string;
  readonly email: string;
  /** Null if the member has not chosen an amount. */
  readonly minCentavos: bigint | null;
}

/** The members of a merchant who get the mails of a kind: up to 50. */
export async function selectReaders(
  database: Queryable,
  merchantId: string,
  kind: NotificationKind,
): Promise<Reader[]> {
  const { roles, enabledFor } = NOTIFICATION_RULES[kind];
  const rows = await database.query<{
    user_id: string;
    email: string;
    min_centavos: bigint | null;
  }>(READERS, [merchantId, kind, roles, enabledFor, READERS_MAX]);
  return rows.map(({ user_id: userId, email, min_centavos: minCentavos }) => ({
    userId,
    email,
    minCentavos,
  }));
}
