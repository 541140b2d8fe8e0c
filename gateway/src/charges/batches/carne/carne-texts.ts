import { brazilianDate, englishDate } from '#src/ground/brazilian-days.ts';
import type { Language } from '#src/ground/http/language.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';
import { englishMoney } from '#src/ground/money/english-money.ts';
import type { ChargeStatus } from '../../charge.ts';
import type { Discount, DiscountMode, DueRules, InterestMode, Part } from '../../due/due-rules.ts';

/** The texts of a carnê in a language. */
export interface CarneTexts {
  readonly title: string;
  readonly fileName: string;
  readonly installment: string;
  readonly dueDate: string;
  readonly validUntil: string;
  readonly amount: string;
  readonly payer: string;
  readonly payee: string;
  readonly reference: string;
  readonly copyAndPaste: string;
  readonly howToPay: string;
  readonly stub: string;
  readonly test: string;
  /** Why a slip has no code. */
  readonly ended: Readonly<Record<Exclude<ChargeStatus, 'pending'>, string>>;
  readonly money: (amount: bigint) => string;
  readonly date: (day: string) => string;
  readonly until: (day: string) => string;
  readonly fine: (value: string) => string;
  readonly interest: (value: string, mode: InterestMode) => string;
  readonly rebate: (value: string) => string;
  readonly discount: (value: string, mode: DiscountMode, until: string | null) => string;
}

const pt: CarneTexts = {
  title: 'Carnê',
  fileName: 'carne',
  installment: 'Parcela',
  dueDate: 'Vencimento',
  validUntil: 'Pague até',
  amount: 'Valor',
  payer: 'Pagador',
  payee: 'Quem recebe',
  reference: 'Referência',
  copyAndPaste: 'Pix copia e cola',
  howToPay: 'Abra o app do seu banco, escolha Pix e leia o QR code.',
  stub: 'Controle do pagador',
  test: 'TESTE: não pague',
  ended: {
    paid: 'Já paga',
    expired: 'Prazo encerrado',
    canceled: 'Cancelada',
    partially_refunded: 'Já paga',
    refunded: 'Já paga e devolvida',
  },
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

const en: CarneTexts = {
  title: 'Payment booklet',
  fileName: 'booklet',
  installment: 'Instalment',
  dueDate: 'Due date',
  validUntil: 'Pay by',
  amount: 'Amount',
  payer: 'Payer',
  payee: 'Recipient',
  reference: 'Reference',
  copyAndPaste: 'Pix copy and paste',
  howToPay: 'Open your bank’s app, choose Pix and scan the QR code.',
  stub: 'For the payer’s records',
  test: 'TEST: do not pay',
  ended: {
    paid: 'Already paid',
    expired: 'Too late to pay',
    canceled: 'Canceled',
    partially_refunded: 'Already paid',
    refunded: 'Paid and refunded',
  },
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

export const carneTexts: Readonly<Record<Language, CarneTexts>> = { 'pt-BR': pt, en };

/** What the rules of a due date mean, one sentence each. */
export function rulesInWords(
  { fine, interest, rebate, discounts }: DueRules,
  { lastDay, language }: { readonly lastDay: string; readonly language: Language },
): readonly string[] {
  const texts = carneTexts[language];
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
    texts.until(texts.date(lastDay)),
  ];
}

/** An amount of centavos, or a rate of basis points as per cent: `2%`, `0,33%`. */
function valueText(value: bigint, isFixed: boolean, language: Language): string {
  if (isFixed) return carneTexts[language].money(value);
  const whole = (value / 100n).toString();
  const rest = (value % 100n).toString().padStart(2, '0').replace(/0+$/, '');
  const point = language === 'en' ? '.' : ',';
  return `${whole}${rest === '' ? '' : point + rest}%`;
}
