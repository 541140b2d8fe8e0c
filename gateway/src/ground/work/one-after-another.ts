import { setTimeout as pause } from 'node:timers/promises';

/** Runs work, maybe after other work, and returns its result. */
export type Line = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Makes a line, in which works run one after another, so that all of them together need one
 * connection. A slow work delays the next one by at most `waitMs`.
 */
export function createLine(waitMs: number): Line {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const before = last;
    const running = before.then(work);
    const waited = before.then(() => pause(waitMs, undefined, { ref: false }));
    last = Promise.race([running.catch(() => {}), waited]);
    return running;
  };
}
