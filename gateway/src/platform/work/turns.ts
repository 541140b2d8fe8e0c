import { Refusal } from '../errors/problems.ts';

const RETRY_AFTER_SECONDS = 1;

/** Runs work of the same name one after another, in the order of arrival. */
export type Turns = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Makes turns by name, in the memory of this process. Refuses `rate_limited` when `waitingMax` of a
 * name wait already.
 */
export function createTurns(waitingMax: number): Turns {
  const queues = new Map<string, (() => void)[]>();
  return async (name, work) => {
    const waiting = queues.get(name);
    if (waiting === undefined) queues.set(name, []);
    else {
      if (waiting.length >= waitingMax) {
        throw new Refusal('rate_limited', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = queues.get(name)?.shift();
      if (next) next();
      else queues.delete(name);
    }
  };
}
