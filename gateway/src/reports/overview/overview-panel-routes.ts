import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { memberOf, memberScope } from '#src/ground/access/member-of-request.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import { type ComparedPeriods, chosenPeriods, namedPeriods } from './overview-period.ts';
import { Overview, OverviewQuery } from './overview-schemas.ts';
import { type OverviewDeps, readOverview } from './read-overview.ts';

const NAMES_OF_DAYS = { 7: '7_days', 30: '30_days', 90: '90_days' } as const;

/** The first page of the panel: the overview of a scope. */
export function overviewPanelRoutes(deps: OverviewDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/panel/:environment/overview',
      {
        schema: {
          operationId: 'getOverview',
          params: EnvironmentParams,
          querystring: OverviewQuery,
          response: { 200: Overview, ...panelReadResponses(['invalid_request']) },
        },
      },
      async (request) => {
        const periods = periodsOf(request.query, brazilianDayOf(deps.clock.now()));
        const { attention, ...overview } = await readOverview(deps, memberScope(request), periods);
        const { status } = memberOf(request).merchant;
        return { ...overview, attention: { merchant_status: status, ...attention } };
      },
    );
  };
}

/** The chosen days, otherwise the named period, otherwise the last 30 days. */
function periodsOf({ period, from, to, days }: OverviewQuery, today: string): ComparedPeriods {
  if (from !== undefined || to !== undefined) {
    return chosenPeriods(from ?? to ?? today, to ?? today, today);
  }
  return namedPeriods(period ?? NAMES_OF_DAYS[days ?? 30], today);
}
