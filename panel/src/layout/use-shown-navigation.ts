import { useEnvironment } from '#panel/session/environment.tsx';
import { mayCall, type OperationId, useSession } from '#panel/session/session.ts';
import type { Navigation } from './navigation.ts';

/** The entries of a menu with the pages that the user may open; none is empty. */
export function useShownNavigation(navigation: Navigation): Navigation {
  const environment = useEnvironment();
  const session = useSession();
  const isShown = ({ operation }: { operation?: OperationId }) =>
    operation === undefined || mayCall(session, operation, environment);
  return navigation
    .map((entry) => ({ ...entry, pages: entry.pages.filter(isShown) }))
    .filter(({ pages }) => pages.length > 0);
}
