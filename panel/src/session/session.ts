import { api, isProblem } from '#panel/api/client.ts';
import { queryClient } from '#panel/api/query-client.ts';
import { useEnvironment } from '#panel/session/environment.tsx';

const QUERY = api.queryOptions('get', '/api/account/session');

/**
 * Reads the session, or undefined if nobody is logged in: for routes, before a page is shown.
 * Throws if the request fails, for example while the server is down.
 */
export async function loadSession() {
  return queryClient.ensureQueryData(QUERY).catch((error: unknown) => {
    if (isProblem(error) && error.code === 'not_logged_in') return undefined;
    throw error;
  });
}

/** The session. Only for pages below a route that has read it. */
export function useSession() {
  const { data } = api.useSuspenseQuery('get', '/api/account/session');
  return data;
}

/** Whether the merchant may act: before approval and while suspended it can only read. */
export function useMayAct(): boolean {
  return useSession().merchant?.status === 'active';
}

/** Whether charges and payouts are possible: live ones need a bank. */
export function useMayMoveMoney(): boolean {
  const environment = useEnvironment();
  const { has_live_bank: hasBank } = useSession();
  return useMayAct() && (environment === 'test' || hasBank);
}

/** Deletes all data that was read, because another person may use the browser next. */
export function forgetSession(): void {
  queryClient.clear();
}

export type Session = ReturnType<typeof useSession>;
