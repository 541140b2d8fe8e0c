/** The source of time. Tests set it; only the clock reads the system's time. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** The instant as the API writes it: ISO 8601 UTC with milliseconds. */
export function isoTime(atMs: number): string {
  if (atMs === latest.atMs) return latest.text;
  if (atMs === previous.atMs) return previous.text;
  previous = latest;
  latest = { atMs, text: new Date(atMs).toISOString() };
  return latest.text;
}

// A batch writes the same two instants, created and expires, some hundred times.
let latest = { atMs: 0, text: '1970-01-01T00:00:00.000Z' };
let previous = latest;

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Reads a date (00:00 UTC) or an ISO 8601 instant with its offset, as milliseconds since 1970.
 * Undefined for anything else, a day that does not exist included.
 */
export function parseInstant(text: string): number | undefined {
  if (!DATE.test(text) && !INSTANT.test(text)) return undefined;
  const atMs = Date.parse(text);
  if (Number.isNaN(atMs)) return undefined;
  // Date.parse lets 31 February slide into March.
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return day.toISOString().slice(0, 10) === text.slice(0, 10) ? Math.max(0, atMs) : undefined;
}
