import { DAY_MS, MINUTE_MS, SECOND_MS } from './durations.ts';

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
  const minutes = Math.floor(msOfDay / MINUTE_MS);
  const hour = Math.floor(minutes / 60);
  const msOfMinute = msOfDay - minutes * MINUTE_MS;
  const second = Math.floor(msOfMinute / SECOND_MS);
  const time = `${BEFORE_COLON[hour]}${BEFORE_COLON[minutes - hour * 60]}${SECONDS[second]}`;
  return `${dateText(day)}${time}${MILLISECONDS[msOfMinute - second * SECOND_MS]}`;
}

/** The date of a day, counted from 1970-01-01, with the T behind it. */
function dateText(day: number): string {
  if (day === latest.day) return latest.text;
  if (day === previous.day) return previous.text;
  previous = latest;
  const [date] = new Date(day * DAY_MS).toISOString().split('T');
  const text = `${date}T`;
  latest = { day, text };
  return text;
}

// The days of a page or of a batch are mostly two, that of the creations and that of the ends:
// `toISOString` for each instant takes four times as long.
let latest = { day: 0, text: '1970-01-01T' };
let previous = latest;

const BEFORE_COLON = digits(60, 2, ':');
const SECONDS = digits(60, 2, '.');
const MILLISECONDS = digits(1_000, 3, 'Z');

/** The numbers below `count` with leading zeros, and an end. */
function digits(count: number, length: number, end: string): readonly string[] {
  return Array.from({ length: count }, (_, number) => String(number).padStart(length, '0') + end);
}

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
