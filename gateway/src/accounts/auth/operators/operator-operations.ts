import { randomBytes } from 'node:crypto';
import { Type } from 'typebox';
import { operatorRules } from '#src/ground/access/operator-access.ts';
import { OPERATOR_ROLES } from '#src/ground/access/roles.ts';
import { CodeOnly, OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { ProblemCode } from '#src/ground/errors/problems.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { DONE, Done } from '#src/ground/schemas/panel-schemas.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import { Email } from '../auth-schemas.ts';
import type { AcceptDeps } from '../team/team.ts';
import { createOperator } from './create-operator.ts';
import { changeOperatorRole, removeOperator } from './manage-operators.ts';
import { type OperatorUser, selectOperators } from './operator-store.ts';

const { operation } = operationsOf<AcceptDeps>();

const UNKNOWN_PASSWORD_BYTES = 32;
const CHANGE_CODES: readonly ProblemCode[] = ['user_not_found', 'last_admin'];

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
export const operatorOperations = [
  operation({
    at: 'GET /operators',
    operator: { id: 'listOperators', access: operatorRules.admin },
    answer: [200, OperatorList],
    run: async ({ deps, operator: { userId } }) => ({
      data: (await selectOperators(deps.database)).map((each) => operatorView(each, userId)),
    }),
  }),
  operation({
    at: 'POST /operators',
    operator: { id: 'createOperator', access: operatorRules.operators },
    body: Type.Object({
      name: Type.String({ format: 'name' }),
      email: Email,
      operator_role: oneOf(OPERATOR_ROLES),
      code: OptionalCode,
    }),
    answer: [201, Done],
    refuses: ['email_taken', 'name_invalid'],
    run: async ({ deps, by, body: { name, email, operator_role: operatorRole } }) => {
      // The mail leads to a link that sets the first password.
      const password = randomBytes(UNKNOWN_PASSWORD_BYTES).toString('base64url');
      const account = { name: name.trim(), email: email.trim(), password, operatorRole };
      await createOperator(deps, account, by, deps.mailer);
      return DONE;
    },
  }),
  operation({
    at: 'PATCH /operators/:user_id',
    operator: { id: 'changeOperatorRole', access: operatorRules.operators },
    params: Params,
    body: Type.Object({ operator_role: oneOf(OPERATOR_ROLES), code: OptionalCode }),
    answer: [200, Done],
    refuses: CHANGE_CODES,
    run: async ({ deps, by, params: { user_id: userId }, body }) => {
      await changeOperatorRole(deps, { userId }, body.operator_role, by);
      return DONE;
    },
  }),
  operation({
    at: 'POST /operators/:user_id/remove',
    operator: { id: 'removeOperator', access: operatorRules.operators },
    params: Params,
    body: CodeOnly,
    answer: [200, Done],
    refuses: CHANGE_CODES,
    run: async ({ deps, by, params: { user_id: userId } }) => {
      await removeOperator(deps, { userId }, by);
      return DONE;
    },
  }),
];

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
