import { brazilianDate, englishDate } from '#src/ground/brazilian-days.ts';
import type { Language } from '#src/ground/http/language.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';
import { englishMoney } from '#src/ground/money/english-money.ts';
import type { Discount, DiscountMode, DueRules, InterestMode, Part } from './due-rules.ts';

interface RuleTexts {
  readonly money: (amount: bigint) => string;
  readonly date: (day: string) => string;
  readonly until: (day: string) => string;
  readonly fine: (value: string) => string;
  readonly interest: (value: string, mode: InterestMode) => string;
  readonly rebate: (value: string) => string;
  readonly discount: (value: string, mode: DiscountMode, until: string | null) => string;
}

const pt: RuleTexts = {
  money: brazilianMoney,
  date: brazilianDate,
  until: (day) => `Pode ser paga até ${day}.`,
  fine: (value) => `Depois do vencimento, multa de ${value}.`,
  interest: (value, mode) => `Depois do vencimento, juros de ${value} ${ptPeriods[mode]}.`,
  rebate: (value) => `Abatimento de ${value}.`,
  discount: (value, mode, until) =>
    until === null
      ? `Desconto de ${value} por dia ${ptDays[mode]}.`
      : `Desconto de ${value} até ${until}.`,
};

const ptPeriods: Readonly<Record<InterestMode, string>> = {
  fixed_per_day: 'por dia',
  percent_per_day: 'ao dia',
  percent_per_month: 'ao mês',
  percent_per_year: 'ao ano',
  fixed_per_business_day: 'por dia útil',
  percent_per_business_day: 'ao dia útil',
  percent_per_business_month: 'ao mês, em dias úteis',
  percent_per_business_year: 'ao ano, em dias úteis',
};

const ptDays: Readonly<Record<DiscountMode, string>> = {
  fixed_until: '',
  percent_until: '',
  fixed_per_day: 'de antecipação',
  fixed_per_business_day: 'útil de antecipação',
  percent_per_day: 'de antecipação',
  percent_per_business_day: 'útil de antecipação',
};

const en: RuleTexts = {
  money: englishMoney,
  date: englishDate,
  until: (day) => `It can be paid until ${day}.`,
  fine: (value) => `After the due date, a fine of ${value}.`,
  interest: (value, mode) => `After the due date, interest of ${value} ${enPeriods[mode]}.`,
  rebate: (value) => `A rebate of ${value}.`,
  discount: (value, mode, until) =>
    until === null
      ? `A discount of ${value} for each ${enDays[mode]} before the due date.`
      : `A discount of ${value} until ${until}.`,
};

const enPeriods: Readonly<Record<InterestMode, string>> = {
  fixed_per_day: 'a day',
  percent_per_day: 'a day',
  percent_per_month: 'a month',
  percent_per_year: 'a year',
  fixed_per_business_day: 'a business day',
  percent_per_business_day: 'a business day',
  percent_per_business_month: 'a month, counted in business days',
  percent_per_business_year: 'a year, counted in business days',
};

const enDays: Readonly<Record<DiscountMode, string>> = {
  fixed_until: 'day',
  percent_until: 'day',
  fixed_per_day: 'day',
  fixed_per_business_day: 'business day',
  percent_per_day: 'day',
  percent_per_business_day: 'business day',
};

const textsIn: Readonly<Record<Language, RuleTexts>> = { 'pt-BR': pt, en };

type Rules = Pick<DueRules, 'fine' | 'interest' | 'rebate' | 'discounts'>;

/**
 * The rules of a due date in words, one sentence each; with `lastDay` also the last payable day.
 */
export function rulesInWords(
  { fine, interest, rebate, discounts }: Rules,
  { lastDay, language }: { readonly lastDay?: string; readonly language: Language },
): readonly string[] {
  const texts = textsIn[language];
  const part = ({ type, value }: Part) => valueText(value, type === 'fixed', language);
  const ofDiscount = ({ mode, value, until }: Discount) =>
    texts.discount(
      valueText(value, mode.startsWith('fixed'), language),
      mode,
      until && texts.date(until),
    );
  return [
    ...(rebate ? [texts.rebate(part(rebate))] : []),
    ...discounts.map(ofDiscount),
    ...(fine ? [texts.fine(part(fine))] : []),
    ...(interest
      ? [
          texts.interest(
            valueText(interest.value, interest.mode.startsWith('fixed'), language),
            interest.mode,
          ),
        ]
      : []),
    ...(lastDay === undefined ? [] : [texts.until(texts.date(lastDay))]),
  ];
}

/** An amount of centavos, or a rate of basis points as per cent: `2%`, `0,33%`. */
function valueText(value: bigint, isFixed: boolean, language: Language): string {
  if (isFixed) return textsIn[language].money(value);
  const whole = (value / 100n).toString();
  const rest = (value % 100n)
    .toString()
    .padStart(2, '0')
    .replace(/(?<!0)0+$/, '');
  const point = language === 'en' ? '.' : ',';
  return `${whole}${rest === '' ? '' : point + rest}%`;
}
