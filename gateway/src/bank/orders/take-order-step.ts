import type { Clock } from '#src/ground/clock.ts';
import { HOUR_SECONDS, SECOND_MS } from '#src/ground/durations.ts';
import type { BankRefusal, Outcome } from '../live-bank.ts';

/** The limits of the pause between two requests; a call-back usually comes earlier. */
const PAUSE_SECONDS_MIN = 1;
const PAUSE_SECONDS_MAX = HOUR_SECONDS;

/** The state of a payout or refund in the database before a step. */
export interface OrderState {
  /** The last attempt without a clear answer, in milliseconds; null when there was none. */
  readonly uncertainAt: number | null;
  /** Whether the bank has ever returned the order. */
  readonly isKnownAtBank: boolean;
}

/** The operations of a step on one order. */
export interface OrderOperations<Value> {
  find(): Promise<Outcome<Value | undefined>>;
  /**
   * Records that an attempt begins, before anything is sent, so that the attempt of a worker that
   * dies counts as one without an answer. @returns false when the order may not be sent now.
   */
  begin(at: number): Promise<boolean>;
  send(): Promise<Outcome<Value>>;
}

export interface OrderTime {
  readonly clock: Clock;
  /** For so long after an attempt without a clear answer only the bank's record counts. In ms. */
  readonly quarantineMs: number;
}

/** The bank's definite answer after a step, if any, and the new values of the order's row. */
export interface OrderStep<Value> {
  /** The bank's record of the order; undefined when it returned none. */
  readonly found: Value | undefined;
  /** A refusal that is final. */
  readonly refusal: BankRefusal | undefined;
  readonly uncertainAt: number | null;
  readonly isKnownAtBank: boolean;
  /** When the next step is due, in milliseconds, unless this one ended the order. */
  readonly nextAt: number;
}

/**
 * Takes one step of an order: sends it the first time, and later asks the bank about it by its id.
 * After an attempt without a clear answer the order may still be in a queue of the bank, so it is
 * neither sent again nor failed until the quarantine ends. After the quarantine an order that the
 * bank does not know is sent again under the same id, and a refusal is final. An order that the
 * bank has returned once is never sent again. Throws the errors of the operations.
 */
export async function takeOrderStep<Value>(
  order: OrderState,
  operations: OrderOperations<Value>,
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
    const outcome = await operations.find();
    if (outcome.kind === 'unavailable') return waiting(uncertainAt, outcome.retryAfterSeconds);
    // A refused search says nothing about the order.
    if (outcome.kind !== 'done') return waiting(uncertainAt);
    if (outcome.value)
      return { ...waiting(uncertainAt), found: outcome.value, isKnownAtBank: true };
    const isOver = clock.now() >= uncertainAt + quarantineMs;
    if (isKnownAtBank || !isOver) return waiting(uncertainAt);
  }
  const startedAt = clock.now();
  if (!(await operations.begin(startedAt))) return waiting(uncertainAt);
  const outcome = await operations.send();
  if (outcome.kind === 'unavailable') return waiting(uncertainAt, outcome.retryAfterSeconds);
  if (outcome.kind === 'unknown') return waiting(clock.now());
  if (outcome.kind === 'refused') return { ...waiting(uncertainAt), refusal: outcome.refusal };
  return { ...waiting(startedAt), found: outcome.value, isKnownAtBank: true };
}

/** The pause in seconds: half of the time for which the order has been open, within limits. */
function pauseAfter(openMs: number): number {
  const seconds = Math.ceil(openMs / 2 / SECOND_MS);
  return Math.min(Math.max(seconds, PAUSE_SECONDS_MIN), PAUSE_SECONDS_MAX);
}
