import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { CreatedResource } from '#src/ground/idempotency/create-under-keys.ts';
import { checkIdempotencyHeader, idempotencyOf } from '#src/ground/idempotency/key-of-request.ts';
import { fieldsOf } from '#src/ground/idempotency/request-digest.ts';
import { sendCreated } from '#src/ground/idempotency/send-created.ts';
import { isId } from '#src/ground/ids.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { REFUND_WINDOW_DAYS } from '#src/ground/pix/refund-window.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import type { RefundRequest } from './refund-request.ts';
import { createRefundResponses, RefundBody } from './refund-schemas.ts';

const OPERATION = {
  name: 'POST /v1/transactions/refund',
  fields: [
    ...fieldsOf('amount', 'reason', 'bear_all'),
    { name: 'internal_id', path: ['chargeId'] },
  ],
};

export interface RefundRoutesDeps {
  readonly createRefund: Batcher<RefundRequest, CreatedResource>;
  readonly isIdempotencyRequired: boolean;
}

/** POST /v1/transactions/:internal_id/refund: refunds a payment, as a whole or in parts. */
export function createRefundRoute(deps: RefundRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/v1/transactions/:internal_id/refund',
      {
        onRequest: checkIdempotencyHeader(deps.isIdempotencyRequired),
        config: { keyScope: 'refunds:write', isBodyOptional: true },
        schema: {
          operationId: 'createRefund',
          summary: 'Devolve um pagamento',
          description:
            `Devolve a quem pagou tudo, ou uma parte, em até ${REFUND_WINDOW_DAYS} dias. O valor ` +
            'sai do saldo disponível na hora; de uma cobrança com split sai na proporção de cada ' +
            'parte. A tarifa não é devolvida. Envie sempre `Idempotency-Key`.',
          tags: ['Refunds'],
          params: Type.Object({ internal_id: Type.String() }),
          body: RefundBody,
          response: createRefundResponses,
        },
      },
      async (request, reply) => {
        const chargeId = request.params.internal_id;
        if (!isId(chargeId)) throw new Refusal('transaction_not_found');
        const created = await deps.createRefund.add({
          caller: callerOf(request),
          idempotency: idempotencyOf(request, OPERATION, { ...request.body, chargeId }),
          chargeId,
          ...refundFromBody(request.body),
        });
        return sendCreated(reply, created);
      },
    );
  };
}

/** The request in a body that the schema has checked. */
export function refundFromBody(body: RefundBody) {
  return {
    amount: typeof body.amount === 'number' ? centavos(body.amount) : undefined,
    reason: body.reason?.trim() || null,
    merchantAbsorbs: body.bear_all ?? false,
  };
}
