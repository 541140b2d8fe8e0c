import { brazilianDate, englishDate } from '#src/ground/brazilian-days.ts';
import type { PageWording } from './page-wording.ts';

/** A day as readers of the language write it. */
export function dayText(day: string, { language }: Pick<PageWording, 'language'>): string {
  return language === 'en' ? englishDate(day) : brazilianDate(day);
}
