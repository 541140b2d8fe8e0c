import { api } from '#panel/api/client.ts';

/**
 * Makes the function that logs in with the published password of the demonstration. Undefined while
 * the demonstration is closed, or not yet known to be open.
 */
export function useSandboxLogIn(
  logIn: (body: { email: string; password: string }) => void,
): (() => void) | undefined {
  const { data } = api.useQuery('get', '/api/account/sandbox-log-in');
  return data && (() => logIn({ email: data.email, password: data.password }));
}
