import type { FastifyPluginAsync } from 'fastify';
import { type CountedLimit, refuseExceeded } from '#src/ground/work/refuse-exceeded.ts';
import { readRecPayload } from '../recs/read-rec-payload.ts';
import { createSignerOpener, type SignerDeps } from './payload-signer.ts';
import { type PayloadDeps, type PayloadQuery, readPayload } from './read-payload.ts';

const KEYS_PATH = '/qr/chaves';
/** The requests of an address for payloads. */
const REQUESTS_PER_MINUTE = 120;
const OPTIONS = { schema: { hide: true }, config: { budget: 'payers' } } as const;

export interface PayloadRoutesDeps extends PayloadDeps, Omit<SignerDeps, 'keysPath' | 'database'> {
  /** Counts a request of an address. */
  readonly count: (address: string, limit: number) => Promise<CountedLimit>;
}

/**
 * `/qr/v2/…`, `/qr/v2/cobv/…` and `/qr/v2/rec/…`: what a location in a code of the test environment
 * shows, as a signed JWS, and the key set by which it is verified.
 */
export function payloadRoutes(deps: PayloadRoutesDeps): FastifyPluginAsync {
  const openSigner = createSignerOpener({ ...deps, keysPath: KEYS_PATH });
  return async (app) => {
    for (const [path, isDue] of [
      ['/qr/v2/:token', false],
      ['/qr/v2/cobv/:token', true],
    ] as const) {
      app.get<{ Params: { token: string }; Querystring: Record<string, unknown> }>(
        path,
        OPTIONS,
        async ({ ip, params, query }, reply) => {
          refuseExceeded(await deps.count(ip, REQUESTS_PER_MINUTE));
          const payload = await readPayload(deps, params.token, { isDue, query: single(query) });
          const signer = await openSigner();
          reply.header('cache-control', 'no-store').type('application/jose');
          return reply.send(await signer.sign(payload));
        },
      );
    }
    app.get<{ Params: { token: string } }>(
      '/qr/v2/rec/:token',
      OPTIONS,
      async ({ ip, params }, reply) => {
        refuseExceeded(await deps.count(ip, REQUESTS_PER_MINUTE));
        const payload = await readRecPayload(deps, params.token);
        const signer = await openSigner();
        reply.header('cache-control', 'no-store').type('application/jose');
        return reply.send(await signer.sign(payload));
      },
    );
    app.get(KEYS_PATH, OPTIONS, async ({ ip }, reply) => {
      refuseExceeded(await deps.count(ip, REQUESTS_PER_MINUTE));
      const { keySet } = await openSigner();
      return reply.header('cache-control', 'public, max-age=300').send(keySet);
    });
  };
}

/** Of a repeated parameter the first counts. */
function single(query: Readonly<Record<string, unknown>>): PayloadQuery {
  const textOf = (name: string): string | undefined => {
    const value = query[name];
    const first: unknown = Array.isArray(value) ? value[0] : value;
    return typeof first === 'string' ? first : undefined;
  };
  return { DPP: textOf('DPP'), codMun: textOf('codMun') };
}
