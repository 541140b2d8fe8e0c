import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { type LogInRoutesDeps, logInRoutes } from '#src/auth/account-routes.ts';
import {
  ownCredentialsRoutes,
  type SessionRoutesDeps,
  sessionRoutes,
} from '#src/auth/own-account-routes.ts';
import {
  type PasswordResetRoutesDeps,
  passwordResetRoutes,
} from '#src/auth/password-reset-routes.ts';
import {
  enableSecondFactorRoutes,
  keepSecondFactorRoutes,
} from '#src/auth/second-factor-routes.ts';
import { type SignUpRoutesDeps, signUpRoutes } from '#src/auth/sign-up-routes.ts';
import { createAccountGuard, type PanelGuardDeps, refuseForeignPage } from './panel-guard.ts';

export type AccountApiDeps = PanelGuardDeps &
  SignUpRoutesDeps &
  LogInRoutesDeps &
  PasswordResetRoutesDeps &
  SessionRoutesDeps;

/** The way into the panel: what anybody may ask for who has no session yet. */
export function entranceApi(deps: AccountApiDeps): FastifyPluginAsync {
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
      ownCredentialsRoutes(deps),
      enableSecondFactorRoutes(deps),
      keepSecondFactorRoutes(deps),
    ]) {
      await app.register(routes);
    }
  };
}
