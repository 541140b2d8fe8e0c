import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { AuthDeps } from '#src/accounts/auth/auth-deps.ts';
import { logInRoutes } from '#src/accounts/auth/log-in-routes.ts';
import { ownUserRoutes } from '#src/accounts/auth/own-user-routes.ts';
import { passwordResetRoutes } from '#src/accounts/auth/password-reset-routes.ts';
import {
  enableSecondFactorRoutes,
  manageSecondFactorRoutes,
} from '#src/accounts/auth/second-factor-routes.ts';
import { sessionRoutes } from '#src/accounts/auth/session-routes.ts';
import { signUpRoutes } from '#src/accounts/auth/sign-up-routes.ts';
import { invitationRoutes } from '#src/accounts/auth/team/invitation-routes.ts';
import {
  createAccountGuard,
  type PanelGuardDeps,
  type PanelLimitDeps,
  refuseForeignPage,
} from './panel-guard.ts';
import { countedByGuard } from './visit-limits.ts';

export interface AccountApiDeps {
  readonly guard: PanelGuardDeps & PanelLimitDeps;
  readonly auth: AuthDeps;
}

/** The routes of the panel that need no session: sign-up, log-in and password reset. */
export function publicAccountApi(deps: AccountApiDeps): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    const { auth, guard } = deps;
    app.addHook('onRequest', async (request) => refuseForeignPage(request, guard.panelOrigins));
    for (const routes of [
      signUpRoutes(auth),
      logInRoutes(auth),
      passwordResetRoutes(auth),
      invitationRoutes(auth),
    ]) {
      await app.register(routes);
    }
  };
}

/** The routes by which a logged-in user, merchant or operator, manages their own account. */
export function accountApi(deps: AccountApiDeps): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    countedByGuard(app);
    app.addHook('onRequest', createAccountGuard(deps.guard));
    app.addHook('onRequest', deps.guard.limitRequests);
    for (const routes of [
      sessionRoutes(deps.auth),
      ownUserRoutes(deps.auth),
      enableSecondFactorRoutes(deps.auth),
      manageSecondFactorRoutes(deps.auth),
    ]) {
      await app.register(routes);
    }
  };
}
