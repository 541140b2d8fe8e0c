import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, callerOfMember, memberOf } from '#src/ground/access/member-of-request.ts';
import { panelChangeResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { sendJsonText } from '#src/ground/http/json-reply.ts';
import { checkIdempotencyHeader, idempotencyOf } from '#src/ground/idempotency/key-of-request.ts';
import { sendCreated } from '#src/ground/idempotency/send-created.ts';
import { isId } from '#src/ground/ids.ts';
import { EnvironmentParams, KeyHeaders } from '#src/ground/schemas/panel-schemas.ts';
import type { CancelRoutesDeps } from './cancel-charge-routes.ts';
import { type ChargeRoutesDeps, chargeFromBody } from './charge-routes.ts';
import { ChargeBody, ChargeCreated, ChargeDetails } from './charge-schemas.ts';
import { chargeDetails } from './charge-view.ts';
import type { TestPaymentRoutesDeps } from './test-payment-routes.ts';

const OPERATION = { name: 'POST /api/panel/charges', fields: [] };

export type ChargePanelDeps = ChargeRoutesDeps &
  CancelRoutesDeps &
  Pick<TestPaymentRoutesDeps, 'payTestCharge'>;

/** The panel's routes that create and cancel a charge, and that pay a test charge. */
export function chargePanelRoutes(deps: ChargePanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(createRoute(deps));
    await app.register(payRoute(deps));
    await app.register(cancelRoute(deps));
  };
}

function createRoute(deps: ChargeRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/panel/:environment/charges',
      {
        // A form that is sent twice must create one charge.
        onRequest: checkIdempotencyHeader(true),
        config: { isOpenToSandbox: true, taxIdOf: 'payer' },
        schema: {
          operationId: 'createChargeByHand',
          params: EnvironmentParams,
          headers: KeyHeaders,
          body: ChargeBody,
          response: { 201: ChargeCreated, ...createResponses },
        },
      },
      async (request, reply) => {
        const created = await deps.createCharge({
          caller: callerOfMember(request),
          idempotency: idempotencyOf(request, OPERATION),
          by: actorOf(request),
          ...chargeFromBody(request.body, deps.localHolidays),
        });
        return sendCreated(reply, created);
      },
    );
  };
}

function payRoute(deps: ChargePanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/panel/test/charges/:id/pay',
      {
        config: { isOpenToSandbox: true },
        schema: {
          operationId: 'payTestChargeByHand',
          params: Type.Object({ id: Type.String() }),
          response: { 200: ChargeDetails, ...payResponses },
        },
      },
      async (request, reply) => {
        const { merchantId } = memberOf(request).merchant;
        const { id } = request.params;
        if (!isId(id)) throw new Refusal('transaction_not_found');
        const key = { merchantId, environment: 'test', id } as const;
        const charge = await deps.payTestCharge.add({ ...key, by: actorOf(request) });
        return sendJsonText(reply, 200, JSON.stringify(chargeDetails(charge)));
      },
    );
  };
}

function cancelRoute(deps: CancelRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/panel/:environment/charges/:id/cancel',
      {
        config: { isOpenToSandbox: true },
        schema: {
          operationId: 'cancelChargeByHand',
          params: Type.Object({ ...EnvironmentParams.properties, id: Type.String() }),
          response: { 200: ChargeDetails, ...cancelResponses },
        },
      },
      async (request, reply) => {
        const { merchantId } = memberOf(request).merchant;
        const { environment, id } = request.params;
        if (!isId(id)) throw new Refusal('transaction_not_found');
        const charge = await deps.cancelCharge({
          merchantId,
          environment,
          id,
          by: actorOf(request),
        });
        return sendJsonText(reply, 200, JSON.stringify(chargeDetails(charge)));
      },
    );
  };
}

const createResponses = panelChangeResponses([
  'idempotency_key_invalid',
  'idempotency_key_missing',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_key_reused',
  'idempotency_in_progress',
  'demo_cannot_split',
  'invalid_split',
  'too_many_splits',
  'invalid_percentage',
  'duplicate_username',
  'self_split',
  'sum_exceeds_90',
  'username_not_found',
  'split_exceeds_net',
  'amount_too_small',
  'due_date_in_past',
  'invalid_discounts',
  'due_amount_too_small',
  'due_amount_too_large',
  'provider_refused',
  'provider_unavailable',
]);

const payResponses = panelChangeResponses([
  'transaction_not_found',
  'charge_not_payable',
  'balance_limit_reached',
]);

const cancelResponses = panelChangeResponses([
  'transaction_not_found',
  'charge_already_paid',
  'charge_expired',
  'provider_refused',
  'provider_unavailable',
]);
