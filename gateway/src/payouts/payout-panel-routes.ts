import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, callerOfMember, memberScope } from '#src/access/member-of-request.ts';
import { OptionalCode } from '#src/access/second-factor-of-member.ts';
import type { CreatedResource } from '#src/idempotency/create-under-keys.ts';
import { checkIdempotencyHeader, idempotencyOf } from '#src/idempotency/key-of-request.ts';
import { sendCreated } from '#src/idempotency/send-created.ts';
import { panelChangeResponses } from '#src/platform/errors/problem-schemas.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import { isId } from '#src/platform/ids.ts';
import { EnvironmentParams, KeyHeaders } from '#src/platform/schemas/panel-schemas.ts';
import type { Batcher } from '#src/platform/work/batcher.ts';
import { cancelWaitingPayout } from './cancel-waiting-payout.ts';
import type { PayoutRequest } from './payout-request.ts';
import { payoutFromBody } from './payout-routes.ts';
import { PayoutBody, PayoutCreated } from './payout-schemas.ts';
import type { SettleDeps } from './settle-payouts.ts';

const OPERATION = { name: 'POST /api/panel/payouts', fields: [] };

export interface PayoutPanelDeps {
  readonly createPayout: Batcher<PayoutRequest, CreatedResource>;
}

const Body = Type.Object({
  ...PayoutBody.properties,
  code: OptionalCode,
});

/** The panel's route that creates a payout. */
export function payoutPanelRoutes(deps: PayoutPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/panel/:environment/payouts',
      {
        // A form that is sent twice must create one payout.
        onRequest: checkIdempotencyHeader(true),
        config: { isOpenToSandbox: true, taxIdOf: 'beneficiary' },
        schema: {
          operationId: 'createPayoutByHand',
          params: EnvironmentParams,
          headers: KeyHeaders,
          body: Body,
          response: { 201: PayoutCreated, ...responses },
        },
      },
      async (request, reply) => {
        // A repeat has another code, so the code is not part of the digest.
        const { code: _, ...order } = request.body;
        const created = await deps.createPayout.add({
          caller: callerOfMember(request),
          idempotency: idempotencyOf(request, OPERATION, order),
          by: actorOf(request),
          ...payoutFromBody(order),
        });
        return sendCreated(reply, created);
      },
    );
  };
}

/** The panel's route that cancels a payout that waits. */
export function payoutCancelRoutes(deps: SettleDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/panel/:environment/payouts/:id/cancel',
      {
        schema: {
          operationId: 'cancelWaitingPayout',
          params: Type.Object({
            ...EnvironmentParams.properties,
            id: Type.String({ maxLength: 64 }),
          }),
          body: Type.Object({ code: OptionalCode }),
          response: {
            200: Type.Object({ status: Type.Literal('ok') }),
            ...panelChangeResponses(['held_order_not_found', 'second_factor_invalid']),
          },
        },
      },
      async (request) => {
        const { id } = request.params;
        if (!isId(id)) throw new Refusal('held_order_not_found');
        await cancelWaitingPayout(deps, { ...memberScope(request), id }, actorOf(request));
        return { status: 'ok' } as const;
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
  'external_id_reused',
  'invalid_pix_key',
  'payout_limit_exceeded',
  'insufficient_balance',
  'balance_limit_reached',
  'second_factor_invalid',
  'rate_limited',
  'provider_unavailable',
]);
