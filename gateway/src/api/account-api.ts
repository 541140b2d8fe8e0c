import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { type LogInRoutesNeeds, logInRoutes } from '#src/accounts/account-routes.ts';
import {
  ownCredentialsRoutes,
  type SessionRoutesNeeds,
  sessionRoutes,
} from '#src/accounts/own-account-routes.ts';
import {
  type PasswordResetRoutesNeeds,
  passwordResetRoutes,
} from '#src/accounts/password-reset-routes.ts';
import {
  enableSecondFactorRoutes,
  keepSecondFactorRoutes,
} from '#src/accounts/second-factor-routes.ts';
import { type SignUpRoutesNeeds, signUpRoutes } from '#src/accounts/sign-up-routes.ts';
import { createAccountGuard, type PanelGuardNeeds, refuseForeignPage } from './panel-guard.ts';

export type AccountApiNeeds = PanelGuardNeeds &
  SignUpRoutesNeeds &
  LogInRoutesNeeds &
  PasswordResetRoutesNeeds &
  SessionRoutesNeeds;

/** The way into the panel: what anybody may ask for who has no session yet. */
export function entranceApi(needs: AccountApiNeeds): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    app.addHook('onRequest', async (request) => refuseForeignPage(request, needs.panelOrigins));
    for (const routes of [signUpRoutes(needs), logInRoutes(needs), passwordResetRoutes(needs)]) {
      await app.register(routes);
    }
  };
}

/** What everybody who is logged in, merchant or operator, does with the own account. */
export function accountApi(needs: AccountApiNeeds): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    app.addHook('onRequest', createAccountGuard(needs));
    for (const routes of [
      sessionRoutes(needs),
      ownCredentialsRoutes(needs),
      enableSecondFactorRoutes(needs),
      keepSecondFactorRoutes(needs),
    ]) {
      await app.register(routes);
    }
  };
}
