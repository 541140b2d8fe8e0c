import { api } from '#panel/api/client.ts';
import type { Environment } from '#panel/early/kept-choices.ts';
import { type ChosenPeriod, periodQuery } from '#panel/early/overview-address.ts';

/** The figures of a period. The page asks for them before its code is there (src/early). */
export function overviewQuery(environment: Environment, period: ChosenPeriod) {
  return api.queryOptions('get', '/api/panel/{environment}/overview', {
    params: { path: { environment }, query: periodQuery(period) },
  });
}
