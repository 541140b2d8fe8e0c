import { locale } from '#panel/texts/common.ts';

const TIME_ZONE = 'America/Sao_Paulo';
const CENTAVOS_PER_REAL = 100;

const moneyFormat = new Intl.NumberFormat(locale, { style: 'currency', currency: 'BRL' });
const countFormat = new Intl.NumberFormat(locale);
const secondsFormat = new Intl.NumberFormat(locale, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const instantFormat = new Intl.DateTimeFormat(locale, {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: TIME_ZONE,
});
const exactTimeFormat = new Intl.DateTimeFormat(locale, {
  timeStyle: 'medium',
  timeZone: TIME_ZONE,
});
const dayFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone: TIME_ZONE });

/** Formats centavos: `R$ 1.234,56`. For display only, not for calculations. */
export function formatMoney(centavos: number): string {
  return moneyFormat.format(centavos / CENTAVOS_PER_REAL);
}

/** A duration of milliseconds in seconds: `0,12 s`. */
export function formatSeconds(milliseconds: number): string {
  return `${secondsFormat.format(milliseconds / 1_000)} s`;
}

export function formatCount(count: number): string {
  return countFormat.format(count);
}

/** Formats an instant in Brasília's time, to the minute. */
export function formatInstant(iso: string): string {
  return instantFormat.format(new Date(iso));
}

/** Formats an instant in Brasília's time, to the second; omits the day if it is today. */
export function formatExactTime(iso: string, now: Date): string {
  const at = new Date(iso);
  const time = exactTimeFormat.format(at);
  return dayFormat.format(at) === dayFormat.format(now) ? time : `${dayFormat.format(at)}, ${time}`;
}

/** Formats an instant in Brasília's time, to the minute; omits the day if it is today. */
export function formatTime(iso: string, now: Date): string {
  const day = dayFormat.format(now);
  return instantFormat.format(new Date(iso)).replace(`${day}, `, '');
}

export function formatDay(iso: string): string {
  return dayFormat.format(new Date(iso));
}

/** Formats a calendar day: `2026-11-20` is `20/11/2026`. */
export function formatCalendarDay(day: string): string {
  return day.split('-').reverse().join('/');
}

/** Basis points as a percentage: 550 is `5,5 %`. */
export function formatBasisPoints(basisPoints: number): string {
  return `${countFormat.format(basisPoints / CENTAVOS_PER_REAL)} %`;
}

const SIZE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
const SIZE_STEP = 1_024;

/** Formats a number of bytes: `3,4 MB`. */
export function formatSize(bytes: number): string {
  const power = Math.floor(Math.log(Math.max(1, bytes)) / Math.log(SIZE_STEP));
  const step = Math.min(power, SIZE_UNITS.length - 1);
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: SIZE_UNITS[step],
    maximumFractionDigits: 1,
  }).format(bytes / SIZE_STEP ** step);
}
