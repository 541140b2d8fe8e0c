import type { Clock } from '../clock.ts';
import { MINUTE_MS } from '../durations.ts';

/** The minutes that are counted: the current one and the four before it. */
const MINUTES = 5;
const SERVER_ERROR = 500;

/** The requests of the last minutes to this process, and those that ended with 5xx. */
export interface RequestCounts {
  readonly total: number;
  readonly failed: number;
}

export interface RecentRequests {
  readonly count: (request: { readonly route: string; readonly status: number }) => void;
  readonly read: () => RequestCounts;
}

/** Counts the requests below a path in the last five minutes, in this process. */
export function countRecentRequests(clock: Clock, path: string): RecentRequests {
  const slots = Array.from({ length: MINUTES }, () => ({ minute: -1, total: 0, failed: 0 }));
  return {
    count({ route, status }) {
      if (!route.startsWith(path)) return;
      const minute = Math.floor(clock.now() / MINUTE_MS);
      const slot = slots[minute % MINUTES];
      if (!slot) return;
      if (slot.minute !== minute) Object.assign(slot, { minute, total: 0, failed: 0 });
      slot.total += 1;
      if (status >= SERVER_ERROR) slot.failed += 1;
    },
    read() {
      const since = Math.floor(clock.now() / MINUTE_MS) - MINUTES;
      const recent = slots.filter(({ minute }) => minute > since);
      return {
        total: recent.reduce((sum, { total }) => sum + total, 0),
        failed: recent.reduce((sum, { failed }) => sum + failed, 0),
      };
    },
  };
}
