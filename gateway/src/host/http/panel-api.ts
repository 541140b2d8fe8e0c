import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { taxIdFaults } from '#src/accounts/merchants/tax-id-of-request.ts';
import type { SecondFactorDeps } from '#src/ground/access/second-factor-of-member.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import {
  createAccountGuard,
  createMemberCodeCheck,
  createMemberGuard,
  createOperatorCodeCheck,
  createOperatorGuard,
  type PanelGuardDeps,
  type PanelLimitDeps,
  refuseForeignPage,
} from './panel-guard.ts';
import { limitSandboxBodies } from './sandbox-limits.ts';
import { countedByGuard } from './visit-limits.ts';

export type PanelGuard = PanelGuardDeps & PanelLimitDeps & SecondFactorDeps;

type Routes = readonly FastifyPluginAsync[];

/** The routes of the panel that need no session: sign-up, log-in and password reset. */
export function logInApi({ panelOrigins }: PanelGuard, routes: Routes): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    app.addHook('onRequest', async (request) => refuseForeignPage(request, panelOrigins));
    for (const route of routes) await app.register(route);
  };
}

/** The routes by which a logged-in user, member or operator, manages their own account. */
export function ownAccountApi(guard: PanelGuard, routes: Routes): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    countedByGuard(app);
    app.addHook('onRequest', createAccountGuard(guard));
    app.addHook('onRequest', guard.limitRequests);
    for (const route of routes) await app.register(route);
  };
}

/** The panel of merchants: every operation of a merchant's members, behind one guard. */
export function memberApi(guard: PanelGuard, routes: Routes): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    countedByGuard(app);
    app.addHook('onRequest', createMemberGuard(guard));
    app.addHook('onRequest', guard.limitRequests);
    limitSandboxBodies(app, guard.sandboxLimits);
    app.addHook('preHandler', async (request) => {
      const fields = taxIdFaults(request);
      if (fields.length > 0) throw new Refusal('invalid_request', { fields });
    });
    app.addHook('preHandler', createMemberCodeCheck(guard));
    for (const route of routes) await app.register(route);
  };
}

/** The panel of operators: every operation, behind one guard. */
export function operatorApi(guard: PanelGuard, routes: Routes): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    countedByGuard(app);
    app.addHook('onRequest', createOperatorGuard(guard));
    app.addHook('onRequest', guard.limitRequests);
    app.addHook('preHandler', createOperatorCodeCheck(guard));
    for (const route of routes) await app.register(route);
  };
}
