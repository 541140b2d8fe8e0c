import { operatorRules } from '#src/ground/access/operator-access.ts';
import { startOfBrazilianDay } from '#src/ground/brazilian-days.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { CursorQuery, DONE, Done } from '#src/ground/schemas/panel-schemas.ts';
import { balanceView } from './discrepancy-line.ts';
import { findReconciliation, listReconciliations } from './read-reconciliations.ts';
import { comparedUntil } from './reconcile-day.ts';
import type { ReconciliationReport } from './reconciliation-report.ts';
import { DayParams, ReconciliationDetail, ReconciliationList } from './reconciliation-schemas.ts';
import { requestReconciliation } from './schedule-reconciliations.ts';

const { operation } = operationsOf<ReconciliationDeps>();

const LIMIT_DEFAULT = 20;

export interface ReconciliationDeps extends DatabaseAndClock {
  /** The name of the bank of live keys; undefined when no bank is configured. */
  readonly bankName: string | undefined;
}

/** The operators' operations on the daily comparisons with the bank. */
export const reconciliationOperations = [
  operation({
    at: 'GET /reconciliations',
    operator: { id: 'listReconciliations', access: operatorRules.read },
    query: CursorQuery,
    answer: [200, ReconciliationList],
    run: async ({ deps: { database, bankName }, query }) => {
      const { cursor: before, limit = LIMIT_DEFAULT } = query;
      if (before !== undefined) checkDay('cursor', before);
      if (bankName === undefined) return { data: [], next_cursor: null, is_bank_configured: false };
      const page = await listReconciliations(database, { bank: bankName, before, limit });
      const data = page.rows.map(reportView);
      return { data, next_cursor: page.next, is_bank_configured: true };
    },
  }),
  operation({
    at: 'GET /reconciliations/:day',
    operator: { id: 'getReconciliation', access: operatorRules.read },
    params: DayParams,
    answer: [200, ReconciliationDetail],
    refuses: ['invalid_request', 'reconciliation_not_found'],
    run: async ({ deps: { database, bankName }, params: { day } }) => {
      checkDay('day', day);
      if (bankName === undefined) throw new Refusal('reconciliation_not_found');
      const report = await findReconciliation(database, bankName, day);
      return { ...reportView(report), lines: report.lines.map((line) => ({ ...line })) };
    },
  }),
  operation({
    at: 'POST /reconciliations/:day',
    operator: { id: 'reconcileDay', access: operatorRules.books },
    params: DayParams,
    answer: [202, Done],
    refuses: ['day_invalid', 'provider_not_configured'],
    run: async ({ deps, by, params: { day } }) => {
      const { bankName: bank } = deps;
      if (bank === undefined) throw new Refusal('provider_not_configured');
      await requestReconciliation(deps, { bank, day }, by);
      return DONE;
    },
  }),
];

function checkDay(field: string, day: string): void {
  if (startOfBrazilianDay(day) !== undefined) return;
  const message = fieldText((texts) => texts.day);
  throw new Refusal('invalid_request', { fields: [{ field, message }] });
}

function reportView(report: ReconciliationReport) {
  const { madeAt, balance } = report;
  return {
    day: report.day,
    bank: report.bank,
    status: report.status,
    failure: report.failure,
    made_at: madeAt === null ? null : isoTime(madeAt),
    compared_until: madeAt === null ? null : isoTime(comparedUntil(report.day, madeAt)),
    is_clean: report.isClean,
    received_count: report.receivedCount,
    payout_count: report.payoutCount,
    difference_count: report.discrepancyCount,
    balance: balance && balanceView(balance),
  };
}
