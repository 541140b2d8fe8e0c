import type { DueTerms } from '#src/charges/due/due-terms.ts';
import { addDays, brazilianDayOf, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { DAY_MS, HOUR_MS } from '#src/ground/durations.ts';

/** The reminders of a charge. `before` is also the announcement of a subscription's debit. */
export const REMINDER_KINDS = ['before', 'on_due_day', 'after'] as const;
/** A failed attempt of a subscription's cycle, by its number from 1. */
export const ATTEMPT_KINDS = [
  'attempt_1_failed',
  'attempt_2_failed',
  'attempt_3_failed',
  'attempt_4_failed',
] as const;
export const SUBSCRIPTION_KINDS = [...ATTEMPT_KINDS, 'subscription_canceled'] as const;
export const PAYER_MAIL_KINDS = [...REMINDER_KINDS, 'receipt', ...SUBSCRIPTION_KINDS] as const;
export type ReminderKind = (typeof REMINDER_KINDS)[number];
export type SubscriptionMailKind = (typeof SUBSCRIPTION_KINDS)[number];
export type PayerMailKind = (typeof PAYER_MAIL_KINDS)[number];

export const PAYER_MAIL_STATUSES = ['planned', 'waiting', 'sent', 'skipped', 'failed'] as const;
export type PayerMailStatus = (typeof PAYER_MAIL_STATUSES)[number];

/** Why a mail was not sent. */
export const PAYER_MAIL_REASONS = [
  'paid',
  'canceled',
  'expired',
  'renewed',
  'refunded',
  'erased',
  'turned_off',
  'late',
  'unsubscribed',
  'address_refused',
  'mail_refused',
  'test_address',
  'address_limit',
  'daily_limit',
  'account_not_active',
  'no_mail_server',
  'gave_up',
  'interrupted',
] as const;
export type PayerMailReason = (typeof PAYER_MAIL_REASONS)[number];

/** How many days a reminder may be away from the end of a charge. */
export const REMINDER_DAYS_MAX = 15;
/** How many mails to payers one merchant may write on a day in Brasília. */
export const MAILS_PER_DAY = 2_000;
/** How many mails of one merchant an address may get in 24 hours. */
export const MAILS_PER_ADDRESS = 10;
/** A reminder that is later is not sent: its words would surprise the payer. */
export const LATE_MS = DAY_MS;

const MORNING_MS = 9 * HOUR_MS;
const EVENING_MS = 18 * HOUR_MS;
/** How long before its end the payer of a charge must have the reminder. */
const TIME_LEFT_MS = HOUR_MS;

/** The mails to payers that a merchant has chosen in one environment. */
export interface PayerMailWishes {
  readonly daysBefore: number | null;
  readonly isOnDueDay: boolean;
  readonly daysAfter: number | null;
  readonly wantsReceipts: boolean;
}

export const NO_WISHES: PayerMailWishes = {
  daysBefore: null,
  isOnDueDay: false,
  daysAfter: null,
  wantsReceipts: false,
};

/** Whether any reminder is wanted. */
export function wantsReminders({ daysBefore, isOnDueDay, daysAfter }: PayerMailWishes): boolean {
  return daysBefore !== null || isOnDueDay || daysAfter !== null;
}

/** Whether mails of a kind are wanted. */
export function wantsKind(wishes: PayerMailWishes, kind: PayerMailKind): boolean {
  if (kind === 'before') return wishes.daysBefore !== null;
  if (kind === 'on_due_day') return wishes.isOnDueDay;
  if (kind === 'receipt') return wishes.wantsReceipts;
  return kind === 'subscription_canceled' ? wantsReminders(wishes) : wishes.daysAfter !== null;
}

/**
 * Whether a mail tells of a failed attempt or a canceled subscription. Its time is the planned one.
 */
export function isSubscriptionKind(kind: PayerMailKind): kind is SubscriptionMailKind {
  return SUBSCRIPTION_KINDS.some((each) => each === kind);
}

/** The number of the attempt that a mail is about, from 1; 0 for no attempt. */
export function numberOfAttempt(kind: PayerMailKind): number {
  const kinds: readonly PayerMailKind[] = ATTEMPT_KINDS;
  return kinds.indexOf(kind) + 1;
}

/** When a charge was made and ends, in milliseconds, and its due date if it has one. */
export interface ChargeEnd {
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly due: Pick<DueTerms, 'rules' | 'local' | 'cycle'> | null;
}

/** The first nine o'clock in Brasília at an instant or after it. */
export function nextMorning(at: number): number {
  const day = brazilianDayOf(at);
  const morning = morningOf(day, 0);
  return at <= morning ? morning : morningOf(day, 1);
}

/**
 * When a debit is announced: on the day that the merchant wants, but not before the first morning
 * after the charge was made. Undefined when it isn't wanted.
 */
export function announcedAt(
  { daysBefore }: PayerMailWishes,
  { dueOn, createdAt }: { readonly dueOn: string; readonly createdAt: number },
): number | undefined {
  if (daysBefore === null) return undefined;
  return Math.max(morningOf(dueOn, -daysBefore), nextMorning(createdAt));
}

/**
 * When a reminder of a charge is due: at nine in the morning of its day in Brasília. The reminder
 * on the day of the end comes at six in the evening before, when less than an hour would be left.
 * With a due date that is the day, and reminders after it count from the business day on which the
 * charge still costs the same. A cycle of a subscription has only an announcement. Undefined when
 * the merchant doesn't want it.
 */
export function reminderAt(
  kind: ReminderKind,
  wishes: PayerMailWishes,
  { createdAt, expiresAt, due }: ChargeEnd,
): number | undefined {
  if (due?.cycle) {
    const debit = { dueOn: due.rules.dueDate, createdAt };
    return kind === 'before' ? announcedAt(wishes, debit) : undefined;
  }
  const { daysBefore, isOnDueDay, daysAfter } = wishes;
  const day = due?.rules.dueDate ?? brazilianDayOf(expiresAt);
  if (kind === 'before') return daysBefore === null ? undefined : morningOf(day, -daysBefore);
  if (kind === 'after') {
    const endDay = due ? businessDayFrom(day, due.local) : day;
    return daysAfter === null ? undefined : morningOf(endDay, daysAfter);
  }
  if (!isOnDueDay) return undefined;
  const morning = morningOf(day, 0);
  if (morning + TIME_LEFT_MS <= expiresAt) return morning;
  return startOfKnownDay(addDays(day, -1)) + EVENING_MS;
}

function morningOf(day: string, days: number): number {
  return startOfKnownDay(addDays(day, days)) + MORNING_MS;
}

/**
 * The reminders of a charge with their instants. A reminder that would be due before the charge
 * existed, or before the merchant asked for it, is left out.
 */
export function remindersOf(
  wishes: PayerMailWishes,
  charge: ChargeEnd,
  changedAt: number,
): { readonly kind: ReminderKind; readonly at: number }[] {
  return REMINDER_KINDS.flatMap((kind) => {
    const at = reminderAt(kind, wishes, charge);
    return at === undefined || at <= Math.max(charge.createdAt, changedAt) ? [] : [{ kind, at }];
  });
}
