import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callerOf } from '#src/access/caller-of-request.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import { guardedResponses } from '#src/platform/errors/problem-schemas.ts';
import { findEntryRange, readStatementForward } from './read-statement.ts';
import { amountToJson, entryView } from './statement-entry-view.ts';
import { parsePeriod, sequenceOf } from './statement-period.ts';
import { ApiStatement, ApiStatementQuery } from './statement-schemas.ts';

const LIMIT_DEFAULT = 50;

export interface StatementRoutesDeps {
  readonly database: Queryable;
  readonly clock: Clock;
}

/** GET /v1/statement: the entries of an account with the balance after each, oldest first. */
export function statementRoute({
  database,
  clock,
}: StatementRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/statement',
      {
        config: { keyScope: 'balance:read' },
        schema: {
          operationId: 'getStatement',
          summary: 'Lê o extrato',
          description:
            'Os mais antigos primeiro, para quem concilia por programa: guarde `next_cursor` e ' +
            'continue dele no dia seguinte. `sequence` não tem buracos, e cada `balance_after` é ' +
            'o anterior mais `amount`.',
          tags: ['Saldo'],
          querystring: ApiStatementQuery,
          response: { 200: ApiStatement, ...guardedResponses(['invalid_request', 'overloaded']) },
        },
      },
      async (request) => {
        const { merchantId, environment } = callerOf(request);
        const { cursor, limit = LIMIT_DEFAULT, ...query } = request.query;
        const after = sequenceOf(cursor);
        const parsed = parsePeriod({ merchantId, environment }, query, clock);
        const { account, days } = parsed;
        const isOpen = after !== undefined && query.from === undefined;
        const period = { ...parsed.period, ...(isOpen && { from: 0 }) };
        const range = await findEntryRange(database, account, period);
        const page = await readStatementForward(database, account, { ...range, after, limit });
        const last = page.rows.at(-1)?.sequence ?? after;
        return {
          account: account.account,
          from: isOpen ? null : days.from,
          to: days.to,
          opening_balance: amountToJson(range.opening),
          closing_balance: amountToJson(range.closing),
          data: page.rows.map(entryView),
          next_cursor: last?.toString() ?? null,
          has_more: page.next !== null,
        };
      },
    );
  };
}
