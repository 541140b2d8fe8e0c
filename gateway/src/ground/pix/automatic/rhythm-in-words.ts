import type { Language } from '../../http/language.ts';
import type { Interval } from './terms.ts';

const LAST_DAY_OF_EACH_MONTH = 28;

const pt = {
  per: {
    weekly: 'por semana',
    monthly: 'por mês',
    quarterly: 'a cada três meses',
    semiannual: 'a cada seis meses',
    annual: 'por ano',
  },
  every: {
    weekly: (weekday: string) => `Toda semana (${weekday})`,
    monthly: (day: number) => `Todo mês, no dia ${day}`,
    quarterly: (day: number) => `A cada três meses, no dia ${day}`,
    semiannual: (day: number) => `A cada seis meses, no dia ${day}`,
    annual: (date: string) => `Todo ano, em ${date}`,
  },
  orLastDay: ', ou no último dia de meses mais curtos',
};

const en: typeof pt = {
  per: {
    weekly: 'per week',
    monthly: 'per month',
    quarterly: 'every three months',
    semiannual: 'every six months',
    annual: 'per year',
  },
  every: {
    weekly: (weekday) => `Every week (${weekday})`,
    monthly: (day) => `Every month, on day ${day}`,
    quarterly: (day) => `Every three months, on day ${day}`,
    semiannual: (day) => `Every six months, on day ${day}`,
    annual: (date) => `Every year, on ${date}`,
  },
  orLastDay: ', or on the last day of shorter months',
};

const textsIn: Readonly<Record<Language, typeof pt>> = { 'pt-BR': pt, en };

/** The words after an amount: `por mês`. */
export function perInterval(interval: Interval, language: Language): string {
  return textsIn[language].per[interval];
}

/** How often and on which day a payer is debited: `Todo mês, no dia 15`. */
export function rhythmInWords(
  { interval, firstDueOn }: { readonly interval: Interval; readonly firstDueOn: string },
  language: Language,
): string {
  const { every, orLastDay } = textsIn[language];
  const inLanguage = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
      ...options,
      timeZone: 'UTC',
    }).format(Date.parse(firstDueOn));
  if (interval === 'weekly') return every.weekly(inLanguage({ weekday: 'long' }));
  if (interval === 'annual') {
    return every.annual(inLanguage({ day: 'numeric', month: 'long' }));
  }
  const day = Number(firstDueOn.slice(-2));
  const words = every[interval](day);
  return day > LAST_DAY_OF_EACH_MONTH ? `${words}${orLastDay}` : words;
}
