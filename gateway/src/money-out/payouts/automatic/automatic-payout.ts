import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { addDays, brazilianDayOf, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import { isoTime } from '#src/ground/clock.ts';
import { HOUR_MS, MINUTE_MS } from '#src/ground/durations.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';

export const automaticRules = ['daily', 'weekly', 'above'] as const;

export type AutomaticRule = (typeof automaticRules)[number];

/** When an automatic payout runs. */
export interface AutomaticSchedule {
  readonly rule: AutomaticRule;
  /** From 0 to 23 in Brasília; for `daily` and `weekly`. */
  readonly hour: number;
  /** 0 is Sunday; for `weekly`. */
  readonly weekday: number;
}

/** The setting of a merchant's automatic payout. Instants in milliseconds since 1970. */
export interface AutomaticPayout extends LedgerScope, AutomaticSchedule {
  readonly beneficiaryId: string;
  /** For the rule `above`: it runs when the available balance is above this amount. */
  readonly above: Centavos;
  /** The amount in centavos that stays in the balance. */
  readonly keep: Centavos;
  /** Null when it is off. */
  readonly nextRunAt: number | null;
}

/** A run, with the payout that it created or the code of the reason why it created none. */
export interface AutomaticRun {
  readonly id: string;
  readonly payoutId: string | null;
  readonly amount: Centavos | null;
  readonly skipReason: string | null;
  readonly ranAt: number;
}

/** How often the rule `above` reads the balance. */
const ABOVE_INTERVAL_MS = MINUTE_MS;
const DAYS_OF_WEEK = 7;

/** The first instant after `afterMs` at which a schedule runs; both in milliseconds. */
export function nextRun(schedule: AutomaticSchedule, afterMs: number): number {
  if (schedule.rule === 'above') return afterMs + ABOVE_INTERVAL_MS;
  const today = brazilianDayOf(afterMs);
  for (let ahead = 0; ahead <= DAYS_OF_WEEK; ahead += 1) {
    const day = addDays(today, ahead);
    const at = instantOn(day, schedule);
    if (at > afterMs && isDayOf(schedule, day)) return at;
  }
  throw new Error('a week has every weekday');
}

/**
 * Names the period of a run, in which one payout is made: the instant, or the rule with the planned
 * day. A run that was postponed past midnight belongs to the day before.
 */
export function periodOfRun(schedule: AutomaticSchedule, runAt: number): string {
  const { rule } = schedule;
  if (rule === 'above') return `above ${isoTime(runAt)}`;
  const today = brazilianDayOf(runAt);
  for (let ago = 0; ago <= DAYS_OF_WEEK; ago += 1) {
    const day = addDays(today, -ago);
    if (instantOn(day, schedule) <= runAt && isDayOf(schedule, day)) return `${rule} ${day}`;
  }
  throw new Error('a week has every weekday');
}

/** The instant of a schedule's hour on a day. */
function instantOn(day: string, { hour }: AutomaticSchedule): number {
  return startOfKnownDay(day) + hour * HOUR_MS;
}

/** True if a daily or weekly schedule runs on a day. */
function isDayOf({ rule, weekday }: AutomaticSchedule, day: string): boolean {
  return rule === 'daily' || new Date(`${day}T00:00:00Z`).getUTCDay() === weekday;
}
