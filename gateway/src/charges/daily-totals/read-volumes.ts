import type { Volumes } from '#src/accounts/merchants/merchant-record.ts';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { selectVolumes } from './charge-volume-store.ts';

const DAYS = 30;

/** Sums the payments of merchants in the last 30 days, by merchant and environment. */
export async function readVolumes(
  database: Queryable,
  merchantIds: readonly string[],
  now: number,
): Promise<Volumes> {
  const lastDay = brazilianDayOf(now);
  const period = { firstDay: addDays(lastDay, 1 - DAYS), lastDay };
  const rows = await selectVolumes(database, { merchantIds, ...period });
  return new Map(
    rows.map(({ merchantId, environment, paidCount, paidAmount }) => [
      `${merchantId} ${environment}`,
      { paid: Number(paidCount), paidAmount },
    ]),
  );
}
