import type { AgreedFee } from '#src/accounts/merchants/merchant.ts';
import { addDays, brazilianDayOf, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import type { LocalHolidays } from '#src/ground/business-days.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { type Centavos, centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import { divideCharge } from '../divide-charge.ts';
import type { RequestedSplit } from '../splits/split.ts';
import { amountDue, lastPayableDay } from './amount-due.ts';
import { smallestAmount } from './check-due-rules.ts';
import type { DueRules } from './due-rules.ts';
import type { CycleOfCharge, DueTerms } from './due-terms.ts';
import { parseDueRules } from './parse-due-rules.ts';
import type { PayerAddress } from './payer-address.ts';

/** The rules of a charge with a due date, as a merchant sent them. */
export interface RequestedDue {
  /** Not checked yet, without the amount. */
  readonly rules: Readonly<Record<string, unknown>>;
  readonly address: PayerAddress | null;
  readonly local: LocalHolidays;
  /** The cycle of a subscription that the charge is for. */
  readonly cycle?: CycleOfCharge;
}

/** Who gets which part of a charge. The amount is not known yet: it depends on the day. */
export interface Division {
  readonly feePlan: AgreedFee;
  readonly splits: readonly RequestedSplit[];
}

interface ChargeToPlan {
  readonly amount: Centavos;
  readonly division: Division;
  readonly clockId: string | null;
  /** Milliseconds. */
  readonly now: number;
}

/**
 * The terms of a new charge with a due date. Refuses what `parseDueRules` refuses, and
 * `amount_too_small` or `split_exceeds_net` if a payment of some day could not be divided.
 */
export function planDue(
  { rules: unchecked, address, local, cycle }: RequestedDue,
  { amount, division, clockId, now }: ChargeToPlan,
): DueTerms {
  const today = brazilianDayOf(now);
  const body = { ...unchecked, amount: centavosToJson(amount) };
  const rules = parseDueRules(body, { createdOn: today, today, local });
  checkDivision(rules, { division, today, local });
  const { feeRate, feeFixed } = division.feePlan;
  return {
    rules,
    local: holidaysNear(rules, today, local),
    address,
    clockId,
    revision: 0,
    paid: null,
    agreedFee: { feeRate, feeFixed },
    ...(cycle && { cycle }),
  };
}

/** Refuses rules by which the smallest or the largest payment could not be divided. */
export function checkDivision(
  rules: DueRules,
  { division, today, local }: { division: Division; today: string; local: LocalHolidays },
): void {
  for (const amount of amountsOf(rules, today, local)) divideCharge(amount, division);
}

/** The smallest and the largest amount that a payment from a day on can have. */
export function amountsOf(
  rules: DueRules,
  today: string,
  local: LocalHolidays,
): readonly [Centavos, Centavos] {
  const smallest = centavos(smallestAmount(rules, { createdOn: today, today, local }));
  const last = amountDue(rules, lastPayableDay(rules, local), local);
  if (last === undefined) throw new Refusal('due_amount_too_large');
  const onTime = amountDue({ ...rules, discounts: [] }, rules.dueDate, local);
  const amounts = [last.amount, onTime?.amount ?? last.amount];
  const largest = amounts.reduce((most, each) => (each > most ? each : most));
  return [smallest < largest ? smallest : largest, largest];
}

/** The first instant at which a charge can no longer be paid, in milliseconds. */
export function endOf(rules: DueRules, local: LocalHolidays): number {
  return startOfKnownDay(addDays(lastPayableDay(rules, local), 1));
}

/** The holidays that matter for these rules. */
export function holidaysNear(rules: DueRules, today: string, local: LocalHolidays): LocalHolidays {
  const last = lastPayableDay(rules, local);
  return new Set([...local].filter((day) => day >= today && day <= last));
}
