import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { readClockTimes } from '#src/ground/clocks/find-clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { isId } from '#src/ground/ids.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import { refusalOf } from '../cancel-charges.ts';
import type { Charge, TransactionKey } from '../charge.ts';
import { readCharges } from '../read-charges.ts';
import { changedTerms } from './change-charge.ts';
import { agreedShare } from './divide-due.ts';
import type { DueTerms } from './due-terms.ts';
import type { LocalHolidaysOf } from './local-holidays.ts';
import { amountsOf, type Division } from './plan-due.ts';
import { daysOf } from './preview-due.ts';

export interface ChangePreviewDeps extends DatabaseAndClock<Queryable> {
  readonly localHolidays: LocalHolidaysOf;
}

/** A charge with a due date as a change would make it. */
export interface ChangePreview {
  readonly original: Centavos;
  readonly division: Division;
  readonly smallest: Centavos;
  readonly largest: Centavos;
  readonly days: ReturnType<typeof daysOf>;
}

/**
 * Computes a change of a pending charge with a due date without making it, on the day of the clock
 * in which the charge lives. Refuses what the change refuses.
 */
export async function previewChange(
  deps: ChangePreviewDeps,
  key: TransactionKey,
  rules: Readonly<Record<string, unknown>>,
): Promise<ChangePreview> {
  const charge = await chargeToChange(deps.database, key);
  const { clockId } = charge.due;
  const times = await readClockTimes(deps.database, clockId === null ? [] : [clockId]);
  const now = times.get(clockId ?? '') ?? deps.clock.now();
  if (charge.expiresAt <= now) throw new Refusal('charge_expired');
  const terms = changedTerms(charge, { rules }, { ...deps, now }) ?? charge.due;
  const today = brazilianDayOf(now);
  const [smallest, largest] = amountsOf(terms.rules, today, terms.local);
  const division = { feePlan: terms.agreedFee, splits: charge.splits.map(agreedShare) };
  const original = terms.rules.amount;
  return { original, division, smallest, largest, days: daysOf(terms, today) };
}

async function chargeToChange(
  database: Queryable,
  key: TransactionKey,
): Promise<Charge & { readonly due: DueTerms }> {
  const [charge] = isId(key.id) ? await readCharges(database, [key]) : [];
  if (!charge) throw new Refusal('transaction_not_found');
  const { due, status } = charge;
  if (due === null) throw new Refusal('charge_not_changeable');
  if (status === 'canceled') throw new Refusal('charge_canceled');
  if (status !== 'pending') throw refusalOf(charge);
  return { ...charge, due };
}
