import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { ChargesOfCustomer } from '#src/charges/charge.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { memberOf, memberScope } from '#src/ground/access/member-of-request.ts';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { fileNameOf } from '#src/ground/file-name.ts';
import { endInstant, firstInstant } from '#src/ground/filter-instants.ts';
import { type Language, languageOf } from '#src/ground/http/language.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import { EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import { failureIn } from '../payouts/texts/failures.ts';
import { exportRefunds } from './export-refunds.ts';
import { type ListedRefund, listedRefund, listRefunds } from './list-refunds.ts';
import { PanelRefundFilters, PanelRefundPage, PanelRefundQuery } from './refund-list-schemas.ts';

const LIMIT_DEFAULT = 20;
/** In the API document a text; the handler returns a stream. */
const CsvFile = Type.Unsafe<Readable>({ type: 'string' });

export interface RefundListPanelDeps {
  readonly database: Queryable;
  /** A small part of the connections, for exports. */
  readonly exportDatabase: Queryable;
  readonly clock: Clock;
  readonly chargesOfCustomer: ChargesOfCustomer;
}

/** The panel's list of a merchant's refunds, and its file. */
export function refundListPanelRoutes(deps: RefundListPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(listRoute(deps));
    await app.register(exportRoute(deps));
  };
}

function listRoute(deps: RefundListPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/panel/:environment/refunds',
      {
        schema: {
          operationId: 'listOwnRefunds',
          params: EnvironmentParams,
          querystring: PanelRefundQuery,
          response: {
            200: PanelRefundPage,
            ...panelReadResponses(['invalid_request', 'sandbox_forbidden']),
          },
        },
      },
      async (request) => {
        const { cursor, limit = LIMIT_DEFAULT } = request.query;
        if (request.query.customer !== undefined) refuseSandbox(memberOf(request).merchant);
        const filter = await filterOf(deps, memberScope(request), request.query);
        const page = { ...filter, cursor: idOfCursor(cursor), limit };
        const { rows, next } = await listRefunds(deps.database, page);
        const language = languageOf(request);
        const data = rows.map((row) => panelRefund(row, language));
        return { data, next_cursor: cursorOf(next) };
      },
    );
  };
}

function exportRoute(deps: RefundListPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/panel/:environment/refunds.csv',
      {
        // A HEAD request would read the whole export.
        exposeHeadRoute: false,
        schema: {
          operationId: 'exportRefunds',
          params: EnvironmentParams,
          querystring: PanelRefundFilters,
          response: {
            200: { content: { 'text/csv': { schema: CsvFile } } },
            ...panelReadResponses(['invalid_request', 'sandbox_forbidden']),
          },
        },
      },
      async (request, reply) => {
        if (request.query.customer !== undefined) refuseSandbox(memberOf(request).merchant);
        const filter = await filterOf(deps, memberScope(request), request.query);
        const language = languageOf(request);
        const { environment } = request.params;
        const today = brazilianDayOf(deps.clock.now());
        const { from = request.query.to ?? today, to = today } = request.query;
        const kind = language === 'en' ? 'refunds' : 'devolucoes';
        const file = { environment, days: { from, to }, ending: 'csv', language };
        const name = fileNameOf(memberOf(request).merchant, kind, file);
        reply.header('content-disposition', `attachment; filename="${name}"`);
        reply.type('text/csv; charset=utf-8');
        return reply.send(Readable.from(exportRefunds(deps.exportDatabase, filter, language)));
      },
    );
  };
}

async function filterOf(
  { chargesOfCustomer }: RefundListPanelDeps,
  scope: LedgerScope,
  { status, customer, from, to }: PanelRefundFilters,
) {
  const chargeIds = customer === undefined ? undefined : await chargesOfCustomer(scope, customer);
  const period = { createdFrom: firstInstant(from), createdTo: endInstant(to) };
  return { ...scope, ...period, status, chargeIds, chargeId: undefined };
}

function panelRefund(refund: ListedRefund, language: Language) {
  return {
    ...listedRefund(refund),
    failure_reason: failureIn(refund.failure, language),
    payer_name: refund.payerName,
  };
}
