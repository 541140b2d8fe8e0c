import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** The clock, in milliseconds since 1970-01-01 UTC. Tests set it. */
export interface Clock {
  now(): number;
  /** Moves the clock forward; a clock without it can't be moved. */
  advance?(milliseconds: number): void;
}

export const systemClock: Clock = { now: () => Date.now() };

/** The clock of the machine, which the page can move forward. The file keeps by how much. */
export function openMovableClock(file: string): Clock {
  let ahead = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  if (!Number.isSafeInteger(ahead) || ahead < 0) throw new Error(`${file} não tem um número`);
  return {
    now: () => Date.now() + ahead,
    advance(milliseconds) {
      ahead += milliseconds;
      writeFileSync(file, String(ahead));
    },
  };
}

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
