import { addDays, startOfBrazilianDay } from '#src/ground/brazilian-days.ts';
import { type LocalHolidays, NO_LOCAL_HOLIDAYS } from '#src/ground/business-days.ts';
import { type ProblemField, Refusal } from '#src/ground/errors/problems.ts';
import { type FieldTexts, fieldText } from '#src/ground/errors/texts/field-text.ts';
import { AMOUNT_CENTAVOS_MAX, centavos } from '#src/ground/money/centavos.ts';
import { checkDueRules } from './check-due-rules.ts';
import {
  type Discount,
  type DueRules,
  discountModes,
  type Interest,
  interestModes,
  type Part,
  type PartType,
  partTypes,
} from './due-rules.ts';

export const DAYS_AFTER_DUE_DEFAULT = 30;
export const DAYS_AFTER_DUE_MAX = 36_500;
/** How far after its creation a charge can be due: ten years. */
export const DAYS_UNTIL_DUE_MAX = 3_652;
const DISCOUNTS_MAX = 3;
/** The largest rate, in basis points: 100 %. */
const RATE_MAX = 10_000n;

/** On which days the rules must hold. Days are those of Brasília. */
export interface DueDays {
  readonly createdOn: string;
  /** The first day on which the charge can be paid: today, also for a change of the rules. */
  readonly today: string;
  readonly local?: LocalHolidays;
}

type NoteFault = (field: string, choose: (texts: FieldTexts) => string) => void;
type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads the rules of a charge with a due date: `amount`, `due_date`, `days_after_due`, `fine`,
 * `interest`, `rebate` and `discounts`. Missing rules may be null, undefined, an empty list or of
 * value zero, as systems write that send every rule of each charge.
 * Refuses `invalid_request` with all faults of fields, then `due_date_in_past`,
 * `invalid_discounts`, `due_amount_too_small` and `due_amount_too_large`.
 */
export function parseDueRules(unchecked: unknown, days: DueDays): DueRules {
  const faults: ProblemField[] = [];
  const fault: NoteFault = (field, choose) => {
    faults.push({ field, message: fieldText(choose) });
  };
  const body = isRecord(unchecked) ? unchecked : {};
  const rules: DueRules = {
    amount: centavos(readInteger(body, 'amount', { min: 1n, max: AMOUNT_CENTAVOS_MAX, fault })),
    dueDate: readDueDate(body.due_date, days, fault),
    daysAfterDue: readDaysAfterDue(body, fault),
    fine: readOptional(body, 'fine', readPart, fault),
    interest: readOptional(body, 'interest', readInterest, fault),
    rebate: readOptional(body, 'rebate', readPart, fault),
    discounts: readDiscounts(body.discounts, fault),
  };
  if (faults.length > 0) throw new Refusal('invalid_request', { fields: faults });
  return checkDueRules(rules, { ...days, local: days.local ?? NO_LOCAL_HOLIDAYS });
}

function readDueDate(unchecked: unknown, { createdOn }: DueDays, fault: NoteFault): string {
  const latest = addDays(createdOn, DAYS_UNTIL_DUE_MAX);
  const day = readDay(unchecked, 'due_date', fault);
  if (day > latest) fault('due_date', (texts) => texts.maximum(latest));
  return day;
}

function readDaysAfterDue(body: Fields, fault: NoteFault): number {
  if (isMissing(body.days_after_due)) return DAYS_AFTER_DUE_DEFAULT;
  const max = BigInt(DAYS_AFTER_DUE_MAX);
  return Number(readInteger(body, 'days_after_due', { min: 0n, max, fault }));
}

function readPart(part: Fields, path: string, fault: NoteFault): Part {
  const type = readName(part, `${path}.type`, { names: partTypes, fault });
  return { type, value: readValue(part, `${path}.value`, { type, fault }) };
}

function readInterest(interest: Fields, path: string, fault: NoteFault): Interest {
  const mode = readName(interest, `${path}.mode`, { names: interestModes, fault });
  const { type } = interestModes[mode];
  return { mode, value: readValue(interest, `${path}.value`, { type, fault }) };
}

/** The discounts in the order of their days. */
function readDiscounts(unchecked: unknown, fault: NoteFault): Discount[] {
  if (isMissing(unchecked)) return [];
  if (!Array.isArray(unchecked)) {
    fault('discounts', (texts) => texts.list);
    return [];
  }
  if (unchecked.length > DISCOUNTS_MAX) {
    fault('discounts', (texts) => texts.maxItems(DISCOUNTS_MAX));
    return [];
  }
  return unchecked
    .map((entry: unknown, index) => readObject(entry, `discounts.${index}`, readDiscount, fault))
    .filter(({ value }) => value > 0n);
}

function readDiscount(discount: Fields, path: string, fault: NoteFault): Discount {
  const mode = readName(discount, `${path}.mode`, { names: discountModes, fault });
  const { type, endsOnDay } = discountModes[mode];
  const value = readValue(discount, `${path}.value`, { type, fault });
  if (endsOnDay) return { mode, value, until: readDay(discount.until, `${path}.until`, fault) };
  if (!isMissing(discount.until)) fault(`${path}.until`, (texts) => texts.onlyWithLastDay);
  return { mode, value, until: null };
}

type Read<Rule> = (fields: Fields, path: string, fault: NoteFault) => Rule;

function readOptional<Rule extends { readonly value: bigint }>(
  body: Fields,
  path: string,
  read: Read<Rule>,
  fault: NoteFault,
): Rule | null {
  const rule = isMissing(body[path]) ? null : readObject(body[path], path, read, fault);
  return rule && rule.value > 0n ? rule : null;
}

function readObject<Rule>(
  unchecked: unknown,
  path: string,
  read: Read<Rule>,
  fault: NoteFault,
): Rule {
  if (isRecord(unchecked)) return read(unchecked, path, fault);
  fault(path, (texts) => texts.type([texts.typeNames.object ?? '']));
  return read({}, path, () => undefined);
}

/** A value from a list of names. After a fault it is the first one. */
function readName<Name extends string>(
  fields: Fields,
  path: string,
  { names, fault }: { names: Readonly<Record<Name, unknown>>; fault: NoteFault },
): Name {
  const known = Object.keys(names) as Name[];
  const unchecked = valueAt(fields, path);
  const name = known.find((rule) => rule === unchecked);
  if (name !== undefined) return name;
  fault(path, (texts) => (isMissing(unchecked) ? texts.required : texts.oneOf(known.join(', '))));
  return known[0] as Name;
}

function readValue(
  fields: Fields,
  path: string,
  { type, fault }: { type: PartType; fault: NoteFault },
): bigint {
  const max = type === 'fixed' ? AMOUNT_CENTAVOS_MAX : RATE_MAX;
  return readInteger(fields, path, { min: 0n, max, fault });
}

/** An integer within limits. After a fault it is the smallest one. */
function readInteger(
  fields: Fields,
  path: string,
  { min, max, fault }: { min: bigint; max: bigint; fault: NoteFault },
): bigint {
  const unchecked = valueAt(fields, path);
  if (isMissing(unchecked)) fault(path, (texts) => texts.required);
  else if (typeof unchecked !== 'number' || !Number.isSafeInteger(unchecked))
    fault(path, (texts) => texts.type([texts.typeNames.integer ?? '']));
  else if (unchecked < min) fault(path, (texts) => texts.minimum(min));
  else if (unchecked > max) fault(path, (texts) => texts.maximum(max));
  else return BigInt(unchecked);
  return min;
}

/** A day such as `2026-11-20`. After a fault it is an empty text. */
function readDay(unchecked: unknown, path: string, fault: NoteFault): string {
  if (typeof unchecked === 'string' && startOfBrazilianDay(unchecked) !== undefined)
    return unchecked;
  fault(path, (texts) => (isMissing(unchecked) ? texts.required : texts.day));
  return '';
}

/** The field with the last word of the path. */
function valueAt(fields: Fields, path: string): unknown {
  return fields[path.slice(path.lastIndexOf('.') + 1)];
}

function isMissing(unchecked: unknown): boolean {
  return unchecked === undefined || unchecked === null;
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
