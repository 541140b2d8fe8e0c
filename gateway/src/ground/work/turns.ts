import { Refusal } from '../errors/problems.ts';

const RETRY_AFTER_SECONDS = 1;

/** Runs work of the same name in the order of arrival. */
export type Turns = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

interface Queue {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Makes turns by name, in the memory of this process; `atOnce` of a name run at the same time.
 * Refuses `rate_limited` when `waitingMax` of a name wait already.
 */
export function createTurns(waitingMax: number, atOnce = 1): Turns {
  const queues = new Map<string, Queue>();
  return async (name, work) => {
    const queue = queues.get(name) ?? { running: 0, waiting: [] };
    queues.set(name, queue);
    if (queue.running < atOnce) queue.running += 1;
    else {
      if (queue.waiting.length >= waitingMax) {
        throw new Refusal('rate_limited', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      }
      await new Promise<void>((resolve) => queue.waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = queue.waiting.shift();
      // The next work takes over this slot.
      if (next) next();
      else queue.running -= 1;
      if (queue.running === 0) queues.delete(name);
    }
  };
}
