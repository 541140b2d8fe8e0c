import { formatBasisPoints, formatCalendarDay, formatMoney } from '#panel/components/format.ts';
import { texts } from '#texts/due.ts';
import { isRate } from './due-form-values.ts';
import type { ChargeRules } from './due-types.ts';

type Words = readonly [label: string, words: string];

type Discount = NonNullable<ChargeRules['discounts']>[number];
/** The rules of a charge, or of a link, whose discounts end some days before the due date. */
type Rules = Pick<ChargeRules, 'fine' | 'interest' | 'rebate'> & {
  readonly discounts?: readonly (Discount & { readonly days_before_due?: number })[] | null;
};

/** The fine, the interest, the rebate and the discounts in words; rules that are missing are not. */
export function rulesInWords({ fine, interest, rebate, discounts }: Rules): Words[] {
  return [
    ...(fine ? [[texts.fine, texts.fineWords(amountOf(fine.type, fine.value))] as const] : []),
    ...(interest
      ? [
          [
            texts.interest,
            texts.interestWords[interest.mode](amountOf(interest.mode, interest.value)),
          ] as const,
        ]
      : []),
    ...(rebate
      ? [[texts.rebate, texts.rebateWords(amountOf(rebate.type, rebate.value))] as const]
      : []),
    ...(discounts ?? []).map(({ mode, value, until, days_before_due: days }, index): Words => {
      const words = texts.discountWords[mode](amountOf(mode, value));
      const name = (discounts ?? []).length > 1 ? texts.discountNumber(index + 1) : texts.discount;
      if (days !== undefined) return [name, texts.untilDaysBefore(words, days)];
      return [name, until ? texts.discountUntil(words, formatCalendarDay(until)) : words];
    }),
  ];
}

/** A rate of basis points as a percentage, or centavos as money. */
function amountOf(mode: string, value: number): string {
  return isRate(mode) ? formatBasisPoints(value) : formatMoney(value);
}
