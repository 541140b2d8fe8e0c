/** How many attempts may be under way at once to one URL, and for one merchant's environment. */
const IN_FLIGHT_PER_URL_MAX = 64;
const IN_FLIGHT_PER_SCOPE_MAX = 400;
/** How long a delivery waits for a slot of a URL that answers other deliveries meanwhile. */
const WAIT_MS = 250;
/** Longer URLs that begin alike share their slots: a lane is part of an index entry. */
const LANE_LENGTH_MAX = 500;

/** The URL of an attempt, and the merchant and environment whose delivery it is. */
export interface SlotKey {
  readonly url: string;
  readonly scope: string;
}

/** Without a slot, the delivery has to wait in the lane of its URL or of its scope. */
export type Acquisition = 'acquired' | { readonly waitsFor: string };

/** The slots for attempts under way: slow receivers can't take all of them. */
export interface DeliverySlots {
  /** Waits a short time for a slot, if the URL answers others meanwhile. */
  acquire(key: SlotKey): Promise<Acquisition>;
  /** Frees the slot of an attempt that has ended. */
  release(key: SlotKey): void;
  /** How many more deliveries a lane can take now: the lane of a URL, or of a scope. */
  roomOf(lane: string): number;
  /** How many deliveries wait for a slot. */
  waiting(): number;
}

/** The lane of a URL. That of a scope is the scope itself. */
export function laneOfUrl(url: string): string {
  return url.slice(0, LANE_LENGTH_MAX);
}

interface UrlSlots {
  inFlight: number;
  lastEndedAt: number;
  /** Deliveries that wait for a slot of this URL, in order of arrival. */
  readonly waiting: ((isAcquired: boolean) => void)[];
}

/**
 * Shares `slots` among the scopes. A scope gets one more only while more are free than it holds, so
 * a part is always left for other scopes, however many have slow receivers. `now` is in
 * milliseconds of a monotonic clock.
 */
export function createDeliverySlots(
  slots: number,
  now: () => number = () => performance.now(),
): DeliverySlots {
  const byUrl = new Map<string, UrlSlots>();
  const queue = createWaitingQueue();
  const scopes = countByScope(slots);

  function slotsOf(lane: string): UrlSlots {
    const ofUrl = byUrl.get(lane) ?? { inFlight: 0, lastEndedAt: now(), waiting: [] };
    byUrl.set(lane, ofUrl);
    return ofUrl;
  }

  return {
    async acquire({ url, scope }) {
      const lane = laneOfUrl(url);
      const ofUrl = slotsOf(lane);
      if (ofUrl.inFlight >= IN_FLIGHT_PER_URL_MAX) {
        if (now() - ofUrl.lastEndedAt >= WAIT_MS) return { waitsFor: lane };
        // A released slot goes to the first that waits, so it stays counted for the URL.
        if (!(await queue.join(ofUrl))) return { waitsFor: lane };
        scopes.add(scope, 1);
        return 'acquired';
      }
      if (scopes.roomOf(scope) === 0) {
        if (ofUrl.inFlight === 0) byUrl.delete(lane);
        return { waitsFor: scope };
      }
      ofUrl.inFlight += 1;
      scopes.add(scope, 1);
      return 'acquired';
    },
    release({ url, scope }) {
      const lane = laneOfUrl(url);
      const ofUrl = slotsOf(lane);
      ofUrl.lastEndedAt = now();
      scopes.add(scope, -1);
      const next = ofUrl.waiting.shift();
      if (next) next(true);
      else ofUrl.inFlight -= 1;
      if (ofUrl.inFlight === 0) byUrl.delete(lane);
    },
    roomOf(lane) {
      const ofUrl = byUrl.get(lane);
      if (!ofUrl) return Math.min(IN_FLIGHT_PER_URL_MAX, scopes.roomOf(lane));
      return Math.max(0, IN_FLIGHT_PER_URL_MAX - ofUrl.inFlight);
    },
    waiting: queue.length,
  };
}

/** Counts the slots of each scope. */
function countByScope(slots: number) {
  const byScope = new Map<string, number>();
  let inFlight = 0;
  return {
    roomOf(scope: string): number {
      const max = Math.min(IN_FLIGHT_PER_SCOPE_MAX, slots - inFlight);
      return Math.max(0, max - (byScope.get(scope) ?? 0));
    },
    add(scope: string, difference: 1 | -1): void {
      inFlight += difference;
      const count = (byScope.get(scope) ?? 0) + difference;
      if (count === 0) byScope.delete(scope);
      else byScope.set(scope, count);
    },
  };
}

/** Lets deliveries wait for a slot of their URL, for a short time. */
function createWaitingQueue() {
  let length = 0;
  return {
    length: () => length,
    join(ofUrl: UrlSlots): Promise<boolean> {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const timer = setTimeout(() => {
        ofUrl.waiting.splice(ofUrl.waiting.indexOf(settle), 1);
        settle(false);
      }, WAIT_MS);
      const settle = (isAcquired: boolean): void => {
        length -= 1;
        clearTimeout(timer);
        resolve(isAcquired);
      };
      length += 1;
      ofUrl.waiting.push(settle);
      return promise;
    },
  };
}
