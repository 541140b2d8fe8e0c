import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf } from '#src/ground/access/member-of-request.ts';
import { OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { isoTime } from '#src/ground/clock.ts';
import { operatorCodeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import { ID_MAX } from '#src/ground/ids.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import { CursorQuery } from '#src/ground/schemas/panel-schemas.ts';
import {
  listAssignments,
  type UnassignDeps,
  unassignIncomingPayment,
} from './unassign-incoming-payment.ts';

const LIMIT_DEFAULT = 20;
const Nullable = Type.Union([Type.String(), Type.Null()]);
const Centavos = Type.Integer({ description: 'Centavos.' });

const AssignmentView = Type.Object({
  end_to_end_id: Type.String(),
  username: Type.String(),
  amount: Centavos,
  received_at: Type.String(),
  assigned_at: Type.String(),
});

/** The operators' routes that list assignments of suspended payments and undo a wrong one. */
export function assignmentOperatorRoutes(deps: UnassignDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/operator/incoming-payments/assigned',
      {
        schema: {
          operationId: 'listAssignedIncomingPayments',
          querystring: CursorQuery,
          response: {
            200: Type.Object({ data: Type.Array(AssignmentView), next_cursor: Nullable }),
            ...panelReadResponses(['invalid_request']),
          },
        },
      },
      async (request) => {
        const { cursor, limit = LIMIT_DEFAULT } = request.query;
        const beforeId = idOfCursor(cursor) ?? ID_MAX;
        const { rows, next } = await listAssignments(deps.database, { beforeId, limit });
        const data = rows.map(({ endToEndId, username, amount, receivedAt, assignedAt }) => ({
          end_to_end_id: endToEndId,
          username,
          amount: centavosToJson(amount),
          received_at: isoTime(receivedAt),
          assigned_at: isoTime(assignedAt),
        }));
        return { data, next_cursor: cursorOf(next) };
      },
    );
    app.post(
      '/api/operator/incoming-payments/:end_to_end_id/unassign',
      { schema: unassignSchema },
      async (request) => {
        const { reason } = request.body;
        const { end_to_end_id: endToEndId } = request.params;
        const undone = { endToEndId, reason: reason.trim() };
        const { amount, debt } = await unassignIncomingPayment(deps, undone, actorOf(request));
        return { amount: centavosToJson(amount), debt_amount: centavosToJson(debt) };
      },
    );
  };
}

const unassignSchema = {
  operationId: 'unassignIncomingPayment',
  params: Type.Object({ end_to_end_id: Type.String({ maxLength: 64 }) }),
  body: Type.Object({
    reason: Type.String({ format: 'name', description: 'Por quê; o lojista lê.' }),
    code: OptionalCode,
  }),
  response: {
    200: Type.Object({ amount: Centavos, debt_amount: Centavos }),
    ...operatorCodeResponses(['assignment_not_found']),
  },
};
