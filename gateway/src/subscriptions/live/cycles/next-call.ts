import { startOfKnownDay } from '#src/ground/brazilian-days.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#src/ground/durations.ts';
import { createdBefore, settledAt } from '../../cycle-windows.ts';
import { type Cycle, isOpen, NO_BALANCE, openAttempt } from '../../subscription.ts';
import { type CycleAtBank, hasEnded } from './bank-cycle.ts';

/** A call of the bank. `find` only reads; `give_up` and `close` ask nothing. */
export type Call = 'create' | 'cancel' | 'retry' | 'find' | 'give_up' | 'close';

/** The pauses after the first, second, … call in a row without an answer. */
const PAUSES_MS = [5 * SECOND_MS, 15 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS];
/** After the payer's bank has tried in the morning, its answer is read. */
const AFTER_MORNING_MS = 2 * HOUR_MS;
const ON_THE_DAY_MS = 30 * MINUTE_MS;
const BEFORE_THE_DAY_MS = 12 * HOUR_MS;
const AFTER_THE_DAY_MS = 6 * HOUR_MS;
const AFTER_THE_DAY_MS_MAX = 7 * DAY_MS;
/** The part of the time since the day that passes until the next reading: the pauses grow. */
const PAUSE_PART = 1 / 8;
const WITHOUT_PIX_MS = 10 * MINUTE_MS;

/**
 * The next call for a cycle. After a change without a clear answer the bank is read before anything
 * else is asked or decided; `create` then reads first.
 */
export function nextCall(row: CycleAtBank, now: number): Call {
  const change = missingChange(row);
  if (change === undefined) return isOver(row) ? 'close' : 'find';
  if (change === 'create' && now < createdBefore(row.dueOn)) return 'create';
  if (row.calledAt !== null) return 'find';
  return change === 'create' ? 'give_up' : change;
}

/** Whether the bank has nothing more to say. Of a paid charge it still owes the Pix. */
function isOver({ status }: CycleAtBank): boolean {
  return status === null || (hasEnded(status) && status !== 'paid');
}

/** The next change that the bank must make to reach the desired state; undefined if none. */
export function missingChange(row: CycleAtBank): 'create' | 'cancel' | 'retry' | undefined {
  const { wanted, status, calledAt, retryOn } = row;
  if (wanted === 'ended') {
    const isThere = status === null ? calledAt !== null : !hasEnded(status);
    return isThere ? 'cancel' : undefined;
  }
  if (status === null) return 'create';
  return retryOn !== null ? 'retry' : undefined;
}

/**
 * From when on the bank will not do an attempt without a clear answer any more: a charge that it
 * doesn't know then will not appear. Null if there was no such attempt.
 */
export function settledFrom(unclearSince: number | null, quarantineMs: number): number | null {
  return unclearSince === null ? null : unclearSince + quarantineMs;
}

/** When the bank is asked again after a call without an answer. */
export function afterNoAnswer({ unansweredCount }: CycleAtBank, now: number): number {
  const last = PAUSES_MS.length - 1;
  return now + (PAUSES_MS[Math.min(unansweredCount, last)] ?? MINUTE_MS);
}

/**
 * When the bank is read again, whose call-back may be lost: more often on the day of an attempt. Of
 * a charge that the bank calls paid until its Pix arrives, and of a refused one until the bank says
 * that it has ended, which frees its cycle. Null when nothing is open.
 */
export function nextSync(row: CycleAtBank, cycle: Cycle | undefined, now: number): number | null {
  if (missingChange(row) !== undefined) return now;
  if (cycle?.status === 'paid' || row.status === null) return null;
  if (row.status === 'paid') {
    const since = row.seenAt ?? now;
    return now < since + DAY_MS ? now + WITHOUT_PIX_MS : afterTheDay(since, now);
  }
  if (hasEnded(row.status)) return null;
  if (row.wanted === 'kept' || (cycle && isOpen(cycle))) {
    return syncOfOpen(row, (cycle && openAttempt(cycle)?.on) ?? row.dueOn, now);
  }
  const isRefused = cycle?.status === 'failed' && cycle.reason !== NO_BALANCE;
  return isRefused ? afterTheDay(startOfKnownDay(row.dueOn), now) : null;
}

/** The next reading of a charge that is open longer than its bank should need: 6 h to 7 days. */
function afterTheDay(since: number, now: number): number {
  const pause = Math.max(AFTER_THE_DAY_MS, (now - since) * PAUSE_PART);
  return now + Math.min(pause, AFTER_THE_DAY_MS_MAX);
}

function syncOfOpen({ key }: CycleAtBank, on: string, now: number): number {
  const morning = settledAt(on, key.id, 'morning') + AFTER_MORNING_MS;
  if (now < morning) return Math.min(now + BEFORE_THE_DAY_MS, morning);
  const end = startOfKnownDay(on) + DAY_MS;
  return now < end ? now + ON_THE_DAY_MS : afterTheDay(end, now);
}
