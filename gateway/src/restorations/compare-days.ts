import { addDays, brazilianDayOf } from '#src/platform/brazilian-days.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import { findReconciliation } from '#src/reconciliation/read-reconciliations.ts';
import type { Restoration } from './restoration.ts';

/** Banks keep their lists about three months. */
const DAYS_MAX = 92;

/** The days at Brasília on which the bank may have moved money that was not restored. */
export function daysToCompare({ reachedAt }: Restoration, now: number): string[] {
  const first = brazilianDayOf(reachedAt);
  const today = brazilianDayOf(now);
  const days: string[] = [];
  for (let day = today; day >= first && days.length < DAYS_MAX; day = addDays(day, -1)) {
    days.unshift(day);
  }
  return days;
}

/** The days that were not compared with the bank since the restoration. */
export async function daysNotCompared(
  database: Queryable,
  restoration: Restoration,
  { bank, now }: { bank: string; now: number },
): Promise<string[]> {
  const days: string[] = [];
  for (const day of daysToCompare(restoration, now)) {
    const madeAt = await comparedAt(database, bank, day);
    if (madeAt === null || madeAt < restoration.restoredAt) days.push(day);
  }
  return days;
}

async function comparedAt(database: Queryable, bank: string, day: string): Promise<number | null> {
  try {
    return (await findReconciliation(database, bank, day)).madeAt;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'reconciliation_not_found') return null;
    throw error;
  }
}
