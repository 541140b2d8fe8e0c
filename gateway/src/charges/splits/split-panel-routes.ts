import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { memberScope } from '#src/ground/access/member-of-request.ts';
import { addDays, brazilianDayOf, startOfBrazilianDay } from '#src/ground/brazilian-days.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import type { Text } from '#src/ground/errors/texts/text.ts';
import { languageOf } from '#src/ground/http/language.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import { firstIdAt, ID_MAX } from '#src/ground/ids.ts';
import { EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import { exportReceivedSplits } from './export-splits.ts';
import { listReceivedSplits, sumSplitsByOrigin } from './read-received-splits.ts';
import { type IdRange, listedSplitView } from './received-split.ts';
import {
  PeriodQuery,
  ReceivedSplitFilters,
  ReceivedSplitList,
  ReceivedSplitQuery,
  ReceivedSplitSummary,
} from './split-panel-schemas.ts';

const LIMIT_DEFAULT = 20;
const SUMMARY_DAYS_DEFAULT = 30;
const SUMMARY_DAYS_MAX = 92;
/** A text in the document of the API; the handler returns a stream. */
const CsvFile = Type.Unsafe<Readable>({ type: 'string' });

export interface SplitPanelDeps {
  readonly database: Queryable;
  /** A small part of the connections, for exports. */
  readonly exportDatabase: Queryable;
  readonly clock: Clock;
}

/** The shares of a merchant in the charges of others: a list, sums by origin, and an export. */
export function splitPanelRoutes(deps: SplitPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(listRoute(deps));
    await app.register(summaryRoute(deps));
    await app.register(exportRoute(deps));
  };
}

function listRoute({ database }: SplitPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/panel/:environment/splits-received',
      {
        schema: {
          operationId: 'listReceivedSplits',
          params: EnvironmentParams,
          querystring: ReceivedSplitQuery,
          response: { 200: ReceivedSplitList, ...panelReadResponses(['invalid_request']) },
        },
      },
      async (request) => {
        const { status, cursor, limit = LIMIT_DEFAULT } = request.query;
        const { fromId, beforeId: until } = rangeOf(request.query);
        const after = idOfCursor(cursor) ?? until;
        const filter = { fromId, beforeId: after < until ? after : until, status };
        const scope = memberScope(request);
        const { rows, next } = await listReceivedSplits(database, scope, { ...filter, limit });
        return { data: rows.map(listedSplitView), next_cursor: cursorOf(next) };
      },
    );
  };
}

function summaryRoute({ database, clock }: SplitPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/panel/:environment/splits-received/summary',
      {
        schema: {
          operationId: 'sumReceivedSplits',
          params: EnvironmentParams,
          querystring: PeriodQuery,
          response: { 200: ReceivedSplitSummary, ...panelReadResponses(['invalid_request']) },
        },
      },
      async (request) => {
        const to = request.query.to ?? brazilianDayOf(clock.now());
        const end = endOf(to);
        const from = request.query.from ?? addDays(to, 1 - SUMMARY_DAYS_DEFAULT);
        const start = startOf('from', from);
        if (addDays(from, SUMMARY_DAYS_MAX) < to) {
          throw periodFault(
            'from',
            fieldText(({ longPeriod }) => longPeriod(SUMMARY_DAYS_MAX)),
          );
        }
        const range = { fromId: firstIdAt(start), beforeId: firstIdAt(end) };
        const sums = await sumSplitsByOrigin(database, memberScope(request), range);
        const origins = sums.map((one) => ({
          username: one.username,
          name: one.name,
          count: Number(one.count),
          paid_amount: Number(one.paid),
          pending_amount: Number(one.pending),
        }));
        const total = (of: 'paid_amount' | 'pending_amount'): number =>
          origins.reduce((sum, origin) => sum + origin[of], 0);
        return {
          ...{ from, to, origins },
          paid_amount: total('paid_amount'),
          pending_amount: total('pending_amount'),
        };
      },
    );
  };
}

function exportRoute({ exportDatabase, clock }: SplitPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/panel/:environment/splits-received.csv',
      {
        // A HEAD request would read the whole export.
        exposeHeadRoute: false,
        schema: {
          operationId: 'exportReceivedSplits',
          params: EnvironmentParams,
          querystring: ReceivedSplitFilters,
          response: {
            200: { content: { 'text/csv': { schema: CsvFile } } },
            ...panelReadResponses(['invalid_request']),
          },
        },
      },
      async (request, reply) => {
        const { status } = request.query;
        const search = { ...rangeOf(request.query), status, language: languageOf(request) };
        const name = `splits-${request.params.environment}-${brazilianDayOf(clock.now())}.csv`;
        reply.header('content-disposition', `attachment; filename="${name}"`);
        reply.type('text/csv; charset=utf-8');
        return reply.send(
          Readable.from(exportReceivedSplits(exportDatabase, memberScope(request), search)),
        );
      },
    );
  };
}

function rangeOf({ from, to }: Static<typeof ReceivedSplitFilters>): IdRange {
  return {
    fromId: firstIdAt(from === undefined ? 0 : startOf('from', from)),
    beforeId: to === undefined ? ID_MAX : firstIdAt(endOf(to)),
  };
}

function startOf(field: string, day: string): number {
  const start = startOfBrazilianDay(day);
  if (start === undefined)
    throw periodFault(
      field,
      fieldText((texts) => texts.day),
    );
  return start;
}

function endOf(day: string): number {
  startOf('to', day);
  return startOf('to', addDays(day, 1));
}

function periodFault(field: string, message: Text): Refusal {
  return new Refusal('invalid_request', { fields: [{ field, message }] });
}
