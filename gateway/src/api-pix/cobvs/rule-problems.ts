import { Refusal } from '#src/ground/errors/problems.ts';
import { detailOf, invalidOperation } from '../problems/standard-problem.ts';

/** Where the standard has a field of the rules. */
const PATHS: Readonly<Record<string, string>> = {
  amount: 'valor.original',
  due_date: 'calendario.dataDeVencimento',
  days_after_due: 'calendario.validadeAposVencimento',
  fine: 'valor.multa',
  interest: 'valor.juros',
  rebate: 'valor.abatimento',
  discounts: 'valor.desconto',
};
const RULE_CODES = new Set([
  'invalid_request',
  'due_date_in_past',
  'invalid_discounts',
  'due_amount_too_small',
  'due_amount_too_large',
]);

/** A refusal of rules as an error of the standard; every other error as it is. */
export function invalidRules(error: unknown): unknown {
  if (!(error instanceof Refusal) || !RULE_CODES.has(error.code)) return error;
  const violations = (error.facts.fields ?? []).map(({ field, message }) => ({
    razao: message['pt-BR'],
    propriedade: pathOfRule(field),
  }));
  return invalidOperation('CobV', detailOf(error), violations);
}

/** Where the standard has a field of /v1. */
export function pathOfRule(field: string): string {
  const [name = '', ...rest] = field.split('.');
  const path = PATHS[name] ?? name;
  if (name !== 'discounts') return `cobv.${path}`;
  const [index, part] = rest;
  const isDay = part === 'until';
  if (index === undefined) return `cobv.${path}`;
  return `cobv.${path}.descontoDataFixa[${index}].${isDay ? 'data' : 'valorPerc'}`;
}
