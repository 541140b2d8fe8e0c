import { MINUTE_MS } from '../durations.ts';
import { randomFraction } from '../ids.ts';
import { CHECK_INTERVAL_MS, type DueQueue, type QueueDeps, watchQueue } from './due-checks.ts';
import { type Poller, startPoller } from './poller.ts';

export { type DueQueue, SERVER_UNTIL } from './due-checks.ts';

/** How often each queue is worked on without a due check: a wrong check must not stop work. */
const FALLBACK_INTERVAL_MS = MINUTE_MS;
/** How often a process that has too much work calls the others to it. */
const CALL_INTERVAL_MS = CHECK_INTERVAL_MS;

export interface QueueWork {
  /** One round; true when there may be more to do at once. Must be safe to repeat. */
  readonly work: () => Promise<boolean>;
  /** Whether this process knows of work that a due check doesn't find. */
  readonly hasOtherWork?: () => boolean;
}

/**
 * Works on the due rows of a queue in one bucket, when a due check has found some (`watchQueue`).
 * On a shared queue a process that has more to do than one round calls the others. A process that
 * makes no due checks works when another process calls it, or when it is woken.
 */
export function pollWhenDue(
  deps: QueueDeps,
  queue: DueQueue,
  { work, ...known }: QueueWork,
): Poller {
  const { logger, scheduler } = deps;
  const shared = shareOf(deps, queue);
  const round = shared ? () => work().then(shared.callOthersIf) : work;
  const poller = startPoller({
    name: queue.name,
    intervalMs: FALLBACK_INTERVAL_MS,
    logger,
    work: round,
    scheduler,
    // The rounds of several queues don't begin at once.
    firstPauseMs: (FALLBACK_INTERVAL_MS * (1 + randomFraction())) / 2,
  });
  const stopListening = shared?.onCall(poller.wake);
  const hasOtherWork = known.hasOtherWork ?? (() => false);
  const stopWatching = watchQueue(deps, { queue, wake: poller.wake, hasOtherWork });
  return {
    wake: poller.wake,
    async stop() {
      stopListening?.();
      await Promise.all([poller.stop(), stopWatching()]);
    },
  };
}

/** How this process shares a queue of a bucket; undefined if each process works on it alone. */
function shareOf({ database, sharing }: QueueDeps, { name, isShared }: DueQueue) {
  if (!isShared || !sharing) return undefined;
  const work = `${database.bucketId} ${name}`;
  let calledAt = Number.NEGATIVE_INFINITY;
  return {
    /** Calls the other processes if there is more to do, and returns whether there is. */
    callOthersIf(hasMore: boolean): boolean {
      if (hasMore && performance.now() - calledAt >= CALL_INTERVAL_MS) {
        calledAt = performance.now();
        sharing.call(work);
      }
      return hasMore;
    },
    onCall: (wake: () => void) =>
      sharing.onCall((called) => {
        if (called === work) wake();
      }),
  };
}
