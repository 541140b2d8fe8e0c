import { reasonOf } from '../database/database-errors.ts';
import { isWaiting } from '../database/outage.ts';
import type { Logger } from '../log.ts';
import { traced } from '../telemetry/traced-work.ts';
import { type Scheduler, timers } from './scheduler.ts';

export const PAUSE_AFTER_ERROR_MS = 1_000;
/** The shortest pause after a round that only found that it is too early. */
const REST_MS = 2_000;
const TELL_WAITING_MS = 10_000;

/** A round: whether there may be more to do at once; `early` if work is not repeated yet. */
export type Round = boolean | 'early';

export interface Poller {
  /** Ends the pause that is under way, or leaves out the next one; not a pause after an error. */
  wake(): void;
  /** Ends the loop and waits for the round that is under way. */
  stop(): Promise<void>;
}

export interface PollerOptions {
  readonly name: string;
  readonly intervalMs: number;
  /** The pause before the first round. Default: none. */
  readonly firstPauseMs?: number | undefined;
  /** One round. Must be safe to repeat. */
  readonly work: () => Promise<Round>;
  readonly logger: Logger;
  /** Where the pauses come from. Default: timers. */
  readonly scheduler?: Scheduler;
}

/**
 * Repeats a round of work until it is stopped. A round that fails is logged and repeated, so the
 * loop continues after an outage of the database, which is logged once in ten seconds.
 */
export function startPoller(options: PollerOptions): Poller {
  let isRunning = true;
  let isAwake = false;
  let isFailed = false;
  const scheduler = options.scheduler ?? timers;
  const pauses = scheduler.openPauses(options.name);
  const { name, firstPauseMs = 0, intervalMs } = options;

  async function run(): Promise<void> {
    const pauseMs = Math.max(firstPauseMs, scheduler.firstPauseMs?.(name, intervalMs) ?? 0);
    if (pauseMs > 0) await pauses.begin(pauseMs);
    while (isRunning) {
      isAwake = false;
      const result = await runRound(options);
      isFailed = result === 'failed';
      const pauseMs = pauseAfter(result, intervalMs);
      if (result !== 'more' && isRunning && (isFailed || !isAwake)) await pauses.begin(pauseMs);
    }
    pauses.close();
  }

  const running = run();
  return {
    wake() {
      isAwake = true;
      if (!isFailed) pauses.end();
    },
    stop() {
      isRunning = false;
      pauses.end();
      return running;
    },
  };
}

type Result = 'more' | 'done' | 'early' | 'failed';

function pauseAfter(result: Result, intervalMs: number): number {
  if (result === 'failed') return PAUSE_AFTER_ERROR_MS;
  return result === 'early' ? Math.max(REST_MS, intervalMs) : intervalMs;
}

/** Runs one round of work. Never throws: an error is logged. */
export async function runRound({
  work,
  logger,
  name,
}: Pick<PollerOptions, 'work' | 'logger' | 'name'>): Promise<Result> {
  try {
    const round = await traced({ kind: 'job', name }, work);
    if (round === 'early') return round;
    return round ? 'more' : 'done';
  } catch (error) {
    if (!isWaiting(error)) logger.error({ err: error, poller: name }, 'a round of work failed');
    else tellWaiting(logger, name, error);
    return 'failed';
  }
}

/** When each log last reported an outage; all pollers of a process wait for the same database. */
const toldAt = new WeakMap<Logger, number>();

function tellWaiting(logger: Logger, poller: string, error: unknown): void {
  const now = performance.now();
  if (now - (toldAt.get(logger) ?? Number.NEGATIVE_INFINITY) < TELL_WAITING_MS) return;
  toldAt.set(logger, now);
  logger.warn({ poller, reason: reasonOf(error) }, 'work waits for the database');
}
