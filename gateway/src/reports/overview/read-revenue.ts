import { countNewMerchants, readMerchantNames } from '#src/accounts/merchants/find-merchant.ts';
import {
  countActiveMerchants,
  readTopMerchants,
  readVolumeByDay,
} from '#src/charges/daily-totals/platform-volume.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { addDays, brazilianDayOf, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { sumCentavos, totalToJson, ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';
import { readFeesByDay, readFeesOf } from '#src/ledger/fee-days.ts';
import { daysOf, type Period } from './overview-period.ts';

const TOP_SHOWN = 10;

interface ScopedPeriod extends Period {
  readonly environment: Environment;
}

/**
 * The revenue of the platform in the last `count` days including today, and in as many days before:
 * payments, fees and active merchants by day, and the merchants that received most.
 */
export async function readRevenue(
  database: Queryable,
  { environment, now, count }: { environment: Environment; now: number; count: number },
) {
  const lastDay = brazilianDayOf(now);
  const firstDay = addDays(lastDay, 1 - count);
  const period = { environment, firstDay, lastDay };
  const dayBefore = addDays(firstDay, -1);
  const before = { environment, firstDay: addDays(firstDay, -count), lastDay: dayBefore };
  const [current, earlier, top] = await Promise.all([
    readPeriod(database, period),
    readPeriod(database, before),
    readTopRevenue(database, period, before),
  ]);
  return { days: current.days, totals: current.totals, before: earlier.totals, top };
}

async function readPeriod(database: Queryable, period: ScopedPeriod) {
  const { firstDay, lastDay } = period;
  const [volumes, fees, activeMerchants, newMerchants] = await Promise.all([
    readVolumeByDay(database, period),
    readFeesByDay(database, period),
    countActiveMerchants(database, period),
    countNewMerchants(database, {
      fromMs: startOfKnownDay(firstDay),
      beforeMs: startOfKnownDay(addDays(lastDay, 1)),
    }),
  ]);
  const days = daysOf(period).map((day) => {
    const volume = volumes.get(day);
    return {
      day,
      paid_count: volume?.paidCount ?? 0,
      paid_amount: totalToJson(volume?.paidAmount ?? ZERO_CENTAVOS),
      fees: totalToJson(fees.get(day) ?? ZERO_CENTAVOS),
      active_merchants: volume?.merchants ?? 0,
    };
  });
  const totals = {
    paid_count: days.reduce((sum, day) => sum + day.paid_count, 0),
    paid_amount: totalToJson(
      sumCentavos([...volumes.values()].map(({ paidAmount }) => paidAmount)),
    ),
    fees: totalToJson(sumCentavos(fees.values())),
    active_merchants: activeMerchants,
    new_merchants: newMerchants,
  };
  return { days, totals };
}

async function readTopRevenue(database: Queryable, period: ScopedPeriod, before: ScopedPeriod) {
  const merchants = await readTopMerchants(database, { period, before, limit: TOP_SHOWN });
  const ids = merchants.map(({ merchantId }) => merchantId);
  const [names, fees] = await Promise.all([
    readMerchantNames(database, ids),
    readFeesOf(database, ids, period),
  ]);
  return merchants.map((merchant) => ({
    username: names.get(merchant.merchantId)?.username ?? '',
    name: names.get(merchant.merchantId)?.name ?? '',
    paid_count: merchant.paidCount,
    paid_amount: totalToJson(merchant.paidAmount),
    paid_amount_before: totalToJson(merchant.paidAmountBefore),
    fees: totalToJson(fees.get(merchant.merchantId) ?? ZERO_CENTAVOS),
  }));
}
