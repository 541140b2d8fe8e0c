import { addDays, startOfBrazilianDay } from './brazilian-days.ts';
import { parseInstant } from './clock.ts';

/** The first instant of a filter (milliseconds): the start of a day in Brasília, or an instant. */
export function firstInstant(from: string | undefined): number | undefined {
  return from === undefined ? undefined : (startOfBrazilianDay(from) ?? parseInstant(from));
}

/** The instant before which a filter ends: the end of a day in Brasília, or an instant. */
export function endInstant(to: string | undefined): number | undefined {
  if (to === undefined) return undefined;
  if (startOfBrazilianDay(to) === undefined) return parseInstant(to);
  return startOfBrazilianDay(addDays(to, 1));
}
