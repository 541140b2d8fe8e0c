import { addDays, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/ground/durations.ts';
import { isRunning, type Subscription, type SubscriptionState } from '../../subscription.ts';
import { type BankStatus, hasEnded } from './recurrence.ts';

const PAUSE_MIN_MS = MINUTE_MS;
/** A recurrence of four hours is read each hour, and so on. */
const AGE_PER_PAUSE = 4;
/** While the payer has not answered, and after the last day. */
const WAITING_PAUSE_MAX_MS = 6 * HOUR_MS;
const ENDING_PAUSE_MS = HOUR_MS;
/** A payer's cancellation is told by a call-back; this finds those that were lost. */
const RUNNING_PAUSE_MS = DAY_MS;

/**
 * When the bank is asked again about a recurrence, the less often the older it is; null when both
 * sides have ended.
 */
export function nextSync(state: SubscriptionState, seen: BankStatus, now: number): number | null {
  const { subscription } = state;
  const { status, createdAt, endsOn } = subscription;
  const isEndedHere = status !== 'created' && !isRunning(subscription);
  if (isEndedHere) return hasEnded(seen) ? null : now;
  // The bank's answer is taken over at once.
  if (status === 'created' && seen !== 'created') return now;
  if (status === 'created') {
    const byAge = Math.max(PAUSE_MIN_MS, (now - createdAt) / AGE_PER_PAUSE);
    const next = now + Math.min(byAge, WAITING_PAUSE_MAX_MS);
    return Math.min(next, nextEnd(subscription, now));
  }
  if (hasEnded(seen)) return now + ENDING_PAUSE_MS;
  if (endsOn === null) return now + RUNNING_PAUSE_MS;
  const end = startOfKnownDay(addDays(endsOn, 1));
  return now < end ? Math.min(now + RUNNING_PAUSE_MS, end) : now + ENDING_PAUSE_MS;
}

/** When the payer's time to answer ends next: of the request, or of the authorization. */
function nextEnd({ authorizableBefore, requestExpiresAt }: Subscription, now: number): number {
  const ends = [requestExpiresAt ?? 0, authorizableBefore].filter((at) => now < at);
  return Math.min(...ends, Number.POSITIVE_INFINITY);
}
