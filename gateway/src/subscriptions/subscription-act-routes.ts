import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import { guardedResponses } from '#src/ground/errors/problem-schemas.ts';
import type { ProblemCode } from '#src/ground/errors/problems.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import type { Act, SubscriptionAct } from './act-on-subscriptions.ts';
import { keyOf } from './read-subscriptions.ts';
import { isOpen, type Story } from './subscription.ts';
import { type LiveOffer, PATH, refuseUnoffered, tags } from './subscription-routes.ts';
import {
  CanceledAnswer,
  CycleAnswer,
  CycleBody,
  RetryBody,
  SubscriptionAnswer,
  SubscriptionParams,
} from './subscription-schemas.ts';
import { cycleView, subscriptionView } from './subscription-view.ts';

export interface ActRoutesDeps {
  readonly act: Batcher<SubscriptionAct, Story>;
  readonly live: LiveOffer;
}

const config = { keyScope: 'charges:write' } as const;

/** The changes of subscriptions by merchants. */
export function subscriptionActRoutes(deps: ActRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const routes of [pauseRoutes, cancelRoute, addCycleRoute, retryRoute])
      await app.register(routes(deps));
  };
}

function pauseRoutes(deps: ActRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const { kind, operationId, summary, description } of [
      {
        ...({ kind: 'pause', operationId: 'pauseSubscription' } as const),
        summary: 'Pausa uma assinatura',
        description: 'Nenhuma cobrança nova é criada. As já agendadas continuam.',
      },
      {
        ...({ kind: 'resume', operationId: 'resumeSubscription' } as const),
        summary: 'Retoma uma assinatura pausada',
        description: 'As cobranças voltam a partir do próximo ciclo; as da pausa não são feitas.',
      },
    ]) {
      app.post(
        `${PATH}/:id/${kind}`,
        {
          config,
          schema: {
            ...{ operationId, summary, description, tags, params: SubscriptionParams },
            response: { 200: SubscriptionAnswer, ...actResponses('subscription_not_running') },
          },
        },
        async (request) =>
          subscriptionView(await actOf(deps, request, request.params.id, { kind })),
      );
    }
  };
}

function cancelRoute(deps: ActRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      `${PATH}/:id/cancel`,
      {
        config,
        schema: {
          operationId: 'cancelSubscription',
          summary: 'Cancela uma assinatura',
          description:
            'Cancela também as cobranças agendadas, até as 22h da véspera do vencimento. ' +
            '`not_canceled` diz quais já não podiam ser canceladas.',
          tags,
          params: SubscriptionParams,
          response: { 200: CanceledAnswer, ...actResponses('subscription_ended') },
        },
      },
      async (request) => {
        const act = { kind: 'cancel', by: 'merchant', reason: 'SLCR' } as const;
        const story = await actOf(deps, request, request.params.id, act);
        const open = story.cycles.filter(isOpen);
        return {
          ...subscriptionView(story),
          not_canceled: open.map((cycle) => cycleView(story.subscription, cycle)),
        };
      },
    );
  };
}

function addCycleRoute(deps: ActRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      `${PATH}/:id/cycles`,
      {
        config,
        schema: {
          operationId: 'createSubscriptionCycle',
          summary: 'Cria uma cobrança de valor variável',
          description:
            'Só em assinaturas com `min_amount`: uma por ciclo, ao menos dois dias antes do ' +
            'vencimento. Repetir é recusado com `cycle_exists`, e nunca cobra duas vezes.',
          tags,
          params: SubscriptionParams,
          body: CycleBody,
          response: {
            201: CycleAnswer,
            ...actResponses(
              ...(['subscription_not_running', 'subscription_amount_fixed'] as const),
              ...(['cycle_amount_too_small', 'cycle_too_late', 'cycle_exists'] as const),
              ...(['amount_too_small', 'split_exceeds_net', 'username_not_found'] as const),
              ...(['account_suspended', 'account_not_approved'] as const),
            ),
          },
        },
      },
      async (request, reply) => {
        const { amount, due_on: dueOn } = request.body;
        const act = { kind: 'add_cycle', amount: centavos(amount), dueOn } as const;
        const { subscription, cycles } = await actOf(deps, request, request.params.id, act);
        const cycle = cycles.findLast(({ day }) => day <= dueOn);
        if (!cycle) throw new Error('a new cycle is missing');
        return reply.code(201).send(cycleView(subscription, cycle));
      },
    );
  };
}

function retryRoute(deps: ActRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      `${PATH}/:id/retry`,
      {
        config: { ...config, isBodyOptional: true },
        schema: {
          operationId: 'retrySubscriptionCycle',
          summary: 'Tenta de novo uma cobrança que falhou',
          description:
            'Com `retries: three_in_seven_days`: até três vezes, em dias diferentes, até sete ' +
            'dias depois do vencimento e antes do próximo.',
          tags,
          params: SubscriptionParams,
          body: RetryBody,
          response: {
            200: CycleAnswer,
            ...actResponses(
              ...(['subscription_not_running', 'cycle_not_found', 'cycle_not_retryable'] as const),
            ),
          },
        },
      },
      async (request) => {
        const { due_on: dueOn = null, on = null } = request.body;
        const act = { kind: 'retry', dueOn, on } as const;
        const { subscription, cycles } = await actOf(deps, request, request.params.id, act);
        const cycle = cycles.findLast(
          (one) => one.status === 'retrying' && (dueOn === null || one.dueOn === dueOn),
        );
        if (!cycle) throw new Error('a cycle with a retry is missing');
        return cycleView(subscription, cycle);
      },
    );
  };
}

/** Does an act of the caller. Refuses what `refuseUnoffered` refuses. */
export function actOf(
  { act, live }: ActRoutesDeps,
  request: FastifyRequest,
  id: string,
  what: Act,
): Promise<Story> {
  const caller = callerOf(request);
  refuseUnoffered(live, caller);
  return act.add({ ...keyOf(caller, id), act: what });
}

/** The error answers of a change. */
export function actResponses(...codes: readonly ProblemCode[]) {
  return guardedResponses([
    ...codes,
    ...(['subscription_not_found', 'subscriptions_unavailable', 'sandbox_forbidden'] as const),
    ...(['invalid_json', 'invalid_request', 'payload_too_large'] as const),
    ...(['unsupported_media_type', 'overloaded'] as const),
  ]);
}
