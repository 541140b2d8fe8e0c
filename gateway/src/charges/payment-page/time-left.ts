import { DAY_MS, HOUR_MS, SECOND_MS } from '#src/ground/durations.ts';

/**
 * The time that is left as the page's script shows it: `23:59:59`, or days and hours. The script
 * replaces it by a text of the same width, so that nothing moves when it starts.
 */
export function timeLeftText(leftMs: number, language: string): string {
  const ms = Math.max(0, leftMs);
  if (ms >= DAY_MS) {
    const hours = Math.floor((ms % DAY_MS) / HOUR_MS);
    return `${inUnit(Math.floor(ms / DAY_MS), 'day', language)} ${inUnit(hours, 'hour', language)}`;
  }
  const seconds = Math.ceil(ms / SECOND_MS);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  if (ms >= HOUR_MS) parts.unshift(Math.floor(ms / HOUR_MS));
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

function inUnit(count: number, unit: 'day' | 'hour', language: string): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(
    count,
  );
}
