const WAITING_PER_ORIGIN_MAX = 10_000;

export interface LaneItem {
  readonly origin: string;
}

interface Lane<Item> {
  running: number;
  /** In order of arrival. */
  readonly waiting: Set<Item>;
}

export interface OriginLanes<Item extends LaneItem> {
  /** Starts the item, now or when its turn comes; false when too many wait for that origin. */
  enter(item: Item): boolean;
  /** Takes an item out that waits; one that was started is not touched. */
  withdraw(item: Item): void;
  /** Says that a started item is over: its place goes to the next. */
  leave(item: Item): void;
}

/**
 * Lets so many items an origin run at a time. The others wait here and not in the connection pool,
 * where an item that nobody waits for any more would still open a connection to a dead receiver.
 */
export function createOriginLanes<Item extends LaneItem>(
  runningPerOriginMax: number,
  start: (item: Item) => void,
): OriginLanes<Item> {
  const lanes = new Map<string, Lane<Item>>();

  function enter(item: Item): boolean {
    const lane = lanes.get(item.origin) ?? { running: 0, waiting: new Set<Item>() };
    if (lane.waiting.size >= WAITING_PER_ORIGIN_MAX) return false;
    lanes.set(item.origin, lane);
    if (lane.running >= runningPerOriginMax) {
      lane.waiting.add(item);
      return true;
    }
    lane.running += 1;
    start(item);
    return true;
  }

  function leave(item: Item): void {
    const lane = lanes.get(item.origin);
    if (lane === undefined) return;
    const [next] = lane.waiting;
    if (next === undefined) {
      lane.running -= 1;
      if (lane.running === 0) lanes.delete(item.origin);
      return;
    }
    lane.waiting.delete(next);
    // Not at once: a start that fails at once would leave, and start the next, ever deeper.
    queueMicrotask(() => start(next));
  }

  return {
    enter,
    leave,
    withdraw: (item) => lanes.get(item.origin)?.waiting.delete(item),
  };
}
