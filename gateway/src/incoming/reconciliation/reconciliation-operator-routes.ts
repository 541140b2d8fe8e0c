import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf } from '#src/ground/access/member-of-request.ts';
import { startOfBrazilianDay } from '#src/ground/brazilian-days.ts';
import { type Clock, isoTime } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { operatorChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import { CursorQuery } from '#src/ground/schemas/panel-schemas.ts';
import { balanceView } from './discrepancy-line.ts';
import { findReconciliation, listReconciliations } from './read-reconciliations.ts';
import { comparedUntil } from './reconcile-day.ts';
import type { ReconciliationReport } from './reconciliation-report.ts';
import { DayParams, ReconciliationDetail, ReconciliationList } from './reconciliation-schemas.ts';
import { requestReconciliation } from './schedule-reconciliations.ts';

const LIMIT_DEFAULT = 20;

export interface ReconciliationRoutesDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** The name of the bank of live keys; undefined when no bank is configured. */
  readonly bankName: string | undefined;
}

/** The daily comparisons with the bank. */
export function reconciliationOperatorRoutes(
  deps: ReconciliationRoutesDeps,
): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(listRoute(deps));
    await app.register(dayRoutes(deps));
  };
}

function listRoute({ database, bankName }: ReconciliationRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/operator/reconciliations',
      {
        schema: {
          operationId: 'listReconciliations',
          querystring: CursorQuery,
          response: { 200: ReconciliationList, ...panelReadResponses(['invalid_request']) },
        },
      },
      async (request) => {
        const { cursor: before, limit = LIMIT_DEFAULT } = request.query;
        if (before !== undefined) checkDay('cursor', before);
        if (bankName === undefined)
          return { data: [], next_cursor: null, is_bank_configured: false };
        const page = await listReconciliations(database, { bank: bankName, before, limit });
        const data = page.rows.map(reportView);
        return { data, next_cursor: page.next, is_bank_configured: true };
      },
    );
  };
}

function dayRoutes(deps: ReconciliationRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const { database, bankName } = deps;
    app.get(
      '/api/operator/reconciliations/:day',
      {
        schema: {
          operationId: 'getReconciliation',
          params: DayParams,
          response: {
            200: ReconciliationDetail,
            ...panelReadResponses(['invalid_request', 'reconciliation_not_found']),
          },
        },
      },
      async (request) => {
        const { day } = request.params;
        checkDay('day', day);
        if (bankName === undefined) throw new Refusal('reconciliation_not_found');
        const report = await findReconciliation(database, bankName, day);
        return { ...reportView(report), lines: report.lines.map((line) => ({ ...line })) };
      },
    );
    app.post(
      '/api/operator/reconciliations/:day',
      {
        schema: {
          operationId: 'reconcileDay',
          params: DayParams,
          response: {
            202: Type.Object({ status: Type.Literal('ok') }),
            ...operatorChangeResponses(['day_invalid', 'provider_not_configured']),
          },
        },
      },
      async (request, reply) => {
        if (bankName === undefined) throw new Refusal('provider_not_configured');
        const { day } = request.params;
        await requestReconciliation(deps, { bank: bankName, day }, actorOf(request));
        return reply.code(202).send({ status: 'ok' });
      },
    );
  };
}

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
