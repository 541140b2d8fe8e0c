import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import {
  actorOf,
  callerOfMember,
  memberOf,
  memberScope,
} from '#src/ground/access/member-of-request.ts';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import { OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { panelChangeResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { CreatedResource } from '#src/ground/idempotency/create-under-keys.ts';
import { checkIdempotencyHeader, idempotencyOf } from '#src/ground/idempotency/key-of-request.ts';
import { sendCreated } from '#src/ground/idempotency/send-created.ts';
import { isId } from '#src/ground/ids.ts';
import { EnvironmentParams, KeyHeaders } from '#src/ground/schemas/panel-schemas.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import { keepBeneficiary } from './beneficiaries/save-beneficiaries.ts';
import { cancelWaitingPayout } from './cancel-waiting-payout.ts';
import type { PayoutRequest } from './payout-request.ts';
import { beneficiaryOfBody, payoutFromBody } from './payout-routes.ts';
import { PayoutBody, PayoutCreated } from './payout-schemas.ts';
import type { SettleDeps } from './settle-payouts.ts';

const OPERATION = { name: 'POST /api/panel/payouts', fields: [] };

export interface PayoutPanelDeps {
  readonly createPayout: Batcher<PayoutRequest, CreatedResource>;
  readonly database: Database;
  readonly clock: Clock;
}

const Body = Type.Object({
  ...PayoutBody.properties,
  save_beneficiary: Type.Optional(
    Type.Boolean({ description: 'Salva o favorecido antes do saque.', default: false }),
  ),
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
        const { code: _, save_beneficiary: isToSave, ...order } = request.body;
        if (isToSave) await keepBeneficiaryOf(deps, request, order);
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

// The sandbox may create payouts, but it saves no beneficiaries: its visitors share the account.
async function keepBeneficiaryOf(
  deps: PayoutPanelDeps,
  request: FastifyRequest<{ Params: { environment: Environment } }>,
  order: PayoutBody,
): Promise<void> {
  refuseSandbox(memberOf(request).merchant);
  await keepBeneficiary(deps, memberScope(request), beneficiaryOfBody(order), actorOf(request));
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
  'beneficiary_not_saved',
  'too_many_beneficiaries',
  'payout_limit_exceeded',
  'insufficient_balance',
  'balance_limit_reached',
  'second_factor_invalid',
  'rate_limited',
  'provider_unavailable',
]);
