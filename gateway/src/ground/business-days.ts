import { addDays } from './brazilian-days.ts';
import { DAY_MS } from './durations.ts';

/** Fixed national bank holidays, and the first year of each. */
const FIXED_HOLIDAYS: Readonly<Record<string, number>> = {
  '01-01': 0,
  '04-21': 0,
  '05-01': 0,
  '09-07': 0,
  '10-12': 0,
  '11-02': 0,
  '11-15': 0,
  '11-20': 2024,
  '12-25': 0,
};

/** Days after Easter: Carnival Monday and Tuesday, Good Friday, Corpus Christi. */
const DAYS_AFTER_EASTER = [-48, -47, -2, 60];

const YEAR_LENGTH = 4;
const WEEK_DAYS = 7;
const WORKDAYS = 5;
/** 1970-01-05 was a Monday; days are numbered from 1970-01-01. */
const FIRST_MONDAY = 4;

/** Days that are holidays beside the national ones: those of a state or a municipality. */
export type LocalHolidays = ReadonlySet<string>;

export const NO_LOCAL_HOLIDAYS: LocalHolidays = new Set();

const nationalHolidays = new Map<number, ReadonlySet<string>>();

/**
 * Whether banks in Brazil work on a day (`2026-11-20`): not on Saturdays, Sundays, national bank
 * holidays and the given local holidays.
 */
export function isBusinessDay(day: string, local = NO_LOCAL_HOLIDAYS): boolean {
  return isWorkday(day) && !holidaysOf(yearOf(day)).has(day) && !local.has(day);
}

/** The day that is some business days after a day; the day itself for zero. */
export function addBusinessDays(day: string, count: number): string {
  let reached = day;
  for (let left = count; left > 0; ) {
    reached = addDays(reached, 1);
    if (isBusinessDay(reached)) left -= 1;
  }
  return reached;
}

/** The day itself if it is a business day, else the first business day after it. */
export function businessDayFrom(day: string, local = NO_LOCAL_HOLIDAYS): string {
  let reached = day;
  while (!isBusinessDay(reached, local)) reached = addDays(reached, 1);
  return reached;
}

/** How many business days follow a day, up to and including another day; zero if none do. */
export function businessDaysBetween(
  after: string,
  until: string,
  local = NO_LOCAL_HOLIDAYS,
): number {
  if (until <= after) return 0;
  const holidays = new Set(local);
  for (let year = yearOf(after); year <= yearOf(until); year += 1)
    for (const day of holidaysOf(year)) holidays.add(day);
  let count = workdaysUntil(until) - workdaysUntil(after);
  for (const day of holidays) if (day > after && day <= until && isWorkday(day)) count -= 1;
  return count;
}

/** The national bank holidays of a year. */
function holidaysOf(year: number): ReadonlySet<string> {
  const known = nationalHolidays.get(year);
  if (known !== undefined) return known;
  const fixed = Object.entries(FIXED_HOLIDAYS)
    .filter(([, since]) => year >= since)
    .map(([day]) => `${String(year).padStart(YEAR_LENGTH, '0')}-${day}`);
  const easter = easterOf(year);
  const holidays = new Set([...fixed, ...DAYS_AFTER_EASTER.map((days) => addDays(easter, days))]);
  nationalHolidays.set(year, holidays);
  return holidays;
}

function yearOf(day: string): number {
  return Number(day.slice(0, YEAR_LENGTH));
}

function isWorkday(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}

/** The workdays from a Monday in 1970 to a day; negative before it. */
function workdaysUntil(day: string): number {
  const sinceMonday = Date.parse(`${day}T00:00:00Z`) / DAY_MS - FIRST_MONDAY;
  const weeks = Math.floor(sinceMonday / WEEK_DAYS);
  const weekday = sinceMonday - weeks * WEEK_DAYS;
  return weeks * WORKDAYS + Math.min(weekday + 1, WORKDAYS);
}

/** Easter Sunday of a year, by the algorithm of Meeus, Jones and Butcher. */
function easterOf(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const march = h + l - 7 * m + 21;
  return addDays(`${year}-03-01`, march);
}
