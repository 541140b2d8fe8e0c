import { setTimeout as sleep } from 'node:timers/promises';
import { DUE_CHECKS } from '#src/ground/work/due-checks.ts';
import { type Deadline, type Pauses, type Scheduler, timers } from '#src/ground/work/scheduler.ts';
import type { SilentRequest } from '../../../bank-simulator/src/bank-simulator.ts';

/** The longest time that tests wait for rounds of work. */
const WORK_MS_MAX = 50;
/** A round that takes longer is not waited for: it waits for something, or has much to do. */
const ROUND_MS_MAX = 60;
/** How often in a row a test looks at once after work was done. */
const SETTLED_MAX = 5;
const SETTLED_IN_ALL_MAX = 100;
/** Work that is not done in rounds, such as an attempt of a webhook, gets this time. */
const OTHER_WORK_MS = 10;
/** The time that a waiting test skips, look by look: after it, time passes as it is. */
const STEPS_MS = [250, 250, 500, 500, 1_000];
const PAUSE_MS_MIN = 20;
const PAUSE_MS_MAX = 100;
/** A busy machine may take longer than a bank may; a silent bank's requests end by `expire`. */
const ANSWER_MS_MIN = 30_000;

interface Loop {
  readonly isDueCheck: boolean;
  /** The end of its pause, by `monotonic`; undefined while a round runs. */
  pausedUntil: number | undefined;
  /** When its round began, by the real time. */
  begunAt: number;
  continue(): void;
}

/** A request to the bank that is under way. */
interface Waiting {
  readonly key: string;
  expire(): void;
}

/** Real time, and what a test skips of it. */
export interface TestScheduler extends Scheduler {
  /**
   * Checks for due work and waits until it is done; but not long for a round that takes long.
   * Returns whether there was any.
   */
  settle(): Promise<boolean>;
  /** Repeats `settle` until no work is due, at most a hundred times. */
  settleAll(): Promise<void>;
  /** Ends the pauses that end within this time, and waits for the rounds that begin. */
  skip(durationMs: number): Promise<void>;
  /** Ends the time of a request that the bank leaves without an answer. */
  expire(request: SilentRequest): void;
  /** Makes the function that passes the time between two looks of a test that waits. */
  startWait(): () => Promise<void>;
}

export function createTestScheduler(): TestScheduler {
  const loops = createLoops();
  const requests = createRequests();

  async function settle(): Promise<boolean> {
    const before = loops.rounds();
    await loops.checkDue();
    return loops.rounds() > before;
  }

  return {
    monotonic: loops.now,
    openPauses: loops.open,
    startDeadline: requests.startDeadline,
    expire: requests.expire,
    skip: loops.skip,
    settle,
    async settleAll() {
      for (let times = 0; times < SETTLED_IN_ALL_MAX && (await settle()); times += 1);
    },
    startWait() {
      const startedAt = performance.now();
      let settled = 0;
      let steps = 0;
      return async () => {
        const stepMs = STEPS_MS[steps];
        if (loops.areNone() || stepMs === undefined) {
          const pauseMs = (performance.now() - startedAt) / 10;
          await sleep(Math.min(Math.max(pauseMs, PAUSE_MS_MIN), PAUSE_MS_MAX));
          return;
        }
        const hasWorked = await settle();
        settled = hasWorked ? settled + 1 : 0;
        if (hasWorked && settled <= SETTLED_MAX) return;
        settled = 0;
        steps += 1;
        await sleep(OTHER_WORK_MS);
        await loops.skip(stepMs);
      };
    },
  };
}

/** Calls back those who wait until no round is under way. */
function createRest(loops: ReadonlySet<Loop>) {
  const resting = new Set<() => void>();
  const isUnderWay = ({ pausedUntil, begunAt }: Loop): boolean =>
    pausedUntil === undefined && begunAt > performance.now() - ROUND_MS_MAX;

  function tell(): void {
    if (resting.size === 0 || [...loops].some(isUnderWay)) return;
    for (const resume of resting) resume();
  }

  return {
    tell,
    /** Waits until no round is under way; at most 50 ms, and not for a round that takes long. */
    async wait(): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      const limit = setTimeout(resolve, WORK_MS_MAX);
      resting.add(resolve);
      tell();
      await promise;
      resting.delete(resolve);
      clearTimeout(limit);
    },
  };
}

/** Ends pauses at their time. */
function createTimer(loops: ReadonlySet<Loop>) {
  let skippedMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let timerAt = Number.POSITIVE_INFINITY;
  const now = (): number => performance.now() + skippedMs;

  function setTo(end: number): void {
    clearTimeout(timer);
    timerAt = end;
    if (end < Number.POSITIVE_INFINITY) timer = setTimeout(onTime, Math.max(end - now(), 0));
  }

  /** Ends the pauses whose time is over, and sets the timer to the next end. */
  function onTime(): void {
    const at = now();
    for (const loop of loops) if (endOf(loop) <= at) endPause(loop);
    setTo(Math.min(...[...loops].map(endOf)));
  }

  return {
    now,
    /** Begins to wait for the end of a pause. */
    add(end: number): void {
      if (end < timerAt) setTo(end);
    },
    stop: () => setTo(Number.POSITIVE_INFINITY),
    skip(durationMs: number): void {
      skippedMs += durationMs;
      onTime();
    },
  };
}

const endOf = ({ pausedUntil = Number.POSITIVE_INFINITY }: Loop): number => pausedUntil;

function endPause(loop: Loop): void {
  if (loop.pausedUntil === undefined) return;
  loop.pausedUntil = undefined;
  loop.begunAt = performance.now();
  loop.continue();
}

/** The loops of work of this process. */
function createLoops() {
  const loops = new Set<Loop>();
  const rest = createRest(loops);
  const timer = createTimer(loops);
  let rounds = 0;

  function open(name: string): Pauses {
    const loop: Loop = {
      isDueCheck: name === DUE_CHECKS,
      pausedUntil: undefined,
      begunAt: performance.now(),
      continue() {},
    };
    loops.add(loop);
    return {
      begin(durationMs) {
        const { promise, resolve } = Promise.withResolvers<void>();
        loop.continue = resolve;
        loop.pausedUntil = timer.now() + durationMs;
        if (!loop.isDueCheck) rounds += 1;
        timer.add(loop.pausedUntil);
        rest.tell();
        return promise;
      },
      end: () => endPause(loop),
      close() {
        loops.delete(loop);
        if (loops.size === 0) timer.stop();
        rest.tell();
      },
    };
  }

  return {
    open,
    now: timer.now,
    areNone: () => loops.size === 0,
    /** How many rounds have ended, without those of due checks. */
    rounds: () => rounds,
    async checkDue(): Promise<void> {
      for (const loop of loops) if (loop.isDueCheck) endPause(loop);
      await rest.wait();
    },
    async skip(durationMs: number): Promise<void> {
      timer.skip(durationMs);
      await rest.wait();
    },
  };
}

/** The requests to banks of this process. */
function createRequests() {
  const waiting = new Set<Waiting>();
  /** How many of the equal requests get no answer: only the bank knows which. */
  const silent = new Map<string, number>();

  function expireSilent(key: string): void {
    const equal = [...waiting].filter((request) => request.key === key);
    if (equal.length > (silent.get(key) ?? 0)) return;
    silent.delete(key);
    for (const request of equal) request.expire();
  }

  return {
    expire({ method, host, path }: SilentRequest): void {
      const key = `${method} ${host}${path}`;
      if (![...waiting].some((request) => request.key === key)) return;
      silent.set(key, (silent.get(key) ?? 0) + 1);
      expireSilent(key);
    },
    startDeadline(durationMs: number): Deadline {
      const deadline = timers.startDeadline(Math.max(durationMs, ANSWER_MS_MIN));
      let isOver = false;
      return {
        leftMs: () => (isOver ? 0 : deadline.leftMs()),
        limit(request, expire) {
          const { method, url } = request;
          const endLimit = deadline.limit(request, expire);
          const own: Waiting = {
            key: `${method} ${url.host}${url.pathname}${url.search}`,
            expire() {
              isOver = true;
              expire();
            },
          };
          waiting.add(own);
          return () => {
            endLimit();
            waiting.delete(own);
            if (silent.has(own.key)) expireSilent(own.key);
          };
        },
      };
    },
  };
}

/** The scheduler of all gateways in this process. */
export const testScheduler = createTestScheduler();
