import swagger from '@fastify/swagger';
import type { FastifyPluginAsync, RouteOptions } from 'fastify';
import type { Database } from '#src/platform/database/database.ts';
import { shareOfDatabase } from '#src/platform/database/database-share.ts';
import { problemResponses } from '#src/platform/errors/problem-schemas.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import { packageVersion } from '#src/platform/package-version.ts';
import { type AccountApiDeps, accountApi, publicAccountApi } from './account-api.ts';
import { documentFormats } from './documented-formats.ts';
import { type OperatorApiDeps, operatorApi } from './operator-api.ts';
import { type PanelApiDeps, panelApi } from './panel-api.ts';
import { createPanelLimits } from './panel-limits.ts';
import type { RateLimits } from './rate-limit.ts';

/** Of the connections of the pool, so that reading at the panel leaves the others to payments. */
const READS_AT_ONCE = 5;
const EXPORT_READS_AT_ONCE = 2;

type SharedDeps = 'limitReads' | 'exportDatabase';

export type PanelRoutesDeps = AccountApiDeps &
  Omit<PanelApiDeps, SharedDeps> &
  Omit<OperatorApiDeps, SharedDeps> & {
    readonly database: Database;
    readonly rateLimits: RateLimits;
  };

declare module 'fastify' {
  interface FastifyInstance {
    /** The panel's own OpenAPI document, which the front end's types are made from. */
    panelDocument(): object;
  }
}

/** The doors that the panel's pages knock at, and the document that describes them. */
export function panelRoutes(deps: PanelRoutesDeps): FastifyPluginAsync {
  return async (app) => {
    // `decorator` keeps this document apart from the public one.
    await app.register(swagger, {
      decorator: 'panelDocument',
      openapi: {
        openapi: '3.1.0',
        info: { title: 'pix-gateway panel', version: packageVersion },
      },
    });
    app.addHook('onRoute', documentWrongInput);
    // A body that is not there at all is no JSON; one of another shape has its faults listed.
    app.addHook('preValidation', (request, _reply, done) => {
      const isMissing = request.routeOptions.schema?.body && request.body === undefined;
      done(isMissing ? new Refusal('invalid_json') : undefined);
    });
    app.addHook('onSend', async (_request, reply) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    });
    await app.register(publicAccountApi(deps));
    await app.register(accountApi(deps));
    const shares = {
      limitReads: createPanelLimits(deps.rateLimits),
      database: shareOfDatabase(deps.database, READS_AT_ONCE),
      exportDatabase: shareOfDatabase(deps.database, EXPORT_READS_AT_ONCE),
    };
    await app.register(panelApi({ ...deps, ...shares }));
    await app.register(operatorApi({ ...deps, ...shares }));
    app.get('/api/panel-openapi.json', { schema: { hide: true } }, async () =>
      documentFormats(app.panelDocument()),
    );
  };
}

/** Adds the 400 answer to the document of each route that takes input. */
function documentWrongInput(route: RouteOptions): void {
  const { params, querystring, body, hide } = route.schema ?? {};
  if (hide === true || !(params || querystring || body)) return;
  const response = Object(route.schema?.response);
  if (response[400] !== undefined) return;
  const refused = problemResponses(['invalid_request']);
  route.schema = { ...route.schema, response: { ...response, ...refused } };
}
