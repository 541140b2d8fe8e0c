import { fetchApi } from '#panel/api/client.ts';

/** Logs in with the published password of the demonstration. */
export function useSandboxLogIn(
  logIn: (body: { email: string; password: string }) => void,
): () => Promise<void> {
  return async () => {
    const { data } = await fetchApi.GET('/api/account/sandbox-log-in');
    if (data) logIn({ email: data.email, password: data.password });
  };
}
