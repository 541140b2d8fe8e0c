import type {
  DiscountMode,
  InterestMode,
  PartType,
} from '../../gateway/src/charges/due/due-rules.ts';
import { interestModeOf, readTypedRule } from '../../gateway/src/charges/due/typed-rule.ts';
import { Failure } from './failure.ts';

/** A fine or a rebate: centavos, or basis points for a percentage. */
export interface DuePart {
  readonly type: PartType;
  readonly value: number;
}

export interface DueInterest {
  readonly mode: InterestMode;
  readonly value: number;
}

export interface DueDiscount {
  readonly mode: DiscountMode;
  readonly value: number;
  readonly until?: string;
}

/** The rules of a due date as the API takes them. */
export interface DueFields {
  readonly due_date: string;
  readonly days_after_due?: number;
  readonly fine?: DuePart;
  readonly interest?: DueInterest;
  readonly rebate?: DuePart;
  readonly discounts?: readonly DueDiscount[];
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads "2%", "2,5%", "R$5" or "5,00". Throws a Failure for anything else. */
export function parsePart(text: string): DuePart {
  const rule = readTypedRule(text);
  if (rule && rule.period === undefined) return { type: rule.type, value: rule.value };
  throw new Failure(
    'usage',
    `"${text}" não é um percentual de até 100%, como 2,5%, nem um valor, como R$5`,
  );
}

/** Reads "1%/mês" or "R$0,33/dia"; days may be business days. Throws a Failure. */
export function parseInterest(text: string): DueInterest {
  const rule = readTypedRule(text);
  const mode = rule?.period && interestModeOf(rule.type, rule.period);
  if (rule && mode) return { mode, value: rule.value };
  throw new Failure(
    'usage',
    `"${text}" não são juros: escreva 1%/mês, 0,03%/dia-útil, 12%/ano ou R$0,33/dia`,
  );
}

/** Reads "5%:2027-01-10", a discount until a day, or "R$1/dia", for each day. Throws a Failure. */
export function parseDiscount(text: string): DueDiscount {
  const [, until, day = ''] = /^(.+):(.+)$/.exec(text) ?? [];
  if (until !== undefined) {
    const { type, value } = parsePart(until);
    return { mode: `${type}_until`, value, until: parseDay(day) };
  }
  const rule = readTypedRule(text);
  if (rule?.period === 'day' || rule?.period === 'business_day')
    return { mode: `${rule.type}_per_${rule.period}`, value: rule.value };
  throw new Failure(
    'usage',
    `"${text}" não é um desconto: escreva 5%:2027-01-10, R$5:2027-01-10 ou 0,1%/dia`,
  );
}

/** Reads a day such as "2027-01-15". Throws a Failure for days that don't exist. */
export function parseDay(text: string): string {
  const at = DAY.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  if (at && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)) return text;
  throw new Failure('usage', `"${text}" não é um dia: escreva ano-mês-dia, como 2027-01-15`);
}

/** Reads a number of days from 0. Throws a Failure. */
export function parseDays(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new Failure('usage', `"${text}" não é um número de dias: escreva 30`);
}

/** The options of a command that describe a due date. */
export interface DueOptions {
  readonly due?: string;
  readonly daysAfter?: number;
  readonly fine?: DuePart;
  readonly interest?: DueInterest;
  readonly rebate?: DuePart;
  readonly discount?: readonly DueDiscount[];
}

export const DUE_OPTIONS = [
  { flags: '--due <dia>', about: 'vencimento: 2027-01-15', parse: parseDay },
  { flags: '--days-after <n>', about: 'dias pagável depois de vencer (30)', parse: parseDays },
  { flags: '--fine <multa>', about: 'multa: 2% ou R$5', parse: parsePart },
  { flags: '--interest <juros>', about: 'juros: 1%/mês, R$0,33/dia', parse: parseInterest },
  { flags: '--rebate <abatimento>', about: 'abatimento: 5% ou R$10', parse: parsePart },
  {
    flags: '--discount <desconto>',
    about: 'desconto: 5%:2027-01-10 até um dia, ou 0,1%/dia; pode repetir',
    parse: (text: string, previous: unknown) => [
      ...(Array.isArray(previous) ? previous : []),
      parseDiscount(text),
    ],
  },
];

/** The fields of a charge that the options ask for; undefined without a due date. */
export function dueFieldsOf(options: DueOptions): DueFields | undefined {
  const { due, daysAfter, fine, interest, rebate, discount } = options;
  const rules = {
    ...(daysAfter !== undefined && { days_after_due: daysAfter }),
    ...(fine && { fine }),
    ...(interest && { interest }),
    ...(rebate && { rebate }),
    ...(discount && { discounts: discount }),
  };
  if (due !== undefined) return { due_date: due, ...rules };
  if (Object.keys(rules).length === 0) return undefined;
  throw new Failure('usage', 'informe o vencimento: --due 2027-01-15');
}
