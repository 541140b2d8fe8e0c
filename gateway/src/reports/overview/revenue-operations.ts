import { Type } from 'typebox';
import { operatorRules } from '#src/ground/access/operator-access.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
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

const { operation } = operationsOf<DatabaseAndClock<Queryable>>();

/** The revenue of the platform, for operators. */
export const revenueOperations = [
  operation({
    at: 'GET /revenue/:environment',
    operator: { id: 'getRevenue', access: operatorRules.read },
    params: EnvironmentParams,
    query: RevenueQuery,
    answer: [200, Revenue],
    run: ({ deps, params: { environment }, query: { days: count = DAYS_DEFAULT } }) =>
      readRevenue(deps.database, { environment, now: deps.clock.now(), count }),
  }),
];
