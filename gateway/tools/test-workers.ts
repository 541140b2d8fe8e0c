import { availableParallelism, freemem } from 'node:os';

/** A worker grows to about a gigabyte in the files that it runs. */
const WORKER_BYTES = 2 ** 30;
/** A file uses 0.3 of a core while it runs, because it waits for most of the time. */
const WORKERS_PER_CORE_MAX = 3.5;
const WORKERS_PER_CORE_MIN = 2;
const WINDOW_MS = 3_000;
const BUSY_SHARE = 0.85;

export interface WorkerBounds {
  readonly min: number;
  readonly max: number;
}

/** How many workers may run for so many units: by cores and free memory, or `TEST_WORKERS`. */
export function workerBounds(
  units: number,
  wanted: string | undefined,
  cores = availableParallelism(),
  freeBytes = freemem(),
): WorkerBounds {
  if (wanted !== undefined) return { min: Number(wanted), max: Number(wanted) };
  const bound = Math.min(units, Math.max(1, Math.floor(freeBytes / WORKER_BYTES)));
  return {
    min: Math.min(WORKERS_PER_CORE_MIN * cores, bound),
    max: Math.min(Math.floor(WORKERS_PER_CORE_MAX * cores), bound),
  };
}

export interface WorkerPool {
  readonly bounds: WorkerBounds;
  /** Starts a worker; resolves when it has ended. */
  start(): Promise<void>;
  /** How many units no worker has taken yet. */
  waiting(): number;
  /** Is called in each window; returns the busy share of the cores in it. */
  look(): number;
}

/**
 * Runs workers until no unit waits and all have ended. It begins with the lower bound. After each
 * window in which the cores were idle it adds a worker, up to the upper bound: more workers help a
 * machine whose workers wait, and on one with busy cores they only make all tests slower. A worker
 * that ends after its share of files is replaced by the same rule.
 * @returns the most workers that ran at once
 */
export async function runWorkers({ bounds, start, waiting, look }: WorkerPool) {
  const running = new Set<Promise<void>>();
  let most = 0;
  const add = (): void => {
    const before = waiting();
    const worker: Promise<void> = start().then(() => {
      running.delete(worker);
      // A worker that took nothing can't start: another one couldn't either.
      if (waiting() < before) fill();
    });
    running.add(worker);
    most = Math.max(most, running.size);
  };
  const fill = (): void => {
    const wanted = Math.min(bounds.min - running.size, waiting());
    for (let count = 0; count < wanted; count += 1) add();
  };
  const grow = (): void => {
    const isIdle = look() < BUSY_SHARE;
    if (isIdle && running.size < bounds.max && waiting() > 0) add();
  };
  const timer = setInterval(grow, WINDOW_MS);
  fill();
  try {
    while (running.size > 0) await Promise.race(running);
  } finally {
    clearInterval(timer);
  }
  return most;
}
