import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Actor } from '#src/ground/access/actor.ts';
import { actorOf } from '#src/ground/access/member-of-request.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { operatorChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { invalidCursor } from '#src/ground/http/page-cursor.ts';
import { isId } from '#src/ground/ids.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import { CursorQuery } from '#src/ground/schemas/panel-schemas.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import { incomingPaymentStates } from '../payments/incoming-payment.ts';
import { type UnrequestedRefund, unrequestedRefundView } from './unrequested-refund.ts';
import { markFailureSeen } from './unrequested-refund-store.ts';
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

interface AcknowledgeDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * Marks a refund that is booked here and failed at the bank as seen by an operator, and writes it
 * to the audit log. Refuses `failed_refund_not_found` when no unseen one has this id.
 */
async function acknowledgeFailedRefund(
  { database, clock }: AcknowledgeDeps,
  id: string,
  by: Actor,
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (tx) => {
    const seen = await markFailureSeen(tx, id, new Date(now));
    if (!seen) throw new Refusal('failed_refund_not_found');
    const action = 'incoming_payment.failed_refund_seen';
    const change = { action, merchantId: null, subject: seen.endToEndId } as const;
    recordChange(tx, by, { ...change, details: { amount: centavosToJson(seen.amount) } }, now);
  });
}
