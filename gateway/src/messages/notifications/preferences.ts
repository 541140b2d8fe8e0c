import type { Member } from '#src/ground/access/member-of-request.ts';
import { memberRoleTexts } from '#src/ground/access/roles.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import {
  kindsOf,
  MIN_CENTAVOS_DEFAULT,
  NOTIFICATION_RULES,
  type NotificationKind,
} from './notification-kind.ts';
import { insertCursor } from './payments/payment-cursor-store.ts';
import { savePreference, selectPreferences } from './preference-store.ts';
import { lastSummaryDay } from './summary-day.ts';

/** Whether a member gets the mails of a kind. */
export interface Preference {
  readonly kind: NotificationKind;
  readonly isEnabled: boolean;
  /** The smallest payment that is mailed, in centavos; null for other kinds. */
  readonly minCentavos: bigint | null;
}

/** A member's preferences for the kinds that its role may choose, with the role's defaults. */
export async function readPreferences(
  database: Queryable,
  { userId, memberRole, merchant }: Pick<Member, 'userId' | 'memberRole' | 'merchant'>,
): Promise<Preference[]> {
  const rows = await selectPreferences(database, { merchantId: merchant.merchantId, userId });
  const chosen = new Map(rows.map((row) => [row.kind, row]));
  return kindsOf(memberRole).map((kind) => {
    const row = chosen.get(kind);
    const isDefault = NOTIFICATION_RULES[kind].enabledFor.includes(memberRole);
    const min = kind === 'payment_received' ? MIN_CENTAVOS_DEFAULT : null;
    return {
      kind,
      isEnabled: row?.isEnabled ?? isDefault,
      minCentavos: row?.minCentavos ?? min,
    };
  });
}

/** Saves a member's choice. Refuses `role_missing` for a kind that its role may not choose. */
export async function setPreference(
  { database, clock }: DatabaseAndClock,
  { userId, memberRole, merchant }: Pick<Member, 'userId' | 'memberRole' | 'merchant'>,
  { kind, isEnabled, minCentavos }: Preference,
): Promise<void> {
  const { roles } = NOTIFICATION_RULES[kind];
  if (!roles.includes(memberRole)) {
    throw new Refusal('role_missing', { roles: memberRoleTexts(roles) });
  }
  const at = clock.now();
  const isPayment = kind === 'payment_received';
  await database.transaction(async (tx) => {
    savePreference(tx, {
      merchantId: merchant.merchantId,
      userId,
      kind,
      isEnabled,
      at,
      minCentavos: isPayment ? (minCentavos ?? MIN_CENTAVOS_DEFAULT) : null,
      summarisedDay: kind === 'daily_summary' ? lastSummaryDay(at) : null,
    });
    // After the preferences, because a worker that deletes a cursor without readers locks it first.
    if (isPayment && isEnabled)
      await insertCursor(tx, { merchantId: merchant.merchantId, dueAt: at });
  });
}
