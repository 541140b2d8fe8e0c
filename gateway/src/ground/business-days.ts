import { addDays } from './brazilian-days.ts';

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

/**
 * Whether banks in Brazil work on a day (`2026-11-20`): not on Saturdays, Sundays and national bank
 * holidays.
 */
export function isBusinessDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !isBankHoliday(day);
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

function isBankHoliday(day: string): boolean {
  const year = Number(day.slice(0, YEAR_LENGTH));
  const since = FIXED_HOLIDAYS[day.slice(YEAR_LENGTH + 1)];
  if (since !== undefined) return year >= since;
  const easter = easterOf(year);
  return DAYS_AFTER_EASTER.some((days) => addDays(easter, days) === day);
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
