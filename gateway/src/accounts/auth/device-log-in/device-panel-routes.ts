import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { memberOf } from '#src/ground/access/member-of-request.ts';
import { OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { isoTime } from '#src/ground/clock.ts';
import { panelChangeResponses } from '#src/ground/errors/problem-schemas.ts';
import { EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import type { CredentialDeps } from '../../merchants/credentials/manage-credentials.ts';
import { type AttemptCounter, limitRequests } from '../attempt-limits.ts';
import { Done } from '../auth-schemas.ts';
import { approveDeviceLogIn, denyDeviceLogIn, readDeviceLogIn } from './device-log-in.ts';

const DONE = { status: 'ok' } as const;
const UserCode = Type.String({ minLength: 1, maxLength: 32 });
const ByCode = Type.Object({ user_code: UserCode });
const GUESSES = 'device-code';

export interface DevicePanelDeps extends CredentialDeps {
  readonly attempts: AttemptCounter;
}

/** A member sees which command waits under a code, and gives or refuses it a key. */
export function devicePanelRoutes(deps: DevicePanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(lookUpRoute(deps));
    await app.register(decisionRoutes(deps));
  };
}

function lookUpRoute(deps: DevicePanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/panel/credentials/device-log-ins/look-up',
      {
        schema: {
          operationId: 'lookUpDeviceLogIn',
          body: ByCode,
          response: {
            200: Type.Object({
              client_name: Type.String(),
              address: Type.String(),
              expires_at: Type.String(),
            }),
            ...panelChangeResponses(['log_in_code_invalid', 'rate_limited']),
          },
        },
      },
      async (request) => {
        await limitRequests(deps.attempts, GUESSES, request.ip);
        const found = await readDeviceLogIn(deps, request.body.user_code);
        const { clientName, address, expiresAt } = found;
        return { client_name: clientName, address, expires_at: isoTime(expiresAt) };
      },
    );
  };
}

function decisionRoutes(deps: DevicePanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/panel/:environment/credentials/device-log-ins/approve',
      {
        schema: {
          operationId: 'approveDeviceLogIn',
          params: EnvironmentParams,
          body: Type.Object({
            user_code: UserCode,
            name: Type.String({ format: 'name' }),
            code: OptionalCode,
          }),
          response: {
            200: Done,
            ...panelChangeResponses([
              'log_in_code_invalid',
              'name_invalid',
              'webhook_exam_required',
              'second_factor_invalid',
              'rate_limited',
            ]),
          },
        },
      },
      async (request) => {
        await limitRequests(deps.attempts, GUESSES, request.ip);
        const { user_code: userCode, name } = request.body;
        const chosen = { userCode, name, environment: request.params.environment };
        await approveDeviceLogIn(deps, memberOf(request), chosen, request.ip);
        return DONE;
      },
    );
    app.post(
      '/api/panel/credentials/device-log-ins/deny',
      {
        schema: {
          operationId: 'denyDeviceLogIn',
          body: ByCode,
          response: {
            200: Done,
            ...panelChangeResponses(['log_in_code_invalid', 'rate_limited']),
          },
        },
      },
      async (request) => {
        await limitRequests(deps.attempts, GUESSES, request.ip);
        const which = { userCode: request.body.user_code, address: request.ip };
        await denyDeviceLogIn(deps, memberOf(request), which);
        return DONE;
      },
    );
  };
}
