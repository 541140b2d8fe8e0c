const WAITING_PER_ORIGIN_MAX = 10_000;

export interface QueuedItem {
  readonly origin: string;
}

interface OriginQueue<Item> {
  running: number;
  /** In order of arrival. */
  readonly waiting: Set<Item>;
}

/** A queue for each origin, with a limit of items that run at once. */
export interface OriginQueues<Item extends QueuedItem> {
  /** Starts the item now or when its turn comes; false when the queue of its origin is full. */
  add(item: Item): boolean;
  /** Removes an item that waits; an item that was started is not changed. */
  remove(item: Item): void;
  /** Ends a started item; the next item of its origin starts. */
  finish(item: Item): void;
}

/**
 * Lets a limited number of items of one origin run at a time. The others wait here and not in the
 * connection pool, because the pool opens a connection to a dead receiver even for a call that has
 * timed out.
 */
export function createOriginQueues<Item extends QueuedItem>(
  runningPerOriginMax: number,
  start: (item: Item) => void,
): OriginQueues<Item> {
  const queues = new Map<string, OriginQueue<Item>>();

  function add(item: Item): boolean {
    const queue = queues.get(item.origin) ?? { running: 0, waiting: new Set<Item>() };
    if (queue.waiting.size >= WAITING_PER_ORIGIN_MAX) return false;
    queues.set(item.origin, queue);
    if (queue.running >= runningPerOriginMax) {
      queue.waiting.add(item);
      return true;
    }
    queue.running += 1;
    start(item);
    return true;
  }

  function finish(item: Item): void {
    const queue = queues.get(item.origin);
    if (queue === undefined) return;
    const [next] = queue.waiting;
    if (next === undefined) {
      queue.running -= 1;
      if (queue.running === 0) queues.delete(item.origin);
      return;
    }
    queue.waiting.delete(next);
    // Deferred, because an item that fails at once finishes inside its start: the calls would nest.
    queueMicrotask(() => start(next));
  }

  return {
    add,
    finish,
    remove: (item) => queues.get(item.origin)?.waiting.delete(item),
  };
}
