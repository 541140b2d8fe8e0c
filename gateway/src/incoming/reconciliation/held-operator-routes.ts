import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf } from '#src/ground/access/member-of-request.ts';
import { CodeOnly } from '#src/ground/access/second-factor-of-member.ts';
import { isoTime } from '#src/ground/clock.ts';
import {
  operatorChangeResponses,
  operatorCodeResponses,
  panelReadResponses,
} from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { isId } from '#src/ground/ids.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import { acknowledgeLatePayment } from '#src/ledger/acknowledge-late-payment.ts';
import { listUnseenLatePayments } from '#src/ledger/late-payments.ts';
import type { SettleDeps } from '#src/money-out/payouts/settle-payouts.ts';
import { decideHeldOrder, listHeldOrders } from './held-orders.ts';

const LATE_SHOWN_MAX = 500;
const Centavos = Type.Integer({ description: 'Centavos.' });
const Kind = oneOf(['payout', 'refund']);
const Done = Type.Object({ status: Type.Literal('ok') });
const Id = Type.String({ maxLength: 64 });

const HeldOrderView = Type.Object({
  kind: Kind,
  id: Type.String(),
  username: Type.String(),
  amount: Centavos,
  created_at: Type.String(),
  held_at: Type.String(),
});

export type HeldRoutesDeps = SettleDeps;

/** The operators' routes for held payouts and refunds, and for late payments. */
export function heldOperatorRoutes(deps: HeldRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(heldRoutes(deps));
    await app.register(lateRoutes(deps));
  };
}

function heldRoutes(deps: HeldRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/operator/held-orders',
      {
        schema: {
          operationId: 'listHeldOrders',
          response: {
            200: Type.Object({ data: Type.Array(HeldOrderView) }),
            ...panelReadResponses(),
          },
        },
      },
      async () => ({
        data: (await listHeldOrders(deps.database)).map(
          ({ kind, id, username, amount, createdAt, heldAt }) => ({
            kind,
            id,
            username,
            amount: centavosToJson(amount),
            created_at: isoTime(createdAt),
            held_at: isoTime(heldAt),
          }),
        ),
      }),
    );
    app.post(
      '/api/operator/held-orders/:kind/:id/:decision',
      {
        schema: {
          operationId: 'decideHeldOrder',
          params: Type.Object({
            kind: Kind,
            id: Id,
            decision: oneOf(['release', 'cancel']),
          }),
          body: CodeOnly,
          response: { 200: Done, ...operatorCodeResponses(['held_order_not_found']) },
        },
      },
      async (request) => {
        if (!isId(request.params.id)) throw new Refusal('held_order_not_found');
        await decideHeldOrder(deps, request.params, actorOf(request));
        return { status: 'ok' } as const;
      },
    );
  };
}

function lateRoutes(deps: HeldRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/operator/late-payments',
      {
        schema: {
          operationId: 'listLatePayments',
          response: {
            200: Type.Object({
              data: Type.Array(
                Type.Object({
                  kind: Kind,
                  id: Type.String(),
                  amount: Centavos,
                  debt_amount: Centavos,
                  found_at: Type.String(),
                }),
              ),
            }),
            ...panelReadResponses(),
          },
        },
      },
      async () => ({
        data: (await listUnseenLatePayments(deps.database, LATE_SHOWN_MAX)).map((late) => ({
          kind: late.kind,
          id: late.id,
          amount: centavosToJson(late.amount),
          debt_amount: centavosToJson(late.debt),
          found_at: isoTime(late.foundAt),
        })),
      }),
    );
    app.post(
      '/api/operator/late-payments/:id/seen',
      {
        schema: {
          operationId: 'acknowledgeLatePayment',
          params: Type.Object({ id: Id }),
          response: { 200: Done, ...operatorChangeResponses(['late_payment_not_found']) },
        },
      },
      async (request) => {
        if (!isId(request.params.id)) throw new Refusal('late_payment_not_found');
        await acknowledgeLatePayment(deps, request.params.id, actorOf(request));
        return { status: 'ok' } as const;
      },
    );
  };
}
