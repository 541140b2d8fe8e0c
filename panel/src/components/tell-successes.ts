import type { MutationCache, MutationMeta } from '@tanstack/react-query';
import { noNoticeSince, tellDone } from './notices.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The page tells it: by its next step, which gets the focus, or by a status. */
      isStep?: boolean;
    };
  }
}

/** Tells screen readers of each change that succeeded and has shown no notice of its own. */
export function tellSuccesses(cache: MutationCache): void {
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
}
