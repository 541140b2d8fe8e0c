import type { Queryable } from '#src/ground/database/database.ts';
import { type Centavos, centavos } from '#src/ground/money/centavos.ts';
import { type FeePeriod, sumFeesByDay, sumFeesOf } from './fee-day-store.ts';

/** The fees that the platform earned on each day; days without fees are not in the map. */
export async function readFeesByDay(
  database: Queryable,
  period: FeePeriod,
): Promise<ReadonlyMap<string, Centavos>> {
  const sums = new Map<string, Centavos>();
  for (const { day, fees } of await sumFeesByDay(database, period)) {
    sums.set(day, centavos((sums.get(day) ?? 0n) + fees));
  }
  return sums;
}

/** The fees that merchants paid in a period, by merchant id; those without fees are missing. */
export async function readFeesOf(
  database: Queryable,
  merchantIds: readonly string[],
  period: FeePeriod,
): Promise<ReadonlyMap<string, Centavos>> {
  const rows = await sumFeesOf(database, { ...period, merchantIds });
  return new Map(rows.map((row) => [row.merchantId, row.fees]));
}
