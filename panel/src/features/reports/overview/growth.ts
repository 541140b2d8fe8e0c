import { locale } from '#panel/texts/common.ts';
import { texts } from '#texts/revenue.ts';

const percent = new Intl.NumberFormat(locale, {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

/** The change of a number as `+12,5%`; undefined when there was nothing before. */
export function changeOf(now: number, before: number): string | undefined {
  return before === 0 ? undefined : percent.format((now - before) / Math.abs(before));
}

/** The change of a number in words. */
export function growthText(now: number, before: number): string {
  if (now === before && before !== 0) return texts.sameAsBefore;
  const change = changeOf(now, before);
  return change === undefined ? texts.nothingBefore : texts.growth(change);
}
