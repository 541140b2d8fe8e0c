/** How many attempts may be under way at once to one URL, and for one merchant's environment. */
const IN_FLIGHT_PER_URL_MAX = 64;
const IN_FLIGHT_PER_SCOPE_MAX = 400;
/** How long a delivery waits for a slot of a URL that answers other deliveries meanwhile. */
const WAIT_MS = 250;

/** The URL of an attempt, and the merchant and environment whose delivery it is. */
export interface SlotKey {
  readonly url: string;
  readonly scope: string;
}

/** The slots for attempts under way: slow receivers can't take all of them. */
export interface DeliverySlots {
  /**
   * Waits a short time for a slot. Without one the delivery has to go back to the queue: the URL is
   * `busy` (it answers other deliveries) or `silent`.
   */
  acquire(key: SlotKey): Promise<Acquisition>;
  /** Frees the slot of an attempt that has ended. */
  release(key: SlotKey): void;
}

export type Acquisition = 'acquired' | 'busy' | 'silent';

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
  const inFlightByScope = new Map<string, number>();
  let inFlight = 0;

  function slotsOf(url: string): UrlSlots {
    const ofUrl = byUrl.get(url) ?? { inFlight: 0, lastEndedAt: now(), waiting: [] };
    byUrl.set(url, ofUrl);
    return ofUrl;
  }

  function waitForSlot(ofUrl: UrlSlots): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => {
      const index = ofUrl.waiting.indexOf(settle);
      if (index >= 0) ofUrl.waiting.splice(index, 1);
      resolve(false);
    }, WAIT_MS);
    const settle = (isAcquired: boolean): void => {
      clearTimeout(timer);
      resolve(isAcquired);
    };
    ofUrl.waiting.push(settle);
    return promise;
  }

  function isScopeFull(scope: string): boolean {
    const max = Math.min(IN_FLIGHT_PER_SCOPE_MAX, slots - inFlight);
    return (inFlightByScope.get(scope) ?? 0) >= max;
  }

  function addToScope(scope: string, difference: 1 | -1): void {
    inFlight += difference;
    const count = (inFlightByScope.get(scope) ?? 0) + difference;
    if (count === 0) inFlightByScope.delete(scope);
    else inFlightByScope.set(scope, count);
  }

  return {
    async acquire({ url, scope }) {
      const ofUrl = slotsOf(url);
      if (ofUrl.inFlight >= IN_FLIGHT_PER_URL_MAX) {
        const isAnswering = now() - ofUrl.lastEndedAt < WAIT_MS;
        if (!isAnswering) return 'silent';
        // A released slot goes to the first that waits, so it stays counted for the URL.
        if (!(await waitForSlot(ofUrl))) return 'busy';
        addToScope(scope, 1);
        return 'acquired';
      }
      if (isScopeFull(scope)) {
        if (ofUrl.inFlight === 0) byUrl.delete(url);
        return 'silent';
      }
      ofUrl.inFlight += 1;
      addToScope(scope, 1);
      return 'acquired';
    },
    release({ url, scope }) {
      const ofUrl = slotsOf(url);
      ofUrl.lastEndedAt = now();
      addToScope(scope, -1);
      const next = ofUrl.waiting.shift();
      if (next) next(true);
      else ofUrl.inFlight -= 1;
      if (ofUrl.inFlight === 0) byUrl.delete(url);
    },
  };
}
