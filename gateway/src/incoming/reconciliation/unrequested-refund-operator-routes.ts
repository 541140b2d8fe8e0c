import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf } from '#src/ground/access/member-of-request.ts';
import { operatorChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { invalidCursor } from '#src/ground/http/page-cursor.ts';
import { isId } from '#src/ground/ids.ts';
import { CursorQuery } from '#src/ground/schemas/panel-schemas.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import { incomingPaymentStates } from '../payments/incoming-payment.ts';
import { type AcknowledgeDeps, acknowledgeFailedRefund } from './acknowledge-failed-refund.ts';
import { type UnrequestedRefund, unrequestedRefundView } from './unrequested-refund.ts';
import { listUnrequestedRefunds } from './unrequested-refunds.ts';

const LIMIT_DEFAULT = 20;
const Nullable = Type.Union([Type.String(), Type.Null()]);

const UnrequestedRefundView = Type.Object({
  id: Type.String(),
  bank: Type.String(),
  end_to_end_id: Type.String(),
  refund_id: Type.String(),
  return_id: Nullable,
  amount: Type.Integer({ description: 'Centavos.' }),
  status: oneOf(['pending', 'done', 'failed']),
  by_bank: Type.Boolean({ description: 'Feita pelo banco (MED), e não pedida na página dele.' }),
  happened_at: Type.String(),
  found_at: Type.String(),
  booking_failure: Nullable,
  incoming_payment_state: Type.Union([oneOf(incomingPaymentStates), Type.Null()]),
  charge_id: Nullable,
  username: Nullable,
});

/** Refunds that the bank made and this gateway did not request, the last found first. */
export function unrequestedRefundOperatorRoutes(deps: AcknowledgeDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(listRoute(deps));
    await app.register(seenRoute(deps));
  };
}

function seenRoute(deps: AcknowledgeDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/operator/unasked-refunds/:id/seen',
      {
        schema: {
          operationId: 'acknowledgeFailedRefund',
          params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
          response: {
            200: Type.Object({ status: Type.Literal('ok') }),
            ...operatorChangeResponses(['failed_refund_not_found']),
          },
        },
      },
      async (request) => {
        if (!isId(request.params.id)) throw new Refusal('failed_refund_not_found');
        await acknowledgeFailedRefund(deps, request.params.id, actorOf(request));
        return { status: 'ok' } as const;
      },
    );
  };
}

function listRoute({ database }: AcknowledgeDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/operator/unasked-refunds',
      {
        schema: {
          operationId: 'listUnrequestedRefunds',
          querystring: CursorQuery,
          response: {
            200: Type.Object({ data: Type.Array(UnrequestedRefundView), next_cursor: Nullable }),
            ...panelReadResponses(['invalid_request']),
          },
        },
      },
      async (request) => {
        const { cursor: before, limit = LIMIT_DEFAULT } = request.query;
        if (before !== undefined && !isId(before)) throw invalidCursor();
        const { rows, next } = await listUnrequestedRefunds(database, { before, limit });
        return { data: rows.map(refundView), next_cursor: next };
      },
    );
  };
}

function refundView(refund: UnrequestedRefund) {
  return { ...unrequestedRefundView(refund), username: refund.username };
}
