import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import { guardedResponses, IDEMPOTENCY_CODES } from '#src/ground/errors/problem-schemas.ts';
import type { ProblemCode } from '#src/ground/errors/problems.ts';
import type { CreatedResource } from '#src/ground/idempotency/create-under-keys.ts';
import {
  checkIdempotencyHeader,
  idempotencyOf,
  type KeyedOperation,
} from '#src/ground/idempotency/key-of-request.ts';
import { fieldsOf } from '#src/ground/idempotency/request-digest.ts';
import { sendCreated } from '#src/ground/idempotency/send-created.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import type { Act, SubscriptionAct } from './act-on-subscriptions.ts';
import type { AttemptRequest } from './ask-for-attempts.ts';
import { keyOf } from './read-subscriptions.ts';
import { type LiveOffer, refuseUnoffered } from './refuse-live.ts';
import { isOpen, type Story } from './subscription.ts';
import { PATH, tags } from './subscription-routes.ts';
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
export interface AttemptRoutesDeps {
  readonly live: LiveOffer;
  readonly askForAttempt: Batcher<AttemptRequest, CreatedResource>;
  readonly isIdempotencyRequired: boolean;
}

const ADD_CYCLE = {
  name: `POST ${PATH}/cycles`,
  fields: [...fieldsOf('amount', 'due_on'), { name: 'id', path: ['subscriptionId'] }],
};
const RETRY = {
  name: `POST ${PATH}/retry`,
  fields: [...fieldsOf('due_on', 'on'), { name: 'id', path: ['subscriptionId'] }],
};

const config = { keyScope: 'charges:write' } as const;

/** The changes of subscriptions by merchants. */
export function subscriptionActRoutes(
  deps: ActRoutesDeps & AttemptRoutesDeps,
): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const routes of [pauseRoutes, cancelRoute]) await app.register(routes(deps));
    for (const routes of [addCycleRoute, retryRoute]) await app.register(routes(deps));
  };
}

function pauseRoutes(deps: ActRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const { kind, operationId, summary, description } of [
      {
        kind: 'pause',
        operationId: 'pauseSubscription',
        summary: 'Pausa uma assinatura',
        description: 'Nenhuma cobrança nova é criada. As já agendadas continuam.',
      },
      {
        kind: 'resume',
        operationId: 'resumeSubscription',
        summary: 'Retoma uma assinatura pausada',
        description: 'As cobranças voltam a partir do próximo ciclo; as da pausa não são feitas.',
      },
    ] as const) {
      app.post(
        `${PATH}/:id/${kind}`,
        {
          config,
          schema: {
            operationId,
            summary,
            description,
            tags,
            params: SubscriptionParams,
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

function addCycleRoute(deps: AttemptRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      `${PATH}/:id/cycles`,
      {
        onRequest: checkIdempotencyHeader(deps.isIdempotencyRequired),
        config,
        schema: {
          operationId: 'createSubscriptionCycle',
          summary: 'Cria uma cobrança de valor variável',
          description:
            'Em assinaturas com `min_amount`: uma de cada vez em um ciclo, ao menos dois dias ' +
            'antes do vencimento. Outra no mesmo ciclo só se a primeira foi cancelada, não foi ' +
            'agendada no banco, ou foi recusada por um código que a encerra; então também com ' +
            '`amount` fixo. Com `Idempotency-Key`, repetir devolve a mesma resposta; sem ela, é ' +
            'recusado com `cycle_exists`.',
          tags,
          params: SubscriptionParams,
          body: CycleBody,
          response: {
            201: CycleAnswer,
            ...actResponses(
              ...IDEMPOTENCY_CODES,
              'subscription_not_running',
              'subscription_amount_fixed',
              'cycle_amount_too_small',
              'cycle_too_late',
              'cycle_exists',
              'amount_too_small',
              'split_exceeds_net',
              'username_not_found',
              'account_suspended',
              'account_not_approved',
            ),
          },
        },
      },
      async (request, reply) => {
        const { amount, due_on: dueOn } = request.body;
        const act = { kind: 'add_cycle', amount: centavos(amount), dueOn } as const;
        return sendCreated(reply, await ask(deps, request, { operation: ADD_CYCLE, act }));
      },
    );
  };
}

function retryRoute(deps: AttemptRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      `${PATH}/:id/retry`,
      {
        onRequest: checkIdempotencyHeader(deps.isIdempotencyRequired),
        config: { ...config, isBodyOptional: true },
        schema: {
          operationId: 'retrySubscriptionCycle',
          summary: 'Tenta de novo uma cobrança que falhou',
          description:
            'Com `retries: three_in_seven_days`: até três vezes, em dias diferentes, até sete ' +
            'dias depois do vencimento e antes do próximo. Com `Idempotency-Key`, repetir ' +
            'devolve a mesma resposta.',
          tags,
          params: SubscriptionParams,
          body: RetryBody,
          response: {
            200: CycleAnswer,
            ...actResponses(
              ...IDEMPOTENCY_CODES,
              'subscription_not_running',
              'cycle_not_found',
              'cycle_not_retryable',
            ),
          },
        },
      },
      async (request, reply) => {
        const { due_on: dueOn = null, on = null } = request.body;
        const act = { kind: 'retry', dueOn, on } as const;
        return sendCreated(reply, await ask(deps, request, { operation: RETRY, act }), 200);
      },
    );
  };
}

/** Asks for an attempt as the caller. Refuses what `refuseUnoffered` refuses. */
function ask(
  { askForAttempt, live }: AttemptRoutesDeps,
  request: FastifyRequest & { readonly params: { readonly id: string }; readonly body: object },
  { operation, act }: { readonly operation: KeyedOperation } & Pick<AttemptRequest, 'act'>,
): Promise<CreatedResource> {
  const caller = callerOf(request);
  refuseUnoffered(live, caller);
  const { id: subscriptionId } = keyOf(caller, request.params.id);
  const content = { ...request.body, subscriptionId };
  const idempotency = idempotencyOf(request, operation, content);
  return askForAttempt.add({ caller, subscriptionId, act, idempotency });
}

/** Does an act of the caller. Refuses what `refuseUnoffered` refuses. */
export function actOf(
  deps: ActRoutesDeps,
  request: FastifyRequest,
  id: string,
  act: Act,
): Promise<Story> {
  const caller = callerOf(request);
  refuseUnoffered(deps.live, caller);
  return deps.act.add({ ...keyOf(caller, id), act });
}

/** The error answers of a change by the merchant. */
function actResponses(...codes: readonly ProblemCode[]) {
  return changeResponses(...codes, 'subscriptions_unavailable');
}

/** The error answers of a change of a test subscription by its payer. */
export function changeResponses(...codes: readonly ProblemCode[]) {
  return guardedResponses([
    ...codes,
    'subscription_not_found',
    'sandbox_forbidden',
    'invalid_json',
    'invalid_request',
    'payload_too_large',
    'unsupported_media_type',
    'overloaded',
  ]);
}
