import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#src/ground/errors/problems.ts';

/** A method that no path has. */
const UNUSED_METHOD = 'TRACE';
const USUAL_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', UNUSED_METHOD];

/**
 * The method for the look-up of a route. Unusual methods are looked up as TRACE, because the router
 * would otherwise store each path for all thirty methods.
 */
export function routedMethod(method: string | undefined): string | undefined {
  return method === undefined || USUAL_METHODS.includes(method) ? method : UNUSED_METHOD;
}

/** The methods of each path that is registered after the call, by path. */
export function collectMethods(app: FastifyInstance): Map<string, Set<string>> {
  const methodsByUrl = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByUrl.get(url) ?? new Set();
    for (const allowed of [method].flat()) methods.add(allowed);
    methodsByUrl.set(url, methods);
  });
  return methodsByUrl;
}

/**
 * Answers 405 with `Allow` for every method that a known path does not have. It is registered
 * outside the guards, because route and method are checked before the credentials.
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  methodsByUrl: ReadonlyMap<string, ReadonlySet<string>>,
  countBudget: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): void {
  for (const [url, methods] of [...methodsByUrl]) {
    const method = USUAL_METHODS.filter((usual) => !methods.has(usual));
    const allow = [...methods].sort().join(', ');
    const isMerchants = url.startsWith('/v1/');
    const refuse = async (request: FastifyRequest, reply: FastifyReply): Promise<never> => {
      if (isMerchants) await countBudget(request, reply);
      throw new Refusal('method_not_allowed', { allow });
    };
    app.route({ method, url, schema: { hide: true }, onRequest: refuse, handler: refuse });
  }
}
