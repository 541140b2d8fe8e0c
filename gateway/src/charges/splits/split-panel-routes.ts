import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { memberOf, memberScope } from '#src/ground/access/member-of-request.ts';
import { addDays, brazilianDayOf, startOfBrazilianDay } from '#src/ground/brazilian-days.ts';
import type { Clock } from '#src/ground/clock.ts';
import { CSV_BEGINNING, csvLine, csvMoney, csvPairs, csvTime } from '#src/ground/csv.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { Page } from '#src/ground/database/read-page.ts';
import { panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import type { Text } from '#src/ground/errors/texts/text.ts';
import { fileNameOf } from '#src/ground/file-name.ts';
import { type Language, languageOf } from '#src/ground/http/language.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import { firstIdAt, ID_MAX, instantOfId } from '#src/ground/ids.ts';
import { EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import { exportTexts } from './export-texts.ts';
import { listReceivedSplits, sumSplitsByOrigin } from './read-received-splits.ts';
import { type IdRange, type ListedSplit, listedSplitView } from './received-split.ts';
import {
  PeriodQuery,
  ReceivedSplitFilters,
  ReceivedSplitList,
  ReceivedSplitQuery,
  ReceivedSplitSummary,
} from './split-panel-schemas.ts';

const PAGE_ROWS = 1_000;
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
        const origins = sums.map((origin) => ({
          username: origin.username,
          name: origin.name,
          count: Number(origin.count),
          paid_amount: Number(origin.paid),
          pending_amount: Number(origin.pending),
        }));
        const total = (of: 'paid_amount' | 'pending_amount'): number =>
          origins.reduce((sum, origin) => sum + origin[of], 0);
        return {
          from,
          to,
          origins,
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
        const { environment } = request.params;
        const today = brazilianDayOf(clock.now());
        const { from = request.query.to ?? today, to = today } = request.query;
        const file = { environment, days: { from, to }, ending: 'csv', language: search.language };
        const name = fileNameOf(memberOf(request).merchant, 'splits', file);
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

/**
 * The shares of a recipient as a CSV file, newest first. Only one page at a time is in memory. A
 * page may be empty; it is yielded too, so that a reader that has gone ends the search.
 */
async function* exportReceivedSplits(
  database: Queryable,
  scope: LedgerScope,
  {
    fromId,
    beforeId,
    status,
    language,
  }: IdRange & { readonly status: string | undefined; readonly language: Language },
): AsyncGenerator<string> {
  yield CSV_BEGINNING + csvLine(exportTexts[language].header, language);
  let cursor: string | null = beforeId;
  while (cursor !== null) {
    const filter = { fromId, beforeId: cursor, limit: PAGE_ROWS, status };
    const page: Page<ListedSplit> = await listReceivedSplits(database, scope, filter);
    yield page.rows.map((row) => lineOf(row, language)).join('');
    cursor = page.next;
  }
}

function lineOf(split: ListedSplit, language: Language): string {
  const { statuses, fixedAmount } = exportTexts[language];
  const cells = [
    csvTime(instantOfId(split.chargeId), language),
    statuses[split.status],
    // Basis points have two decimals as a percentage, like centavos as reais.
    split.basisPoints === null ? fixedAmount : csvMoney(split.basisPoints, language),
    csvMoney(split.amount, language),
    csvMoney(split.refunded, language),
    csvMoney(split.disputed, language),
    csvMoney(split.pending, language),
    split.availableOn,
    split.originName,
    split.originUsername,
    split.externalId,
    csvPairs(split.utm),
    split.paidAt === null ? null : csvTime(split.paidAt, language),
    split.chargeId,
  ];
  return csvLine(cells, language);
}
