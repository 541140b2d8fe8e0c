import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, operatorOf } from '#src/ground/access/member-of-request.ts';
import { OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { isoTime } from '#src/ground/clock.ts';
import {
  operatorChangeResponses,
  operatorCodeResponses,
  panelReadResponses,
} from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { checkIdempotencyHeader } from '#src/ground/idempotency/key-of-request.ts';
import { isId } from '#src/ground/ids.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import { KeyHeaders } from '#src/ground/schemas/panel-schemas.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import {
  acknowledgeReversal,
  type ListedStuck,
  listReversedOrders,
  listStuckOrders,
  proposeResolution,
  type ResolveOrderDeps,
} from './resolve-orders.ts';

const BANK_ID_LENGTH_MAX = 64;
const Centavos = Type.Integer({ description: 'Centavos.' });
const Kind = oneOf(['payout', 'refund']);
const OrderParams = Type.Object({ kind: Kind, id: Type.String({ maxLength: 64 }) });
const Nullable = Type.Union([Type.String(), Type.Null()]);
const orderFields = {
  kind: Kind,
  id: Type.String(),
  username: Type.String(),
  amount: Centavos,
};
const StuckOrderView = Type.Object({
  ...orderFields,
  created_at: Type.String(),
  sent_at: Type.String(),
  is_known_at_bank: Type.Boolean(),
  merchant_name: Type.String(),
  payee: Type.Object({ name: Type.String(), document: Type.String() }),
  pix_key: Nullable,
  charge_id: Nullable,
  end_to_end_id: Nullable,
});
const ReversedOrderView = Type.Object({ ...orderFields, resolved_at: Type.String() });

/** The operators' routes for stuck payouts and refunds, and for resolutions that were reversed. */
export function orderResolutionOperatorRoutes(deps: ResolveOrderDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(stuckRoutes(deps));
    await app.register(reversedRoutes(deps));
  };
}

function stuckRoutes(deps: ResolveOrderDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/operator/stuck-orders',
      {
        schema: {
          operationId: 'listStuckOrders',
          response: {
            200: Type.Object({ data: Type.Array(StuckOrderView) }),
            ...panelReadResponses(),
          },
        },
      },
      async () => ({
        data: (await listStuckOrders(deps)).map(stuckView),
      }),
    );
    app.post(
      '/api/operator/stuck-orders/:kind/:id/resolve',
      {
        // A form that is sent twice must make one proposal.
        onRequest: checkIdempotencyHeader(true),
        schema: resolveSchema,
      },
      async (request, reply) => {
        const { kind, id } = request.params;
        if (!isId(id)) throw new Refusal('order_not_found');
        const { resolution, bank_id: bankId, reason } = request.body;
        const { userId } = operatorOf(request);
        const requestKey = `${userId} ${request.headers['idempotency-key']}`;
        const wanted = { kind, id, resolution, bankId: bankId?.trim() || null, requestKey };
        const proposed = { ...wanted, reason: reason.trim() };
        const proposal = await proposeResolution(deps, proposed, actorOf(request));
        return reply.code(201).send({ proposal_id: proposal.id });
      },
    );
  };
}

function stuckView(order: ListedStuck) {
  return {
    kind: order.kind,
    id: order.id,
    username: order.username,
    amount: centavosToJson(order.amount),
    created_at: isoTime(order.createdAt),
    sent_at: isoTime(order.uncertainAt),
    is_known_at_bank: order.isKnownAtBank,
    merchant_name: order.merchantName,
    payee: order.payee,
    pix_key: order.pixKey,
    charge_id: order.chargeId,
    end_to_end_id: order.endToEndId,
  };
}

const resolveSchema = {
  operationId: 'proposeOrderResolution',
  params: OrderParams,
  headers: KeyHeaders,
  body: Type.Object({
    resolution: oneOf(['paid', 'not_paid']),
    bank_id: Type.Optional(
      Type.Union([Type.String({ maxLength: BANK_ID_LENGTH_MAX }), Type.Null()]),
    ),
    reason: Type.String({ format: 'name', description: 'Por quê; fica na auditoria.' }),
    code: OptionalCode,
  }),
  response: {
    201: Type.Object({ proposal_id: Type.String() }),
    ...operatorCodeResponses([
      'order_not_found',
      'order_not_stuck',
      'end_to_end_id_invalid',
      'proposal_waiting',
      'idempotency_key_invalid',
      'idempotency_key_missing',
      'idempotency_key_reused',
    ]),
  },
};

function reversedRoutes(deps: ResolveOrderDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/operator/reversed-orders',
      {
        schema: {
          operationId: 'listReversedOrders',
          response: {
            200: Type.Object({ data: Type.Array(ReversedOrderView) }),
            ...panelReadResponses(),
          },
        },
      },
      async () => ({
        data: (await listReversedOrders(deps.database)).map((order) => ({
          kind: order.kind,
          id: order.id,
          username: order.username,
          amount: centavosToJson(order.amount),
          resolved_at: isoTime(order.resolvedAt),
        })),
      }),
    );
    app.post(
      '/api/operator/reversed-orders/:kind/:id/seen',
      {
        schema: {
          operationId: 'acknowledgeReversedOrder',
          params: OrderParams,
          response: {
            200: Type.Object({ status: Type.Literal('ok') }),
            ...operatorChangeResponses(['order_not_found']),
          },
        },
      },
      async (request) => {
        const { kind, id } = request.params;
        if (!isId(id)) throw new Refusal('order_not_found');
        await acknowledgeReversal(deps, { kind, id }, actorOf(request));
        return { status: 'ok' } as const;
      },
    );
  };
}
