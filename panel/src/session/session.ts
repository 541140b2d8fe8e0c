import { api, isProblem } from '#panel/api/client.ts';
import { queryClient } from '#panel/api/query-client.ts';
import { useEnvironment } from '#panel/session/environment.tsx';

const QUERY = api.queryOptions('get', '/api/account/session');

/**
 * Who is logged in, or undefined: for routes, before a page is shown. Throws when that can't be
 * known, as while the server is away.
 */
export async function loadSession() {
  return queryClient.ensureQueryData(QUERY).catch((error: unknown) => {
    if (isProblem(error) && error.code === 'not_logged_in') return undefined;
    throw error;
  });
}

/** Who is logged in. Only below a route that has looked. */
export function useSession() {
  const { data } = api.useSuspenseQuery('get', '/api/account/session');
  return data;
}

/** Whether the merchant's account may act: before its approval and while suspended it only reads. */
export function useMayAct(): boolean {
  return useSession().merchant?.status === 'active';
}

/** Whether charges and payouts are possible: in production they need a bank. */
export function useMayMoveMoney(): boolean {
  const environment = useEnvironment();
  const { has_live_bank: hasBank } = useSession();
  return useMayAct() && (environment === 'test' || hasBank);
}

/** Forgets everything that was read: another person may sit here now. */
export function forgetSession(): void {
  queryClient.clear();
}

export type Session = ReturnType<typeof useSession>;
