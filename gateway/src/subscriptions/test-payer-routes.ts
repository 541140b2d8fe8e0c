import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import type { Act } from './act-on-subscriptions.ts';
import { NO_BALANCE, type Story } from './subscription.ts';
import { type ActRoutesDeps, actOf, changeResponses } from './subscription-act-routes.ts';
import {
  CANCELED,
  CancelBody,
  CycleAnswer,
  CycleParams,
  FailBody,
  REJECTED,
  RejectBody,
  SubscriptionAnswer,
  SubscriptionParams,
} from './subscription-schemas.ts';
import { cycleView, subscriptionView } from './subscription-view.ts';

const PATH = '/v1/test/subscriptions/:id';
const tags = ['Testing'];
const params = SubscriptionParams;
const config = { keyScope: 'charges:write' } as const;
const withBody = { ...config, isBodyOptional: true } as const;

/** The payer of subscriptions of the test environment, and the payer's bank. */
export function testPayerRoutes(deps: ActRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const routes of [authorizeRoute, rejectRoute, cancelRoute, failRoute])
      await app.register(routes(deps));
  };
}

function authorizeRoute(deps: ActRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      `${PATH}/authorize`,
      {
        config,
        schema: {
          operationId: 'authorizeTestSubscription',
          summary: 'O pagador de teste autoriza',
          description: 'Nas jornadas com primeiro pagamento, paga também, se ainda não foi pago.',
          tags,
          params,
          response: {
            200: SubscriptionAnswer,
            ...changeResponses('subscription_not_authorizable'),
          },
        },
      },
      async (request) =>
        subscriptionView(await actAsPayer(deps, request, request.params.id, { kind: 'authorize' })),
    );
  };
}

function rejectRoute(deps: ActRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      `${PATH}/reject`,
      {
        config: withBody,
        schema: {
          operationId: 'rejectTestSubscription',
          summary: 'O pagador de teste recusa',
          tags,
          params,
          body: RejectBody,
          response: {
            200: SubscriptionAnswer,
            ...changeResponses('subscription_not_authorizable'),
          },
        },
      },
      async (request) => {
        const act = { kind: 'reject', code: request.body.code ?? REJECTED } as const;
        return subscriptionView(await actAsPayer(deps, request, request.params.id, act));
      },
    );
  };
}

function cancelRoute(deps: ActRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      `${PATH}/cancel`,
      {
        config: withBody,
        schema: {
          operationId: 'cancelTestSubscription',
          summary: 'O pagador de teste cancela no banco dele',
          description: 'As cobranças agendadas são canceladas até o fim da véspera.',
          tags,
          params,
          body: CancelBody,
          response: { 200: SubscriptionAnswer, ...changeResponses('subscription_ended') },
        },
      },
      async (request) => {
        const reason = request.body.code ?? CANCELED;
        const act = { kind: 'cancel', by: 'payer', reason } as const;
        return subscriptionView(await actAsPayer(deps, request, request.params.id, act));
      },
    );
  };
}

function failRoute(deps: ActRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      `${PATH}/cycles/:due_on/fail`,
      {
        config: withBody,
        schema: {
          operationId: 'failTestCycle',
          summary: 'Faz falhar uma cobrança de teste',
          description:
            'A tentativa aberta falha agora. Com `tries` ela falha por falta de saldo só no dia ' +
            'dela: o banco tenta às 6h e outra vez às 18h. Sem esta rota, cada cobrança é paga ' +
            'às 6h do vencimento.',
          tags,
          params: CycleParams,
          body: FailBody,
          response: { 200: CycleAnswer, ...changeResponses('cycle_not_found') },
        },
      },
      async (request) => {
        const { id, due_on: dueOn } = request.params;
        const act = failureOf(request.body, dueOn);
        const { subscription, cycles } = await actAsPayer(deps, request, id, act);
        const cycle = cycles.find((one) => one.dueOn === dueOn);
        if (!cycle) throw new Error('a failed cycle is missing');
        return cycleView(subscription, cycle);
      },
    );
  };
}

/** The act of a test payer's bank. Refuses `invalid_request` for tries with another code. */
function failureOf({ code = NO_BALANCE, tries }: FailBody, dueOn: string): Act {
  if (tries === undefined) return { kind: 'fail', dueOn, code };
  if (code === NO_BALANCE) return { kind: 'no_balance', dueOn, tries };
  const message = fieldText((texts) => texts.onlyWithoutBalance);
  throw new Refusal('invalid_request', { fields: [{ field: 'tries', message }] });
}

/** Live subscriptions have real payers: refuses `subscription_not_found`. */
function actAsPayer(
  deps: ActRoutesDeps,
  request: FastifyRequest,
  id: string,
  act: Act,
): Promise<Story> {
  if (callerOf(request).environment !== 'test') throw new Refusal('subscription_not_found');
  return actOf(deps, request, id, act);
}
