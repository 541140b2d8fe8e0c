import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientNetwork } from '#src/ground/http/client-network.ts';
import type { RateLimits } from '#src/ground/http/rate-limit.ts';
import { VISIT_BUDGETS, type VisitBudget } from '#src/ground/http/visit-budget.ts';
import { refuseExceeded } from '#src/ground/work/refuse-exceeded.ts';

/** All paths below them are behind a guard of keys, which counts unknown keys by address. */
const KEYS_PATHS = ['/v1', '/pix/v2'];

/** One route of the server, with the budget that a request without a key spends. */
export interface RouteEntry {
  readonly method: string;
  readonly url: string;
  readonly budget: VisitBudget | 'guarded';
}

declare module 'fastify' {
  interface FastifyInstance {
    /** All routes, in the order in which they were registered. */
    routeTable(): readonly RouteEntry[];
  }
}

/** Counts a request without a key or a session by its client network. Refuses `rate_limited`. */
export type LimitVisit = (request: FastifyRequest, budget: VisitBudget) => Promise<void>;

export function createVisitLimit(rateLimits: RateLimits): LimitVisit {
  return async ({ ip }, budget) => {
    const name = `visits ${budget} ${clientNetwork(ip)}`;
    refuseExceeded(await rateLimits.countRequest(name, VISIT_BUDGETS[budget]));
  };
}

/**
 * Counts each request of a route that no guard counts, and of an unknown path, before its body is
 * read. It must be called before routes are registered: a route without its own budget has that of
 * pages.
 */
export function limitVisits(app: FastifyInstance, limitVisit: LimitVisit): void {
  const routes: { method: string; url: string; config?: { budget?: RouteEntry['budget'] } }[] = [];
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat())
      routes.push(Object.assign(Object.create(route), { method }));
  });
  app.decorate('routeTable', () =>
    routes.map(({ method, url, config }) => ({ method, url, budget: budgetOf(url, config) })),
  );
  app.addHook('onRequest', (request, _reply, done) => {
    const url = request.is404 ? request.url : (request.routeOptions.url ?? request.url);
    const budget = budgetOf(url, request.routeOptions.config);
    if (budget === 'guarded') done();
    else limitVisit(request, budget).then(() => done(), done);
  });
}

function budgetOf(
  url: string,
  config: { budget?: RouteEntry['budget'] } = {},
): RouteEntry['budget'] {
  const isOfKeys = KEYS_PATHS.some((path) => url === path || url.startsWith(`${path}/`));
  if (isOfKeys) return 'guarded';
  return config.budget ?? 'pages';
}

/** Marks the routes of a plugin as counted by its guard. */
export function countedByGuard(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, budget: 'guarded' };
  });
}
