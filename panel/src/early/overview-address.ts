import { type Environment, kept, OVERVIEW_PERIOD_KEY } from './kept-choices.ts';

export const PERIOD_NAMES = [
  'today',
  'yesterday',
  '7_days',
  '30_days',
  'this_month',
  'last_month',
  '90_days',
] as const;

/** The days of a period that was not chosen by its name. */
export interface OwnPeriod {
  readonly from: string;
  readonly to: string;
}

export type ChosenPeriod = (typeof PERIOD_NAMES)[number] | OwnPeriod;

const PERIOD_DEFAULT = '30_days';
const OWN = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/;

/** The period that the person chose last. */
export function keptPeriod(): ChosenPeriod {
  return periodOf(kept(OVERVIEW_PERIOD_KEY) ?? '') ?? PERIOD_DEFAULT;
}

/** The choice that was stored as a text; undefined for another text. */
export function periodOf(stored: string): ChosenPeriod | undefined {
  const [, from, to] = OWN.exec(stored) ?? [];
  if (from !== undefined && to !== undefined) return { from, to };
  return PERIOD_NAMES.find((name) => name === stored);
}

/** The choice as it is stored. */
export function storedPeriod(period: ChosenPeriod): string {
  return typeof period === 'string' ? period : `${period.from}..${period.to}`;
}

/** The period as parameters of the API. */
export function periodQuery(period: ChosenPeriod) {
  return typeof period === 'string' ? { period } : { from: period.from, to: period.to };
}

/** The address of the overview's data. A test fails if the page then requests another one. */
export function overviewAddress(environment: Environment): string {
  const query = new URLSearchParams(Object.entries(periodQuery(keptPeriod())));
  return `/api/panel/${environment}/overview?${query}`;
}
