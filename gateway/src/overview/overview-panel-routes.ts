import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { memberOf, memberScope } from '#src/access/member-of-request.ts';
import { panelReadResponses } from '#src/platform/errors/problem-schemas.ts';
import { EnvironmentParams } from '#src/platform/schemas/panel-schemas.ts';
import { Overview, OverviewQuery } from './overview-schemas.ts';
import { type OverviewDeps, readOverview } from './read-overview.ts';

const DAYS_DEFAULT = 30;

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
        const { days = DAYS_DEFAULT } = request.query;
        const { attention, ...overview } = await readOverview(deps, memberScope(request), days);
        const { status } = memberOf(request).merchant;
        return { ...overview, attention: { merchant_status: status, ...attention } };
      },
    );
  };
}
