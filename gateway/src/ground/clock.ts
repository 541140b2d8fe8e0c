import { DAY_MS, SECOND_MS } from './durations.ts';

/** The source of time. Tests set it; only the clock reads the system's time. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** The instant as the API writes it: ISO 8601 UTC with milliseconds. */
export function isoTime(atMs: number): string {
  const ms = Math.trunc(atMs);
  const day = Math.floor(ms / DAY_MS);
  const msOfDay = ms - day * DAY_MS;
  const seconds = Math.floor(msOfDay / SECOND_MS);
  const minutes = Math.floor(seconds / 60);
  const hour = Math.floor(minutes / 60);
  const time = `${DIGITS[hour]}:${DIGITS[minutes % 60]}:${DIGITS[seconds % 60]}`;
  return `${dateText(day)}T${time}.${String(msOfDay % SECOND_MS).padStart(3, '0')}Z`;
}

/** The date of a day, counted from 1970-01-01. */
function dateText(day: number): string {
  if (day === latest.day) return latest.text;
  if (day === previous.day) return previous.text;
  previous = latest;
  const [text = ''] = new Date(day * DAY_MS).toISOString().split('T');
  latest = { day, text };
  return text;
}

// The days of a page or of a batch are mostly two, that of the creations and that of the ends:
// `toISOString` for each instant takes four times as long.
let latest = { day: 0, text: '1970-01-01' };
let previous = latest;

const DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

const DATE = /^\d{4}-\d{2}-\d{2}$/;
// RFC 3339, 5.6: T and Z may be in lower case. The plus of an offset arrives as a blank in a query
// that doesn't encode it.
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+ -]\d{2}:\d{2})$/i;

/**
 * Reads a date (00:00 UTC) or an ISO 8601 instant with its offset, as milliseconds since 1970.
 * Undefined for anything else, a day that does not exist included.
 */
export function parseInstant(text: string): number | undefined {
  if (!DATE.test(text) && !INSTANT.test(text)) return undefined;
  const atMs = Date.parse(text.toUpperCase().replace(' ', '+'));
  if (Number.isNaN(atMs)) return undefined;
  // Date.parse lets 31 February slide into March.
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return day.toISOString().slice(0, 10) === text.slice(0, 10) ? Math.max(0, atMs) : undefined;
}
