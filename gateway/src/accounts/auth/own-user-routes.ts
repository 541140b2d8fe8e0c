import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf } from '#src/ground/access/member-of-request.ts';
import { panelChangeResponses } from '#src/ground/errors/problem-schemas.ts';
import { DONE, Done } from '#src/ground/schemas/panel-schemas.ts';
import type { AuthDeps } from './auth-deps.ts';
import { CurrentPassword, Email, NewPassword, PasswordAndCode } from './auth-schemas.ts';
import { changeOwnPassword } from './change-password.ts';
import { checkOwnFactors } from './check-own-factor.ts';
import { checkOwnPassword } from './check-own-password.ts';
import { recordOwnChange, userOf } from './own-user.ts';
import { refuseWeakPassword } from './refuse-weak-password.ts';
import { confirmEmailChangeMail } from './user-mails.ts';

/**
 * The routes by which users change their e-mail and password. Both need the current password; a
 * change of the e-mail also needs a code of the second factor.
 */
export function ownUserRoutes(deps: AuthDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(emailRoute(deps));
    await app.register(passwordRoute(deps));
  };
}

function emailRoute(deps: AuthDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/account/email',
      {
        schema: {
          operationId: 'changeEmail',
          body: Type.Object({ new_email: Email, ...PasswordAndCode.properties }),
          response: {
            202: Done,
            ...panelChangeResponses(['password_wrong', 'second_factor_invalid', 'rate_limited']),
          },
        },
      },
      async (request, reply) => {
        const newEmail = request.body.new_email.trim().toLowerCase();
        await checkOwnFactors(deps, request, request.body);
        const user = userOf(request);
        const { email } = user;
        if (newEmail !== email) {
          // Also sent if the new address has an account: without this mail the user would know.
          const token = await deps.auth.emailChangeToken(user, newEmail);
          const message = confirmEmailChangeMail(deps.mailer.appUrl, newEmail, token);
          const mail = { audience: { email }, message };
          await recordOwnChange(deps, request, 'account.email_change_asked', [mail]);
        }
        return reply.code(202).send(DONE);
      },
    );
  };
}

function passwordRoute(deps: AuthDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/account/password',
      {
        schema: {
          operationId: 'changePassword',
          body: Type.Object({ current_password: CurrentPassword, new_password: NewPassword }),
          response: {
            200: Done,
            ...panelChangeResponses(['password_wrong', 'password_too_weak', 'rate_limited']),
          },
        },
      },
      async (request) => {
        const { current_password: current, new_password: password } = request.body;
        const { userId, sessionId, email, name } = userOf(request);
        await checkOwnPassword(deps, userOf(request), current);
        const username = request.member?.merchant.username;
        await refuseWeakPassword(password, { email, name, ...(username && { username }) });
        await changeOwnPassword(deps, { userId, sessionId, password }, actorOf(request));
        return DONE;
      },
    );
  };
}
