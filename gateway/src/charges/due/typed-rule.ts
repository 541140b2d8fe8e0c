import { parseAmount } from '#src/ground/money/parse-amount.ts';
import { type InterestMode, interestModes, type PartType } from './due-rules.ts';

/** The days that a rate or an amount is given for. */
type Period = 'day' | 'month' | 'year' | 'business_day' | 'business_month' | 'business_year';

/** A fine, interest, rebate or discount as people write it. */
export interface TypedRule {
  readonly type: PartType;
  /** Centavos, or basis points up to 100 %. */
  readonly value: number;
  /** Undefined for a value without a period. */
  readonly period: Period | undefined;
}

/** Longer than all that can be read. */
const LENGTH_MAX = 60;
const BASIS_POINTS_MAX = 10_000;
/** `1%`, `R$ 0,33` or `5 reais`, and the text after it. */
const RULE = /^((?:R\$ ?)?\d[\d.,]*(?: ?%| ?reais\b)?)(.*)/is;
const PERCENTAGE = /^(\d{1,3})(?:[.,](\d{1,2}))? ?%$/;
/** The words before a period: `/mês`, `ao mês`, `por dia`, `a day`, `a.m.`. */
const BEFORE_PERIOD = /^ ?(?:\/ ?|(?:ao|por|per|a|an) )?/;
const ACCENTS = /\p{M}/gu;

const PERIODS: ReadonlyMap<string, Period> = new Map([
  ...named('day', ['dia', 'day', 'ad', 'a.d', 'a.d.', 'dia corrido', 'calendar day']),
  ...named('month', ['mes', 'month', 'am', 'a.m', 'a.m.']),
  ...named('year', ['ano', 'year', 'aa', 'a.a', 'a.a.']),
  ...named('business_day', ['dia util', 'dia-util', 'business day', 'business-day']),
  ...named('business_month', ['mes util', 'mes-util', 'business month', 'business-month']),
  ...named('business_year', ['ano util', 'ano-util', 'business year', 'business-year']),
]);

function named(period: Period, names: readonly string[]): readonly (readonly [string, Period])[] {
  return names.map((name) => [name, period]);
}

/**
 * Reads `2%`, `R$ 5,00`, `1% ao mês`, `12%/ano`, `0,03% a.d.` or `R$0,33/dia útil`. Undefined for
 * any other text: a part of a text that can't be read would change what a payer owes.
 */
export function readTypedRule(typed: string): TypedRule | undefined {
  if (typed.length > LENGTH_MAX) return undefined;
  const [, value = '', after = ''] = RULE.exec(typed.replace(/\s+/g, ' ').trim()) ?? [];
  const part = readPart(value);
  if (part === undefined || after === '') return part && { ...part, period: undefined };
  const name = after.normalize('NFD').replace(ACCENTS, '').toLowerCase();
  const period = PERIODS.get(name.replace(BEFORE_PERIOD, ''));
  return period && { ...part, period };
}

/** The mode of interest in a period; undefined for an amount a month or a year. */
export function interestModeOf(type: PartType, period: Period): InterestMode | undefined {
  const mode = `${type}_per_${period}`;
  return Object.hasOwn(interestModes, mode) ? (mode as InterestMode) : undefined;
}

function readPart(text: string): Pick<TypedRule, 'type' | 'value'> | undefined {
  const percentage = PERCENTAGE.exec(text);
  if (percentage) {
    const value = Number(`${percentage[1]}${(percentage[2] ?? '').padEnd(2, '0')}`);
    return value <= BASIS_POINTS_MAX ? { type: 'percent', value } : undefined;
  }
  const value = parseAmount(text);
  return value === undefined ? undefined : { type: 'fixed', value };
}
