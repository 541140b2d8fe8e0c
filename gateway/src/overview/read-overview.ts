import type { LedgerScope } from '#src/access/ledger-scope.ts';
import { type ChargeDay, readChargeDays } from '#src/charges/daily-totals/charge-days.ts';
import { balanceView } from '#src/ledger/balance-view.ts';
import type { Balance } from '#src/ledger/read-balance.ts';
import { termsView } from '#src/ledger/settlements/terms-view.ts';
import { readSettlementTerms } from '#src/merchants/set-settlement-terms.ts';
import { centavosToJson, sumCentavos } from '#src/money/centavos.ts';
import { countFailedPayouts } from '#src/payouts/count-failed-payouts.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import { DAY_MS } from '#src/platform/durations.ts';
import type { Batcher } from '#src/platform/work/batcher.ts';
import { latestTransactions } from '#src/transactions/search-transactions.ts';
import { transactionItem } from '#src/transactions/transaction-item.ts';
import { readDeliveryBacklog } from '#src/webhooks/reports/read-delivery-backlog.ts';

const LATEST = 10;
const FAILED_PAYOUTS_MS = 7 * DAY_MS;
const BASIS_POINTS = 10_000;

export interface OverviewDeps {
  readonly database: Queryable;
  readonly clock: Clock;
  readonly readBalance: Batcher<LedgerScope, Balance>;
}

/** The overview of a scope: balance, sums of the last days, latest transactions and problems. */
export async function readOverview(deps: OverviewDeps, scope: LedgerScope, days: number) {
  const { database, clock } = deps;
  const now = clock.now();
  const [balance, terms, chargeDays, latest, backlog, failedPayouts] = await Promise.all([
    deps.readBalance.add(scope),
    readSettlementTerms(database, scope.merchantId),
    readChargeDays(database, scope, { now, count: days }),
    latestTransactions(database, scope, LATEST),
    readDeliveryBacklog(database, scope, now),
    countFailedPayouts(database, scope, now - FAILED_PAYOUTS_MS),
  ]);
  const totals = totalsOf(chargeDays);
  return {
    balance: balanceView(balance),
    settlement: termsView(terms),
    days: chargeDays.map((one) => ({
      day: one.day,
      created_count: one.created,
      paid_count: one.paid,
      paid_amount: centavosToJson(one.paidAmount),
    })),
    totals,
    paid_share: shareOf(totals.created_paid_count, totals.created_count),
    latest: latest.map(transactionItem),
    attention: {
      retrying_deliveries: backlog.retrying,
      failed_deliveries: backlog.failed,
      failed_payouts: failedPayouts,
    },
  };
}

function totalsOf(days: readonly ChargeDay[]) {
  const sum = (counts: readonly number[]) => counts.reduce((left, right) => left + right, 0);
  return {
    created_count: sum(days.map((day) => day.created)),
    created_paid_count: sum(days.map((day) => day.createdPaid)),
    paid_count: sum(days.map((day) => day.paid)),
    paid_amount: centavosToJson(sumCentavos(days.map((day) => day.paidAmount))),
  };
}

/** In basis points, rounded down, so that 100 % means all; null when `whole` is zero. */
function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.floor((part * BASIS_POINTS) / whole);
}
