import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { digestsEqual, sha256 } from '#src/ground/encryption/encryption.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { Metrics } from '#src/ground/metrics.ts';

const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;
const LOCAL_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;
/** The headers that proxies and content networks add to a request. */
const FORWARDED =
  /^(forwarded|via|x-forwarded(-.+)?|x-.*-ip|x-cluster-.+|.+-connecting-ip|.+-client-ip)$/;
const BEARER = 'Bearer ';

export interface OperationDeps {
  /** Whether the database answers and has this version's tables. */
  readonly isReady: () => Promise<boolean>;
  readonly renderMetrics: Metrics['render'];
  /** The bearer token by which other machines read /metrics; undefined: only this machine does. */
  readonly metricsToken: string | undefined;
  /** Whether other machines can reach the gateway; then /metrics always needs the token. */
  readonly isExposed: boolean;
}

/** The routes for monitoring: liveness, readiness and metrics. */
export function operationRoutes(deps: OperationDeps): FastifyPluginAsync {
  return async (app) => {
    const options = { schema: { hide: true }, config: { budget: 'probes' } } as const;
    app.get('/healthz', options, async () => ({ status: 'ok' }));
    app.get('/readyz', options, async () => {
      const isReady = await deps.isReady().catch(() => false);
      if (!isReady) throw new Refusal('overloaded', { retryAfterSeconds: 1 });
      return { status: 'ready' };
    });
    app.get('/metrics', options, async (request, reply) => {
      if (!mayReadMetrics(request, deps)) throw new Refusal('route_not_found');
      const { text, contentType } = await deps.renderMetrics();
      return reply.header('content-type', contentType).send(text);
    });
  };
}

// Behind a proxy every connection comes from loopback, and a proxy need not mark what it forwards:
// an exposed gateway always asks for the token. Any other gateway asks for it when a proxy has
// marked the request or it was sent to a public name: BASE_URL may be configured wrong.
function mayReadMetrics(
  request: FastifyRequest,
  { metricsToken: token, isExposed }: OperationDeps,
): boolean {
  const isForwarded = Object.keys(request.headers).some((name) => FORWARDED.test(name));
  const isToThisMachine = LOCAL_HOST.test(request.headers.host ?? '');
  const isLocal = LOOPBACK.test(request.socket.remoteAddress ?? '');
  if (!isExposed && isLocal && isToThisMachine && !isForwarded) return true;
  const { authorization } = request.headers;
  if (token === undefined || !authorization?.startsWith(BEARER)) return false;
  return digestsEqual(sha256(authorization.slice(BEARER.length)), sha256(token));
}
