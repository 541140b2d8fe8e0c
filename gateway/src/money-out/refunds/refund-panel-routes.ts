import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, callerOfMember } from '#src/ground/access/member-of-request.ts';
import { OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { panelChangeResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { CreatedResource } from '#src/ground/idempotency/create-under-keys.ts';
import { checkIdempotencyHeader, idempotencyOf } from '#src/ground/idempotency/key-of-request.ts';
import { sendCreated } from '#src/ground/idempotency/send-created.ts';
import { isId } from '#src/ground/ids.ts';
import { EnvironmentParams, KeyHeaders } from '#src/ground/schemas/panel-schemas.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import type { RefundRequest } from './refund-request.ts';
import { refundFromBody } from './refund-routes.ts';
import { RefundBody, RefundCreated } from './refund-schemas.ts';

const OPERATION = { name: 'POST /api/panel/transactions/refund', fields: [] };

export interface RefundPanelDeps {
  readonly createRefund: Batcher<RefundRequest, CreatedResource>;
}

const Body = Type.Object({
  ...RefundBody.properties,
  code: OptionalCode,
});

/** The panel's route that creates a refund. */
export function refundPanelRoutes(deps: RefundPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/panel/:environment/transactions/:id/refund',
      {
        // A form that is sent twice must create one refund.
        onRequest: checkIdempotencyHeader(true),
        config: { isOpenToSandbox: true },
        schema: {
          operationId: 'createRefundByHand',
          params: Type.Object({ ...EnvironmentParams.properties, id: Type.String() }),
          headers: KeyHeaders,
          body: Body,
          response: { 201: RefundCreated, ...responses },
        },
      },
      async (request, reply) => {
        const chargeId = request.params.id;
        if (!isId(chargeId)) throw new Refusal('transaction_not_found');
        // A repeat has another code, so the code is not part of the digest.
        const { code: _, ...order } = request.body;
        const created = await deps.createRefund.add({
          caller: callerOfMember(request),
          idempotency: idempotencyOf(request, OPERATION, { ...order, chargeId }),
          chargeId,
          by: actorOf(request),
          ...refundFromBody(order),
        });
        return sendCreated(reply, created);
      },
    );
  };
}

const responses = panelChangeResponses([
  'idempotency_key_invalid',
  'idempotency_key_missing',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_key_reused',
  'idempotency_in_progress',
  'transaction_not_found',
  'refund_not_possible',
  'refund_exceeds_payment',
  'payment_disputed',
  'refund_too_late',
  'insufficient_balance',
  'balance_limit_reached',
  'second_factor_invalid',
  'rate_limited',
  'provider_unavailable',
]);
