import { api } from '#panel/api/client.ts';
import { queryClient } from '#panel/api/query-client.ts';
import { currentEnvironment } from '#panel/early/kept-choices.ts';
import { loadSession, mayCall } from '#panel/session/session.ts';

const ASK_AGAIN_MS = 60_000;

export const incidentsQuery = {
  ...api.queryOptions('get', '/api/panel/incidents'),
  refetchInterval: ASK_AGAIN_MS,
};
export const applicationQuery = api.queryOptions('get', '/api/panel/kyc');

/**
 * Reads what the banners of merchants show, before the first page: later they would push it down.
 * A failure is none of the page.
 */
export async function loadFrame(): Promise<void> {
  const session = await loadSession();
  if (!session) return;
  const may = (operation: 'listOpenIncidents' | 'getKyc') =>
    mayCall(session, operation, currentEnvironment());
  const isOpen = session.merchant?.status === 'active' || session.merchant?.is_sandbox;
  await Promise.allSettled([
    may('listOpenIncidents') && queryClient.ensureQueryData(incidentsQuery),
    !isOpen && may('getKyc') && queryClient.ensureQueryData(applicationQuery),
  ]);
}
