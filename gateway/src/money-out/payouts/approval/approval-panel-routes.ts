import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, memberOf, memberScope } from '#src/ground/access/member-of-request.ts';
import { OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { isoTime } from '#src/ground/clock.ts';
import { panelChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import { ID_MAX, isId } from '#src/ground/ids.ts';
import { centavosToJson, centavosToJsonOrNull } from '#src/ground/money/centavos.ts';
import { CursorQuery, EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import type { SettleDeps } from '../settle-payouts.ts';
import { approveByMember, rejectByMember } from './decide-approval.ts';
import { readApproval, readWaitingPayouts, type ShownApproval } from './read-approvals.ts';

const PATH = '/api/panel/:environment/payout-approvals';
const LIMIT_DEFAULT = 20;
const Nullable = Type.Union([Type.String(), Type.Null()]);
const Params = Type.Object({
  ...EnvironmentParams.properties,
  id: Type.String({ maxLength: 64 }),
});
const Done = Type.Object({ status: Type.Literal('ok') });

const Approval = Type.Object({
  id: Type.String(),
  amount: Type.Integer(),
  beneficiary_name: Type.String(),
  beneficiary_document: Type.String(),
  pix_key: Type.String(),
  pix_key_type: Type.String(),
  external_id: Nullable,
  cause: oneOf(['amount', 'new_destination']),
  limit: Type.Union([Type.Integer(), Type.Null()], {
    description: 'O limite que o saque passa; null quando só a soma do lote passa dele.',
  }),
  is_new_destination: Type.Boolean({ description: 'Nada foi pago ainda a esta chave Pix.' }),
  status: oneOf(['waiting', 'approved', 'rejected', 'expired']),
  requested_by: Nullable,
  client_id: Nullable,
  batch_id: Nullable,
  is_own: Type.Boolean(),
  created_at: Type.String(),
  expires_at: Type.String(),
  decided_at: Nullable,
  decided_by: Nullable,
});

/** The payouts that wait for a member's approval. */
export function approvalPanelRoutes(deps: SettleDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(listRoute(deps));
    await app.register(readRoute(deps));
    await app.register(decisionRoutes(deps));
  };
}

function listRoute({ database }: SettleDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      PATH,
      {
        schema: {
          operationId: 'listPayoutApprovals',
          params: EnvironmentParams,
          querystring: CursorQuery,
          response: {
            200: Type.Object({ data: Type.Array(Approval), next_cursor: Nullable }),
            ...panelReadResponses(['invalid_request']),
          },
        },
      },
      async (request) => {
        const { cursor, limit = LIMIT_DEFAULT } = request.query;
        const beforeId = idOfCursor(cursor) ?? ID_MAX;
        const page = { beforeId, limit };
        const { rows, next } = await readWaitingPayouts(database, memberScope(request), page);
        const { userId } = memberOf(request);
        return { data: rows.map((row) => approvalView(row, userId)), next_cursor: cursorOf(next) };
      },
    );
  };
}

function readRoute({ database }: SettleDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      `${PATH}/:id`,
      {
        schema: {
          operationId: 'getPayoutApproval',
          params: Params,
          response: { 200: Approval, ...panelReadResponses(['approval_not_found']) },
        },
      },
      async (request) => {
        const { id } = request.params;
        const key = { ...memberScope(request), id };
        const approval = isId(id) ? await readApproval(database, key) : undefined;
        if (!approval) throw new Refusal('approval_not_found');
        return approvalView(approval, memberOf(request).userId);
      },
    );
  };
}

function decisionRoutes(deps: SettleDeps): FastifyPluginAsyncTypebox {
  const decisions = [
    { name: 'approve', operationId: 'approvePayout', decide: approveByMember },
    { name: 'reject', operationId: 'rejectPayout', decide: rejectByMember },
  ] as const;
  return async (app) => {
    for (const { name, operationId, decide } of decisions) {
      app.post(
        `${PATH}/:id/${name}`,
        {
          schema: {
            operationId,
            params: Params,
            body: Type.Object({ code: OptionalCode }),
            response: {
              200: Done,
              ...panelChangeResponses([
                'approval_not_found',
                ...(name === 'approve' ? (['approval_of_own_payout'] as const) : []),
                'second_factor_invalid',
              ]),
            },
          },
        },
        async (request) => {
          const { id } = request.params;
          if (!isId(id)) throw new Refusal('approval_not_found');
          await decide(deps, { ...memberScope(request), id }, actorOf(request));
          return { status: 'ok' } as const;
        },
      );
    }
  };
}

function approvalView(approval: ShownApproval, userId: string) {
  const { id, amount, cause, limit, status, createdAt, expiresAt, decidedAt } = approval;
  return {
    id,
    amount: centavosToJson(amount),
    beneficiary_name: approval.beneficiaryName,
    beneficiary_document: approval.beneficiaryDocument,
    pix_key: approval.pixKey,
    pix_key_type: approval.pixKeyType,
    external_id: approval.externalId,
    cause,
    status,
    limit: centavosToJsonOrNull(limit),
    is_new_destination: approval.isNewDestination,
    requested_by: approval.requestedBy,
    client_id: approval.clientId,
    batch_id: approval.batchId,
    is_own: approval.createdBy === userId,
    created_at: isoTime(createdAt),
    expires_at: isoTime(expiresAt),
    decided_at: decidedAt === null ? null : isoTime(decidedAt),
    decided_by: approval.decidedBy,
  };
}
