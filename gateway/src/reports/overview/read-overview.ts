import { readSettlementTerms } from '#src/accounts/merchants/set-settlement-terms.ts';
import { readChargeDays } from '#src/charges/daily-totals/charge-days.ts';
import { countToDefend } from '#src/disputes/count-due-disputes.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import { balanceView } from '#src/ledger/balance-view.ts';
import type { Balance } from '#src/ledger/read-balance.ts';
import { termsView } from '#src/ledger/settlements/terms-view.ts';
import { countFailedPayouts } from '#src/money-out/payouts/read-payouts.ts';
import { readDeliveryBacklog } from '#src/webhooks/reports/read-endpoint-health.ts';
import { withReceived } from '../transactions/received.ts';
import { countOverdue, lastOverdueDay } from '../transactions/search-by-due-day.ts';
import { latestTransactions } from '../transactions/search-transactions.ts';
import { transactionItem } from '../transactions/transaction-item.ts';
import { type ComparedPeriods, daysOf } from './overview-period.ts';
import { type PeriodFigures, readPeriodFigures } from './period-figures.ts';

const LATEST = 10;
const DAYS_OF_WEEK = 7;
const FAILED_PAYOUTS_MS = 7 * DAY_MS;

export interface OverviewDeps extends DatabaseAndClock<Queryable> {
  readonly readBalance: Batcher<LedgerScope, Balance>;
}

/** The overview of a scope: balance, figures of a period, latest transactions and problems. */
export async function readOverview(
  deps: OverviewDeps,
  scope: LedgerScope,
  { period, before }: ComparedPeriods,
) {
  const { database, clock } = deps;
  const now = clock.now();
  const [balance, today, terms, figures, latest, backlog, failedPayouts, overdue, disputes] =
    await Promise.all([
      deps.readBalance.add(scope),
      readToday(database, scope, now),
      readSettlementTerms(database, scope.merchantId),
      readPeriodFigures(database, scope, { period, before, now }),
      readLatest(database, scope),
      readDeliveryBacklog(database, scope, now),
      countFailedPayouts(database, scope, now - FAILED_PAYOUTS_MS),
      countOverdue(database, scope, now),
      countToDefend(database, scope, now),
    ]);
  return {
    balance: balanceView(balance),
    today,
    settlement: termsView(terms),
    period: {
      from: period.firstDay,
      to: period.lastDay,
      is_open: period.lastDay === brazilianDayOf(now),
    },
    ...figuresView(figures),
    latest: latest.map((row) => transactionItem(row, lastOverdueDay(now))),
    attention: {
      retrying_deliveries: backlog.retrying,
      failed_deliveries: backlog.failed,
      failed_payouts: failedPayouts,
      overdue_charges: overdue,
      disputes_to_defend: disputes,
    },
  };
}

async function readLatest(database: Queryable, scope: LedgerScope) {
  return withReceived(database, scope, await latestTransactions(database, scope, LATEST));
}

/** The amount received today, and that of the whole same weekday a week ago. */
async function readToday(database: Queryable, scope: LedgerScope, now: number) {
  const lastDay = brazilianDayOf(now);
  const week = daysOf({ firstDay: addDays(lastDay, -DAYS_OF_WEEK), lastDay });
  const days = await readChargeDays(database, scope, { now, days: week });
  const [weekBefore, today] = [days.at(0), days.at(-1)];
  if (!weekBefore || !today) throw new Error('a week has no days');
  return {
    paid_count: today.paid,
    paid_amount: centavosToJson(today.paidAmount),
    week_before_amount: centavosToJson(weekBefore.paidAmount),
  };
}

function figuresView({ days, totals, paidShare, before, firstDay }: PeriodFigures) {
  return {
    days: days.map((totalsOfDay) => ({
      day: totalsOfDay.day,
      created_count: totalsOfDay.created,
      paid_count: totalsOfDay.paid,
      paid_amount: centavosToJson(totalsOfDay.paidAmount),
    })),
    totals,
    paid_share: paidShare,
    before: before && {
      from: before.period.firstDay,
      to: before.period.lastDay,
      totals: before.totals,
      paid_share: before.paidShare,
    },
    first_day: firstDay,
  };
}
