import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import { actorOf, memberOf } from '#src/ground/access/member-of-request.ts';
import { guardedResponses, panelChangeResponses } from '#src/ground/errors/problem-schemas.ts';
import { type ProblemCode, Refusal } from '#src/ground/errors/problems.ts';
import { sendJsonText } from '#src/ground/http/json-reply.ts';
import { isId } from '#src/ground/ids.ts';
import { EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import { ChargeBody, ChargeDetails } from '../charge-schemas.ts';
import { chargeDetails } from '../charge-view.ts';
import type { ChangedCharge, ChargeChange } from './change-charge.ts';
import { dueFields } from './due-schemas.ts';

export interface ChangeRoutesDeps {
  /** Changes a charge; its time is that of its clock. */
  readonly changeCharge: (change: ChargeChange) => Promise<ChangedCharge>;
}

const ChangeBody = Type.Object(
  { amount: Type.Optional(ChargeBody.properties.amount), ...dueFields },
  {
    title: 'ChargeChange',
    description: 'Um campo que falta fica como está; null retira a regra.',
  },
);

/** PATCH /v1/transactions/:internal_id: changes a pending charge with a due date. */
export function changeChargeRoute(deps: ChangeRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.patch(
      '/v1/transactions/:internal_id',
      {
        config: { keyScope: 'charges:write' },
        schema: {
          operationId: 'changeCharge',
          summary: 'Altera uma cobrança com vencimento',
          description:
            'Valor, vencimento e regras, até o pagamento. O código do pagador continua o mesmo. ' +
            'O que valia antes fica guardado em `due.revisions`. Repetir a mesma alteração não ' +
            'muda nada. Depois de um 503 a alteração continua: consulte a cobrança.',
          tags: ['Charges'],
          params: Type.Object({ internal_id: Type.String() }),
          body: ChangeBody,
          response: { 200: ChargeDetails, ...guardedResponses([...REQUEST_CODES, ...REFUSALS]) },
        },
      },
      async (request, reply) => {
        const { merchantId, environment } = callerOf(request);
        const id = request.params.internal_id;
        if (!isId(id)) throw new Refusal('transaction_not_found');
        const key = { merchantId, environment, id };
        const changed = await deps.changeCharge({ ...key, rules: request.body });
        return sendJsonText(reply, 200, answerOf(changed));
      },
    );
  };
}

/** The same at the panel. */
export function changeChargePanelRoute(deps: ChangeRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.patch(
      '/api/panel/:environment/charges/:id',
      {
        config: { isOpenToSandbox: true },
        schema: {
          operationId: 'changeChargeByHand',
          params: Type.Object({ ...EnvironmentParams.properties, id: Type.String() }),
          body: ChangeBody,
          response: { 200: ChargeDetails, ...panelChangeResponses(REFUSALS) },
        },
      },
      async (request, reply) => {
        const { merchantId } = memberOf(request).merchant;
        const { environment, id } = request.params;
        if (!isId(id)) throw new Refusal('transaction_not_found');
        const key = { merchantId, environment, id };
        const by = actorOf(request);
        const changed = await deps.changeCharge({ ...key, rules: request.body, by });
        return sendJsonText(reply, 200, answerOf(changed));
      },
    );
  };
}

function answerOf({ charge, now }: ChangedCharge): string {
  return JSON.stringify(chargeDetails(charge, [], now));
}

const REQUEST_CODES: readonly ProblemCode[] = ['invalid_json', 'invalid_request', 'overloaded'];
const REFUSALS: readonly ProblemCode[] = [
  'payload_too_large',
  'unsupported_media_type',
  'transaction_not_found',
  'charge_not_changeable',
  'charge_canceled',
  'charge_of_subscription',
  'charge_already_paid',
  'charge_expired',
  'charge_change_open',
  'too_many_changes',
  'due_date_in_past',
  'invalid_discounts',
  'due_amount_too_small',
  'due_amount_too_large',
  'amount_too_small',
  'split_exceeds_net',
  'provider_refused',
  'provider_unavailable',
];
