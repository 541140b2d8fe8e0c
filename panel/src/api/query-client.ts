import { QueryClient } from '@tanstack/react-query';
import { isProblem } from './client.ts';

const STALE_AFTER_MS = 10_000;
const RETRIES_MAX = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_AFTER_MS,
      // A refusal is final; only requests without an answer are repeated.
      retry: (failures, error) => !isProblem(error) && failures < RETRIES_MAX,
    },
  },
});
