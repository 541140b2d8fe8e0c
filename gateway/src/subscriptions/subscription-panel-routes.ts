import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import {
  actorOf,
  callerOfMember,
  memberOf,
  memberScope,
} from '#src/ground/access/member-of-request.ts';
import type { Database } from '#src/ground/database/database.ts';
import { panelChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { languageOf } from '#src/ground/http/language.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import { ID_MAX, ID_MIN, isId } from '#src/ground/ids.ts';
import { parseTaxId } from '#src/ground/pix/tax-id.ts';
import { EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import type { Act, SubscriptionAct } from './act-on-subscriptions.ts';
import {
  findStory,
  keyOf,
  linkIdOf,
  positionOfCursor,
  readCycles,
  readStory,
  readSubscriptions,
} from './read-subscriptions.ts';
import { type LiveOffer, refuseUnoffered } from './refuse-live.ts';
import type { Story } from './subscription.ts';
import {
  CyclePageAnswer,
  CycleQuery,
  REJECTED,
  SubscriptionAnswer,
  SubscriptionPageAnswer,
  SubscriptionParams,
  SubscriptionQuery,
} from './subscription-schemas.ts';
import { cycleView, subscriptionView } from './subscription-view.ts';

const PATH = '/api/panel/:environment/subscriptions';
const LIMIT_DEFAULT = 20;
const params = Type.Object({ ...EnvironmentParams.properties, ...SubscriptionParams.properties });
const PanelQuery = Type.Object({
  ...Type.Pick(SubscriptionQuery, ['status', 'payment_link_id', 'cursor', 'limit']).properties,
  search: Type.Optional(
    Type.String({
      format: 'reference',
      description: 'Uma referência, um CPF ou CNPJ, ou um internal_id.',
      examples: ['contrato-1001'],
    }),
  ),
});
/** Acts of a member on a subscription. */
const ACTS = [
  { name: 'pause', operationId: 'pauseSubscriptionByHand', act: { kind: 'pause' } },
  { name: 'resume', operationId: 'resumeSubscriptionByHand', act: { kind: 'resume' } },
  {
    name: 'cancel',
    operationId: 'cancelSubscriptionByHand',
    act: { kind: 'cancel', by: 'merchant', reason: 'SLCR' },
  },
  {
    name: 'retry',
    operationId: 'retrySubscriptionByHand',
    act: { kind: 'retry', dueOn: null, on: null },
  },
] as const satisfies readonly MemberAct[];
/** Acts of a member as the payer of a subscription of the test environment. */
const PAYER_ACTS = [
  {
    name: 'authorize',
    operationId: 'authorizeTestSubscriptionByHand',
    act: { kind: 'authorize' },
  },
  {
    name: 'reject',
    operationId: 'rejectTestSubscriptionByHand',
    act: { kind: 'reject', code: REJECTED },
  },
] as const satisfies readonly MemberAct[];

interface MemberAct {
  readonly name: string;
  readonly operationId: string;
  readonly act: Act;
}

export interface SubscriptionPanelDeps {
  /** For reads. */
  readonly database: Database;
  readonly act: Batcher<SubscriptionAct, Story>;
  readonly live: LiveOffer;
}

/** The panel's routes of subscriptions: list, one, its cycles, and what members may change. */
export function subscriptionPanelRoutes(deps: SubscriptionPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const routes of [listRoute, oneRoute, cyclesRoute, actRoutes, payerRoutes]) {
      await app.register(routes(deps));
    }
  };
}

function listRoute({ database }: SubscriptionPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      PATH,
      {
        schema: {
          operationId: 'listOwnSubscriptions',
          params: EnvironmentParams,
          querystring: PanelQuery,
          response: { 200: SubscriptionPageAnswer, ...panelReadResponses(['invalid_request']) },
        },
      },
      async (request) => {
        const { status = null, cursor, limit = LIMIT_DEFAULT, search } = request.query;
        const linkId = linkIdOf(request.query.payment_link_id);
        const scope = memberScope(request);
        const id = search?.trim().toLowerCase();
        const { rows, next } =
          id !== undefined && isId(id)
            ? { rows: await findStory(database, { ...scope, id }), next: null }
            : await readSubscriptions(database, {
                ...scope,
                limit,
                status,
                linkId,
                ...wantedBy(search?.trim()),
                beforeId: idOfCursor(cursor) ?? ID_MAX,
                fromId: ID_MIN,
                untilId: ID_MAX,
              });
        const language = languageOf(request);
        const data = rows.map((row) => subscriptionView(row, language));
        return { data, next_cursor: cursorOf(next) };
      },
    );
  };
}

/** A document, or else a reference. */
function wantedBy(search: string | undefined) {
  if (search === undefined || search === '') return { reference: null, document: null };
  const document = parseTaxId(search, { checkDigits: false })?.digits;
  return document === undefined
    ? { reference: search, document: null }
    : { reference: null, document };
}

function oneRoute({ database }: SubscriptionPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      `${PATH}/:id`,
      {
        schema: {
          operationId: 'getOwnSubscription',
          params,
          response: { 200: SubscriptionAnswer, ...panelReadResponses(['subscription_not_found']) },
        },
      },
      async (request) => {
        const key = keyOf(memberScope(request), request.params.id);
        return subscriptionView(await readStory(database, key), languageOf(request));
      },
    );
  };
}

function cyclesRoute({ database }: SubscriptionPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      `${PATH}/:id/cycles`,
      {
        schema: {
          operationId: 'listOwnSubscriptionCycles',
          params,
          querystring: CycleQuery,
          response: {
            200: CyclePageAnswer,
            ...panelReadResponses(['invalid_request', 'subscription_not_found']),
          },
        },
      },
      async (request) => {
        const { cursor, limit = LIMIT_DEFAULT } = request.query;
        const key = keyOf(memberScope(request), request.params.id);
        const { subscription } = await readStory(database, key);
        const page = { before: positionOfCursor(cursor), limit };
        const { rows, next } = await readCycles(database, subscription, page);
        const language = languageOf(request);
        const data = rows.map((cycle) => cycleView(subscription, cycle, language));
        return { data, next_cursor: cursorOf(next) };
      },
    );
  };
}

function actRoutes(deps: SubscriptionPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const { name, operationId, act } of ACTS) {
      app.post(
        `${PATH}/:id/${name}`,
        {
          schema: {
            operationId,
            params,
            response: { 200: SubscriptionAnswer, ...actResponses },
          },
        },
        async (request) => {
          refuseUnoffered(deps.live, callerOfMember(request));
          const key = keyOf(memberScope(request), request.params.id);
          const story = await deps.act.add({ ...key, act, by: actorOf(request) });
          return subscriptionView(story, languageOf(request));
        },
      );
    }
  };
}

function payerRoutes(deps: SubscriptionPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const { name, operationId, act } of PAYER_ACTS) {
      app.post(
        `/api/panel/test/subscriptions/:id/${name}`,
        {
          schema: {
            operationId,
            params: SubscriptionParams,
            response: { 200: SubscriptionAnswer, ...payerResponses },
          },
        },
        async (request) => {
          const { merchantId } = memberOf(request).merchant;
          const key = keyOf({ merchantId, environment: 'test' }, request.params.id);
          const story = await deps.act.add({ ...key, act, by: actorOf(request) });
          return subscriptionView(story, languageOf(request));
        },
      );
    }
  };
}

const payerResponses = panelChangeResponses([
  'subscription_not_found',
  'subscription_not_authorizable',
]);

const actResponses = panelChangeResponses([
  'subscription_not_found',
  'subscriptions_unavailable',
  'subscription_not_running',
  'subscription_ended',
  'cycle_not_found',
  'cycle_not_retryable',
]);
