import type { Outcome } from '#src/bank/outcome.ts';
import { Refusal } from '#src/ground/errors/problems.ts';

const RETRY_AFTER_SECONDS = 30;

/**
 * The bank's value of a charge or a location. Refuses `provider_unavailable` after an unclear
 * answer, and `provider_refused`; `charge_not_revisable` for a charge that was paid.
 */
export function answerOf<Value>(outcome: Outcome<Value>): Value {
  if (outcome.kind === 'done') return outcome.value;
  if (outcome.kind === 'refused') {
    const { code, message } = outcome.refusal;
    if (code === 'charge_paid') throw new Refusal('charge_not_revisable');
    throw new Refusal('provider_refused', { reason: message });
  }
  throw unclear(outcome);
}

/** The refusal after an answer that is no clear one. */
export function unclear(
  outcome: Extract<Outcome<unknown>, { readonly kind: 'unknown' | 'unavailable' }>,
): Refusal {
  return unavailable(outcome.kind === 'unknown' ? undefined : outcome.retryAfterSeconds);
}

export function unavailable(retryAfterSeconds = RETRY_AFTER_SECONDS): Refusal {
  return new Refusal('provider_unavailable', { retryAfterSeconds });
}

export function bankMissing(): Refusal {
  const retryAfterSeconds = RETRY_AFTER_SECONDS;
  return new Refusal('provider_unavailable', { retryAfterSeconds, isBankMissing: true });
}

/** Throws when the bank keeps a part of a change, so that operators see the charge. */
export function refuseDifferent(outcome: Outcome<unknown>): void {
  if (outcome.kind === 'unknown' && outcome.isDifferent) throw new Error(outcome.reason);
}
