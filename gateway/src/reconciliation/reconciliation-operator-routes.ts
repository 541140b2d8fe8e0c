import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf } from '#src/access/member-of-request.ts';
import { centavos, centavosToJson } from '#src/money/centavos.ts';
import { startOfBrazilianDay } from '#src/platform/brazilian-days.ts';
import { type Clock, isoTime } from '#src/platform/clock.ts';
import type { Database } from '#src/platform/database/database.ts';
import {
  operatorChangeResponses,
  panelReadResponses,
} from '#src/platform/errors/problem-schemas.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import { CursorQuery } from '#src/platform/schemas/panel-schemas.ts';
import { DayParams, ReconciliationDetail, ReconciliationList } from './reconciliation-schemas.ts';
import {
  findReconciliation,
  listReconciliations,
  type ReconciliationRow,
  requestReconciliation,
} from './schedule-reconciliations.ts';

const LIMIT_DEFAULT = 20;

export interface ReconciliationRoutesDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** The name of the bank behind live keys; undefined without one: then nothing is compared. */
  readonly bankName: string | undefined;
}

/** What the bank says otherwise, day by day. */
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
        const row = await findReconciliation(database, bankName, day);
        return { ...reportView(row), lines: (row.lines ?? []).map((line) => ({ ...line })) };
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
  const message = 'deve ser um dia, como 2026-11-20';
  throw new Refusal('invalid_request', { fields: [{ field, message }] });
}

function reportView(row: ReconciliationRow) {
  return {
    day: row.day,
    bank: row.bank,
    status: statusOf(row),
    failure: row.failure,
    made_at: row.made_at === null ? null : isoTime(row.made_at),
    is_clean: row.is_clean,
    received_count: countOf(row.received_count),
    payout_count: countOf(row.payout_count),
    difference_count: countOf(row.difference_count),
    balance: balanceView(row),
  };
}

function statusOf({ due_at: dueAt, failure }: ReconciliationRow): 'waiting' | 'retrying' | 'done' {
  if (dueAt === null) return 'done';
  return failure === null ? 'waiting' : 'retrying';
}

function countOf(count: bigint | null): number | null {
  return count === null ? null : Number(count);
}

function balanceView(row: ReconciliationRow) {
  if (row.bank_balance_centavos === null || row.ledger_balance_centavos === null) return null;
  return {
    at_bank: centavosToJson(centavos(row.bank_balance_centavos)),
    in_ledger: centavosToJson(centavos(row.ledger_balance_centavos)),
    outbound_in_transit: centavosToJson(centavos(row.outbound_in_transit_centavos ?? 0n)),
    inbound_in_transit: centavosToJson(centavos(row.inbound_in_transit_centavos ?? 0n)),
  };
}
