import { INTERVAL_WORDS } from '#src/bank/recurring-bank.ts';
import type { Interval } from '#src/subscriptions/cycle-days.ts';
import type { RequestStatus } from '#src/subscriptions/recurrences/recurrence.ts';
import type { Journey, RetryPolicy, SubscriptionStatus } from '#src/subscriptions/subscription.ts';

/** The words of the standard for what a subscription is. */
export const POLICY_WORDS: Readonly<Record<RetryPolicy, string>> = {
  none: 'NAO_PERMITE',
  three_in_seven_days: 'PERMITE_3R_7D',
};

export const JOURNEY_WORDS: Readonly<Record<Journey, string>> = {
  bank_push: 'JORNADA_1',
  code: 'JORNADA_2',
  code_and_first_payment: 'JORNADA_3',
  offer: 'JORNADA_4',
};

/** The states of a recurrence. A paused subscription is still authorized at the bank. */
export const REC_STATUSES = {
  CRIADA: ['created'],
  APROVADA: ['authorized', 'paused'],
  REJEITADA: ['rejected'],
  EXPIRADA: ['expired'],
  CANCELADA: ['canceled'],
} as const satisfies Record<string, readonly SubscriptionStatus[]>;
export type RecStatus = keyof typeof REC_STATUSES;

/** The states of a request that has ended. */
export const REQUEST_WORDS: Readonly<Record<Exclude<RequestStatus, 'open'>, string>> = {
  accepted: 'ACEITA',
  rejected: 'REJEITADA',
  expired: 'EXPIRADA',
  canceled: 'CANCELADA',
};

/** The state of a recurrence in the standard. */
export function recStatusOf(status: SubscriptionStatus): RecStatus {
  const words = Object.keys(REC_STATUSES) as RecStatus[];
  const found = words.find((word) =>
    (REC_STATUSES[word] as readonly SubscriptionStatus[]).includes(status),
  );
  if (!found) throw new Error(`a subscription is ${status}`);
  return found;
}

/** Whether a text is a state of a recurrence. */
export function isRecStatus(text: string): text is RecStatus {
  return Object.hasOwn(REC_STATUSES, text);
}

/** The interval that a word of the standard names. */
export function intervalOf(word: unknown): Interval | undefined {
  const intervals = Object.keys(INTERVAL_WORDS) as Interval[];
  return intervals.find((interval) => INTERVAL_WORDS[interval] === word);
}

/** The policy that a word of the standard names. */
export function policyOf(word: unknown): RetryPolicy | undefined {
  return (Object.keys(POLICY_WORDS) as RetryPolicy[]).find(
    (policy) => POLICY_WORDS[policy] === word,
  );
}
