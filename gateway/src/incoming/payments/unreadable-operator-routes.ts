import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf } from '#src/ground/access/member-of-request.ts';
import { operatorChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import type { ResolveDeps } from './resolve-incoming-payment.ts';
import { unreadablePaymentView } from './unreadable-payment.ts';
import { listUnreadable, resolveUnreadable } from './unreadable-payments.ts';

const Unreadable = Type.Object({
  bank: Type.String(),
  item: Type.String({ description: 'O EndToEndId, ou o resumo de um item sem ele.' }),
  reason: Type.String(),
  first_seen_at: Type.String(),
  last_seen_at: Type.String(),
});

/** Payments that were set aside because the bank lists them in an unknown form. */
export function unreadableOperatorRoutes(deps: ResolveDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/operator/unreadable-incoming-payments',
      {
        schema: {
          operationId: 'listUnreadableIncomingPayments',
          response: { 200: Type.Object({ data: Type.Array(Unreadable) }), ...panelReadResponses() },
        },
      },
      async () => ({
        data: (await listUnreadable(deps.database)).map(unreadablePaymentView),
      }),
    );
    app.post(
      '/api/operator/unreadable-incoming-payments/:bank/:item/resolve',
      {
        schema: {
          operationId: 'resolveUnreadableIncomingPayment',
          params: Type.Object({
            bank: Type.String({ maxLength: 32 }),
            item: Type.String({ maxLength: 64 }),
          }),
          response: {
            200: Type.Object({ status: Type.Literal('ok') }),
            ...operatorChangeResponses(['incoming_payment_not_found']),
          },
        },
      },
      async (request) => {
        await resolveUnreadable(deps, request.params, actorOf(request));
        return { status: 'ok' } as const;
      },
    );
  };
}
