import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { memberScope } from '#src/ground/access/member-of-request.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { languageOf } from '#src/ground/http/language.ts';
import { EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import { nullable, oneOf } from '#src/ground/schemas/text-schemas.ts';
import { readFigures, readFiguresOfAll, stoppers } from './read-figures.ts';

const DAYS_DEFAULT = 30;
const Count = Type.Integer();
const Centavos = Type.Integer({ description: 'Centavos.' });
const Sum = Type.Object({ count: Count, amount: Centavos });
const REASON = {
  code: nullable(Type.String({ description: 'O código do banco, ou um nosso.' })),
  message: nullable(Type.String({ description: 'O motivo.' })),
};
const Stops = Type.Array(Type.Object({ ...REASON, by: oneOf(stoppers), count: Count }), {
  description: 'Por motivo e por quem terminou, os mais frequentes primeiro.',
});
const RUNNING = {
  active_count: Type.Integer({ description: 'Assinaturas autorizadas e não pausadas.' }),
  variable_count: Type.Integer({ description: 'Das ativas, as de valor variável.' }),
  paused_count: Count,
  monthly_amount: Type.Integer({
    description:
      'O que as ativas trazem por mês, em centavos: semanal × 52 ÷ 12, trimestral ÷ 3, ' +
      'semestral ÷ 6, anual ÷ 12. Um valor variável conta pelo menor.',
  }),
};
const Figures = Type.Object({
  ...RUNNING,
  month: Type.Object({
    paid: Type.Object(Sum.properties, { description: 'As cobranças pagas neste mês.' }),
    failed: Type.Object(Sum.properties, {
      description: 'As cobranças com vencimento neste mês que falharam e não estão em tentativa.',
    }),
  }),
  retrying: Type.Object(Sum.properties, { description: 'As cobranças em nova tentativa agora.' }),
  period: Type.Object({
    days: Count,
    new_count: Type.Integer({ description: 'As assinaturas autorizadas.' }),
    ended: Stops,
    not_authorized: Stops,
  }),
});
const FiguresQuery = Type.Object({
  days: Type.Optional(Type.Unsafe<30 | 90>({ type: 'integer', enum: [30, 90] })),
});
const FiguresOfAll = Type.Object({
  ...RUNNING,
  from: Type.String({ description: 'O primeiro dia das falhas: ontem.' }),
  to: Type.String({ description: 'O último dia: hoje.' }),
  failures: Type.Array(
    Type.Object({
      ...REASON,
      ...Sum.properties,
      merchants: Type.Integer({ description: 'Em quantos lojistas.' }),
    }),
    { description: 'As tentativas que falharam, por motivo.' },
  ),
});

export interface FigureDeps {
  readonly database: Queryable;
  readonly clock: Clock;
}

/** The panel's route of a merchant's subscriptions in numbers. */
export function figurePanelRoutes({ database, clock }: FigureDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/panel/:environment/subscription-figures',
      {
        schema: {
          operationId: 'getSubscriptionFigures',
          params: EnvironmentParams,
          querystring: FiguresQuery,
          response: { 200: Figures, ...panelReadResponses(['invalid_request']) },
        },
      },
      async (request) => {
        const { days = DAYS_DEFAULT } = request.query;
        const language = languageOf(request);
        return readFigures(database, memberScope(request), { now: clock.now(), days, language });
      },
    );
  };
}

/** The operators' route of all subscriptions in numbers. */
export function figureOperatorRoutes({ database, clock }: FigureDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/operator/subscriptions/:environment',
      {
        schema: {
          operationId: 'getSubscriptionsOfAll',
          params: EnvironmentParams,
          response: { 200: FiguresOfAll, ...panelReadResponses([]) },
        },
      },
      async (request) => {
        const { environment } = request.params;
        const language = languageOf(request);
        return readFiguresOfAll(database, { environment, now: clock.now(), language });
      },
    );
  };
}
