/** The clock, in milliseconds since 1970-01-01 UTC. Tests set it. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/i;

/** The instant as RFC 3339 in UTC, with milliseconds. */
export function writeInstant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/**
 * Milliseconds of an RFC 3339 instant; undefined for anything else. A blank before the offset is a
 * plus that the client did not encode.
 */
export function readInstant(text: string): number | undefined {
  const instant = text.replace(/ (?=\d{2}:\d{2}$)/, '+');
  const milliseconds = INSTANT.test(instant) ? Date.parse(instant) : Number.NaN;
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}
