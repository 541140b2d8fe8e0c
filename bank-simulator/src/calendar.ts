const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const BRASILIA_MS = 3 * 3_600_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const FIXED = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25'];
/** Dia da Consciência Negra, a national holiday since Lei 14.759 of 2023. */
const SINCE_2024 = '11-20';
/** Carnival Monday and Tuesday, Good Friday and Corpus Christi, as days after Easter. */
const MOVABLE = [-48, -47, -2, 60];

/** Holidays of a state or a municipality, as `2026-11-20`. */
export type Holidays = ReadonlySet<string>;

export const NO_HOLIDAYS: Holidays = new Set();

const nationalDays = new Map<number, ReadonlySet<string>>();

/** The day at Brasília of an instant in milliseconds. */
export function dayAt(milliseconds: number): string {
  return new Date(milliseconds - BRASILIA_MS).toISOString().slice(0, 10);
}

/** Whether the text is a day of the calendar, as `2026-11-20`. */
export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const milliseconds = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(milliseconds) && dayOf(milliseconds / DAY_MS) === text;
}

/** Some days after a day; before it, if the number is negative. */
export function addDays(day: string, days: number): string {
  return dayOf(numberOf(day) + days);
}

/** The instant at which the clock of Brasília shows an hour of a day, in milliseconds. */
export function instantOf(day: string, hour: number): number {
  return Date.parse(`${day}T00:00:00Z`) + BRASILIA_MS + hour * HOUR_MS;
}

/** Some days after a day, and from there the first day on which banks work. */
export function businessDayAfter(day: string, days: number, holidays: Holidays): string {
  let number = numberOf(day) + days;
  while (!isBusinessDay(number, holidays)) number += 1;
  return dayOf(number);
}

/**
 * How many days follow a day, up to and including another one: days of the calendar, or business
 * days if holidays are given.
 */
export function countDays(after: string, until: string, holidays?: Holidays): number {
  const [first, last] = [numberOf(after) + 1, numberOf(until)];
  if (holidays === undefined) return Math.max(0, last - first + 1);
  let count = 0;
  for (let number = first; number <= last; number += 1) {
    if (isBusinessDay(number, holidays)) count += 1;
  }
  return count;
}

function numberOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS;
}

function dayOf(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10);
}

/** Days are numbered from 1970-01-01, a Thursday. */
function isBusinessDay(number: number, holidays: Holidays): boolean {
  const weekday = (((number + 4) % 7) + 7) % 7;
  if (weekday === 0 || weekday === 6) return false;
  const day = dayOf(number);
  return !holidays.has(day) && !nationalDaysOf(Number(day.slice(0, 4))).has(day);
}

function nationalDaysOf(year: number): ReadonlySet<string> {
  const known = nationalDays.get(year);
  if (known !== undefined) return known;
  const fixed = year < 2024 ? FIXED : [...FIXED, SINCE_2024];
  const easter = easterOf(year);
  const days = new Set([
    ...fixed.map((day) => `${year}-${day}`),
    ...MOVABLE.map((after) => dayOf(easter + after)),
  ]);
  nationalDays.set(year, days);
  return days;
}

/** The number of Easter Sunday, by Oudin's algorithm of 1940. */
function easterOf(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const epact =
    (century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 19 * golden + 15) %
    30;
  const moon =
    epact -
    Math.floor(epact / 28) * (1 - Math.floor(29 / (epact + 1)) * Math.floor((21 - golden) / 11));
  const weekday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7;
  const sunday = moon - weekday;
  const month = 3 + Math.floor((sunday + 40) / 44);
  const date = sunday + 28 - 31 * Math.floor(month / 4);
  return Date.UTC(year, month - 1, date) / DAY_MS;
}
