import { api, isProblem } from '#panel/api/client.ts';
import { queryClient } from '#panel/api/query-client.ts';

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

/** Forgets everything that was read: another person may sit here now. */
export function forgetSession(): void {
  queryClient.clear();
}

export type Session = ReturnType<typeof useSession>;
