import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { memberOf, memberScope } from '#src/ground/access/member-of-request.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { type FileDays, fileNameOf } from '#src/ground/file-name.ts';
import { type Language, languageOf } from '#src/ground/http/language.ts';
import { EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import { readEntriesOfCharge } from './charge-entries.ts';
import { findEntryRange, readAllEntries, readStatementPage } from './read-statement.ts';
import type { ScopeAccount, StatementEntry } from './statement.ts';
import { statementCsv } from './statement-csv.ts';
import { amountToJson, entryView } from './statement-entry-view.ts';
import { statementOfx } from './statement-ofx.ts';
import { Statement, StatementFilters, StatementQuery } from './statement-panel-schemas.ts';
import { parsePeriod, sequenceOf } from './statement-period.ts';

const LIMIT_DEFAULT = 50;
const PATH = '/api/panel/:environment/statement';
/** In the API document a text; the handler returns a stream. */
const File = Type.Unsafe<Readable>({ type: 'string' });

export interface StatementPanelDeps {
  readonly database: Queryable;
  /** A few connections, for exports. */
  readonly exportDatabase: Queryable;
  readonly clock: Clock;
  /** The platform's name. */
  readonly productName: string;
}

/** The entries of an account with the balance after each: as pages, as CSV and as OFX. */
export function statementPanelRoutes(deps: StatementPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const route of [pageRoute(deps), csvRoute(deps), ofxRoute(deps)]) {
      await app.register(route);
    }
  };
}

function pageRoute({ database, clock }: StatementPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      PATH,
      {
        schema: {
          operationId: 'getStatement',
          params: EnvironmentParams,
          querystring: StatementQuery,
          response: { 200: Statement, ...panelReadResponses(['invalid_request']) },
        },
      },
      async (request) => {
        const { cursor, limit = LIMIT_DEFAULT, charge } = request.query;
        const { account, days, period } = parsePeriod(memberScope(request), request.query, clock);
        const before = sequenceOf(cursor);
        const range = await findEntryRange(database, account, period);
        const page =
          charge === undefined
            ? await readStatementPage(database, account, { ...range, before, limit })
            : { rows: await readEntriesOfCharge(database, account, charge), next: null };
        return {
          ...days,
          opening_balance: amountToJson(range.opening),
          closing_balance: amountToJson(range.closing),
          data: page.rows.map((entry) => entryWithName(entry, languageOf(request))),
          next_cursor: page.next === null ? null : page.next.toString(),
        };
      },
    );
  };
}

function csvRoute({
  exportDatabase: database,
  clock,
}: StatementPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      `${PATH}.csv`,
      {
        exposeHeadRoute: false,
        schema: {
          operationId: 'exportStatementCsv',
          params: EnvironmentParams,
          querystring: StatementFilters,
          response: {
            200: { content: { 'text/csv': { schema: File } } },
            ...panelReadResponses(['invalid_request']),
          },
        },
      },
      async (request, reply) => {
        const { account, days, period } = parsePeriod(memberScope(request), request.query, clock);
        const range = await findEntryRange(database, account, period);
        const { merchant } = memberOf(request);
        const file = { days, ending: 'csv' };
        reply.header('content-disposition', attachment(merchant, account, file));
        reply.type('text/csv; charset=utf-8');
        const pages = readAllEntries(database, account, range);
        return reply.send(Readable.from(statementCsv(pages, languageOf(request))));
      },
    );
  };
}

function ofxRoute({
  exportDatabase: database,
  clock,
  productName,
}: StatementPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      `${PATH}.ofx`,
      {
        exposeHeadRoute: false,
        schema: {
          operationId: 'exportStatementOfx',
          params: EnvironmentParams,
          querystring: StatementFilters,
          response: {
            200: { content: { 'application/x-ofx': { schema: File } } },
            ...panelReadResponses(['invalid_request']),
          },
        },
      },
      async (request, reply) => {
        const { account, days, period } = parsePeriod(memberScope(request), request.query, clock);
        const range = await findEntryRange(database, account, period);
        const { merchant } = memberOf(request);
        const file = { days, ending: 'ofx' };
        reply.header('content-disposition', attachment(merchant, account, file));
        reply.type('application/x-ofx');
        const { username } = merchant;
        const facts = { account, username, productName, period, range, now: clock.now() };
        const pages = readAllEntries(database, account, range);
        return reply.send(Readable.from(statementOfx(facts, pages)));
      },
    );
  };
}

function entryWithName(entry: StatementEntry, language: Language) {
  return { ...entryView(entry, language), name: entry.subject?.name ?? null };
}

function attachment(
  { username, name }: Merchant,
  { account, environment }: ScopeAccount,
  file: { readonly days: FileDays; readonly ending: string },
): string {
  // An account has a name like `pending_settlement`.
  const kind = `extrato-${account.replaceAll('_', '-')}`;
  return `attachment; filename="${fileNameOf({ username, name }, kind, { environment, ...file })}"`;
}
