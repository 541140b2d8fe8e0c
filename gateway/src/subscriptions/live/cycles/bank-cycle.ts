import type { BankAttempt, BankCycle } from '#src/bank/recurring-bank.ts';
import type { SubscriptionKey } from '../../subscription.ts';

/** The state of a cycle's charge as the bank says it. */
export type SeenStatus = BankCycle['status'];

/** The charge of a live cycle at the bank. Days as `2026-11-20`, instants in milliseconds. */
export interface CycleAtBank {
  readonly key: SubscriptionKey;
  /** The first day of the cycle. */
  readonly day: string;
  /** Which charge of the cycle it is. */
  readonly number: number;
  readonly txid: string;
  readonly dueOn: string;
  /** `kept`: the bank was asked to cancel it and refused. */
  readonly wanted: 'exists' | 'ended' | 'kept';
  /** The day of a retry that the bank has not taken yet. */
  readonly retryOn: string | null;
  /** The bank's last answer, and since when; null until the bank has answered. */
  readonly status: SeenStatus | null;
  readonly seenAt: number | null;
  /** The start of an attempt to change something that had no clear answer. */
  readonly calledAt: number | null;
  /** How many calls in a row had no answer. */
  readonly unansweredCount: number;
  readonly registeredAt: number | null;
  /** The attempts as the bank showed them last; null until it has. */
  readonly attempts: readonly BankAttempt[] | null;
}

/** Whether the bank will not try to debit the payer any more. */
export function hasEnded(status: SeenStatus | null): boolean {
  return status !== null && status !== 'created' && status !== 'active';
}
