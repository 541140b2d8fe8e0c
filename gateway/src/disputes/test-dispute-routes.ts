import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { sendJsonText } from '#src/ground/http/json-reply.ts';
import { isId } from '#src/ground/ids.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import { disputeView } from './dispute.ts';
import {
  CloseBody,
  closeTestResponses,
  openTestResponses,
  TestDisputeBody,
} from './dispute-schemas.ts';
import type { NamedDispute } from './read-disputes.ts';
import type { TestClosing, TestDispute } from './test-disputes.ts';

const Params = Type.Object({ internal_id: Type.String() });

export interface TestDisputeDeps {
  readonly openTestDispute: Batcher<TestDispute, NamedDispute>;
  readonly closeTestDispute: Batcher<TestClosing, NamedDispute>;
}

/** POST /v1/test/charges/:internal_id/dispute: contests a payment of the test environment. */
export function openTestDisputeRoute(deps: TestDisputeDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/v1/test/charges/:internal_id/dispute',
      {
        config: { keyScope: 'disputes:write', isBodyOptional: true },
        schema: {
          operationId: 'openTestDispute',
          summary: 'Contesta um pagamento de teste',
          description: 'Só com chave de teste: simula a contestação de uma cobrança paga.',
          tags: ['Testing'],
          params: Params,
          body: TestDisputeBody,
          response: openTestResponses,
        },
      },
      async (request, reply) => {
        const { merchantId, environment } = callerOf(request);
        const id = request.params.internal_id;
        if (environment !== 'test' || !isId(id)) throw new Refusal('transaction_not_found');
        const { amount, reason } = request.body;
        const dispute = await deps.openTestDispute.add({
          merchantId,
          environment,
          id,
          reason: reason ?? 'fraud',
          amount: typeof amount === 'number' ? centavos(amount) : undefined,
        });
        return sendJsonText(reply, 201, JSON.stringify(disputeView(dispute)));
      },
    );
  };
}

/** POST /v1/test/disputes/:internal_id/close: closes a dispute of the test environment. */
export function closeTestDisputeRoute(deps: TestDisputeDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/v1/test/disputes/:internal_id/close',
      {
        config: { keyScope: 'disputes:write' },
        schema: {
          operationId: 'closeTestDispute',
          summary: 'Encerra uma contestação de teste',
          description:
            'Só com chave de teste: simula a decisão. Aceita, o valor volta ao pagador; ' +
            'rejeitada ou cancelada, é liberado.',
          tags: ['Testing'],
          params: Params,
          body: CloseBody,
          response: closeTestResponses,
        },
      },
      async (request, reply) => {
        const { merchantId, environment } = callerOf(request);
        const id = request.params.internal_id;
        if (environment !== 'test' || !isId(id)) throw new Refusal('dispute_not_found');
        const { outcome } = request.body;
        const dispute = await deps.closeTestDispute.add({ merchantId, environment, id, outcome });
        return sendJsonText(reply, 200, JSON.stringify(disputeView(dispute)));
      },
    );
  };
}
