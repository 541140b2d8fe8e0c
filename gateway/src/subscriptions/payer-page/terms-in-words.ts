import { brazilianDate, englishDate } from '#src/ground/brazilian-days.ts';
import type { Rhythm } from '../cycle-days.ts';
import type { PageWording } from './page-wording.ts';

const LAST_DAY_OF_EACH_MONTH = 28;

/** A day as readers of the language write it. */
export function dayText(day: string, { language }: Pick<PageWording, 'language'>): string {
  return language === 'en' ? englishDate(day) : brazilianDate(day);
}

/** How often and on which day a payer is debited: `Todo mês, no dia 15`. */
export function rhythmInWords({ interval, firstDueOn }: Rhythm, wording: PageWording): string {
  const { own, language } = wording;
  const inLanguage = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
      ...options,
      timeZone: 'UTC',
    }).format(Date.parse(firstDueOn));
  if (interval === 'weekly') return own.every.weekly(inLanguage({ weekday: 'long' }));
  const day = Number(firstDueOn.slice(-2));
  const words =
    interval === 'annual'
      ? own.every.annual(inLanguage({ day: 'numeric', month: 'long' }))
      : own.every[interval](day);
  return day > LAST_DAY_OF_EACH_MONTH && interval !== 'annual' ? `${words}${own.orLastDay}` : words;
}
