import { type Static, Type } from 'typebox';
import { readClockTimes } from '#src/ground/clocks/find-clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import type { TransactionKey } from '../charge.ts';
import { readCharges } from '../read-charges.ts';
import { partsToJson } from './due-terms.ts';
import { shownDue } from './shown-due.ts';

const part = (description: string) => Type.Integer({ description: `${description} Centavos.` });

/** How the amount of today comes about. */
export const DueToday = Type.Object({
  original: part('O valor original.'),
  fine: part('A multa de hoje.'),
  interest: part('Os juros de hoje.'),
  rebate: part('O abatimento.'),
  discount: part('O desconto de hoje.'),
  amount: part('Quanto se paga hoje.'),
  tomorrow: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Quanto se paga amanhã, se muda; null se não muda.',
  }),
  is_late: Type.Boolean({ description: 'Se o vencimento já passou.' }),
});

/** The amount of today of a pending charge with a due date, in the time in which it lives. */
export async function readDueToday(
  { database, clock }: DatabaseAndClock<Queryable>,
  key: TransactionKey,
): Promise<Static<typeof DueToday> | undefined> {
  const [charge] = await readCharges(database, [key]);
  if (!charge?.due || charge.status !== 'pending') return undefined;
  const { clockId } = charge.due;
  const times = await readClockTimes(database, clockId === null ? [] : [clockId]);
  const now = times.get(clockId ?? '') ?? clock.now();
  const { amount, tomorrow, isLate } = shownDue(charge.due, now);
  const { paid_amount: today, ...parts } = partsToJson(amount);
  return {
    ...parts,
    amount: today,
    tomorrow: tomorrow === null ? null : centavosToJson(tomorrow),
    is_late: isLate,
  };
}
