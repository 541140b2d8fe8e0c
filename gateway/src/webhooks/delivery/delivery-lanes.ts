/** How many attempts may be under way at once to one address, and for one book. */
const IN_FLIGHT_PER_URL_MAX = 64;
const IN_FLIGHT_PER_BOOK_MAX = 400;
/** How long a delivery stands in line for an address that answers others meanwhile. */
const LINE_PATIENCE_MS = 250;

/** Where an attempt goes and on whose behalf. */
export interface LaneKey {
  readonly url: string;
  readonly scope: string;
}

/** Keeps the places of slow receivers apart from everybody else's. */
export interface DeliveryLanes {
  /**
   * Waits for a place. When there is none to be had soon the delivery steps back into the queue,
   * for it would keep others waiting: the address is `busy` (it answers others) or `silent`.
   */
  enter(key: LaneKey): Promise<Admission>;
  /** Gives the place back when the attempt has ended. */
  leave(key: LaneKey): void;
}

export type Admission = 'entered' | 'busy' | 'silent';

interface Lane {
  inFlight: number;
  lastEndedAt: number;
  readonly line: ((hasPlace: boolean) => void)[];
}

/**
 * Shares `places` among the books: a book gets one more only while more are free than it holds, so
 * that however many books have slow receivers, a part is always left for the others. `now` is in
 * milliseconds of a clock that never goes back.
 */
export function createDeliveryLanes(
  places: number,
  now: () => number = () => performance.now(),
): DeliveryLanes {
  const lanes = new Map<string, Lane>();
  const inFlightByScope = new Map<string, number>();
  let inFlight = 0;

  function laneOf(url: string): Lane {
    const lane = lanes.get(url) ?? { inFlight: 0, lastEndedAt: now(), line: [] };
    lanes.set(url, lane);
    return lane;
  }

  function standInLine(lane: Lane): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => {
      const index = lane.line.indexOf(settle);
      if (index >= 0) lane.line.splice(index, 1);
      resolve(false);
    }, LINE_PATIENCE_MS);
    const settle = (hasPlace: boolean): void => {
      clearTimeout(timer);
      resolve(hasPlace);
    };
    lane.line.push(settle);
    return promise;
  }

  function hasNoPlaceFor(scope: string): boolean {
    const max = Math.min(IN_FLIGHT_PER_BOOK_MAX, places - inFlight);
    return (inFlightByScope.get(scope) ?? 0) >= max;
  }

  function addToScope(scope: string, difference: 1 | -1): void {
    inFlight += difference;
    const count = (inFlightByScope.get(scope) ?? 0) + difference;
    if (count === 0) inFlightByScope.delete(scope);
    else inFlightByScope.set(scope, count);
  }

  return {
    async enter({ url, scope }) {
      const lane = laneOf(url);
      if (lane.inFlight >= IN_FLIGHT_PER_URL_MAX) {
        const isAnswering = now() - lane.lastEndedAt < LINE_PATIENCE_MS;
        // Whoever leaves hands the place on, so it stays counted.
        if (!isAnswering) return 'silent';
        if (!(await standInLine(lane))) return 'busy';
        addToScope(scope, 1);
        return 'entered';
      }
      if (hasNoPlaceFor(scope)) {
        if (lane.inFlight === 0) lanes.delete(url);
        return 'silent';
      }
      lane.inFlight += 1;
      addToScope(scope, 1);
      return 'entered';
    },
    leave({ url, scope }) {
      const lane = laneOf(url);
      lane.lastEndedAt = now();
      addToScope(scope, -1);
      const next = lane.line.shift();
      if (next) next(true);
      else lane.inFlight -= 1;
      if (lane.inFlight === 0) lanes.delete(url);
    },
  };
}
