import type { FaultKind } from '../bank/faults.ts';

const ENTRIES_MAX = 10_000;

/** A request to the API, with its answer. */
export interface LoggedRequest {
  readonly receivedAt: number;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly operation: string | undefined;
  readonly body: unknown;
  /** The faults that happened to it. */
  readonly faults: readonly FaultKind[];
  /** Undefined for a request that was never answered. */
  readonly status: number | undefined;
  readonly answer: string | undefined;
}

export interface RequestLog {
  add(entry: LoggedRequest): LoggedRequest;
  replace(entry: LoggedRequest, changes: Partial<LoggedRequest>): LoggedRequest;
  entries(): LoggedRequest[];
  clear(): void;
}

/** The last ten thousand requests, oldest first. */
export function createRequestLog(): RequestLog {
  const entries: LoggedRequest[] = [];
  return {
    add(entry) {
      entries.push(entry);
      if (entries.length > ENTRIES_MAX) entries.shift();
      return entry;
    },
    replace(entry, changes) {
      const changed = { ...entry, ...changes };
      const index = entries.lastIndexOf(entry);
      if (index !== -1) entries[index] = changed;
      return changed;
    },
    entries: () => [...entries],
    clear: () => void entries.splice(0),
  };
}
