import { addDays, brazilianDayOf, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import { amountAt } from './find-charges.ts';
import {
  type PayableCharge,
  selectPayableByDueDay,
  selectPayableByInstant,
} from './fitting-charge-store.ts';

/** The most days between a payment and the creation or the due date of a charge that fits it. */
const DAYS = 7;
/** The most charges that are compared of each bucket, by creation and by due date each. */
const COMPARED_MAX = 50;
/** The most charges of each bucket among which those of a known payer are searched, by each too. */
const SEARCHED_MAX = 1_000;
const FITTING_MAX = 10;

/** A payment that names no charge that it could pay. */
export interface PaymentToFit {
  readonly amount: Centavos;
  /** When the bank received it, in milliseconds. */
  readonly receivedAt: number;
  /** The document of its payer; null if it is not known. */
  readonly payerDocument: string | null;
}

export interface FittingCharge extends PayableCharge {
  readonly isOfPayer: boolean;
}

/**
 * Finds at most ten live charges that ask for the amount of a payment at its instant and were
 * created in the week before it, or are due within a week of it: those of the payer first, then the
 * nearest. A charge with a due date is found by its original amount only. Charges whose payer was
 * erased are left out.
 */
export async function findFittingCharges(
  database: Queryable,
  { amount, receivedAt, payerDocument }: PaymentToFit,
): Promise<FittingCharge[]> {
  const day = brazilianDayOf(receivedAt);
  const days = { firstDay: addDays(day, -DAYS), lastDay: addDays(day, DAYS) };
  const period = { from: receivedAt - DAYS * DAY_MS, to: receivedAt };
  const searched = payerDocument === null ? COMPARED_MAX : SEARCHED_MAX;
  const wanted = { amount, payerDocument, searched, limit: COMPARED_MAX };
  const found = await Promise.all([
    selectPayableByInstant(database, { ...wanted, ...period }),
    selectPayableByDueDay(database, { ...wanted, ...days }),
  ]);
  const charges = new Map(found.flat().map((charge) => [charge.id, charge]));
  return [...charges.values()]
    .filter((charge) => amountAt(charge, receivedAt) === amount)
    .map((charge) => ({ ...charge, isOfPayer: charge.payerDocument === payerDocument }))
    .sort(
      (left, right) =>
        Number(right.isOfPayer) - Number(left.isOfPayer) ||
        distanceOf(left, receivedAt) - distanceOf(right, receivedAt),
    )
    .slice(0, FITTING_MAX);
}

/** The time between a payment and the nearer of a charge's creation and due date. */
function distanceOf({ createdAt, dueOn }: PayableCharge, receivedAt: number): number {
  const instants = [createdAt, ...(dueOn === null ? [] : [startOfKnownDay(dueOn)])];
  return Math.min(...instants.map((at) => Math.abs(receivedAt - at)));
}
