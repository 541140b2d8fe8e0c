import type { Queryable } from '#src/ground/database/database.ts';
import { sumCounts } from '#src/ground/database/sum-counts.ts';
import { type Centavos, centavos, sumCentavos } from '#src/ground/money/centavos.ts';
import {
  countPaidMerchants,
  selectTopMerchants,
  selectVolumes,
  sumVolumeByDay,
  type VolumePeriod,
} from './charge-volume-store.ts';

/** Payments that the bank received, and how many merchants received them. */
export interface PlatformVolume {
  readonly paidCount: number;
  readonly paidAmount: Centavos;
  readonly merchants: number;
}

/** The payments of all merchants by day; days without payments are missing. */
export async function readVolumeByDay(
  database: Queryable,
  period: VolumePeriod,
): Promise<ReadonlyMap<string, PlatformVolume>> {
  const rows = await sumVolumeByDay(database, period);
  return new Map(
    [...Map.groupBy(rows, ({ day }) => day)].map(([day, ofDay]) => [
      day,
      {
        paidCount: sumCounts(ofDay, 'paidCount'),
        paidAmount: sumCentavos(ofDay.map((row) => row.paidAmount)),
        merchants: sumCounts(ofDay, 'merchants'),
      },
    ]),
  );
}

/** How many merchants received a payment in a period. */
export async function countActiveMerchants(
  database: Queryable,
  period: VolumePeriod,
): Promise<number> {
  return sumCounts(await countPaidMerchants(database, period), 'merchants');
}

/** A merchant with the payments that it received in a period and in the period before. */
export interface TopMerchant {
  readonly merchantId: string;
  readonly paidCount: number;
  readonly paidAmount: Centavos;
  readonly paidAmountBefore: Centavos;
}

/** The merchants that received most in a period, the largest sum first. */
export async function readTopMerchants(
  database: Queryable,
  { period, before, limit }: { period: VolumePeriod; before: VolumePeriod; limit: number },
): Promise<TopMerchant[]> {
  const rows = await selectTopMerchants(database, { ...period, limit });
  const merchantIds = rows.map(({ merchantId }) => merchantId);
  const earlier = await selectVolumes(database, { ...before, merchantIds });
  return rows.map(({ merchantId, paidCount, paidAmount }) => {
    const row = earlier.find(
      (volume) => volume.merchantId === merchantId && volume.environment === period.environment,
    );
    return {
      merchantId,
      paidCount: Number(paidCount),
      paidAmount,
      paidAmountBefore: row?.paidAmount ?? centavos(0),
    };
  });
}
