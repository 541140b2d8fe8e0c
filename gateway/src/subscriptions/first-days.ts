import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import { authorizableBefore } from './change-story.ts';
import { cycleDay, dueDayOf, type Rhythm } from './cycle-days.ts';

/** How far ahead a subscription may begin. */
const AHEAD_DAYS_MAX = 366;

/** The days of a subscription as its merchant chooses them. */
export interface ChosenDays extends Rhythm {
  readonly endsOn: string | null;
}

/**
 * Why a subscription can't begin or end on its days, or undefined: `invalid_request` for a first
 * day outside the next year, and for a last day before the first one.
 */
export function refusedDays(
  { firstDueOn, endsOn }: Pick<ChosenDays, 'firstDueOn' | 'endsOn'>,
  now: number,
): Refusal | undefined {
  const today = brazilianDayOf(now);
  let from = addDays(today, 2);
  while (now >= authorizableBefore(from)) from = addDays(from, 1);
  const until = addDays(today, AHEAD_DAYS_MAX);
  if (firstDueOn < from || firstDueOn > until) {
    const message = fieldText((texts) => texts.daysBetween(from, until));
    return new Refusal('invalid_request', { fields: [{ field: 'first_due_on', message }] });
  }
  if (endsOn === null || endsOn >= firstDueOn) return undefined;
  const message = fieldText((texts) => texts.firstDay(firstDueOn));
  return new Refusal('invalid_request', { fields: [{ field: 'ends_on', message }] });
}

/** The due dates of the first cycles, at most `count`: business days, none after the last day. */
export function firstDueDays(chosen: ChosenDays, count: number): string[] {
  return Array.from({ length: count }, (_, index) => cycleDay(chosen, index))
    .filter((day) => chosen.endsOn === null || day <= chosen.endsOn)
    .map(dueDayOf);
}
