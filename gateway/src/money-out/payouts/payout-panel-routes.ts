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
import { panelChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { CreatedResource } from '#src/ground/idempotency/create-under-keys.ts';
import { checkIdempotencyHeader, idempotencyOf } from '#src/ground/idempotency/key-of-request.ts';
import { sendCreated } from '#src/ground/idempotency/send-created.ts';
import { isId } from '#src/ground/ids.ts';
import { EnvironmentParams, KeyHeaders } from '#src/ground/schemas/panel-schemas.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import { keepBeneficiary } from './beneficiaries/save-beneficiaries.ts';
import { cancelWaitingPayout } from './cancel-waiting-payout.ts';
import { OutcomeView, outcomeView, previewPayout, readOutcome } from './payout-outcome.ts';
import type { PayoutDeps, PayoutRequest } from './payout-request.ts';
import { beneficiaryOfBody, payoutFromBody } from './payout-routes.ts';
import { PayoutBody, PayoutCreated } from './payout-schemas.ts';
import type { SettleDeps } from './settle-payouts.ts';

const OPERATION = { name: 'POST /api/panel/payouts', fields: [] };

const IdParams = Type.Object({
  ...EnvironmentParams.properties,
  id: Type.String({ maxLength: 64 }),
});

export interface PayoutPanelDeps extends PayoutDeps {
  readonly createPayout: Batcher<PayoutRequest, CreatedResource>;
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

/** The panel's routes that say what would happen to a payout, and what happened to it. */
export function payoutOutcomeRoutes(deps: PayoutPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/panel/:environment/payouts/preview',
      {
        config: { isOpenToSandbox: true, taxIdOf: 'beneficiary' },
        schema: {
          operationId: 'previewPayout',
          params: EnvironmentParams,
          body: PayoutBody,
          response: { 200: OutcomeView, ...previewResponses },
        },
      },
      async (request) => {
        const caller = callerOfMember(request);
        const order = { caller, idempotency: undefined, by: actorOf(request) };
        return outcomeView(
          await previewPayout(deps, { ...order, ...payoutFromBody(request.body) }),
        );
      },
    );
    app.get(
      '/api/panel/:environment/payouts/:id/outcome',
      {
        config: { isOpenToSandbox: true },
        schema: {
          operationId: 'getPayoutOutcome',
          params: IdParams,
          response: { 200: OutcomeView, ...panelReadResponses(['transaction_not_found']) },
        },
      },
      async (request) => {
        const { id } = request.params;
        if (!isId(id)) throw new Refusal('transaction_not_found');
        const key = { ...memberScope(request), id };
        return outcomeView(await readOutcome(deps.database, key, deps.clock.now()));
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
          params: IdParams,
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

const refusals = [
  'payload_too_large',
  'unsupported_media_type',
  'external_id_reused',
  'invalid_pix_key',
  'beneficiary_not_saved',
  'payout_limit_exceeded',
  'insufficient_balance',
  'provider_unavailable',
] as const;
const previewResponses = panelChangeResponses(refusals);
const responses = panelChangeResponses([
  ...refusals,
  'idempotency_key_invalid',
  'idempotency_key_missing',
  'idempotency_key_reused',
  'idempotency_in_progress',
  'too_many_beneficiaries',
  'balance_limit_reached',
  'second_factor_invalid',
  'rate_limited',
]);
