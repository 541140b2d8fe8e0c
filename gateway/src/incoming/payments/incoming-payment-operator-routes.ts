import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf } from '#src/ground/access/member-of-request.ts';
import { CodeOnly, OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { operatorCodeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { CursorQuery } from '#src/ground/schemas/panel-schemas.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import { countSuspended } from './read-booked.ts';
import {
  assignIncomingPayment,
  listSuspended,
  markIncomingPaymentReturned,
  type ResolveDeps,
} from './resolve-incoming-payment.ts';
import { suspendedPaymentView } from './suspended-payment.ts';

const LIMIT_DEFAULT = 20;
const Nullable = Type.Union([Type.String(), Type.Null()]);
const Done = Type.Object({ status: Type.Literal('ok') });
const IncomingPaymentParams = Type.Object({ end_to_end_id: Type.String({ maxLength: 64 }) });

const SuspendedIncomingPayment = Type.Object({
  end_to_end_id: Type.String(),
  bank: Type.String(),
  txid: Nullable,
  amount: Type.Integer({ description: 'Centavos.' }),
  reason: oneOf([
    'unknown_charge',
    'amount_differs',
    'already_paid',
    'another_key',
    'amount_unconfirmed',
  ]),
  charge_id: Nullable,
  received_at: Type.String(),
});

/** Payments in suspense: an operator assigns each to a merchant, or records its return. */
export function incomingPaymentOperatorRoutes(deps: ResolveDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(readRoutes(deps));
    await app.register(resolveRoutes(deps));
  };
}

function readRoutes({ database }: ResolveDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/operator/incoming-payments',
      {
        schema: {
          operationId: 'listSuspendedIncomingPayments',
          querystring: CursorQuery,
          response: {
            200: Type.Object({ data: Type.Array(SuspendedIncomingPayment), next_cursor: Nullable }),
            ...panelReadResponses(['invalid_request']),
          },
        },
      },
      async (request) => {
        const { cursor, limit = LIMIT_DEFAULT } = request.query;
        const { rows, next } = await listSuspended(database, { after: cursor, limit });
        return { data: rows.map(suspendedPaymentView), next_cursor: next };
      },
    );
    app.get(
      '/api/operator/incoming-payments/count',
      {
        schema: {
          operationId: 'countSuspendedIncomingPayments',
          response: {
            200: Type.Object({ count: Type.Integer({ description: 'Até 1000.' }) }),
            ...panelReadResponses(),
          },
        },
      },
      async () => ({ count: await countSuspended(database) }),
    );
  };
}

function resolveRoutes(deps: ResolveDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/operator/incoming-payments/:end_to_end_id/assign',
      {
        schema: {
          operationId: 'assignIncomingPayment',
          params: IncomingPaymentParams,
          body: Type.Object({ username: Type.String({ maxLength: 64 }), code: OptionalCode }),
          response: {
            200: Done,
            ...operatorCodeResponses([
              'incoming_payment_not_found',
              'incoming_payment_partly_returned',
              'merchant_not_found',
              'sandbox_forbidden',
            ]),
          },
        },
      },
      async (request) => {
        const { end_to_end_id: endToEndId } = request.params;
        const username = request.body.username.trim().toLowerCase();
        await assignIncomingPayment(deps, { endToEndId, username }, actorOf(request));
        return { status: 'ok' } as const;
      },
    );
    app.post(
      '/api/operator/incoming-payments/:end_to_end_id/return',
      {
        schema: {
          operationId: 'returnIncomingPayment',
          params: IncomingPaymentParams,
          body: CodeOnly,
          response: { 200: Done, ...operatorCodeResponses(['incoming_payment_not_found']) },
        },
      },
      async (request) => {
        await markIncomingPaymentReturned(deps, request.params.end_to_end_id, actorOf(request));
        return { status: 'ok' } as const;
      },
    );
  };
}
