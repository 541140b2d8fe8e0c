import { partOf, type WorkSharing } from './work-sharing.ts';

/** How many attempts may be under way at once to one URL, and for one merchant's environment. */
const IN_FLIGHT_PER_URL_MAX = 64;
const IN_FLIGHT_PER_SCOPE_MAX = 400;
/** A URL counts as answering for this long after its last attempt ended. */
const ANSWERING_MS = 500;
/** How many deliveries wait in memory for a slot of an answering URL, and for how long. */
const WAITING_PER_URL_MAX = 512;
const WAIT_MS_MAX = 5_000;
/** Lanes are in an index, so long URLs are cut; URLs with the same beginning share their slots. */
const LANE_LENGTH_MAX = 500;

/** The URL of an attempt, and the merchant and environment whose delivery it is. */
export interface SlotKey {
  readonly url: string;
  readonly scope: string;
}

/** A slot was acquired, or the delivery must wait in the lane of its URL or of its scope. */
export type Acquisition = 'acquired' | { readonly waitsFor: string };

/** The slots for attempts under way: slow receivers can't take all of them. */
export interface DeliverySlots {
  /** Acquires a slot. Waits up to five seconds for it while the URL is answering. */
  acquire(key: SlotKey): Promise<Acquisition>;
  /** Frees the slot of an attempt that has ended. */
  release(key: SlotKey): void;
  /** How many slots are free for a lane (of a URL or of a scope). */
  freeSlotsOf(lane: string): number;
  /** How many deliveries wait for a slot. */
  waiting(): number;
}

/** The lane of a URL. The lane of a scope is the scope itself. */
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
  readonly resolve: (isAcquired: boolean) => void;
}

/**
 * Shares `slots` among the scopes. A scope gets another slot only while more slots are free than it
 * has, so scopes with slow receivers always leave slots to other scopes. `now` is in milliseconds
 * of a monotonic clock. Each process that shares the work has an equal part of the slots, also of
 * those of one URL and of one scope: together the processes never pass a limit, whichever of them
 * leases the deliveries of a URL.
 */
export function createDeliverySlots(
  slots: number,
  sharing: Pick<WorkSharing, 'processCount'> = { processCount: 1 },
  now: () => number = () => performance.now(),
): DeliverySlots {
  const byUrl = new Map<string, UrlSlots>();
  const queue = createWaitingQueue(now);
  const perUrl = partOf(IN_FLIGHT_PER_URL_MAX, sharing);
  const perScope = partOf(IN_FLIGHT_PER_SCOPE_MAX, sharing);
  const scopes = countByScope({ total: partOf(slots, sharing), perScope });

  function slotsOf(lane: string): UrlSlots {
    const ofUrl = byUrl.get(lane) ?? { inFlight: 0, lastEndedAt: now(), waiting: [] };
    byUrl.set(lane, ofUrl);
    return ofUrl;
  }

  return {
    async acquire({ url, scope }) {
      const lane = laneOfUrl(url);
      const ofUrl = slotsOf(lane);
      if (ofUrl.inFlight >= perUrl) {
        // A released slot goes to the first waiting delivery, so it stays counted for the URL.
        if (!(await queue.join(ofUrl))) return { waitsFor: lane };
        scopes.add(scope, 1);
        return 'acquired';
      }
      if (scopes.freeSlotsOf(scope) === 0) {
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
      if (next) next.resolve(true);
      else ofUrl.inFlight -= 1;
      if (ofUrl.inFlight === 0) byUrl.delete(lane);
    },
    freeSlotsOf(lane) {
      const ofUrl = byUrl.get(lane);
      if (!ofUrl) return Math.min(perUrl, scopes.freeSlotsOf(lane));
      return Math.max(0, perUrl - ofUrl.inFlight);
    },
    waiting: queue.length,
  };
}

/** Counts the slots of each scope. */
function countByScope({ total, perScope }: { total: number; perScope: number }) {
  const byScope = new Map<string, number>();
  let inFlight = 0;
  return {
    freeSlotsOf(scope: string): number {
      const max = Math.min(perScope, total - inFlight);
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

  /** Ends the waits for a URL that no longer answers, and waits of more than `WAIT_MS_MAX`. */
  function check(ofUrl: UrlSlots): void {
    const isAnswering = now() - ofUrl.lastEndedAt < ANSWERING_MS;
    const since = isAnswering ? now() - WAIT_MS_MAX : Number.POSITIVE_INFINITY;
    while ((ofUrl.waiting[0]?.since ?? since) < since) ofUrl.waiting.shift()?.resolve(false);
    if (ofUrl.waiting.length > 0) setTimeout(check, ANSWERING_MS, ofUrl);
  }

  return {
    length: () => length,
    async join(ofUrl: UrlSlots): Promise<boolean> {
      const isAnswering = now() - ofUrl.lastEndedAt < ANSWERING_MS;
      if (!isAnswering || ofUrl.waiting.length >= WAITING_PER_URL_MAX) return false;
      if (ofUrl.waiting.length === 0) setTimeout(check, ANSWERING_MS, ofUrl);
      const { promise, resolve } = Promise.withResolvers<boolean>();
      ofUrl.waiting.push({ since: now(), resolve });
      length += 1;
      return promise.finally(() => {
        length -= 1;
      });
    },
  };
}
