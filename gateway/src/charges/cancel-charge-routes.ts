import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import { guardedResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { sendJsonText } from '#src/ground/http/json-reply.ts';
import { isId } from '#src/ground/ids.ts';
import type { CancelRequest } from './cancel-charges.ts';
import type { Charge } from './charge.ts';
import { ChargeDetails } from './charge-schemas.ts';
import { chargeDetails } from './charge-view.ts';

export interface CancelRoutesDeps {
  readonly cancelCharge: (request: CancelRequest) => Promise<Charge>;
}

/** POST /v1/transactions/:internal_id/cancel: cancels a pending charge. */
export function cancelChargeRoute(deps: CancelRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post<{ Params: { internal_id: string } }>(
      '/v1/transactions/:internal_id/cancel',
      {
        config: { keyScope: 'charges:write' },
        schema: {
          operationId: 'cancelCharge',
          summary: 'Cancela uma cobrança pendente',
          description:
            'O código deixa de poder ser pago. Repetir devolve a mesma cobrança. Um pagamento ' +
            'simultâneo vale: a cobrança fica paga. Depois de um 503 o cancelamento continua: ' +
            'repita, ou acompanhe o evento `deposit.canceled`.',
          tags: ['Charges'],
          response: { 200: ChargeDetails, ...CANCEL_RESPONSES },
        },
      },
      async (request, reply) => {
        const { merchantId, environment } = callerOf(request);
        const id = request.params.internal_id;
        if (!isId(id)) throw new Refusal('transaction_not_found');
        const charge = await deps.cancelCharge({ merchantId, environment, id });
        return sendJsonText(reply, 200, JSON.stringify(chargeDetails(charge)));
      },
    );
  };
}

// The route needs no body, but a body that is sent is parsed.
const CANCEL_RESPONSES = guardedResponses([
  'invalid_json',
  'payload_too_large',
  'unsupported_media_type',
  'transaction_not_found',
  'charge_already_paid',
  'charge_expired',
  'charge_of_subscription',
  'provider_refused',
  'provider_unavailable',
  'overloaded',
]);
