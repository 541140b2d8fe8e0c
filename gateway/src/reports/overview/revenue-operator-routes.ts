import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Clock } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import { readRevenue } from './read-revenue.ts';

const DAYS_DEFAULT = 30;
const Centavos = Type.Integer({ description: 'Centavos.' });

const VOLUME = {
  paid_count: Type.Integer({ description: 'Pagamentos recebidos.' }),
  paid_amount: Centavos,
  fees: Type.Integer({ description: 'Tarifas de cobranças e saques, em centavos.' }),
  active_merchants: Type.Integer({ description: 'Lojistas com pelo menos um recebimento.' }),
};
const Totals = Type.Object({
  ...VOLUME,
  new_merchants: Type.Integer({ description: 'Contas de lojistas abertas.' }),
});
const Revenue = Type.Object({
  days: Type.Array(Type.Object({ day: Type.String(), ...VOLUME }), {
    description: 'Do dia mais antigo a hoje, sem buracos.',
  }),
  totals: Totals,
  before: Type.Object(Totals.properties, { description: 'O período anterior, de igual duração.' }),
  top: Type.Array(
    Type.Object({
      username: Type.String(),
      name: Type.String(),
      paid_count: Type.Integer(),
      paid_amount: Centavos,
      paid_amount_before: Centavos,
      fees: Centavos,
    }),
    { description: 'Os dez lojistas que mais receberam.' },
  ),
});

const RevenueQuery = Type.Object({
  days: Type.Optional(Type.Unsafe<7 | 30 | 90>({ type: 'integer', enum: [7, 30, 90] })),
});

export interface RevenueDeps {
  readonly database: Queryable;
  readonly clock: Clock;
}

/** The revenue of the platform, for operators. */
export function revenueOperatorRoutes({ database, clock }: RevenueDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/operator/revenue/:environment',
      {
        schema: {
          operationId: 'getRevenue',
          params: EnvironmentParams,
          querystring: RevenueQuery,
          response: { 200: Revenue, ...panelReadResponses(['invalid_request']) },
        },
      },
      async (request) => {
        const { environment } = request.params;
        const { days: count = DAYS_DEFAULT } = request.query;
        return readRevenue(database, { environment, now: clock.now(), count });
      },
    );
  };
}
