import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { AuthDeps } from '#src/auth/auth-deps.ts';
import { logInRoutes } from '#src/auth/log-in-routes.ts';
import { ownUserRoutes } from '#src/auth/own-user-routes.ts';
import { passwordResetRoutes } from '#src/auth/password-reset-routes.ts';
import {
  enableSecondFactorRoutes,
  manageSecondFactorRoutes,
} from '#src/auth/second-factor-routes.ts';
import { sessionRoutes } from '#src/auth/session-routes.ts';
import { signUpRoutes } from '#src/auth/sign-up-routes.ts';
import { createAccountGuard, type PanelGuardDeps, refuseForeignPage } from './panel-guard.ts';

export type AccountApiDeps = PanelGuardDeps & AuthDeps;

/** The way into the panel: what anybody may ask for who has no session yet. */
export function publicAccountApi(deps: AccountApiDeps): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    app.addHook('onRequest', async (request) => refuseForeignPage(request, deps.panelOrigins));
    for (const routes of [signUpRoutes(deps), logInRoutes(deps), passwordResetRoutes(deps)]) {
      await app.register(routes);
    }
  };
}

/** What everybody who is logged in, merchant or operator, does with the own account. */
export function accountApi(deps: AccountApiDeps): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    app.addHook('onRequest', createAccountGuard(deps));
    for (const routes of [
      sessionRoutes(deps),
      ownUserRoutes(deps),
      enableSecondFactorRoutes(deps),
      manageSecondFactorRoutes(deps),
    ]) {
      await app.register(routes);
    }
  };
}
