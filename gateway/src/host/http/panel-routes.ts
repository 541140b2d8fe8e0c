import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifyPluginAsync, RouteOptions } from 'fastify';
import { problemResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import {
  type FixedContent,
  fixedContent,
  sendFixedContent,
} from '#src/ground/http/fixed-content.ts';
import { packageVersion } from '#src/ground/package-version.ts';
import { documentFormats } from './documented-formats.ts';
import { MEMBER_ACCESS } from './member-access.ts';
import { OPERATOR_ACCESS } from './operator-access.ts';
import { logInApi, memberApi, operatorApi, ownAccountApi, type PanelGuard } from './panel-api.ts';

export interface PanelRoutesDeps {
  readonly guard: PanelGuard;
  readonly logIn: readonly FastifyPluginAsync[];
  readonly ownAccount: readonly FastifyPluginAsync[];
  readonly members: readonly FastifyPluginAsync[];
  readonly operators: readonly FastifyPluginAsync[];
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI document of the panel's routes, from which the panel's types are made. */
    panelDocument(): object;
  }
}

/** The routes of the panel's pages, and the OpenAPI document of them. */
export function panelRoutes({ guard, ...deps }: PanelRoutesDeps): FastifyPluginAsync {
  return async (app) => {
    // `decorator` keeps this document apart from the public one.
    await app.register(swagger, {
      decorator: 'panelDocument',
      openapi: {
        openapi: '3.1.0',
        info: { title: 'Panel', version: packageVersion },
      },
    });
    app.addHook('onRoute', documentWrongInput);
    app.addHook('onRoute', documentAccess);
    // A missing body is refused as `invalid_json`; a body of another shape has its faults listed.
    app.addHook('preValidation', (request, _reply, done) => {
      const isMissing = request.routeOptions.schema?.body && request.body === undefined;
      done(isMissing ? new Refusal('invalid_json') : undefined);
    });
    app.addHook('onSend', async (_request, reply) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    });
    await app.register(logInApi(guard, deps.logIn));
    await app.register(ownAccountApi(guard, deps.ownAccount));
    await app.register(memberApi(guard, deps.members));
    await app.register(operatorApi(guard, deps.operators));
    addDocument(app);
  };
}

/** The document is complete only after all routes are registered, so it is made at first use. */
function addDocument(app: FastifyInstance): void {
  let document: FixedContent | undefined;
  app.get('/api/panel-openapi.json', { schema: { hide: true } }, async (request, reply) => {
    document ??= fixedContent(
      'application/json; charset=utf-8',
      JSON.stringify(documentFormats(inOrder(app.panelDocument()))),
    );
    return sendFixedContent(request, reply, document);
  });
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * The document with its paths by name, those of operators last, so that it doesn't depend on the
 * order of the routes.
 */
function inOrder(document: object): object {
  const { paths } = document as { paths: Readonly<Record<string, object>> };
  const sorted = Object.entries(paths)
    .toSorted(([tag], [other]) => (orderOf(tag) < orderOf(other) ? -1 : 1))
    .map(([path, operations]) => [path, byMethod(operations)]);
  return { ...document, paths: Object.fromEntries(sorted) };
}

function orderOf(path: string): string {
  return path.startsWith('/api/operator/') ? `2 ${path}` : `1 ${path}`;
}

function byMethod(operations: object): object {
  const place = ([method]: [string, unknown]) => METHODS.indexOf(method);
  const entries = Object.entries(operations);
  return Object.fromEntries(entries.toSorted((tag, other) => place(tag) - place(other)));
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

/**
 * Adds the roles that may call a route to its document, by environment, as `x-roles`. The panel is
 * built with them: it hides what a role can't do.
 */
function documentAccess(route: RouteOptions): void {
  const id = route.schema?.operationId ?? '';
  const ofOperators = OPERATOR_ACCESS[id]?.roles;
  const roles =
    MEMBER_ACCESS[id]?.roles ?? (ofOperators && { test: ofOperators, live: ofOperators });
  if (roles) Object.assign(route.schema ?? {}, { 'x-roles': roles });
}
