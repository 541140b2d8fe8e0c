import { addDays, brazilianDayOf, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import { cycleDay, dueDayOf, type Rhythm } from './cycle-days.ts';
import { createdBefore } from './cycle-windows.ts';

/** How far ahead a subscription may begin. */
const AHEAD_DAYS_MAX = 366;

/** The days of a subscription as its merchant chooses them. */
export interface ChosenDays extends Rhythm {
  readonly endsOn: string | null;
}

type FirstAndLast = Pick<ChosenDays, 'firstDueOn' | 'endsOn'>;

/** Of the Central Bank's API: the first possible day, and what it calls the days. */
export interface StandardRules {
  /** When the subscription was made (milliseconds); null if the rules of our own API hold. */
  readonly since: number | null;
  readonly fields: { readonly first: string; readonly last: string };
}

const OWN_FIELDS = { first: 'first_due_on', last: 'ends_on' };

/** When the payer can't authorize any more: then the first cycle could not be announced. */
export function authorizableBefore(firstDueOn: string): number {
  return createdBefore(dueDayOf(firstDueOn));
}

/** When that is by the Central Bank's API: after the last day, at most a year after the first. */
export function answerableBefore({ firstDueOn, endsOn }: FirstAndLast): number {
  const yearLater = addDays(firstDueOn, AHEAD_DAYS_MAX);
  return startOfKnownDay(addDays(endsOn !== null && endsOn < yearLater ? endsOn : yearLater, 1));
}

/**
 * Why a subscription can't begin or end on its days, or undefined: `invalid_request` for a first
 * day outside the next year, and for a last day before the first one.
 */
export function refusedDays(
  { firstDueOn, endsOn }: FirstAndLast,
  now: number,
  standard?: StandardRules,
): Refusal | undefined {
  const { first, last } = standard?.fields ?? OWN_FIELDS;
  const today = brazilianDayOf(now);
  const since = standard?.since ?? null;
  const from = since === null ? firstAnnounced(today, now) : brazilianDayOf(since);
  const until = addDays(today, AHEAD_DAYS_MAX);
  if (firstDueOn < from || firstDueOn > until) {
    const message = fieldText((texts) => texts.daysBetween(from, until));
    return new Refusal('invalid_request', { fields: [{ field: first, message }] });
  }
  if (endsOn === null || endsOn >= firstDueOn) return undefined;
  const message = fieldText((texts) => texts.firstDay(firstDueOn));
  return new Refusal('invalid_request', { fields: [{ field: last, message }] });
}

/** The due dates of the first cycles, at most `count`: business days, none after the last day. */
export function firstDueDays(chosen: ChosenDays, count: number): string[] {
  return Array.from({ length: count }, (_, index) => cycleDay(chosen, index))
    .filter((day) => chosen.endsOn === null || day <= chosen.endsOn)
    .map(dueDayOf);
}

/** The first day whose cycle can still be announced to a payer who authorizes today. */
function firstAnnounced(today: string, now: number): string {
  let from = addDays(today, 2);
  while (now >= authorizableBefore(from)) from = addDays(from, 1);
  return from;
}
