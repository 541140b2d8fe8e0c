import type { FastifyInstance, HTTPMethods } from 'fastify';
import { Refusal } from '#src/platform/problems.ts';

const METHODS: readonly HTTPMethods[] = [
  'DELETE',
  'GET',
  'HEAD',
  'OPTIONS',
  'PATCH',
  'POST',
  'PUT',
  'TRACE',
];

/** The methods of each path that is registered after the call, by path. */
export function collectMethods(app: FastifyInstance): Map<string, Set<string>> {
  const methodsByUrl = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByUrl.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    methodsByUrl.set(url, methods);
  });
  return methodsByUrl;
}

/**
 * Answers 405 with `Allow` for every method that a known path does not have. It stands outside the
 * guards, for the route and the method come before the credentials.
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  methodsByUrl: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  for (const [url, methods] of [...methodsByUrl]) {
    const method = METHODS.filter((one) => !methods.has(one));
    const allow = [...methods].sort().join(', ');
    const refuse = async (): Promise<never> => {
      throw new Refusal('method_not_allowed', { allow });
    };
    app.route({ method, url, schema: { hide: true }, onRequest: refuse, handler: refuse });
  }
}
