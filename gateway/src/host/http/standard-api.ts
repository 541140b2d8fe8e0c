import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#src/ground/errors/problems.ts';
import { bearerOf, type ReadToken, type TokenHolder } from '#src/ground/http/standard-door.ts';
import { admitCaller, type GuardDeps, refuseStranger } from './merchant-guard.ts';
import { limitSandboxBodies } from './sandbox-limits.ts';

/** The guard of `/pix/v2` needs what that of `/v1` needs, and the reader of tokens. */
export interface StandardGuardDeps extends GuardDeps {
  readonly readToken: ReadToken;
}

/** The Central Bank's API: every operation under /pix/v2, behind one guard. */
export function standardApi(
  guard: StandardGuardDeps,
  routes: readonly FastifyPluginAsync[],
): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRoute', ({ method, url, config }) => {
      if (!config?.standardScope) throw new Error(`${String(method)} ${url} declares no scope`);
    });
    app.addHook('onRequest', createStandardGuard(guard));
    // Kept for the log of requests, which masks it.
    app.addHook('onSend', (_request, reply, payload, done) => {
      if (typeof payload === 'string') reply.answerText = payload;
      done(null, payload);
    });
    app.addHook('preValidation', (request, _reply, done) => {
      const isMissing = request.routeOptions.schema?.body && request.body === undefined;
      done(isMissing ? new Refusal('invalid_json') : undefined);
    });
    limitSandboxBodies(app, guard.sandboxLimits);
    for (const route of routes) await app.register(route);
  };
}

/**
 * The guard of `/pix/v2`. It differs from that of `/v1` in the credential, which is a token, and in
 * the scope that the token must have besides that of its key.
 */
export function createStandardGuard(deps: StandardGuardDeps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('cache-control', 'no-store');
    const holder = await deps.readToken(request);
    if (!holder) {
      // RFC 6750, section 3: a request without a token gets no error code.
      const error = bearerOf(request) === undefined ? '' : ', error="invalid_token"';
      reply.header('www-authenticate', `Bearer realm="pix"${error}`);
      return refuseStranger(deps, request, 'invalid_credentials');
    }
    await admitCaller(deps, holder.caller, { request, reply });
    requireScope(holder, request, reply);
  };
}

function requireScope({ scopes }: TokenHolder, request: FastifyRequest, reply: FastifyReply): void {
  const { standardScope: scope } = request.routeOptions.config;
  if (scope !== undefined && scopes.includes(scope)) return;
  const needed = scope === undefined ? '' : `, scope="${scope}"`;
  reply.header('www-authenticate', `Bearer realm="pix", error="insufficient_scope"${needed}`);
  throw new Refusal('scope_missing', { scopes: scope === undefined ? [] : [scope] });
}
