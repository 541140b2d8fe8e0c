import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import type { ToldIncident } from './incident.ts';
import { OpenIncident, openIncidentViews } from './incident-schemas.ts';

/** The open incidents, for the banner of the merchants' panel. */
export function incidentPanelRoutes(deps: {
  readonly readOpen: () => Promise<readonly ToldIncident[]>;
}): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/panel/incidents',
      {
        schema: {
          operationId: 'listOpenIncidents',
          response: {
            200: Type.Object({ data: Type.Array(OpenIncident) }),
            ...panelReadResponses(),
          },
        },
      },
      async () => ({ data: openIncidentViews(await deps.readOpen()) }),
    );
  };
}
