import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, callerOfMember, memberScope } from '#src/ground/access/member-of-request.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import type { Clock } from '#src/ground/clock.ts';
import { panelChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { languageOf } from '#src/ground/http/language.ts';
import type { CreatedResource } from '#src/ground/idempotency/create-under-keys.ts';
import { checkIdempotencyHeader, idempotencyOf } from '#src/ground/idempotency/key-of-request.ts';
import { sendCreated } from '#src/ground/idempotency/send-created.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { EnvironmentParams, KeyHeaders } from '#src/ground/schemas/panel-schemas.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import type { SubscriptionAct } from './act-on-subscriptions.ts';
import type { SubscriptionRequest } from './create-subscriptions.ts';
import { authorizableBefore, firstDueDays, refusedDays } from './first-days.ts';
import { keyOf } from './read-subscriptions.ts';
import { type LiveOffer, refuseUnoffered } from './refuse-live.ts';
import { requestFromBody } from './request-from-body.ts';
import type { Story } from './subscription.ts';
import {
  CycleBody,
  SubscriptionAnswer,
  SubscriptionBody,
  SubscriptionParams,
} from './subscription-schemas.ts';
import { subscriptionView } from './subscription-view.ts';

const PATH = '/api/panel/:environment/subscriptions';
const OPERATION = { name: 'POST /api/panel/subscriptions', fields: [] };
const SHOWN_DAYS = 5;
const DaysQuery = Type.Object({
  ...Type.Pick(SubscriptionBody, ['interval', 'first_due_on']).properties,
  ends_on: Type.Optional(SubscriptionBody.properties.first_due_on),
});
const FirstDays = Type.Object({
  days: Type.Array(Type.String(), { description: 'Os primeiros vencimentos, em dias úteis.' }),
  authorizable_until: Type.String({
    description: 'O último dia em que o pagador pode autorizar.',
  }),
});

export interface CreationPanelDeps {
  readonly clock: Clock;
  readonly createSubscription: (request: SubscriptionRequest) => Promise<CreatedResource>;
  readonly act: Batcher<SubscriptionAct, Story>;
  readonly live: LiveOffer;
}

/** The panel's routes that create a subscription, and a cycle of a variable one. */
export function creationPanelRoutes(deps: CreationPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const routes of [createRoute, daysRoute, cycleRoute]) await app.register(routes(deps));
  };
}

function createRoute({ createSubscription, live }: CreationPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      PATH,
      {
        // A form that is sent twice must create one subscription.
        onRequest: checkIdempotencyHeader(true),
        config: { taxIdOf: 'payer' },
        schema: {
          operationId: 'createSubscriptionByHand',
          params: EnvironmentParams,
          headers: KeyHeaders,
          body: SubscriptionBody,
          response: { 201: SubscriptionAnswer, ...createResponses },
        },
      },
      async (request, reply) => {
        const caller = callerOfMember(request);
        refuseUnoffered(live, caller);
        const wanted = requestFromBody(request.body, caller);
        const idempotency = idempotencyOf(request, OPERATION);
        return sendCreated(
          reply,
          await createSubscription({ ...wanted, idempotency, by: actorOf(request) }),
        );
      },
    );
  };
}

/** The first due dates of a subscription as its form has it, with the refusals of the creation. */
function daysRoute({ clock }: CreationPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/panel/:environment/subscription-days',
      {
        schema: {
          operationId: 'previewSubscriptionDays',
          params: EnvironmentParams,
          querystring: DaysQuery,
          response: { 200: FirstDays, ...panelReadResponses(['invalid_request']) },
        },
      },
      async (request) => {
        const { interval, first_due_on: firstDueOn, ends_on: endsOn = null } = request.query;
        const refusal = refusedDays({ firstDueOn, endsOn }, clock.now());
        if (refusal) throw refusal;
        return {
          days: firstDueDays({ interval, firstDueOn, endsOn }, SHOWN_DAYS),
          authorizable_until: brazilianDayOf(authorizableBefore(firstDueOn) - 1),
        };
      },
    );
  };
}

function cycleRoute({ act, live }: CreationPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      `${PATH}/:id/cycles`,
      {
        schema: {
          operationId: 'createSubscriptionCycleByHand',
          params: Type.Object({
            ...EnvironmentParams.properties,
            ...SubscriptionParams.properties,
          }),
          body: CycleBody,
          response: { 201: SubscriptionAnswer, ...cycleResponses },
        },
      },
      async (request, reply) => {
        refuseUnoffered(live, callerOfMember(request));
        const key = keyOf(memberScope(request), request.params.id);
        const { amount, due_on: dueOn } = request.body;
        const wanted = { kind: 'add_cycle', amount: centavos(amount), dueOn } as const;
        const story = await act.add({ ...key, act: wanted, by: actorOf(request) });
        return reply.code(201).send(subscriptionView(story, languageOf(request)));
      },
    );
  };
}

const createResponses = panelChangeResponses([
  'idempotency_key_invalid',
  'idempotency_key_missing',
  'idempotency_key_reused',
  'idempotency_in_progress',
  'payload_too_large',
  'unsupported_media_type',
  'subscriptions_unavailable',
  'too_many_subscriptions',
  'amount_too_small',
  'test_clock_not_found',
  'invalid_split',
  'too_many_splits',
  'invalid_percentage',
  'duplicate_username',
  'self_split',
  'sum_exceeds_90',
  'username_not_found',
  'split_exceeds_net',
  'provider_unavailable',
  'provider_refused',
]);

const cycleResponses = panelChangeResponses([
  'subscription_not_found',
  'subscriptions_unavailable',
  'subscription_not_running',
  'subscription_amount_fixed',
  'cycle_amount_too_small',
  'cycle_too_late',
  'cycle_exists',
  'amount_too_small',
  'split_exceeds_net',
  'username_not_found',
]);
