import { addDays } from '#src/ground/brazilian-days.ts';
import type { Language } from '#src/ground/http/language.ts';
import { closingGroups, closingTexts } from './closing-texts.ts';
import type { Closing } from './read-closing.ts';

/** A line of a closing. The amount is in signed centavos; splits and fees have no count. */
export interface SummaryLine {
  readonly label: string;
  readonly count: number | null;
  readonly amount: bigint;
}

/**
 * The totals of a period by group; their sum is the closing balance less the opening balance.
 * Groups are gross, because splits and fees have their own lines. Groups without movements are
 * omitted, except payments received.
 */
export function summaryOf({ kinds }: Pick<Closing, 'kinds'>, language: Language): SummaryLine[] {
  const texts = closingTexts[language];
  const sum = (pick: (kindTotals: (typeof kinds)[number]) => bigint): bigint =>
    kinds.reduce((total, kindTotals) => total + pick(kindTotals), 0n);
  const grouped = closingGroups.map(([group, names]) => {
    const groupTotals = kinds.filter(({ kind }) => (names as readonly string[]).includes(kind));
    return {
      label: texts.groups[group],
      count: groupTotals.reduce((total, { count }) => total + count, 0),
      amount: groupTotals.reduce((total, { gross }) => total + gross, 0n),
    };
  });
  const groupedKinds: readonly string[] = closingGroups.flatMap(([, names]) => names);
  const others = kinds.filter(({ kind }) => !groupedKinds.includes(kind));
  const lines = [
    ...grouped,
    ...others.map(({ count, gross }) => ({ label: texts.others, count, amount: gross })),
    { label: texts.splits, count: null, amount: sum(({ splits }) => splits) },
    { label: texts.fees, count: null, amount: sum(({ fees }) => fees) },
  ];
  return lines.filter(({ amount, count }, index) => index === 0 || amount !== 0n || count);
}

/** The period in words: `novembro de 2026` for a whole month, or its first and last day. */
export function periodInWords(
  { from, to }: { from: string; to: string },
  language: Language,
): string {
  const texts = closingTexts[language];
  const [year = '', month] = from.split('-');
  const isMonth = from.endsWith('-01') && addDays(to, 1) === nextMonth(from);
  if (isMonth) return texts.monthOf(Number(month), year);
  return texts.periodOf(from, to);
}

function nextMonth(first: string): string {
  const [year = 0, month = 0] = first.split('-').map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}
