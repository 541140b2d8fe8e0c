import { Type } from 'typebox';
import { CODE, memberRules } from '#src/ground/access/member-access.ts';
import { OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { isoTime } from '#src/ground/clock.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { DONE, Done } from '#src/ground/schemas/panel-schemas.ts';
import type { CredentialDeps } from '../../merchants/credentials/manage-credentials.ts';
import { type AttemptCounter, limitRequests } from '../attempt-limits.ts';
import { approveDeviceLogIn, denyDeviceLogIn, readDeviceLogIn } from './device-log-in.ts';

const { operation } = operationsOf<DeviceOperationDeps>();

const UserCode = Type.String({ minLength: 1, maxLength: 32 });
const ByCode = Type.Object({ user_code: UserCode });
const GUESSES = 'device-code';

export interface DeviceOperationDeps extends CredentialDeps {
  readonly attempts: AttemptCounter;
}

/** A member sees which command waits under a code, and gives or refuses it a key. */
export const deviceOperations = [
  operation({
    at: 'POST /credentials/device-log-ins/look-up',
    member: { id: 'lookUpDeviceLogIn', access: memberRules.keys, environment: 'none' },
    body: ByCode,
    answer: [
      200,
      Type.Object({
        client_name: Type.String(),
        address: Type.String(),
        expires_at: Type.String(),
      }),
    ],
    refuses: ['log_in_code_invalid'],
    run: async ({ deps, body, request }) => {
      await limitRequests(deps.attempts, GUESSES, request.ip);
      const { clientName, address, expiresAt } = await readDeviceLogIn(deps, body.user_code);
      return { client_name: clientName, address, expires_at: isoTime(expiresAt) };
    },
  }),
  operation({
    at: 'POST /credentials/device-log-ins/approve',
    // Its live keys only read, so a developer may have one too.
    member: { id: 'approveDeviceLogIn', access: { ...memberRules.keys, code: CODE } },
    body: Type.Object({
      user_code: UserCode,
      name: Type.String({ format: 'name' }),
      code: OptionalCode,
    }),
    answer: [200, Done],
    refuses: ['log_in_code_invalid', 'name_invalid', 'webhook_exam_required'],
    run: async ({ deps, owner: { scope }, member, body, request }) => {
      await limitRequests(deps.attempts, GUESSES, request.ip);
      const { user_code: userCode, name } = body;
      const chosen = { userCode, name, environment: scope.environment };
      await approveDeviceLogIn(deps, member, chosen, request.ip);
      return DONE;
    },
  }),
  operation({
    at: 'POST /credentials/device-log-ins/deny',
    member: { id: 'denyDeviceLogIn', access: memberRules.keys, environment: 'none' },
    body: ByCode,
    answer: [200, Done],
    refuses: ['log_in_code_invalid'],
    run: async ({ deps, member, body, request }) => {
      await limitRequests(deps.attempts, GUESSES, request.ip);
      await denyDeviceLogIn(deps, member, { userCode: body.user_code, address: request.ip });
      return DONE;
    },
  }),
];
