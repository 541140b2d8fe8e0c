import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isProblem } from './client.ts';

const STALE_AFTER_MS = 10_000;
const RETRIES_MAX = 2;
const LOG_IN_PATH = '/entrar';

// After the session has ended elsewhere, the next refused request leads to the log-in page.
function leaveWhenLoggedOut(error: unknown): void {
  const isAtEntrance = !/^\/(painel|operador)/.test(location.pathname);
  if (!isProblem(error) || error.code !== 'not_logged_in' || isAtEntrance) return;
  const from = encodeURIComponent(location.pathname + location.search);
  location.assign(`${LOG_IN_PATH}?voltar=${from}`);
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: leaveWhenLoggedOut }),
  mutationCache: new MutationCache({ onError: leaveWhenLoggedOut }),
  defaultOptions: {
    queries: {
      staleTime: STALE_AFTER_MS,
      // A refusal is final; only requests without an answer are repeated.
      retry: (failures, error) => !isProblem(error) && failures < RETRIES_MAX,
    },
  },
});
