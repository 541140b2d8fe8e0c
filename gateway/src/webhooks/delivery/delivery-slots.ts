/** How many attempts may be under way at once to one URL, and for one merchant's environment. */
const IN_FLIGHT_PER_URL_MAX = 64;
const IN_FLIGHT_PER_SCOPE_MAX = 400;
/** A URL answers as long as attempts end; how long after the last one it still counts so. */
const ANSWERING_MS = 500;
/** How many deliveries wait in memory for a slot of a URL that answers, and for how long. */
const WAITING_PER_URL_MAX = 512;
const WAIT_MS_MAX = 5_000;
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
  /** Waits up to five seconds for a slot, as long as the URL answers others. */
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
  readonly waiting: Waiting[];
}

interface Waiting {
  readonly since: number;
  readonly settle: (isAcquired: boolean) => void;
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
  const queue = createWaitingQueue(now);
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
      if (next) next.settle(true);
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

/** Lets deliveries wait for a slot of their URL while it answers. */
function createWaitingQueue(now: () => number) {
  let length = 0;

  /** Ends the waits for a URL that has stopped to answer, and those that last too long. */
  function check(ofUrl: UrlSlots): void {
    const isAnswering = now() - ofUrl.lastEndedAt < ANSWERING_MS;
    const since = isAnswering ? now() - WAIT_MS_MAX : Number.POSITIVE_INFINITY;
    while ((ofUrl.waiting[0]?.since ?? since) < since) ofUrl.waiting.shift()?.settle(false);
    if (ofUrl.waiting.length > 0) setTimeout(check, ANSWERING_MS, ofUrl);
  }

  return {
    length: () => length,
    async join(ofUrl: UrlSlots): Promise<boolean> {
      const isAnswering = now() - ofUrl.lastEndedAt < ANSWERING_MS;
      if (!isAnswering || ofUrl.waiting.length >= WAITING_PER_URL_MAX) return false;
      if (ofUrl.waiting.length === 0) setTimeout(check, ANSWERING_MS, ofUrl);
      const { promise, resolve: settle } = Promise.withResolvers<boolean>();
      ofUrl.waiting.push({ since: now(), settle });
      length += 1;
      return promise.finally(() => {
        length -= 1;
      });
    },
  };
}
