import { randomBytes } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, operatorOf } from '#src/ground/access/member-of-request.ts';
import { OPERATOR_ROLES } from '#src/ground/access/roles.ts';
import { CodeOnly, OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { isoTime } from '#src/ground/clock.ts';
import { operatorCodeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import { Done, Email } from '../auth-schemas.ts';
import type { AcceptDeps } from '../team/team.ts';
import { createOperator } from './create-operator.ts';
import { changeOperatorRole, listOperators, removeOperator } from './manage-operators.ts';
import type { OperatorUser } from './operator-user.ts';

const DONE = { status: 'ok' } as const;
const PATH = '/api/operator/operators';
const UNKNOWN_PASSWORD_BYTES = 32;

const Params = Type.Object({ user_id: Type.String({ maxLength: 64 }) });
const OperatorList = Type.Object({
  data: Type.Array(
    Type.Object({
      user_id: Type.String(),
      name: Type.String(),
      email: Type.String(),
      operator_role: oneOf(OPERATOR_ROLES),
      has_second_factor: Type.Boolean(),
      seen_at: Type.Union([Type.String(), Type.Null()]),
      is_self: Type.Boolean(),
    }),
  ),
});

/** The operators and their roles, for admins. */
export function operatorRoutes(deps: AcceptDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(listAndCreateRoutes(deps));
    await app.register(changeRoutes(deps));
  };
}

function listAndCreateRoutes(deps: AcceptDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      PATH,
      {
        schema: {
          operationId: 'listOperators',
          response: { 200: OperatorList, ...panelReadResponses() },
        },
      },
      async (request) => {
        const { userId } = operatorOf(request);
        const operators = await listOperators(deps.database);
        return { data: operators.map((operator) => operatorView(operator, userId)) };
      },
    );
    app.post(
      PATH,
      {
        schema: {
          operationId: 'createOperator',
          body: Type.Object({
            name: Type.String({ format: 'name' }),
            email: Email,
            operator_role: oneOf(OPERATOR_ROLES),
            code: OptionalCode,
          }),
          response: { 201: Done, ...operatorCodeResponses(['email_taken', 'name_invalid']) },
        },
      },
      async (request, reply) => {
        const { name, email, operator_role: operatorRole } = request.body;
        // The mail leads to a link that sets the first password.
        const password = randomBytes(UNKNOWN_PASSWORD_BYTES).toString('base64url');
        const account = { name: name.trim(), email: email.trim(), password, operatorRole };
        await createOperator(deps, account, actorOf(request), deps.mailer);
        return reply.code(201).send(DONE);
      },
    );
  };
}

function changeRoutes(deps: AcceptDeps): FastifyPluginAsyncTypebox {
  const responses = { 200: Done, ...operatorCodeResponses(['user_not_found', 'last_admin']) };
  return async (app) => {
    app.patch(
      `${PATH}/:user_id`,
      {
        schema: {
          operationId: 'changeOperatorRole',
          params: Params,
          body: Type.Object({ operator_role: oneOf(OPERATOR_ROLES), code: OptionalCode }),
          response: responses,
        },
      },
      async (request) => {
        const which = { userId: request.params.user_id };
        await changeOperatorRole(deps, which, request.body.operator_role, actorOf(request));
        return DONE;
      },
    );
    app.post(
      `${PATH}/:user_id/remove`,
      {
        schema: {
          operationId: 'removeOperator',
          params: Params,
          body: CodeOnly,
          response: responses,
        },
      },
      async (request) => {
        await removeOperator(deps, { userId: request.params.user_id }, actorOf(request));
        return DONE;
      },
    );
  };
}

function operatorView(operator: OperatorUser, ownId: string) {
  return {
    user_id: operator.userId,
    name: operator.name,
    email: operator.email,
    operator_role: operator.operatorRole,
    has_second_factor: operator.hasSecondFactor,
    seen_at: operator.seenAt === null ? null : isoTime(operator.seenAt),
    is_self: operator.userId === ownId,
  };
}
