import type { Clock } from '#src/platform/clock.ts';
import { HOUR_SECONDS, SECOND_MS } from '#src/platform/durations.ts';
import type { BankRefusal, Outcome } from './live-bank.ts';

/** The bounds of how long the bank is left alone; its call-back comes before, as a rule. */
const PAUSE_SECONDS_MIN = 1;
const PAUSE_SECONDS_MAX = HOUR_SECONDS;

/** An order for money to leave (a payout, a refund), as the database knows it before a step. */
export interface OrderState {
  /** The last try that the bank may have got without a clear answer; null when there was none. */
  readonly uncertainAt: number | null;
  /** Whether the bank has ever shown the order. */
  readonly isKnownAtBank: boolean;
}

/** How a step reaches one order. */
export interface OrderDoors<Value> {
  find(): Promise<Outcome<Value | undefined>>;
  /**
   * Writes down that a try begins, before anything is sent: a worker that dies leaves it as a try
   * without an answer. False when the order may not be sent now.
   */
  begin(at: number): Promise<boolean>;
  send(): Promise<Outcome<Value>>;
}

export interface OrderTime {
  readonly clock: Clock;
  /** For how long after a try without a clear answer nothing but the bank's own record counts. */
  readonly quarantineMs: number;
}

/** What is certain after a step, and what the order's row is to say. */
export interface OrderStep<Value> {
  /** The bank's own record of the order; undefined while it showed none. */
  readonly found: Value | undefined;
  /** A refusal that is final. */
  readonly refusal: BankRefusal | undefined;
  readonly uncertainAt: number | null;
  readonly isKnownAtBank: boolean;
  /** When the next step is due, if this one ended nothing. */
  readonly nextAt: number;
}

/**
 * Takes one step of an order: sends it the first time, and asks about it by its id once the bank
 * may have got it. After a try without a clear answer the order may still wait in a queue of the
 * bank's, so until the quarantine is over it is neither sent again nor given up; after that an
 * order that the bank does not know is sent again under the same id, and a refusal is final. What
 * the bank has shown once is never sent again.
 */
export async function takeOrderStep<Value>(
  order: OrderState,
  doors: OrderDoors<Value>,
  { clock, quarantineMs }: OrderTime,
): Promise<OrderStep<Value>> {
  const { uncertainAt, isKnownAtBank } = order;
  const waiting = (since: number | null, retryAfterSeconds?: number): OrderStep<Value> => {
    const now = clock.now();
    const seconds = retryAfterSeconds ?? pauseAfter(now - (since ?? now));
    const end = since === null ? 0 : since + quarantineMs;
    const pausedUntil = now + seconds * SECOND_MS;
    const nextAt = end > now && end < pausedUntil ? end : pausedUntil;
    return { found: undefined, refusal: undefined, uncertainAt: since, isKnownAtBank, nextAt };
  };
  if (uncertainAt !== null) {
    const outcome = await doors.find();
    if (outcome.kind === 'unavailable') return waiting(uncertainAt, outcome.retryAfterSeconds);
    // A bank that refuses the question has said nothing about the order.
    if (outcome.kind !== 'done') return waiting(uncertainAt);
    if (outcome.value)
      return { ...waiting(uncertainAt), found: outcome.value, isKnownAtBank: true };
    const isOver = clock.now() >= uncertainAt + quarantineMs;
    if (isKnownAtBank || !isOver) return waiting(uncertainAt);
  }
  const startedAt = clock.now();
  if (!(await doors.begin(startedAt))) return waiting(uncertainAt);
  const outcome = await doors.send();
  if (outcome.kind === 'unavailable') return waiting(uncertainAt, outcome.retryAfterSeconds);
  if (outcome.kind === 'unknown') return waiting(clock.now());
  if (outcome.kind === 'refused') return { ...waiting(uncertainAt), refusal: outcome.refusal };
  return { ...waiting(startedAt), found: outcome.value, isKnownAtBank: true };
}

/** The longer the bank has left an order open, the more rarely it is asked. */
function pauseAfter(openMs: number): number {
  const seconds = Math.ceil(openMs / 2 / SECOND_MS);
  return Math.min(Math.max(seconds, PAUSE_SECONDS_MIN), PAUSE_SECONDS_MAX);
}
