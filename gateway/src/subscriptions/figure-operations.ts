import { Type } from 'typebox';
import { memberRules } from '#src/ground/access/member-access.ts';
import { operatorRules } from '#src/ground/access/operator-access.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
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

type FigureDeps = DatabaseAndClock<Queryable>;

const { operation } = operationsOf<FigureDeps>();

/** Subscriptions in numbers: those of a merchant, and those of all for operators. */
export const figureOperations = [
  operation({
    at: 'GET /subscription-figures',
    member: { id: 'getSubscriptionFigures', access: memberRules.read },
    query: FiguresQuery,
    answer: [200, Figures],
    run: ({ deps, owner, query: { days = DAYS_DEFAULT }, language }) =>
      readFigures(deps.database, owner.scope, { now: deps.clock.now(), days, language }),
  }),
  operation({
    at: 'GET /subscriptions/:environment',
    operator: { id: 'getSubscriptionsOfAll', access: operatorRules.read },
    params: EnvironmentParams,
    answer: [200, FiguresOfAll],
    run: ({ deps, params: { environment }, language }) =>
      readFiguresOfAll(deps.database, { environment, now: deps.clock.now(), language }),
  }),
];
