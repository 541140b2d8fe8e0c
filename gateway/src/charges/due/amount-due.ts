import { addDays } from '#src/ground/brazilian-days.ts';
import {
  businessDayFrom,
  businessDaysBetween,
  type LocalHolidays,
  NO_LOCAL_HOLIDAYS,
} from '#src/ground/business-days.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { type Centavos, centavos, ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';
import {
  type DueRules,
  discountModes,
  type Interest,
  interestModes,
  type Part,
} from './due-rules.ts';

/** The basis points of a whole. */
const WHOLE = 10_000n;
/** The factor of the interest has six decimals, which the Central Bank's manual says. */
const FACTOR_UNIT = 1_000_000n;

/** The price of a charge on one day: `amount` is original − rebate − discount + interest + fine. */
export interface AmountDue {
  readonly original: Centavos;
  readonly fine: Centavos;
  readonly interest: Centavos;
  readonly rebate: Centavos;
  readonly discount: Centavos;
  readonly amount: Centavos;
}

/**
 * The price of a charge that is paid on a day at Brasília; undefined after its last payable day.
 * Each component is rounded down to a centavo. The discount leaves at least one centavo. The local
 * holidays are those where the payer lives.
 */
export function amountDue(
  rules: DueRules,
  day: string,
  local: LocalHolidays = NO_LOCAL_HOLIDAYS,
): AmountDue | undefined {
  if (day > lastPayableDay(rules, local)) return undefined;
  const rebate = rebateOf(rules);
  const base = centavos(rules.amount - rebate);
  const fullDiscount = discountOn(rules, day, local);
  const discount = fullDiscount < base ? fullDiscount : centavos(base - 1n);
  const late = daysLate(rules, day, local);
  const interest = interestOf(base, rules.interest, late);
  const fine = late > 0 ? partOf(base, rules.fine) : ZERO_CENTAVOS;
  const amount = centavos(base - discount + interest + fine);
  return { original: rules.amount, fine, interest, rebate, discount, amount };
}

/**
 * The last day on which a charge can be paid. The due date moves to a business day, the days after
 * it are counted from there, and the end moves to a business day.
 */
export function lastPayableDay(
  { dueDate, daysAfterDue }: Pick<DueRules, 'dueDate' | 'daysAfterDue'>,
  local: LocalHolidays = NO_LOCAL_HOLIDAYS,
): string {
  return businessDayFrom(addDays(businessDayFrom(dueDate, local), daysAfterDue), local);
}

/** The rebate, which doesn't depend on the day. */
export function rebateOf({ amount, rebate }: DueRules): Centavos {
  return partOf(amount, rebate);
}

/**
 * The discount on a day, which may be more than the amount. Days before the due date are counted up
 * to the due date itself, even if it is not a business day.
 */
export function discountOn(rules: DueRules, day: string, local: LocalHolidays): Centavos {
  const base = centavos(rules.amount - rebateOf(rules));
  const discount = discountFor(rules, day, local);
  if (discount === undefined) return ZERO_CENTAVOS;
  const { type, inBusinessDays, endsOnDay } = discountModes[discount.mode];
  const count = inBusinessDays ? businessDaysBetween : daysBetween;
  const times = endsOnDay ? 1 : count(day, rules.dueDate, local);
  return partOf(base, { type, value: discount.value * BigInt(times) });
}

/**
 * The last day of the discount that is given on a day; null without one, and if it grows with each
 * day before the due date.
 */
export function lastDiscountDay(
  rules: Pick<DueRules, 'discounts'>,
  day: string,
  local: LocalHolidays = NO_LOCAL_HOLIDAYS,
): string | null {
  const until = discountFor(rules, day, local)?.until ?? null;
  return until === null ? null : businessDayFrom(until, local);
}

/** The rule of a day; a discount whose last day is no business day is given on the next one too. */
function discountFor(
  { discounts }: Pick<DueRules, 'discounts'>,
  day: string,
  local: LocalHolidays,
) {
  return discounts.find(({ until }) => until === null || day <= businessDayFrom(until, local));
}

/** The days after the moved due date, in the kind of days that the interest counts. */
function daysLate({ dueDate, interest }: DueRules, day: string, local: LocalHolidays): number {
  const inBusinessDays = interest !== null && interestModes[interest.mode].inBusinessDays;
  const count = inBusinessDays ? businessDaysBetween : daysBetween;
  return count(businessDayFrom(dueDate, local), day, local);
}

function interestOf(base: Centavos, interest: Interest | null, days: number): Centavos {
  if (interest === null) return ZERO_CENTAVOS;
  const { type, periodDays } = interestModes[interest.mode];
  const total = interest.value * BigInt(days);
  if (type === 'fixed') return centavos(total);
  const factor = (total * FACTOR_UNIT) / (WHOLE * periodDays);
  return centavos((base * factor) / FACTOR_UNIT);
}

/** A fixed amount, or a rate of the base, rounded down to a centavo. */
function partOf(base: Centavos, part: Part | null): Centavos {
  if (part === null) return ZERO_CENTAVOS;
  return centavos(part.type === 'fixed' ? part.value : (base * part.value) / WHOLE);
}

/** How many days come after one day, up to and including another; zero if there is none. */
function daysBetween(after: string, until: string): number {
  const days = (Date.parse(`${until}T00:00:00Z`) - Date.parse(`${after}T00:00:00Z`)) / DAY_MS;
  return Math.max(days, 0);
}
