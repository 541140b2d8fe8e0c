import { centavos, centavosToDecimal } from '#src/ground/money/centavos.ts';
import type { JsonObject } from '../bank-http/classify-result.ts';
import {
  type BankDiscount,
  type BankDueRules,
  type BankInterest,
  type BankPart,
  DISCOUNT_NUMBERS,
  INTEREST_NUMBERS,
  PART_NUMBERS,
} from '../due-charge.ts';
import {
  objectAt,
  objectsAt,
  requireAmount,
  requireText,
  UnreadableAnswer,
} from './json-fields.ts';

/** The default of the standard for `validadeAposVencimento`. */
const DAYS_AFTER_DUE = 30;
const DAY = /^\d{4}-\d\d-\d\d$/;
const WHOLE_NUMBER = /^\d{1,6}$/;

/** A part of `valor` that a change may end. */
type Part = 'multa' | 'juros' | 'abatimento' | 'desconto';
/** The parts of a charge that a change ends, with the value that ends each at the bank. */
export type EndedParts = Readonly<Partial<Record<Part, object | null>>>;

/**
 * `calendario` and `valor` of a charge with a due date, as `CobVSolicitada` has them. `ended` has
 * parts that the rules don't have.
 */
export function dueFields(rules: BankDueRules, ended: EndedParts = {}) {
  const { fine, interest, rebate, discounts } = rules;
  return {
    calendario: {
      dataDeVencimento: rules.dueDate,
      validadeAposVencimento: rules.daysAfterDue,
    },
    valor: {
      original: centavosToDecimal(rules.amount),
      ...ended,
      ...(fine && { multa: partField(PART_NUMBERS[fine.type], fine.value) }),
      ...(interest && { juros: partField(INTEREST_NUMBERS[interest.mode], interest.value) }),
      ...(rebate && { abatimento: partField(PART_NUMBERS[rebate.type], rebate.value) }),
      ...discountField(discounts),
    },
  };
}

/**
 * The ways to end the parts of a charge that a change lacks: zero, which the document allows,
 * `valor` without the part, which a bank that merges `valor` keeps, and null, as the document's
 * maintainers say (pix-api, 108 and 281).
 */
export function waysToEnd(before: BankDueRules, rules: BankDueRules): EndedParts[] {
  const parts = Object.entries({
    multa: before.fine && !rules.fine,
    juros: before.interest && !rules.interest,
    abatimento: before.rebate && !rules.rebate,
    desconto: before.discounts.length > 0 && rules.discounts.length === 0,
  }).flatMap(([name, isEnded]) => (isEnded ? [name as Part] : []));
  if (parts.length === 0) return [{}];
  const endAll = (end: (name: Part) => object | null) =>
    Object.fromEntries(parts.map((name) => [name, end(name)]));
  return [endAll((name) => partField(ZERO_MODES[name], 0n)), {}, endAll(() => null)];
}

/** Modes with one value. */
const ZERO_MODES: Readonly<Record<Part, number>> = {
  multa: 1,
  juros: 1,
  abatimento: 1,
  desconto: DISCOUNT_NUMBERS.fixed_per_day,
};

/** Both units have two decimals: `2.00` is two reais or two percent. */
function partField(modalidade: number, value: bigint) {
  return { modalidade, valorPerc: centavosToDecimal(centavos(value)) };
}

function discountField(discounts: readonly BankDiscount[]) {
  const [first] = discounts;
  if (first === undefined) return {};
  const modalidade = DISCOUNT_NUMBERS[first.mode];
  if (first.until === null) return { desconto: partField(modalidade, first.value) };
  const descontoDataFixa = discounts.map(({ until, value }) => ({
    data: until,
    valorPerc: centavosToDecimal(centavos(value)),
  }));
  return { desconto: { modalidade, descontoDataFixa } };
}

/**
 * Reads the rules of a `CobVGerada`. A part of zero counts as none. A `modalidade` may be a number
 * or its digits, because the standard's own examples have both. Throws UnreadableAnswer.
 */
export function readDueRules(body: JsonObject): BankDueRules {
  const calendar = objectAt(body, 'calendario');
  const amount = objectAt(body, 'valor');
  const dueDate = requireText(calendar, 'dataDeVencimento');
  if (!DAY.test(dueDate)) throw new UnreadableAnswer('dataDeVencimento');
  return {
    amount: requireAmount(amount, 'original'),
    dueDate,
    daysAfterDue: integerAt(calendar, 'validadeAposVencimento') ?? DAYS_AFTER_DUE,
    fine: readPart(objectAt(amount, 'multa')),
    interest: readInterest(objectAt(amount, 'juros')),
    rebate: readPart(objectAt(amount, 'abatimento')),
    discounts: readDiscounts(objectAt(amount, 'desconto')),
  };
}

function readPart(part: JsonObject | undefined): BankPart | null {
  const value = valueAt(part);
  return value === 0n ? null : { type: nameOf(PART_NUMBERS, part), value };
}

function readInterest(part: JsonObject | undefined): BankInterest | null {
  const value = valueAt(part);
  return value === 0n ? null : { mode: nameOf(INTEREST_NUMBERS, part), value };
}

function readDiscounts(discount: JsonObject | undefined): BankDiscount[] {
  if (discount === undefined) return [];
  const dated = objectsAt(discount, 'descontoDataFixa');
  const named = dated.length > 0 ? dated : [discount];
  return named
    .map((part) => ({ part, value: valueAt(part) }))
    .filter(({ value }) => value > 0n)
    .map(({ part, value }) => ({
      mode: nameOf(DISCOUNT_NUMBERS, discount),
      value,
      until: dated.length > 0 ? requireText(part, 'data') : null,
    }))
    .toSorted((first, second) => ((first.until ?? '') < (second.until ?? '') ? -1 : 1));
}

function valueAt(part: JsonObject | undefined): bigint {
  return part === undefined ? 0n : requireAmount(part, 'valorPerc');
}

/** The name of the part's `modalidade`. Throws UnreadableAnswer. */
function nameOf<Name extends string>(
  numbers: Readonly<Record<Name, number>>,
  part: JsonObject | undefined,
): Name {
  const number = integerAt(part, 'modalidade');
  const name = (Object.keys(numbers) as Name[]).find((name) => numbers[name] === number);
  if (name === undefined) throw new UnreadableAnswer('modalidade');
  return name;
}

function integerAt(body: JsonObject | undefined, name: string): number | undefined {
  const value = body?.[name];
  if (value === undefined || value === null) return undefined;
  if (!WHOLE_NUMBER.test(String(value))) throw new UnreadableAnswer(name);
  return Number(value);
}
