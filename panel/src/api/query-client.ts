import { MutationCache, type MutationMeta, QueryClient } from '@tanstack/react-query';
import { noNoticeSince, tellDone } from '#panel/components/notices.ts';
import { isProblem } from './client.ts';

const STALE_AFTER_MS = 10_000;
const RETRIES_MAX = 2;

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** It ends nothing: the page shows the next step then, which gets the focus. */
      isStep?: boolean;
    };
  }
}

export const queryClient = new QueryClient({
  mutationCache: tellingSuccess(new MutationCache()),
  defaultOptions: {
    queries: {
      staleTime: STALE_AFTER_MS,
      // A refusal is final; only requests without an answer are repeated.
      retry: (failures, error) => !isProblem(error) && failures < RETRIES_MAX,
    },
  },
});

/** Tells screen readers of each change that succeeded and has shown no notice of its own. */
function tellingSuccess(cache: MutationCache): MutationCache {
  const begun = new WeakMap<object, () => boolean>();
  const tell = (mutation: { readonly meta: MutationMeta | undefined }): void => {
    if (mutation.meta?.isStep !== true && begun.get(mutation)?.() === true) tellDone();
  };
  cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    const { mutation, action } = event;
    if (action.type === 'pending') begun.set(mutation, noNoticeSince());
    // After all that waits for the mutation, which may show a notice.
    if (action.type === 'success') setTimeout(() => tell(mutation));
  });
  return cache;
}
