import { useEnvironment } from '#panel/session/environment.tsx';
import { mayCall, type OperationId, useSession } from '#panel/session/session.ts';
import type { Navigation } from './navigation.ts';

/** The entries of a menu that the user may open, in groups that are not empty. */
export function useShownNavigation(navigation: Navigation): Navigation {
  const environment = useEnvironment();
  const session = useSession();
  const isShown = ({ operation }: { operation?: OperationId }) =>
    operation === undefined || mayCall(session, operation, environment);
  return navigation
    .map((group) => ({ ...group, items: group.items.filter(isShown) }))
    .filter(({ items }) => items.length > 0);
}
