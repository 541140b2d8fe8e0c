import { type MemberRole, READERS } from '#src/ground/access/roles.ts';

/** The mails about a merchant's production that each member chooses. */
export const NOTIFICATION_KINDS = [
  'payment_received',
  'payout_failed',
  'dispute',
  'webhook_failing',
  'daily_summary',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export interface NotificationRule {
  /** The panel's operation that shows the same data; `roles` are those that may call it. */
  readonly operation: string;
  readonly roles: readonly MemberRole[];
  /** The roles that get these mails by default. */
  readonly enabledFor: readonly MemberRole[];
}

export const NOTIFICATION_RULES: Readonly<Record<NotificationKind, NotificationRule>> = {
  payment_received: { operation: 'searchTransactions', roles: READERS, enabledFor: [] },
  payout_failed: {
    operation: 'searchTransactions',
    roles: READERS,
    enabledFor: ['owner', 'finance'],
  },
  dispute: {
    operation: 'listOwnDisputes',
    roles: READERS,
    enabledFor: ['owner', 'finance', 'developer', 'viewer'],
  },
  webhook_failing: {
    operation: 'listWebhooks',
    roles: ['owner', 'developer', 'viewer'],
    enabledFor: ['owner', 'developer'],
  },
  daily_summary: { operation: 'getOverview', roles: READERS, enabledFor: [] },
};

/** The amount from which payments are mailed to a member who has not chosen one, in centavos. */
export const MIN_CENTAVOS_DEFAULT = 100_000n;

/** The kinds that a role may choose. */
export function kindsOf(role: MemberRole): readonly NotificationKind[] {
  return NOTIFICATION_KINDS.filter((kind) => NOTIFICATION_RULES[kind].roles.includes(role));
}
