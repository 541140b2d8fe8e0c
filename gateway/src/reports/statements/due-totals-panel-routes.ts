import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { memberScope } from '#src/ground/access/member-of-request.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import type { DueTotals } from './movements/due-totals.ts';
import { readDueTotals } from './movements/read-due-totals.ts';
import { amountToJson } from './statement-entry-view.ts';
import { AccountingPeriod } from './statement-panel-schemas.ts';
import { parsePeriod } from './statement-period.ts';

const Amount = Type.Integer({ description: 'Centavos.' });

const ClosingDueTotals = Type.Object({
  totals: Type.Union(
    [
      Type.Object({
        count: Type.Integer({ description: 'Quantas cobranças com vencimento foram pagas.' }),
        original: Amount,
        fine: Amount,
        interest: Amount,
        rebate: Amount,
        discount: Amount,
        paid: Amount,
      }),
      Type.Null(),
    ],
    { description: 'Null para um período com mais de 50.000 movimentos: veja os arquivos.' },
  ),
});

export interface DueTotalsPanelDeps {
  /** A few connections, for exports. */
  readonly exportDatabase: Queryable;
  readonly clock: Clock;
}

/** The sums of the charges with a due date that were paid in a period, for the page of closings. */
export function dueTotalsPanelRoutes({
  exportDatabase,
  clock,
}: DueTotalsPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/panel/:environment/accounting/due-totals',
      {
        schema: {
          operationId: 'getClosingDueTotals',
          params: EnvironmentParams,
          querystring: AccountingPeriod,
          response: {
            200: ClosingDueTotals,
            ...panelReadResponses(['invalid_request', 'export_too_large']),
          },
        },
      },
      async (request) => {
        const { account, period } = parsePeriod(memberScope(request), request.query, clock);
        const totals = await readDueTotals(exportDatabase, account, period);
        return { totals: totals ? view(totals) : null };
      },
    );
  };
}

function view({ count, original, fine, interest, rebate, discount, paid }: DueTotals) {
  return {
    count,
    original: amountToJson(original),
    fine: amountToJson(fine),
    interest: amountToJson(interest),
    rebate: amountToJson(rebate),
    discount: amountToJson(discount),
    paid: amountToJson(paid),
  };
}
