import type { AgreedFee } from '#src/accounts/merchants/merchant.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import type { LocalHolidays } from '#src/ground/business-days.ts';
import { basisPoints } from '#src/ground/money/basis-points.ts';
import { type Centavos, centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import { type AmountDue, amountDue, lastPayableDay } from './amount-due.ts';
import type { DueRules } from './due-rules.ts';
import type { PayerAddress } from './payer-address.ts';

/** All that a charge with a due date has beside other charges. */
export interface DueTerms {
  readonly rules: DueRules;
  /** The holidays of the payer's state and municipality, as they were known at the creation. */
  readonly local: LocalHolidays;
  readonly address: PayerAddress | null;
  /** The test clock in whose time the charge lives. */
  readonly clockId: string | null;
  /** The fee as it was agreed at the creation. */
  readonly agreedFee: AgreedFee;
  /** How often the charge was changed. */
  readonly revision: number;
  /** How the amount came about that was paid; null until then. */
  readonly paid: AmountDue | null;
  /** The amount by our rules on the day of the payment, if another one was taken. */
  readonly expected?: Centavos;
  /** The cycle of a subscription that the charge is for; all other charges have no such key. */
  readonly cycle?: CycleOfCharge;
}

/** The cycle of a subscription, by the subscription's id and the first day of the cycle. */
export interface CycleOfCharge {
  readonly subscription: string;
  readonly day: string;
}

type Json<Value> = Value extends bigint
  ? number
  : Value extends LocalHolidays
    ? string[]
    : Value extends object
      ? { readonly [Name in keyof Value]: Json<Value[Name]> }
      : Value;

/** Terms as the column `due` holds them: amounts and rates are numbers. */
export type StoredTerms = Json<DueTerms>;

/** Terms for their column. */
export function termsToJson(terms: DueTerms): StoredTerms {
  const text = JSON.stringify(terms, (_, value: unknown) => {
    if (typeof value === 'bigint') return Number(value);
    return value instanceof Set ? [...value] : value;
  });
  return JSON.parse(text);
}

/** Terms from their column. */
export function termsFromJson(stored: StoredTerms): DueTerms {
  const { rules, agreedFee, paid } = stored;
  return {
    address: stored.address,
    clockId: stored.clockId,
    revision: stored.revision,
    ...(stored.cycle && { cycle: stored.cycle }),
    ...(stored.expected !== undefined && { expected: centavos(stored.expected) }),
    local: new Set(stored.local),
    rules: {
      ...rules,
      amount: centavos(rules.amount),
      fine: rules.fine && { ...rules.fine, value: BigInt(rules.fine.value) },
      interest: rules.interest && { ...rules.interest, value: BigInt(rules.interest.value) },
      rebate: rules.rebate && { ...rules.rebate, value: BigInt(rules.rebate.value) },
      discounts: rules.discounts.map((rule) => ({ ...rule, value: BigInt(rule.value) })),
    },
    agreedFee: {
      feeRate: basisPoints(agreedFee.feeRate),
      feeFixed: centavos(agreedFee.feeFixed),
    },
    paid: paid && {
      original: centavos(paid.original),
      fine: centavos(paid.fine),
      interest: centavos(paid.interest),
      rebate: centavos(paid.rebate),
      discount: centavos(paid.discount),
      amount: centavos(paid.amount),
    },
  };
}

/**
 * The price of a charge at an instant (milliseconds), by the day at Brasília. After its last
 * payable day it costs what it cost on that day: a bank may report a payment late.
 */
export function amountDueAt({ rules, local }: DueTerms, at: number): AmountDue {
  const last = lastPayableDay(rules, local);
  const day = brazilianDayOf(at);
  const due = amountDue(rules, day < last ? day : last, local);
  if (due === undefined) throw new Error('a payable day has an amount');
  return due;
}

/** The parts of an amount as JSON integers. */
export function partsToJson({ amount, ...parts }: AmountDue) {
  return {
    original: centavosToJson(parts.original),
    fine: centavosToJson(parts.fine),
    interest: centavosToJson(parts.interest),
    rebate: centavosToJson(parts.rebate),
    discount: centavosToJson(parts.discount),
    paid_amount: centavosToJson(amount),
  };
}
