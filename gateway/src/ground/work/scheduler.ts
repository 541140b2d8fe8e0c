/** The pauses of one loop of background work. */
export interface Pauses {
  /** Resolves after this time, or when `end` is called. Only one pause is under way at a time. */
  begin(durationMs: number): Promise<void>;
  /** Ends the pause that is under way, if there is one. */
  end(): void;
  /** The loop has ended. */
  close(): void;
}

/** The end of the time that a call to a bank may take. */
export interface Deadline {
  /** The time until then in milliseconds; 0 or less afterwards. */
  leftMs(): number;
  /** Calls `expire` then, unless the returned function was called before. */
  limit(request: { readonly method: string; readonly url: URL }, expire: () => void): () => void;
}

/**
 * The source of pauses and deadlines of the work of a process, in real time. Tests have another
 * one, which ends them early.
 */
export interface Scheduler {
  /** Milliseconds of a clock that no one sets: only differences have a meaning. */
  monotonic(): number;
  /** Opens the pauses of a loop; `name` is that of its work. */
  openPauses(name: string): Pauses;
  /** The shortest pause before the first round of a work. Default: none. */
  firstPauseMs?(name: string, intervalMs: number): number;
  startDeadline(durationMs: number): Deadline;
}

/** The scheduler of production. */
export const timers: Scheduler = {
  monotonic: () => performance.now(),
  openPauses() {
    let end = (): void => {};
    return {
      begin(durationMs) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, durationMs);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
        return promise;
      },
      end: () => end(),
      close() {},
    };
  },
  startDeadline(durationMs) {
    const at = performance.now() + durationMs;
    const leftMs = (): number => at - performance.now();
    return {
      leftMs,
      limit(_request, expire) {
        const timer = setTimeout(expire, leftMs());
        return () => clearTimeout(timer);
      },
    };
  },
};
