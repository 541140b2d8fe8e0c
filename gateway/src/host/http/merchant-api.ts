import type { FastifyPluginAsync } from 'fastify';
import { taxIdFaults } from '#src/accounts/merchants/tax-id-of-request.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { createMerchantGuard, type GuardDeps } from './merchant-guard.ts';
import { limitSandboxBodies } from './sandbox-limits.ts';
import { nameUnknownFields, refuseUnknownParameters } from './unknown-names.ts';

/** The API for merchants' programs: every operation under /v1, behind one guard. */
export function merchantApi(
  guard: GuardDeps,
  routes: readonly FastifyPluginAsync[],
): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRoute', ({ method, url, config }) => {
      if (!config?.keyScope) throw new Error(`${String(method)} ${url} declares no scope`);
    });
    app.addHook('onRequest', createMerchantGuard(guard));
    // Kept for the log of requests, which masks it.
    app.addHook('onSend', (_request, reply, payload, done) => {
      if (typeof payload === 'string') reply.answerText = payload;
      done(null, payload);
    });
    // A missing body is refused as `invalid_json`; a body of another shape has its faults listed.
    app.addHook('preValidation', (request, reply, done) => {
      const { schema, config } = request.routeOptions;
      if (config.isBodyOptional) request.body ??= {};
      if (schema?.body && request.body === undefined) throw new Refusal('invalid_json');
      refuseUnknownParameters(request);
      nameUnknownFields(request, reply);
      done();
    });
    limitSandboxBodies(app, guard.sandboxLimits);
    app.addHook('preHandler', (request, _reply, done) => {
      const fields = taxIdFaults(request);
      done(fields.length > 0 ? new Refusal('invalid_request', { fields }) : undefined);
    });
    for (const route of routes) await app.register(route);
  };
}
