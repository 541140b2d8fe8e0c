import type { Merchant } from '#src/ground/access/merchant.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { NO_LOCAL_HOLIDAYS } from '#src/ground/business-days.ts';
import { type ProblemCode, type ProblemField, Refusal } from '#src/ground/errors/problems.ts';
import { type FieldTexts, fieldText } from '#src/ground/errors/texts/field-text.ts';
import { type Centavos, centavos } from '#src/ground/money/centavos.ts';
import { discountModes } from '../due/due-rules.ts';
import { planDue } from '../due/plan-due.ts';
import { type LinkDue, rulesOn } from './link-due.ts';
import { type PaymentLink, priceOf } from './payment-link.ts';

/** An amount for checking rules alone, when a payer may choose any amount. */
const ANY_AMOUNT = centavos(100_000n);

/** The rules that depend on the amount, which a payer has not chosen yet. */
const OF_AMOUNT: ReadonlySet<ProblemCode> = new Set([
  'due_amount_too_small',
  'due_amount_too_large',
  'amount_too_small',
]);

/**
 * Checks the due date of a link as if a charge of its price were created now; of a free price, one
 * of each limit. Refuses what `planDue` refuses, by the names of the link's fields.
 * @returns the due date with its discounts in the order of their days.
 */
export function checkLinkDue(
  due: LinkDue,
  { link, merchant, now }: { link: LinkPrices; merchant: Merchant; now: number },
): LinkDue {
  const fields = faultsOfDays(due);
  if (fields.length > 0) throw new Refusal('invalid_request', { fields });
  const rules = rulesOn(due, brazilianDayOf(now));
  const division = { feePlan: merchant.feePlan, splits: [] };
  const plan = (amount: Centavos) =>
    withFieldsOfLink(() =>
      planDue(
        { rules, address: null, local: NO_LOCAL_HOLIDAYS },
        { amount, division, clockId: null, now },
      ),
    );
  const amounts = amountsOf(link);
  if (amounts.length === 0) ignoringAmount(() => plan(ANY_AMOUNT));
  else amounts.forEach(plan);
  return { ...due, discounts: due.discounts.toSorted(byLastDay) };
}

type LinkPrices = Pick<PaymentLink, 'amount' | 'product' | 'min' | 'max'>;

/** The prices that charges of a link can have; of a free price, its limits. */
function amountsOf(link: LinkPrices): readonly Centavos[] {
  const price = priceOf(link);
  const amounts = price === null ? [link.min, link.max] : [price];
  return amounts.filter((amount) => amount !== null);
}

/** A discount until a day needs the day; another one has none. */
function faultsOfDays({ due_in_days: days, discounts }: LinkDue): ProblemField[] {
  return discounts.flatMap(({ mode, days_before_due: before }, index) => {
    const fault = (choose: (texts: FieldTexts) => string): ProblemField[] => [
      { field: `discounts.${index}.days_before_due`, message: fieldText(choose) },
    ];
    const { endsOnDay } = discountModes[mode];
    if (endsOnDay && before === undefined) return fault(({ required }) => required);
    if (!endsOnDay && before !== undefined) return fault((texts) => texts.onlyWithLastDay);
    const isBeforeCreation = before !== undefined && before > days;
    return isBeforeCreation ? fault(({ maximum }) => maximum(days)) : [];
  });
}

function withFieldsOfLink(check: () => unknown): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const fields = error.facts.fields?.map(({ field, ...fault }) => ({
      ...fault,
      field: field.replace(/^due_date$/, 'due_in_days').replace(/\.until$/, '.days_before_due'),
    }));
    throw new Refusal(error.code, { ...error.facts, ...(fields && { fields }) });
  }
}

function ignoringAmount(check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof Refusal && OF_AMOUNT.has(error.code))) throw error;
  }
}

type LinkDiscount = LinkDue['discounts'][number];

function byLastDay(a: LinkDiscount, b: LinkDiscount): number {
  return (b.days_before_due ?? 0) - (a.days_before_due ?? 0);
}
