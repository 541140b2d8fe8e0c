import { businessDayAfter, countDays, type Holidays, NO_HOLIDAYS } from '../calendar.ts';

/** A part of the amount: `modalidade` of API Pix, and centavos or hundredths of a percent. */
export interface DuePart {
  readonly mode: number;
  readonly value: bigint;
}

/** A discount until days (modes 1 and 2), or for each day before the due date (3 to 6). */
export interface DueDiscount {
  readonly mode: number;
  readonly value?: bigint;
  readonly until?: readonly { readonly day: string; readonly value: bigint }[];
}

/** The terms of a charge with a due date. Days as `2026-11-20`, amounts in centavos. */
export interface DueTerms {
  readonly amount: bigint;
  readonly dueDate: string;
  readonly daysAfterDue: number;
  readonly fine?: DuePart;
  readonly interest?: DuePart;
  readonly rebate?: DuePart;
  readonly discount?: DueDiscount;
}

/** The components of the manual's equation 1: Vf = Vo − Va − Vd + Vj + Vm. */
export interface DayAmount {
  readonly original: bigint;
  readonly rebate: bigint;
  readonly discount: bigint;
  readonly interest: bigint;
  readonly fine: bigint;
  readonly final: bigint;
}

const PERCENT = 2;
const HUNDREDTHS = 10_000n;
const SIX_PLACES = 1_000_000n;
/** Whether days are business days, and the days of the rate's period; the fixed modes have none. */
const INTEREST: Readonly<Record<number, { isBusiness: boolean; period?: bigint }>> = {
  1: { isBusiness: false },
  2: { isBusiness: false, period: 1n },
  3: { isBusiness: false, period: 30n },
  4: { isBusiness: false, period: 360n },
  5: { isBusiness: true },
  6: { isBusiness: true, period: 1n },
  7: { isBusiness: true, period: 21n },
  8: { isBusiness: true, period: 252n },
};
const DISCOUNT: Readonly<Record<number, { isBusiness: boolean; isPercent: boolean }>> = {
  1: { isBusiness: false, isPercent: false },
  2: { isBusiness: false, isPercent: true },
  3: { isBusiness: false, isPercent: false },
  4: { isBusiness: true, isPercent: false },
  5: { isBusiness: false, isPercent: true },
  6: { isBusiness: true, isPercent: true },
};

/** The last day on which a charge can be paid (the document's examples A to G). */
export function lastDayOf(
  terms: Pick<DueTerms, 'dueDate' | 'daysAfterDue'>,
  holidays: Holidays = NO_HOLIDAYS,
): string {
  const moved = businessDayAfter(terms.dueDate, 0, holidays);
  return businessDayAfter(moved, terms.daysAfterDue, holidays);
}

/**
 * The amount of a day by annex III of the Manual de Padrões para Iniciação do Pix, also after the
 * last day of the charge. The discount leaves at least one centavo.
 */
export function amountOn(
  terms: DueTerms,
  day: string,
  holidays: Holidays = NO_HOLIDAYS,
): DayAmount {
  const { amount: original } = terms;
  const rebate = rebateOf(terms);
  const base = original - rebate;
  const wanted = discountOf(terms, base, { day, holidays });
  const discount = wanted < base ? wanted : base - 1n;
  const { isBusiness = false, period } = INTEREST[terms.interest?.mode ?? 0] ?? {};
  const from = businessDayAfter(terms.dueDate, 0, holidays);
  const late = BigInt(countDays(from, day, isBusiness ? holidays : undefined));
  const interest = interestOf(base, terms.interest, { late, period });
  const fine = late === 0n || terms.fine === undefined ? 0n : partOf(base, terms.fine);
  const final = original - rebate - discount + interest + fine;
  return { original, rebate, discount, interest, fine, final };
}

export function rebateOf({ amount, rebate }: DueTerms): bigint {
  return rebate === undefined ? 0n : partOf(amount, rebate);
}

function partOf(base: bigint, { mode, value }: DuePart): bigint {
  return mode === PERCENT ? (base * value) / HUNDREDTHS : value;
}

function discountOf(
  { discount, dueDate }: DueTerms,
  base: bigint,
  { day, holidays }: { readonly day: string; readonly holidays: Holidays },
): bigint {
  if (discount === undefined) return 0n;
  const { isBusiness = false, isPercent = false } = DISCOUNT[discount.mode] ?? {};
  const of = (value: bigint): bigint => (isPercent ? (base * value) / HUNDREDTHS : value);
  if (discount.value !== undefined) {
    const early = countDays(day, dueDate, isBusiness ? holidays : undefined);
    return of(discount.value * BigInt(early));
  }
  const sorted = [...(discount.until ?? [])].sort((left, right) => (left.day < right.day ? -1 : 1));
  const open = sorted.find((step) => day <= businessDayAfter(step.day, 0, holidays));
  return open === undefined ? 0n : of(open.value);
}

/** Simple interest. The factor of a percentage has six places; every step is truncated. */
function interestOf(
  base: bigint,
  interest: DuePart | undefined,
  { late, period }: { readonly late: bigint; readonly period: bigint | undefined },
): bigint {
  if (interest === undefined) return 0n;
  if (period === undefined) return interest.value * late;
  const factor = (interest.value * late * SIX_PLACES) / (HUNDREDTHS * period);
  return (base * factor) / SIX_PLACES;
}
