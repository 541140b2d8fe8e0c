import { api } from '#panel/api/client.ts';
import { queryClient } from '#panel/api/query-client.ts';
import { currentEnvironment, type Environment } from '#panel/early/kept-choices.ts';
import { type ChosenPeriod, keptPeriod, periodQuery } from '#panel/early/overview-address.ts';
import { loadSession, mayCall } from '#panel/session/session.ts';

/** The figures of a period. The page asks for them before its code is there (src/early). */
export function overviewQuery(environment: Environment, period: ChosenPeriod) {
  return api.queryOptions('get', '/api/panel/{environment}/overview', {
    params: { path: { environment }, query: periodQuery(period) },
  });
}

export const firstStepsQuery = api.queryOptions('get', '/api/panel/first-steps');

/** Reads all that the home shows before it is shown, so that nothing moves on it. */
export async function loadHome(): Promise<void> {
  const session = await loadSession();
  if (!session) return;
  const environment = currentEnvironment();
  const hasSteps =
    session.view === null &&
    session.merchant?.is_sandbox === false &&
    mayCall(session, 'getFirstSteps', environment);
  await Promise.allSettled([
    queryClient.ensureQueryData(overviewQuery(environment, keptPeriod())),
    hasSteps && queryClient.ensureQueryData(firstStepsQuery),
  ]);
}
